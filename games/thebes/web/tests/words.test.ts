import { describe as suite, expect, test } from 'vitest';
import type { SheetLine } from '$quipu/generated/protocol';
import { describe, places, prompt, refusal, sheetItem, sheetSection, summary } from '../words';
import { duration } from '../motion';
import { aCard, termOf } from '../notation';
import { messages, translator } from '../../../../web/tests/translator';
import { FILES, framesOf, parts, seats, sources, text } from './frames';

const LANGUAGES = ['en', 'it', 'es'];
const plain = (key: string): string => key.replace(/_(zero|one|other)$/, '');

test('the three languages have the same keys with the same values', () => {
  const english = messages('thebes', 'en');
  for (const language of ['it', 'es']) {
    const other = messages('thebes', language);
    expect(Object.keys(other).sort()).toEqual(Object.keys(english).sort());
    for (const [key, message] of Object.entries(english)) {
      // Where Italian says a region with its word for “there”, the others say their own word and the name.
      const named = (of: string): string => of.replaceAll('{{where}}', '{{region}}');
      const values = (of: string): string[] => [...new Set(named(of).match(/\{\{\w+\}\}/g))].sort();
      expect(values(other[key]!), `${language} ${key}`).toEqual(values(message));
    }
  }
});

test('cards stand in sentences with their article, regions as their language says them', () => {
  const said = (language: string) => {
    const t = translator('thebes', language);
    const cards = ['exhibition-large-egypt', 'egypt-2', 'general-1', 'thief-crete', 'museum-1', 'scientist-1'];
    return cards.map((card) => aCard(card, t)).join(', ');
  };
  expect(said('en')).toBe(
    'a great exhibition of Egypt, knowledge 2 of Egypt, general knowledge 1, a thief for Crete, ' +
      'a museum for 1 artifact, a scientist',
  );
  expect(said('it')).toBe(
    'una grande mostra d’Egitto, conoscenza 2 d’Egitto, conoscenza generale 1, un ladro a Creta, ' +
      'un museo per 1 reperto, uno scienziato',
  );
  expect(said('es')).toBe(
    'una gran exposición de Egipto, conocimiento 2 de Egipto, conocimiento general 1, un ladrón para Creta, ' +
      'un museo para 1 pieza, un científico',
  );
  for (const card of Object.keys(parts.cards)) expect(aCard(card, translator('thebes', 'en')), card).toMatch(/^[a-z]/);
});

test('every kind of event has its words and its time', () => {
  const types = text('../types.ts');
  const kinds = [...types.matchAll(/"kind": "([a-z-]+)"/g)].map((match) => match[1]!);
  expect(kinds.length).toBeGreaterThan(15);
  const keys = new Set(Object.keys(messages('thebes', 'en')).map(plain));
  for (const kind of kinds) {
    // How the match ends is said by the rule that ends it.
    expect(keys.has(kind === 'over' ? 'event.over.H19' : `event.${kind}`), kind).toBe(true);
    expect(duration({ text: '', event: { kind } }), kind).toBeTypeOf('number');
  }
});

test('every refusal of the rules has its words', () => {
  const rules = sources();
  const keys = [...rules.matchAll(/refuse!\(\s*\w+,\s*"([a-z-]+)"/g)].map((match) => match[1]!);
  expect(new Set(keys).size).toBeGreaterThan(14);
  const known = new Set(Object.keys(messages('thebes', 'en')).map(plain));
  for (const key of keys) expect(known.has(`refusal.${key}`), key).toBe(true);
});

test('every option has a name and a sentence for each value', () => {
  const options = sources();
  const values = [...options.matchAll(/pub enum \w+ \{ ((?:\w+ = "\w+"(?:, )?)+) \}/g)].map((match) =>
    [...match[1]!.matchAll(/"(\w+)"/g)].map((value) => value[1]!),
  );
  const keys = [...options.matchAll(/^ {8}(\w+): \w+, "/gm)].map((match) => match[1]!);
  expect(keys).toEqual(['thief', 'knowledge_finds', 'dig_table']);
  const english = messages('thebes', 'en');
  keys.forEach((key, at) =>
    values[at]!.forEach((value) => expect(english[`option.${key}.${value}.help`], `${key}=${value}`).toBeTruthy()),
  );
});

test('everything in the box has a name', () => {
  const english = messages('thebes', 'en');
  for (const [word, find] of Object.entries(parts.finds))
    if (find.kind !== 'knowledge' && !word.startsWith('artifact-')) expect(english[`find.${word}`], word).toBeTruthy();
});

test('all that can be pointed at is explained', () => {
  const terms = new Set([...text('../help/en.md').matchAll(/^- `([^`]+)` H\d+: \S/gm)].map((match) => match[1]!));
  const cards = Object.keys(parts.cards).map((word) => `card:${word}`);
  const finds = Object.keys(parts.finds).map((word) => `find:${word}`);
  const others = ['hand:dig', 'hand:assistant', 'pile:egypt', 'leave:permit', 'leave:generic', 'leave:card'];
  for (const click of [...cards, ...finds, ...others, 'assist:1', 'weeks:7'])
    expect(terms.has(termOf(click, parts) ?? ''), click).toBe(true);
  const named = [...sources('.svelte').matchAll(/data-term=[^>]*?(?=\s[a-z-]+=|>)/g)].flatMap(([mark]) =>
    [...mark.matchAll(/['"]([a-z]+:[a-z-]+)['"]/g)].map((match) => match[1]!),
  );
  expect(named.length).toBeGreaterThan(15);
  for (const name of named) expect(terms.has(name), name).toBe(true);
});

suite.each(LANGUAGES)('in %s', (language) => {
  test.each([...FILES, 'stretch-all'])('%s is told without a missing word', (name) => {
    const t = translator('thebes', language);
    for (const frame of framesOf(name)) {
      for (const happened of frame.events) expect(describe(happened, seats, t)).not.toContain('undefined');
      expect(summary(frame.view, parts, seats, t)).not.toContain('undefined');
      for (const place of places(frame.view, parts, seats, t)) expect(place.text).not.toContain('undefined');
      const game = {
        step: frame.step,
        to_act: frame.to_act,
        points: frame.points,
        eyes: 'A',
        yours: ['A'],
        hides: true,
        undo: {},
        offers: frame.offers,
      };
      for (const picked of [
        [],
        ['pile:egypt'],
        ['pile:egypt', 'weeks:3'],
        ['hand:scientist'],
        ['hand:thief-egypt'],
        ['hand:dig'],
        ['card:congress'],
      ])
        prompt(game, frame.view, picked, t);
      for (const closed of frame.closed ?? []) expect(refusal(closed.why, t)).not.toBeNull();
    }
  });

  test('the score sheet', () => {
    const t = translator('thebes', language);
    const lines = [
      ['artifacts', 'ushabti'],
      ['exhibitions', 'exhibition-large-egypt'],
      ['museums', 'museum-3'],
      ['professors', 'professor-greatest'],
      ['congress', 'congress'],
      ['time', 'time bonus'],
    ];
    for (const [section, item] of lines) {
      const line: SheetLine = { seat: 'A', section: section!, item: item!, points: 1 };
      expect(sheetItem(line, t)).toBeTruthy();
      expect(sheetSection(section!, t)).toBeTruthy();
    }
  });

  test('every numbered rule stands in the help, and the three parts have their anchors', () => {
    const help = text(`../help/${language}.md`);
    const rules = Array.from({ length: 22 }, (_, index) => `H${index + 1}`);
    // In the order of the page, which is that of teaching.
    const numbers = [...help.matchAll(/^\*\*(H\d+)\*\* /gm)].map((match) => match[1]!);
    expect(numbers.toSorted((a, b) => Number(a.slice(1)) - Number(b.slice(1)))).toEqual(rules);
    for (const anchor of ['first-turn', 'rules', 'card'])
      expect(help).toMatch(new RegExp(`<!-- ${anchor} -->\\n(<!-- broad -->\\n)?## `));
  });
});
