import { describe as suite, expect, it } from 'vitest';
import type { MatchState, Offer } from '$quipu/generated/protocol';
import { coloursTab, describe, places, prompt, refusalValues, sheetItem, sheetSection, summary } from '../words';
import { spellings } from '../clicks';
import { duration } from '../motion';
import types from '../types.ts?raw';
import { messages, translator } from '../../../../web/tests/translator';
import { frames, parts, seats, viewOf } from './frames';

const rust = import.meta.glob<string>('../../src/**/*.rs', { query: '?raw', import: 'default', eager: true });
const help = import.meta.glob<string>('../help/*.md', { query: '?raw', import: 'default', eager: true });
const drawn = import.meta.glob<string>('../**/*.svelte', { query: '?raw', import: 'default', eager: true });
const english = messages('tongiaki', 'en');
const has = (key: string) => key in english || `${key}_other` in english;
const blanks = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!).sort();

suite('messages', () => {
  it('are the same keys with the same values in every language', () => {
    const [en, ...others] = ['en', 'it', 'es'].map((language) => messages('tongiaki', language));
    for (const other of others) {
      expect(Object.keys(other)).toEqual(Object.keys(en!));
      for (const [key, text] of Object.entries(en!)) expect(blanks(other[key]!), key).toEqual(blanks(text));
    }
  });

  it('have every kind of event', () => {
    const kinds = new Set([...types.matchAll(/"kind": "([a-z-]+)"/g)].map(([, kind]) => kind!));
    expect(kinds.size).toBeGreaterThan(20);
    for (const kind of kinds)
      expect(kind === 'over' ? has('event.over.O24') && has('event.over.O27') : has(`event.${kind}`), kind).toBe(true);
  });

  it('have every refusal with the values it names', () => {
    const refusals = Object.values(rust).flatMap((text) => [
      ...text.matchAll(/refuse!\(\s*[\w:.()]+,\s*"([a-z-]+)",\s*"((?:[^"\\]|\\.)*)"/g),
    ]);
    expect(refusals.length).toBeGreaterThan(40);
    for (const [, key, text] of refusals) {
      expect(has(`refusal.${key}`), key).toBe(true);
      const named = [...text!.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
      for (const value of blanks(english[`refusal.${key}`]!)) expect(named, key).toContain(value);
    }
  });

  it('have every tile and option', () => {
    for (const { name } of [...parts.islands, ...parts.seas]) expect(has(`tile.${name}`), name).toBe(true);
    for (const option of [
      'first',
      'first.random',
      'first.random.help',
      'full_beaches',
      'full_beaches.all',
      'full_beaches.all.help',
      'full_beaches.first',
      'full_beaches.first.help',
    ]) {
      expect(has(`option.${option}`), option).toBe(true);
    }
  });
});

suite('the game in words', () => {
  for (const language of ['en', 'it', 'es']) {
    it(`tells every event, prompt and place (${language})`, () => {
      const t = translator('tongiaki', language);
      for (const frame of frames) {
        const view = viewOf(frame);
        for (const happened of frame.events) {
          // Whose turn it is the journal's headings tell.
          if (happened.event.kind === 'turn') expect(describe(happened, seats, t)).toBe('');
          else expect(describe(happened, seats, t)).toMatch(/\S/);
          expect(duration(happened)).toBeGreaterThanOrEqual(0);
        }
        const game = { to_act: frame.to_act, offers: frame.offers } as MatchState;
        expect(prompt(game, view, [], t)).toMatch(/\S/);
        expect(prompt({ ...game, offers: undefined }, view, [], t)).toMatch(/\S/);
        const first = frame.offers?.[0];
        if (first)
          for (const clicks of spellings(first, view))
            clicks.forEach((_, index) => expect(prompt(game, view, clicks.slice(0, index + 1), t)).toMatch(/\S/));
        expect(summary(view, parts, seats, t)).toContain('Ada');
        expect(places(view, parts, seats, t).length).toBeGreaterThanOrEqual(7);
      }
      expect(sheetItem({ seat: 'A', section: 'islands', item: 'rapa-nui', points: 3 }, t)).toBe('Rapa Nui');
      expect(sheetSection('islands', t)).toMatch(/\S/);
    });
  }

  it('speaks of beaches and directions in a refusal', () => {
    expect(refusalValues({ beach: 'rapa-nui.2', toward: 'ne', most: 2 }, translator('tongiaki', 'en'))).toEqual({
      beach: 'Rapa Nui',
      toward: 'north-east',
      most: 2,
    });
  });

  it('shows every event but those that are told by words alone', () => {
    const quiet = new Set(
      frames.flatMap(({ events }) =>
        events.filter((happened) => duration(happened) === 0).map(({ event }) => event.kind),
      ),
    );
    expect([...quiet].sort()).toEqual(['first', 'gains', 'loses', 'over', 'restarts', 'turn']);
  });
});

suite('the rules in the app', () => {
  const rules = Array.from({ length: 28 }, (_, index) => `O${index + 1}`);
  for (const [path, text] of Object.entries(help)) {
    it(`explains all that can be pointed at: ${path}`, () => {
      const terms = [...text.matchAll(/^- `([^`]+)` O\d+: \S/gm)].map(([, term]) => term!);
      const named = Object.values(drawn).flatMap((source) =>
        [...source.matchAll(/data-term=("[^"]*"|\{[^}]*\})/g)].flatMap(([, mark]) =>
          [...mark!.matchAll(/['"]([a-z]+:[a-z_-]+)['"]/g)].map(([, name]) => name!),
        ),
      );
      expect(named.length).toBeGreaterThan(12);
      for (const name of named) expect(terms).toContain(name);
      const verbs = Object.keys(english).filter((key) => key.startsWith('verb.'));
      for (const verb of verbs) expect(terms).toContain(verb.replace('.', ':'));
    });
  }

  for (const [path, text] of Object.entries(help)) {
    it(`has every rule once and its three parts: ${path}`, () => {
      // The page has the order of the game, not that of the numbers.
      const found = [...text.matchAll(/^\*\*(O\d+)\*\* \S/gm)].map(([, rule]) => rule!);
      expect(found.sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)))).toEqual(rules);
      expect([...text.matchAll(/^<!-- ([a-z-]+) -->\n## \S/gm)].map(([, part]) => part!)).toEqual([
        'first-turn',
        'rules',
        'card',
      ]);
    });
  }
});

suite('the tab of a departure', () => {
  it('counts one colour as one', () => {
    const tab = (language: string, colours: number) =>
      coloursTab(
        { word: 'sail', facts: { colours, asked: 2 } } as unknown as Offer,
        translator('tongiaki', language),
        true,
      );
    expect(tab('it', 1)).toBe('1 colore su 2');
    expect(tab('it', 2)).toBe('2 colori su 2');
    expect(tab('es', 1)).toBe('1 color de 2');
    expect(tab('en', 1)).toBe('1 of 2 colours');
  });
});
