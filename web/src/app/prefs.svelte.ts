/**
 * What somebody prefers at this device, kept by the browser. How fast turns are shown and what is asked about is kept
 * with an account, too (`shop.svelte.ts`).
 */
import { ASKING, type Asking } from '../board/confirming';
import { LANGUAGES, type Language } from '../game/kit';
import type { PlayChoice } from '../generated/protocol';
import { remember, remembered } from './memory';

export type Theme = 'system' | 'light' | 'dark';
/** How fast events are shown: slow, normal, fast; 0 shows the result at once. */
export const SPEEDS = [0.5, 1, 2, 0] as const;
export type Speed = (typeof SPEEDS)[number];
/** Their names in texts, and on the wire. */
export const SPEED_NAMES = { 0: 'instant', 0.5: 'slow', 1: 'normal', 2: 'fast' } as const;

export interface Prefs {
  language: Language | null;
  theme: Theme;
  sound: boolean;
  speed: number;
  notify: boolean;
  /** What is asked about before it is played. */
  asking: Asking;
  /** Whether the list of choices is unfolded. */
  list: boolean;
  /** The games whose first turn was shown. */
  guided: string[];
}

const KEY = 'quipu.prefs';
const PLAIN: Prefs = {
  language: null,
  theme: 'system',
  sound: true,
  speed: 1,
  notify: false,
  asking: 'usual',
  list: false,
  guided: [],
};

/** Reads what was kept; what cannot be read is as if it had not been kept. */
export function read(text: string | null): Prefs {
  try {
    const kept = JSON.parse(text ?? '{}') as Partial<Prefs>;
    const prefs = { ...PLAIN, ...kept };
    if (!SPEEDS.includes(prefs.speed as (typeof SPEEDS)[number])) prefs.speed = prefs.speed > 2 ? 2 : 1;
    if (prefs.language !== null && !LANGUAGES.includes(prefs.language)) prefs.language = null;
    if (!ASKING.includes(prefs.asking)) prefs.asking = PLAIN.asking;
    return prefs;
  } catch {
    return { ...PLAIN };
  }
}

export const prefs = $state<Prefs>(read(remembered(KEY)));

let heard: (change: Partial<Prefs>) => void = () => {};
/** Says what else to do with what somebody changes. */
export const whenPreferred = (work: (change: Partial<Prefs>) => void): void => void (heard = work);

/** Changes something and keeps it. */
export function prefer(change: Partial<Prefs>): void {
  keepHere(change);
  heard(change);
}
function keepHere(change: Partial<Prefs>): void {
  Object.assign(prefs, change);
  remember(KEY, JSON.stringify(prefs));
  showTheme();
}

/** What of it is kept with an account. */
export const playing = (): PlayChoice => ({ speed: SPEED_NAMES[prefs.speed as Speed], asking: prefs.asking });
/** Takes over what was kept with an account. */
export const takePlaying = ({ speed, asking }: PlayChoice): void =>
  keepHere({ speed: SPEEDS.find((one) => SPEED_NAMES[one] === speed) ?? prefs.speed, asking });

/** Puts the theme where the style sheets look for it. */
export function showTheme(): void {
  const root = document.documentElement;
  if (prefs.theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = prefs.theme;
}

/** Whether it is dark now, by choice or by the system. */
export const isDark = () =>
  prefs.theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : prefs.theme === 'dark';

/** Whether the system asks for no motion. */
export const isStill = () => typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;
