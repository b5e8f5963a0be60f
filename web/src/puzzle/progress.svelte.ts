/** Which puzzles one has solved, and on which days; kept by the browser. */
import { remember, remembered } from '../app/memory';

export type Result = 'solved' | 'missed';
export interface Progress {
  /** By the name of the puzzle; the first try counts. */
  puzzles: Record<string, Result>;
  /** The puzzles of the day that were solved, by the number of the day. */
  days: Record<number, Result>;
}

const KEY = 'quipu.puzzles';
const isResult = (one: unknown): one is Result => one === 'solved' || one === 'missed';

/** Reads what was kept; what cannot be read is as if it had not been kept. */
export function read(text: string | null): Progress {
  const known = (all: unknown) =>
    Object.fromEntries(Object.entries((all ?? {}) as Record<string, unknown>).filter(([, one]) => isResult(one)));
  try {
    const kept = JSON.parse(text ?? '{}') as Partial<Progress> | null;
    return { puzzles: known(kept?.puzzles), days: known(kept?.days) } as Progress;
  } catch {
    return { puzzles: {}, days: {} };
  }
}

const kept = $state<Progress>(read(remembered(KEY)));

export const resultOf = (puzzle: string): Result | undefined => kept.puzzles[puzzle];
export const resultOn = (day: number): Result | undefined => kept.days[day];
export const solvedCount = (game: string): number =>
  Object.entries(kept.puzzles).filter(([name, result]) => result === 'solved' && name.startsWith(`${game} `)).length;

/** Keeps how a puzzle went; what was tried before stays as it was. */
export function keep(puzzle: string, result: Result, day: number | null): void {
  kept.puzzles[puzzle] ??= result;
  if (day !== null) kept.days[day] ??= result;
  remember(KEY, JSON.stringify(kept));
}

/** How many days in a row were solved, up to today, or up to yesterday while today's puzzle waits. */
export function streak(today: number, days: Readonly<Record<number, Result>> = kept.days): number {
  let day = days[today] === undefined ? today - 1 : today;
  let count = 0;
  for (; days[day] === 'solved'; day -= 1) count += 1;
  return count;
}
