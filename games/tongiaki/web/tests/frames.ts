/** What the tests work on: frames that show every stage, verb, fact and event. */
import type { Frame } from '$quipu/generated/protocol';
import type { SeatLook } from '$quipu/game/kit';
import type { View, Parts } from '../types';
import frameList from './fixtures/frames.json';
import partList from './fixtures/parts.json';

export const parts = partList as unknown as Parts;

export const frames = frameList as unknown as Frame[];
export const viewOf = (frame: Frame) => frame.view as View;
export const seats: SeatLook[] = ['Ada', 'Bruno', 'Carla', 'Diego', 'Elena', 'Fabio'].map((name, index) => ({
  letter: 'ABCDEF'[index]!,
  index,
  name,
  bot: false,
}));

const files = import.meta.glob<{ default: Record<string, string> }>('../messages/*.json', { eager: true });
export const messages: Record<string, Record<string, string>> = Object.fromEntries(
  Object.entries(files).map(([path, { default: words }]) => [path.split('/').at(-1)!.slice(0, 2), words]),
);

/** Translates, and fails on a key or a value that is not there. */
export function translator(language: string) {
  const words = messages[language]!;
  const rules = new Intl.PluralRules(language);
  return (key: string, values: Record<string, unknown> = {}) =>
    fill(language, key, pick(words, key, values['count'], rules), values);
}

const pick = (words: Record<string, string>, key: string, count: unknown, rules: Intl.PluralRules) =>
  (count === undefined ? undefined : words[`${key}_${rules.select(Number(count))}`]) ?? words[key];

function fill(language: string, key: string, text: string | undefined, values: Record<string, unknown>): string {
  if (text === undefined) throw new Error(`${language}: no words for ${key}`);
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    if (values[name] === undefined) throw new Error(`${language}: ${key} wants ${name}`);
    return String(values[name]);
  });
}
