/** Where the numbered marks of a hint stand, so that none hides another. */
import type { Sketch } from '../game/kit';
import { distance, lerp, type Point } from './pen';

/** More steps than this are neither drawn nor listed: the bar ends with “…”, and they come up as steps are done. */
export const MARKS = 5;

/** How many marks of one place stand in a line, and how far apart in radii; more stand above them. */
const ROW = 3;
const APART = 2.3;

export interface Mark {
  number: number;
  at: Point;
  /** The way to it; empty where nothing moves. */
  way: Point[];
  /** The corners of what lies there. */
  outline: Point[];
  /** Whether it has no number. */
  bare?: boolean;
  /** How far its ring reaches, where it is not the usual one. */
  reach?: number;
}

/** A way begins at the edge of the piece that goes, so that its count can be read. */
function beside(from: Point, to: Point, r: number): Point {
  const far = distance(from, to);
  return far > 2 * r ? lerp(from, to, r / far) : from;
}

/** The marks of the first steps. Several steps at one place stand side by side, and a way ends at its own mark. */
export function pencilled(steps: readonly Sketch[], r: number): Mark[] {
  const drawn = steps.slice(0, MARKS).flatMap((step, index) => (step.at ? [{ ...step, at: step.at, index }] : []));
  const spot = ([x, y]: Point) => `${Math.round(x)} ${Math.round(y)}`;
  const sharing = (at: Point) => drawn.filter((other) => spot(other.at) === spot(at));
  const placed = (step: (typeof drawn)[number]): Point => {
    const all = sharing(step.at);
    const [line, place] = [Math.floor(all.indexOf(step) / ROW), all.indexOf(step) % ROW];
    const inLine = Math.min(ROW, all.length - line * ROW);
    return [step.at[0] + (place - (inLine - 1) / 2) * APART * r, step.at[1] - line * APART * r];
  };
  return drawn.map((step, order) => {
    const at = placed(step);
    // A way that goes on from the mark before begins there.
    const before = drawn[order - 1];
    const goesOn = before !== undefined && step.from !== undefined && spot(before.at) === spot(step.from);
    const way = [...(step.over ?? []), at];
    const from = goesOn ? placed(before) : step.from && beside(step.from, way[0]!, r);
    const mark: Mark = { number: step.index + 1, at, way: from ? [from, ...way] : [], outline: step.outline ?? [] };
    return step.bare ? { ...mark, bare: true, ...(step.reach && { reach: step.reach }) } : mark;
  });
}
