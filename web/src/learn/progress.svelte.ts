/** How far somebody is in the lessons; kept by the browser, so that one can leave and go on. */
import { remember, remembered } from '../app/memory';

export interface Progress {
  /** The words that were right so far, and null for each time one read on. */
  trail: (string | null)[];
  /** Whether the lesson was finished once. */
  done: boolean;
}

const KEY = 'quipu.lessons';

/** Reads what was kept; what cannot be read is as if it had not been kept. */
export function read(text: string | null): Record<string, Progress> {
  try {
    const kept = JSON.parse(text ?? '{}') as Record<string, Partial<Progress> | null>;
    const whole = Object.entries(kept).filter(([, one]) => Array.isArray(one?.trail));
    return Object.fromEntries(whole.map(([key, one]) => [key, { trail: one!.trail!, done: one!.done === true }]));
  } catch {
    return {};
  }
}

const kept = $state<Record<string, Progress>>(read(remembered(KEY)));

export const progress = (game: string, lesson: string): Progress =>
  kept[`${game}/${lesson}`] ?? { trail: [], done: false };

export function keep(game: string, lesson: string, now: Progress): void {
  kept[`${game}/${lesson}`] = { trail: [...now.trail], done: now.done };
  remember(KEY, JSON.stringify(kept));
}

/** Whether any lesson was begun at this device. */
export const hasLearnt = (): boolean => Object.keys(kept).length > 0;
