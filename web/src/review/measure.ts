/** What the curve of a review shows: the chance to win, or the margin in points at the end. */
import type { Review } from '../generated/protocol';
import { percent, signed } from './told';

export type Measure = 'win' | 'margin';

/** How many lines a grid has at least; twice as many at most. */
const LINES = 3;

export interface Scale {
  low: number;
  high: number;
  lines: readonly number[];
  /** A value at its line. */
  label: (value: number) => string;
  /** A value at the end of the curve, where there is little room. */
  short: (value: number) => string;
}

/** Round steps of 1, 2 or 5 that give a few lines between two values. */
export function roundStep(span: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(span, 1) / LINES));
  return [5, 2, 1].map((times) => times * power).find((step) => span / step >= LINES) ?? power;
}

/** The ground of the curve: all of the chances, or as many points as the match could have been apart. */
export function scale(review: Review, measure: Measure): Scale {
  if (measure === 'win') {
    const short = (value: number) => String(Math.round(100 * value));
    return { low: 0, high: 1, lines: [0, 0.25, 0.5, 0.75, 1], label: percent, short };
  }
  const margins = review.curve.flatMap(({ seats }) => seats.map(({ margin }) => margin));
  const [least, most] = [Math.min(0, ...margins), Math.max(0, ...margins)];
  const step = roundStep(most - least);
  const [from, to] = [Math.floor(least / step), Math.max(Math.ceil(most / step), Math.floor(least / step) + 1)];
  const lines = Array.from({ length: to - from + 1 }, (_, index) => (from + index) * step);
  return { low: from * step, high: to * step, lines, label: signed, short: signed };
}
