/** The texts of the games for tests, read as strictly as nothing in the page reads them. */
import type { Translate } from '../src/game/kit';

type Words = Record<string, string>;
const files = import.meta.glob<Words>('../../games/*/web/messages/*.json', { eager: true, import: 'default' });

/** The texts of a game in a language. */
export function messages(game: string, language: string): Words {
  const words = files[`../../games/${game}/web/messages/${language}.json`];
  if (!words) throw new Error(`${game} has no texts in '${language}'`);
  return words;
}

/** Translates as the client does, but throws where a text is missing, or a value that a text names. */
export function translator(game: string, language: string): Translate {
  const words = messages(game, language);
  return (key, values = {}) => {
    const count = values['count'];
    const none = count === 0 ? words[`${key}_zero`] : undefined;
    const plural = count === undefined ? undefined : words[`${key}_${count === 1 ? 'one' : 'other'}`];
    const text = none ?? plural ?? words[key];
    if (text === undefined) throw new Error(`${game}, ${language}: no text for '${key}'`);
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
      if (values[name] === undefined || values[name] === null)
        throw new Error(`${game}, ${language}: '${key}' is not given '${name}'`);
      return String(values[name]);
    });
  };
}
