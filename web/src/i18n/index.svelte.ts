/**
 * The words of the interface. The namespace `app` is this folder's; every game has one of its own, loaded when a
 * page needs it. Keys are flat, so a language is one file here and one for each game.
 */
import i18next from 'i18next';
import type en from './en.json';
import { LANGUAGES, type Language, type Translate } from '../game/kit';

type Words = Record<string, string>;
type Whole<K> = K extends `${infer Base}_one` ? Base : K extends `${infer Base}_other` ? Base : K;
/** The keys that there are; a misspelt one does not compile. */
export type Key = Whole<keyof typeof en>;

const APP = 'app';
const appWords = import.meta.glob<Words>('./*.json', { import: 'default' });
const gameWords = import.meta.glob<Words>('../../../games/*/web/messages/*.json', { import: 'default' });

const words = i18next.createInstance();
const loaded = new Set<string>([APP]);
const current = $state<{ language: Language; revision: number }>({ language: 'en', revision: 0 });

/** The language that is shown. */
export const language = () => current.language;

/** The first of the wanted languages that there is. */
export function choose(wanted: readonly string[]): Language {
  const short = wanted.map((tag) => tag.toLowerCase().split('-')[0]);
  return short.flatMap((tag) => LANGUAGES.filter((one) => one === tag))[0] ?? 'en';
}

async function fetchWords(namespace: string, lng: Language): Promise<void> {
  if (words.hasResourceBundle(lng, namespace)) return;
  const load =
    namespace === APP ? appWords[`./${lng}.json`] : gameWords[`../../../games/${namespace}/web/messages/${lng}.json`];
  words.addResourceBundle(lng, namespace, (await load?.()) ?? {});
}

/** Begins with a language. */
export async function start(lng: Language): Promise<void> {
  await words.init({
    lng,
    fallbackLng: false,
    defaultNS: APP,
    ns: [APP],
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    resources: {},
  });
  await speak(lng);
}

/** Changes the language, for what is loaded and what will be. */
export async function speak(lng: Language): Promise<void> {
  await Promise.all([...loaded].map((namespace) => fetchWords(namespace, lng)));
  await words.changeLanguage(lng);
  if (typeof document !== 'undefined') document.documentElement.lang = lng;
  current.language = lng;
  current.revision += 1;
}

/** Loads a game's words in the language that is shown. */
export async function loadGame(key: string): Promise<void> {
  if (loaded.has(key) && words.hasResourceBundle(current.language, key)) return;
  loaded.add(key);
  await fetchWords(key, current.language);
  current.revision += 1;
}

/** The interface's own words. */
export function t(key: Key, values?: Record<string, unknown>): string {
  return current.revision >= 0 ? words.t(key, values ?? {}) : key;
}

/** The words of a game. */
export function gameWordsOf(game: string): Translate {
  return (key, values) => (current.revision >= 0 ? words.t(key, { ...values, ns: game }) : key);
}

/** Whether a game has a word of its own for a key. */
export function has(game: string, key: string, values?: Record<string, unknown>): boolean {
  return current.revision >= 0 && words.exists(key, { ...values, ns: game });
}
