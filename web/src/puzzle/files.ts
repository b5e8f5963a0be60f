/**
 * The puzzles of the games, `games/NAME/puzzles.jsonl`: a head and then a puzzle in each line (`crates/puzzles`). A
 * game's file comes when somebody plays one of its puzzles.
 */
import type { PuzzleAnswer, NewTable, SeatPlan } from '../generated/protocol';

/** What the puzzles hold, as far as the page needs it. */
export interface Head {
  game: string;
  demand: { margin: number; alike: number; right: number };
  attempts: number;
}
/** A puzzle with its position. */
export interface Posed {
  from: string;
  seats: number;
  options?: [string, string][];
  position: unknown;
  at: number;
  seat: string;
  right: PuzzleAnswer[];
  others: PuzzleAnswer[];
  solved: [novice: number, adept: number, expert: number, master: number];
}
export interface Collection {
  head: Head;
  puzzles: readonly Posed[];
}

const found = import.meta.glob<string>('../../../games/*/puzzles.jsonl', {
  query: '?url',
  import: 'default',
  eager: true,
});
const urls = new Map(Object.entries(found).map(([path, url]) => [path.split('/').at(-2)!, url]));

/** The games that have puzzles. */
export const PUZZLED: readonly string[] = [...urls.keys()].sort();

export function read(text: string): Collection {
  const [head, ...puzzles] = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown);
  return { head: head as Head, puzzles: puzzles as Posed[] };
}

const kept = new Map<string, Promise<Collection>>();

async function fetched(game: string): Promise<Collection> {
  const url = urls.get(game);
  if (!url) throw new Error(`${game} has no puzzles`);
  const answer = await fetch(url, { credentials: 'same-origin' });
  if (!answer.ok) throw new Error(`the puzzles cannot be had: ${answer.status}`);
  return read(await answer.text());
}

/** The puzzles of a game. */
export function collection(game: string): Promise<Collection> {
  const known = kept.get(game) ?? fetched(game);
  kept.set(game, known);
  known.catch(() => kept.delete(game));
  return known;
}

/** A name for a puzzle that it keeps when others come before it. */
export const nameOf = (game: string, { from, at }: Posed): string => `${game} ${from} ${at}`;

/** How hard a puzzle is, by how often bots solved it; the same as `Rating::of` in `crates/puzzles`. */
export function rating({ solved }: Posed, attempts: number): 'easy' | 'medium' | 'hard' {
  const [novice, adept, expert] = solved;
  const mostly = (times: number) => times * 4 >= attempts * 3;
  if (mostly(novice)) return 'easy';
  return mostly(adept) || mostly(expert) ? 'medium' : 'hard';
}

/** The number of a day, counted from 1970, by the clock on the wall. */
export const dayOf = (date: Date): number =>
  Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);

/** The game whose puzzle is the one of a day: each has its turn. */
export const gameOfDay = (day: number, games: readonly string[] = PUZZLED): string | undefined =>
  games[day % games.length];

const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other));

/** The place of the puzzle of a day; the same as `Collection::of_day` in `crates/puzzles`. */
export function placeOfDay(day: number, count: number): number {
  let step = Math.max(1, Math.floor((count * 618) / 1000));
  while (divisor(step, count) !== 1) step += 1;
  return (day * step) % Math.max(1, count);
}

/** The table that a puzzle is played at: nobody else moves there. */
export function tableOf(game: string, posed: Posed): NewTable {
  const own = posed.seat.charCodeAt(0) - 65;
  const seat = (_: unknown, index: number): SeatPlan =>
    index === own ? { kind: 'me' } : { kind: 'bot', level: 'master' };
  return {
    game,
    options: posed.options ?? [],
    seats: Array.from({ length: posed.seats }, seat),
    clock: { kind: 'none' },
    out_of_time: 'bot_turn',
    stand_in: 'master',
    public: false,
    hints: false,
    keep_going: false,
    shuffle_seats: false,
    rated: false,
    position: posed.position,
  };
}
