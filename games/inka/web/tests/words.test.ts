import { readdirSync, readFileSync } from 'node:fs';
import { describe as suite, expect, it } from 'vitest';
import type { MatchState } from '$quipu/generated/protocol';
import { spell } from '$quipu/board/narrow';
import { duration } from '../motion.svelte';
import { spellings } from '../clicks';
import { describe, label, places, prompt, sheetItem, sheetSection, summary } from '../words';
import { messages, translator } from '../../../../web/tests/translator';
import { frames, parts, seats } from './frames';

const LANGUAGES = ['en', 'it', 'es'];
const seated = (count: number) => seats.slice(0, count);

/** The Rust sources of the game, all in one. */
function sources(folder: URL): string {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) =>
      entry.isDirectory()
        ? sources(new URL(`${entry.name}/`, folder))
        : readFileSync(new URL(entry.name, folder), 'utf8'),
    )
    .join('\n');
}

suite('messages', () => {
  it('have the same keys in every language, and the same values in each', () => {
    const [first, ...others] = LANGUAGES.map((language) => messages('inka', language));
    const named = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();
    for (const other of others) {
      expect(Object.keys(other).sort()).toEqual(Object.keys(first!).sort());
      for (const [key, text] of Object.entries(first!)) expect(named(other[key]!), key).toEqual(named(text));
    }
  });

  it('tell every event of the types', () => {
    const kinds = [
      ...readFileSync(new URL('../types.ts', import.meta.url), 'utf8').matchAll(/"kind": "([\w-]+)"/g),
    ].map(([, kind]) => kind!);
    expect(kinds.length).toBe(15);
    for (const language of LANGUAGES)
      for (const kind of kinds) expect(messages('inka', language), language).toHaveProperty([`event.${kind}`]);
  });

  it('translate every refusal of the rules, with its values', () => {
    const rust = sources(new URL('../../src/', import.meta.url));
    const refusals = [...rust.matchAll(/refuse!\(\s*(?:K\d+|rule),\s*"([\w-]+)",\s*"([^"]*)"/g)].map(
      ([, key, text]) => ({ key: key!, text: text! }),
    );
    expect(refusals.length).toBeGreaterThan(45);
    for (const language of LANGUAGES) {
      const words = messages('inka', language);
      for (const { key, text } of refusals) {
        expect(words, language).toHaveProperty([`refusal.${key}`]);
        const given = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
        for (const [, name] of words[`refusal.${key}`]!.matchAll(/\{\{(\w+)\}\}/g)) expect(given, key).toContain(name);
      }
      const known = new Set(refusals.map(({ key }) => `refusal.${key}`));
      expect(Object.keys(words).filter((key) => key.startsWith('refusal.') && !known.has(key))).toEqual([]);
    }
  });

  it('have a text for every option and value', () => {
    for (const key of [
      'first.random',
      'first.A',
      'first.D',
      'cover_starts.off',
      'cover_starts.on',
      'pass_blockers.off',
      'pass_blockers.on',
    ]) {
      for (const language of LANGUAGES) {
        expect(messages('inka', language)).toHaveProperty([`option.${key}`]);
        expect(messages('inka', language)).toHaveProperty([`option.${key}.help`]);
      }
    }
  });
});

suite('sentences', () => {
  it('describe every event of the games without a missing key', () => {
    for (const language of LANGUAGES) {
      const t = translator('inka', language);
      const told = new Set<string>();
      for (const { events } of frames) {
        for (const happened of events) {
          told.add(happened.event.kind);
          // Whose turn it is the journal's headings tell.
          if (happened.event.kind === 'turn') expect(describe(happened, seats, t)).toBe('');
          else expect(describe(happened, seats, t).length).toBeGreaterThan(5);
          expect(duration(happened)).toBeGreaterThanOrEqual(0);
        }
      }
      for (const kind of [
        'slid',
        'turned',
        'walked',
        'taken',
        'passed',
        'blocked',
        'took-back',
        'left',
        'laid',
        'drawn',
      ])
        expect(told).toContain(kind);
    }
  });

  it('name the players and what moved', () => {
    const t = translator('inka', 'en');
    const slid = frames.flatMap(({ events }) => events).find(({ event }) => event.kind === 'slid')!;
    const words = describe(slid, seats, t);
    expect(words).toContain(seats.find(({ letter }) => letter === slid.event['seat'])!.name);
    expect(words).not.toContain(String(slid.event['rhombus']));
    expect(words).toMatch(/ slides a (path|goal) rhombus to the /);
  });

  it('prompt at every depth of every choice', () => {
    for (const language of LANGUAGES) {
      const t = translator('inka', language);
      for (const frame of frames) {
        const game = { offers: frame.offers } as MatchState;
        const seen = new Set<string>();
        for (const { clicks } of spell(frame.offers ?? [], spellings))
          for (let depth = 0; depth <= clicks.length; depth += 1) seen.add(clicks.slice(0, depth).join('|'));
        expect(
          [...(seen.size ? seen : [''])].filter(
            (picked) => prompt(game, frame.view, picked ? picked.split('|') : [], t).length <= 5,
          ),
        ).toEqual([]);
      }
    }
  });

  it('tell the whole board', () => {
    for (const language of LANGUAGES) {
      const t = translator('inka', language);
      // Every third position is as good as all, and soon told.
      for (const { view } of frames.filter((_, index) => index % 3 === 0)) {
        expect(summary(view, parts, seated(view.seats), t).length).toBeGreaterThan(40);
        const told = places(view, parts, seated(view.seats), t);
        const covered = Object.keys(view.position.rhombi).length;
        expect(told.length).toBe(96 - covered);
        expect(new Set(told.map(({ click }) => click)).size).toBe(told.length);
      }
    }
  });

  it('tell lit places by their side of the hall, without rows and places', () => {
    const t = translator('inka', 'en');
    const sides = new Set<string>();
    for (const { view, offers } of frames)
      for (const { clicks } of spell(offers ?? [], spellings))
        for (const click of clicks.filter((one) => /^(cell|rhombus|at):/.test(one))) {
          const { text, short } = label(click, view, t, { parts, seats, picked: [] });
          expect(text, click).toMatch(/row \d, place \d/i);
          expect(short, click).toMatch(
            /^\D+ in the (north|south|east|west|north-east|north-west|south-east|south-west)$/i,
          );
          sides.add(short!.split(' in the ')[1]!);
        }
    expect(sides.size).toBeGreaterThan(6);
  });

  it('read the score sheet', () => {
    const t = translator('inka', 'it');
    expect(sheetItem({ seat: 'A', section: 'statues', item: 'statue of G2', points: 1 }, t)).toBe('statuetta');
    expect(sheetItem({ seat: 'A', section: 'exit', item: 'left by nw', points: 1 }, t)).toContain('nord-ovest');
    expect(sheetSection('statues', t)).toBe('Statuette');
    expect(sheetSection('exit', t)).toBe('L’uscita');
  });
});

suite('rules in the app', () => {
  it('number every rule in each language, under the same anchors', () => {
    const rules = Array.from({ length: 20 }, (_, index) => `K${index + 1}`);
    for (const language of LANGUAGES) {
      const help = readFileSync(new URL(`../help/${language}.md`, import.meta.url), 'utf8');
      // In the order in which they are learnt.
      const numbers = [...help.matchAll(/^\*\*(K\d+)\*\* /gm)].map(([, rule]) => rule!);
      expect(numbers.toSorted((a, b) => Number(a.slice(1)) - Number(b.slice(1)))).toEqual(rules);
      expect([...help.matchAll(/<!-- ([\w-]+) -->\n## /g)].map(([, anchor]) => anchor)).toEqual([
        'first-turn',
        'rules',
        'card',
      ]);
      const steps = help.split('<!-- rules -->')[0]!.match(/^\d\. /gm)!;
      expect(steps.length).toBeGreaterThanOrEqual(5);
      expect(steps.length).toBeLessThanOrEqual(8);
    }
  });
});
