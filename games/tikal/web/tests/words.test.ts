import { describe, expect, it } from 'vitest';
import {
  describe as tell,
  ifScoredNow,
  milestone,
  placeText,
  places,
  prompt,
  sheetItem,
  sheetSection,
  summary,
} from '../words';
import { spellings } from '../clicks';
import { known } from '../sketch';
import { duration } from '../motion';
import type { Event } from '../types';
import optionsRust from '../../src/options.rs?raw';
import types from '../types.ts?raw';
import { LANGUAGES } from '$quipu/game/kit';
import { messages, translator } from '../../../../web/tests/translator';
import { events, frames, game, parts, seats, viewOf } from './frames';

const rust = Object.values(
  import.meta.glob<string>('../../src/**/*.rs', { query: '?raw', import: 'default', eager: true }),
).join('\n');
const help = import.meta.glob<string>('../help/*.md', { query: '?raw', import: 'default', eager: true });
const has = (words: Record<string, string>, key: string) =>
  key in words || (`${key}_one` in words && `${key}_other` in words);

describe('words', () => {
  it('the three languages have the same keys and name the same values', () => {
    const holes = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).toSorted();
    const [en, ...others] = LANGUAGES.map((language) => messages('tikal', language));
    for (const other of others) {
      expect(Object.keys(other)).toEqual(Object.keys(en!));
      for (const [key, text] of Object.entries(en!)) expect([key, holes(other[key]!)]).toEqual([key, holes(text)]);
    }
  });

  it('every kind of event has its sentence', () => {
    const kinds = [...types.matchAll(/"kind": "([a-z-]+)"/g)].map(([, kind]) => kind!);
    expect(kinds.length).toBe(35);
    for (const words of LANGUAGES.map((language) => messages('tikal', language))) {
      for (const kind of kinds)
        expect([
          kind,
          has(words, `event.${kind}`) || ['worker', 'leader'].every((piece) => has(words, `event.${kind}.${piece}`)),
        ]).toEqual([kind, true]);
    }
  });

  it('every refusal has its sentence with the values that it names', () => {
    const refusals = [...rust.matchAll(/refuse!\(\s*\w+,\s*"([a-z-]+)",\s*"((?:[^"\\]|\\.)*)"/g)];
    expect(refusals.length).toBeGreaterThan(60);
    for (const name of LANGUAGES) {
      const words = messages('tikal', name);
      for (const [, key, message] of refusals) {
        const text = words[`refusal.${key}`];
        expect([name, key, text !== undefined]).toEqual([name, key, true]);
        for (const [, value] of text!.matchAll(/\{\{(\w+)\}\}/g))
          expect([key, message]).toEqual([key, expect.stringContaining(`{${value}}`)]);
      }
    }
  });

  it('every option and each of its values has a name and a sentence', () => {
    const enums = new Map(
      [...optionsRust.matchAll(/pub enum (\w+) \{([^}]*)\}/g)].map(([, name, body]) => [
        name!,
        [...body!.matchAll(/"([^"]+)"/g)].map(([, word]) => word!),
      ]),
    );
    const options = [...optionsRust.matchAll(/^ {8}(\w+): (\w+)(?:<4>)?, "/gm)];
    expect(options.length).toBe(9);
    for (const words of LANGUAGES.map((language) => messages('tikal', language))) {
      for (const [, key, type] of options) {
        const values = type === 'First' ? ['random', 'A', 'B', 'C', 'D'] : enums.get(type!)!;
        for (const word of ['', ...values.flatMap((value) => [`.${value}`, `.${value}.help`])])
          expect(words).toHaveProperty([`option.${key}${word}`]);
      }
    }
  });

  it.each(LANGUAGES)('nothing is left unsaid in %s', (language) => {
    const t = translator('tikal', language);
    for (const happened of events) expect(tell(happened, seats, t, parts)).toMatch(/\S/);
    for (const frame of frames) {
      const view = viewOf(frame);
      expect(summary(view, parts, seats, t)).toContain('Ada');
      expect(places(view, parts, seats, t)).toHaveLength(40);
      const asked = prompt(game(frame), view, [], t, { parts, seats });
      expect(asked).not.toBe('');
      // Two lines of a phone; and nothing is offered for no points at all.
      expect(asked.replaceAll('*', '').length, asked).toBeLessThanOrEqual(72);
      expect(asked).not.toMatch(/\*\*0 (AP|PA)\*\*/);
      expect(prompt({ ...game(frame), offers: [] }, view, [], t, { parts, seats })).not.toBe('');
      for (const clicks of (frame.offers ?? []).flatMap((offer) => spellings(offer)))
        clicks.forEach((_, i) =>
          expect(prompt(game(frame), view, clicks.slice(0, i + 1), t, { parts, seats })).not.toBe(''),
        );
    }
    for (const item of ['temple c3', 'guard c3', 'single jade', 'pair urn', 'triple mask', 'auction'])
      expect(sheetItem({ seat: 'A', section: '', item, points: 1 }, t)).not.toBe('');
    for (const section of ['volcano B6', 'final scoring', 'round 3']) expect(sheetSection(section, t)).not.toBe('');
  });

  it('events are told with names, and scorings are milestones', () => {
    const t = translator('tikal', 'en');
    const of = (event: Event) => ({ text: '', event: event as never });
    expect(tell(of({ kind: 'moved', seat: 'B', piece: 'worker', from: 'a5', to: 'b4', price: 2 }), seats, t)).toBe(
      'Bruno moves a worker from a5 to b4, 2 AP',
    );
    expect(tell(of({ kind: 'guarded', seat: 'A', cell: 'c3', piece: 'leader', gone: 1 }), seats, t)).toBe(
      'Ada guards c3 with the leader; 1 more leaves the game',
    );
    expect(tell(of({ kind: 'guarded', seat: 'A', cell: 'c3', piece: 'worker', gone: 0 }), seats, t)).toBe(
      'Ada guards c3 with a worker',
    );
    expect(tell(of({ kind: 'set-aside', seat: 'D', tile: 'C1' }), seats, t, parts)).toBe(
      'Diego sets aside a temple worth 3: it fits nowhere',
    );
    expect(tell(of({ kind: 'drawn', seat: 'A', tile: 'B6' }), seats, t, parts)).toBe('Ada draws a volcano');
    expect(milestone(of({ kind: 'erupts', seat: 'A', tile: 'B6' }), t)).toBe('Volcano B');
    expect(milestone(of({ kind: 'ended', seat: 'A' }), t)).toBeNull();
    expect(duration(of({ kind: 'moved', seat: 'B', piece: 'worker', from: 'a5', to: 'b4', price: 2 }))).toBe(240);
    expect(duration(of({ kind: 'ended', seat: 'A' }))).toBe(0);
  });

  it('a hint names no treasure that nobody has dug, and no temple that nobody has found', () => {
    const view = structuredClone(viewOf(frames[0]!));
    const gain = (item: string) => ({ section: 'volcano B6', item, points: 3, later: true, sure: false });
    view.position.players[view.position.turn]!.treasures = { jade: 1 } as never;
    view.position.tiles = { c3: 'C1 r0', c2: 'C4 r0' } as never;
    const names = (item: string) => known(gain(item), view, parts);
    expect(['temple a4', 'temple c3', 'guard c3', 'pair jade'].map(names)).toEqual([true, true, true, true]);
    expect(['temple b1', 'guard d4', 'temple c2', 'pair shell'].map(names)).toEqual([false, false, false, false]);
  });

  it('a place tells what lies and who stands there', () => {
    const frame = frames.find((one) =>
      Object.values(viewOf(one).position.players).some(({ guards }) => Object.keys(guards).length),
    )!;
    const view = viewOf(frame);
    const [letter, player] = Object.entries(view.position.players).find(
      ([, { guards }]) => Object.keys(guards).length,
    )!;
    const cell = Object.keys(player.guards)[0]!;
    const text = placeText(view, parts, cell, seats, translator('tikal', 'en'));
    expect(text).toContain(`temple worth ${view.position.values[cell]}`);
    expect(text).toContain(seats[letter.charCodeAt(0) - 65]!.name);
    expect(ifScoredNow(view)).toHaveLength(view.seats);
  });
});

describe('help', () => {
  const numbers = (text: string, start: RegExp) => [...text.matchAll(start)].map(([, number]) => number);
  const rules = Array.from({ length: 36 }, (_, index) => `T${index + 1}`);

  it.each(Object.keys(help))('%s has the three parts and every rule', (path) => {
    const text = help[path]!;
    // In the order in which they are learnt.
    expect(numbers(text, /^\*\*(T\d+)\*\* /gm).toSorted()).toEqual(rules.toSorted());
    const anchors = [...text.matchAll(/<!-- ([a-z-]+) -->\n## \S/g)].map(([, name]) => name);
    expect(anchors).toEqual(['first-turn', 'rules', 'card']);
    const steps = text.slice(0, text.indexOf('<!-- rules -->')).match(/^\d+\. /gm) ?? [];
    expect(steps.length).toBeGreaterThanOrEqual(5);
    expect(steps.length).toBeLessThanOrEqual(8);
  });
});
