import { describe, expect, test } from 'vitest';
import type { MatchState } from '$quipu/generated/protocol';
import { light, remaining, spell } from '$quipu/board/narrow';
import { confirms, spellings } from '../clicks';
import { phaseName } from '../notation';
import { label, prompt } from '../words';
import { translator } from '../../../../web/tests/translator';
import { FILES, framesOf } from './frames';

describe.each(FILES)('spellings of %s', (name) => {
  const asked = framesOf(name).filter((frame) => frame.offers?.length);

  test('there is something to choose', () => expect(asked.length).toBeGreaterThan(0));

  test('every offer can be spelt, and no two end with the same clicks', () => {
    for (const frame of asked) {
      const ends = new Map<string, string>();
      for (const offer of frame.offers!) {
        const ways = spellings(offer, frame.view);
        expect(ways.length, offer.word).toBeGreaterThan(0);
        for (const way of ways) {
          const clicks = way.join(' ');
          expect(ends.get(clicks) ?? offer.word, clicks).toBe(offer.word);
          ends.set(clicks, offer.word);
        }
      }
    }
  });

  test('every click that is ever lit has a label', () => {
    const t = translator('thebes', 'en');
    for (const frame of asked) {
      const spelt = spell(frame.offers!, (offer) => spellings(offer, frame.view));
      const clicks = new Set(spelt.flatMap((each) => each.clicks));
      for (const click of clicks) expect(label(click, frame.view, t).text, click).not.toBe('');
    }
  });

  test('clicking lit things always leads to an offer', () => {
    for (const frame of asked) {
      const spelt = spell(frame.offers!, (offer) => spellings(offer, frame.view));
      for (const first of light(spelt, 0).keys()) {
        let picked = [first];
        for (let depth = 1; depth < 6; depth += 1) {
          const left = remaining(spelt, picked);
          if (left.some((each) => each.clicks.length === depth)) break;
          const next = [...light(left, depth).keys()];
          expect(next.length, picked.join(' ')).toBeGreaterThan(0);
          picked = [...picked, next[0]!];
        }
      }
    }
  });
});

test('what turns something up is asked about, and says what it is; a card of the display is taken at once', () => {
  const asked = (word: string) => confirms({ word });
  expect(['dig egypt 7 permit', 'play thief-egypt', 'play raider-crete', 'play scientist-1 crete'].map(asked)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  const open = ['take egypt-2', 'exhibit small-crete', 'museum 3', 'donate ushabti', 'choose ushabti'];
  expect(open.filter(asked)).toEqual([]);
  const { offers, view } = framesOf('turns-A').find(
    (frame) => frame.offers?.length && phaseName(frame.view) === 'turn',
  )!;
  const t = translator('thebes', 'en');
  const says = prompt({ offers } as unknown as MatchState, view, ['hand:scientist-1', 'pile:crete'], t);
  expect(says).toContain('to look through the pile of Crete');
});

test('a dig by the usual permit is two clicks', () => {
  const [frame] = framesOf('turns-A').filter((each) =>
    each.offers?.some((offer) => /^dig \w+ \d+ permit$/.test(offer.word)),
  );
  const offer = frame!.offers!.find((each) => /^dig \w+ \d+ permit$/.test(each.word))!;
  const [, region, weeks] = offer.word.split(' ');
  expect(spellings(offer, frame!.view)).toContainEqual([`pile:${region}`, `weeks:${weeks}`]);
});
