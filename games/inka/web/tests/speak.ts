/**
 * A translator for tests that keeps account of what is missing: keys, and values that a text names but was not given.
 */
import { readFileSync } from 'node:fs';
import type { Translate } from '$quipu/game/kit';

export const messages = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../messages/${language}.json`, import.meta.url), 'utf8'));

export function speak(language: string): { t: Translate; missing: string[] } {
  const words = messages(language);
  const missing: string[] = [];
  const t: Translate = (key, values = {}) => {
    const text =
      ('count' in values ? words[`${key}_${values['count'] === 1 ? 'one' : 'other'}`] : undefined) ?? words[key];
    if (text === undefined) {
      missing.push(key);
      return '';
    }
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
      if (values[name] === undefined) missing.push(`${key}: ${name}`);
      return String(values[name]);
    });
  };
  return { t, missing };
}
