/** How far somebody is in the lessons; kept by the browser, so that one can leave and go on. */
import { remember, remembered } from '../app/memory';

export interface Progress {
  /** The words that were right so far, and null for each time one read on. */
  trail: (string | null)[];
  /** Whether the lesson was finished once. */
  done: boolean;
  /** The step that it was left at. */
  at: number;
}

/** A lesson that was begun and not finished. */
export interface Unfinished {
  game: string;
  lesson: string;
  at: number;
}

const KEY = 'quipu.lessons';

/** Reads what was kept; what cannot be read is as if it had not been kept. */
export function read(text: string | null): Record<string, Progress> {
  try {
    const kept = JSON.parse(text ?? '{}') as Record<string, Partial<Progress> | null>;
    const whole = Object.entries(kept).filter(([, one]) => Array.isArray(one?.trail));
    return Object.fromEntries(
      whole.map(([key, one]) => [key, { trail: one!.trail!, done: one!.done === true, at: Number(one!.at ?? 0) }]),
    );
  } catch {
    return {};
  }
}

const kept = $state<Record<string, Progress>>(read(remembered(KEY)));

export const progress = (game: string, lesson: string): Progress =>
  kept[`${game}/${lesson}`] ?? { trail: [], done: false, at: 0 };

export function keep(game: string, lesson: string, now: Progress): void {
  // The lesson that was open last stands last.
  delete kept[`${game}/${lesson}`];
  kept[`${game}/${lesson}`] = { ...now, trail: [...now.trail] };
  remember(KEY, JSON.stringify(kept));
}

/** The lesson to go on with: of those that were left on the way, the one that was open last. */
export function unfinished(of: Readonly<Record<string, Progress>> = kept): Unfinished | null {
  const last = Object.entries(of).findLast(([, { trail }]) => trail.length > 0);
  if (!last) return null;
  const [game = '', lesson = ''] = last[0].split('/');
  return { game, lesson, at: last[1].at };
}
