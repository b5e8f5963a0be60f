import { describe as suite, expect, it } from 'vitest';
import type { Happened } from '$quipu/generated/protocol';
import { digOf } from '../digs';
import { sums } from '../motion';
import { findName } from '../notation';
import { changed, did, revealed, revealing } from '../telling';
import type { View } from '../types';
import { translator } from '../../../../web/tests/translator';
import { parts, seats } from './frames';

const event = (kind: string, more: object): Happened => ({
  text: kind,
  event: { kind, seat: 'A', region: 'egypt', ...more },
});
const dig = [
  event('dug', { weeks: 7, cards: 3, leave: 'permit', assistants: 0, week: 9 }),
  event('found', { find: 'artifact-egypt-3', points: 3 }),
  event('rubble', {}),
  event('rubble', {}),
  event('dig-over', { rubble: 2 }),
];
const view = {} as View;

suite('a dig', () => {
  it('tells each card when it lies there, and none before', () => {
    const t = translator('thebes', 'en');
    const says = dig.map((_, at) => revealing(dig.slice(0, at + 1), view, t));
    expect(says.map(({ text }) => text)).toEqual([
      '3 cards to come.',
      expect.stringMatching(/^1 of 3: \*\*.*\*\*\. 2 cards to come\.$/),
      '2 of 3: **rubble**. One card to come.',
      '3 of 3: **rubble**. That was the last card.',
      '3 of 3: **rubble**. That was the last card.',
    ]);
    expect(says[0]!.next).toBe('Turn the next card');
    expect(says[2]!.next).toBe('Turn the last card');
    expect(says[3]!.next, 'nothing is left to be turned').toBe('');
  });
  it('is summed up in a sentence of every language', () => {
    for (const language of ['en', 'it', 'es']) {
      const t = translator('thebes', language);
      expect(revealed(dig, seats, t, parts)).toMatch(/^[^:]*: .*, 2 × .* \(\+3 .*\)$/);
      expect(revealed([dig[0]!, dig[2]!], seats, t, parts), 'what brings nothing says no points').not.toContain('0');
    }
  });
  it('says that a pile was empty', () => {
    const nothing = [dig[0]!, event('dig-over', { rubble: 0 })];
    expect(nothing.some(sums)).toBe(true);
    for (const language of ['en', 'it', 'es']) {
      const t = translator('thebes', language);
      expect(revealed(nothing, seats, t, parts)).toMatch(/^[^(]*$/);
    }
    expect(revealed(nothing, seats, translator('thebes', 'en'), parts)).toBe(
      'You dug in Egypt, but the pile was empty',
    );
  });
  it('says that a pile had fewer cards', () => {
    const t = translator('thebes', 'en');
    const says = revealing([dig[0]!, dig[2]!, event('dig-over', { rubble: 1 })], view, t);
    const short = [dig[0]!, dig[1]!, event('dig-over', { rubble: 0 })];
    for (const language of ['en', 'it', 'es'])
      expect(revealed(short, seats, translator('thebes', language), parts)).toMatch(/^[^:]*: .* \(\+3 .*\)$/);
    expect(revealed(short, seats, t, parts)).toContain('in Egypt, where the pile had only one card: ');
    expect(digOf(short), 'nothing is to come any more').toMatchObject({ left: 0, missing: 2 });
    const empty = [dig[0]!, event('dig-over', { rubble: 0 })];
    expect(revealing(empty, view, t)).toEqual({ text: 'The pile was empty: no card comes up.', next: '' });
    expect(says).toEqual({ text: '1 of 3: **rubble**. The pile had only one card.', next: '' });
  });
});

suite('the turns of others', () => {
  const deeds = [
    { events: [event('took', { card: 'crete-1', weeks: 1, week: 2 }), ...dig], before: view, after: view },
  ];
  it('are a few words, with what was found', () => {
    for (const language of ['en', 'it', 'es']) {
      const t = translator('thebes', language);
      expect(did(deeds, 'A', { t, seats, parts }).split(' · ')).toHaveLength(2);
      expect(did(deeds, 'B', { t, seats, parts })).toBe('');
    }
    expect(did(deeds, 'A', { t: translator('thebes', 'en'), seats, parts })).toContain('dug in Egypt: one find');
  });
  it('name what a thief took, and what it and a dig are worth', () => {
    const t = translator('thebes', 'en');
    const events = [
      event('played', { card: 'thief-egypt', weeks: 1, week: 3 }),
      event('found', { find: 'artifact-egypt-3', points: 6 }),
      ...dig,
      event('played', { card: 'raider-egypt', weeks: 2, week: 12 }),
      event('looked', { saw: null }),
    ];
    const stolen = [{ events, before: view, after: view }];
    const find = findName('artifact-egypt-3', t);
    expect(did(stolen, 'A', { t, seats, parts }).split(' · ')).toEqual([
      `sent a thief to Egypt: ${find} (+6 points)`,
      'dug in Egypt: one find (+3 points)',
      'sent a tomb raider to Egypt',
    ]);
    for (const language of ['it', 'es'])
      expect(did(stolen, 'A', { t: translator('thebes', language), seats, parts })).toContain('+6');
  });
  it('tell of a professor who left', () => {
    const t = translator('thebes', 'en');
    const left = [{ events: [event('professor-left', { of: 'egypt', points: -5 })], before: view, after: view }];
    expect(changed(left, 'B', 'A', { t, seats, parts })).toMatch(/left you: −5$/);
    expect(changed(deeds, 'B', 'A', { t, seats, parts })).toBeNull();
  });
});
