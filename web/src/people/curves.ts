/** Rating curves: from points in time to lines of a picture. */
import type { RatingLine, RatingPoint } from '../generated/protocol';

/** How far back a picture goes, in days; 0 is all of it. */
export const SPANS = [30, 182, 0] as const;
export type Span = (typeof SPANS)[number];

const DAY = 86_400_000;

/** The part of a curve within a span. The last rating before it is where the curve comes in. */
export function within(curve: readonly RatingPoint[], span: Span, now: number): RatingPoint[] {
  if (!span) return [...curve];
  const from = now - span * DAY;
  const inside = curve.filter(({ at }) => at >= from);
  const before = curve.filter(({ at }) => at < from).at(-1);
  return before ? [{ at: from, rating: before.rating }, ...inside] : inside;
}

export interface Frame {
  /** When the picture begins and ends. */
  from: number;
  to: number;
  /** The lowest and the highest rating that have a line, and how far apart lines are. */
  low: number;
  high: number;
  step: number;
}

/** What a picture of curves spans: whole steps around all ratings. */
export function frameOf(curves: readonly (readonly RatingPoint[])[], now: number): Frame {
  const points = curves.flat();
  const ratings = points.map(({ rating }) => rating);
  const [least, most] = ratings.length ? [Math.min(...ratings), Math.max(...ratings)] : [1480, 1520];
  const step = [20, 40, 50, 100, 200, 500].find((one) => (most - least) / one <= 4) ?? 1000;
  const low = Math.floor((least - 1) / step) * step;
  const high = Math.ceil((most + 1) / step) * step;
  const from = points.length ? Math.min(...points.map(({ at }) => at)) : now - DAY;
  return { from: Math.min(from, now - DAY), to: now, low, high, step };
}

/** A curve as a path in a picture of that size. It holds its last rating to the end. */
export function path(curve: readonly RatingPoint[], frame: Frame, width: number, height: number): string {
  const x = (at: number) => ((at - frame.from) / (frame.to - frame.from)) * width;
  const y = (rating: number) => height - ((rating - frame.low) / (frame.high - frame.low)) * height;
  const last = curve.at(-1);
  const all = last ? [...curve, { at: frame.to, rating: last.rating }] : [];
  return all.map(({ at, rating }, index) => `${index ? 'L' : 'M'}${x(at).toFixed(1)} ${y(rating).toFixed(1)}`).join('');
}

/** Labels at the ends of curves, moved apart so that none covers another. */
export function apart(heights: readonly number[], least: number): number[] {
  const order = heights.map((_, index) => index).toSorted((a, b) => heights[a]! - heights[b]!);
  const placed = [...heights];
  for (let index = 1; index < order.length; index++) {
    const [above, below] = [placed[order[index - 1]!]!, placed[order[index]!]!];
    if (below - above < least) placed[order[index]!] = above + least;
  }
  return placed;
}

/** The curves that are shown: one for each game, of the ladder that was chosen or else played most. */
export function shownLines(ratings: readonly RatingLine[], chosen: RatingLine | undefined): RatingLine[] {
  const games = new Set<string>();
  const first = ratings.filter(({ game }) => !games.has(game) && games.add(game));
  return first.map((line) => (chosen && line.game === chosen.game ? chosen : line));
}
