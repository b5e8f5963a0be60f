/** What the eye should be on: the middle of every tile or cell that matters now. */
import type { Desk } from '$quipu/game/kit';
import type { View, Parts } from './types';
import { beside, centre, directionOf } from './geometry';
import type { Point } from '$quipu/board/pen';
import { eventOf } from './motion';
import { islandOf, phaseDetail } from './model';
import { aheadPlace, cellOf } from './voyage';

/** The cell that a click points at. */
function cellOfClick(click: string, view: View): string | null {
  const [kind = '', what = ''] = click.split(/:(.*)/s);
  if (kind === 'cell') return what;
  if (kind === 'pier') {
    const [beach = '', toward = ''] = what.split('@');
    const home = cellOf(view, islandOf(beach));
    return home === null ? null : beside(home, directionOf(toward));
  }
  return kind === 'island' || kind === 'statue' || kind === 'beach' ? cellOf(view, islandOf(what)) : null;
}

/** With `open`, only what lies beyond the tiles on the table; the table itself is always in sight there. */
export function focusPoints(desk: Desk<View, Parts>, open: boolean): Point[] {
  const { view } = desk;
  const lit = [...desk.lit.keys()].flatMap((click) => cellOfClick(click, view) ?? []);
  const ahead = aheadPlace(view);
  const beyond = [...lit, ...(ahead ? [beside(ahead.cell, ahead.toward)] : [])];
  if (open) return beyond.map(centre);
  const shore = phaseDetail(view, 'land')?.shore;
  const told = desk.last.map(eventOf).flatMap((event): (string | null)[] => {
    if ('cell' in event) return [event.cell];
    if ('beach' in event) return [cellOf(view, islandOf(event.beach))];
    if ('sea' in event) return [cellOf(view, event.sea)];
    return 'island' in event ? [cellOf(view, event.island)] : [];
  });
  const cells = [...beyond, shore ? cellOf(view, shore) : null, ahead?.cell ?? null].filter((cell) => cell !== null);
  const seen = cells.length > 0 ? cells : told.filter((cell) => cell !== null);
  return seen.map(centre);
}

/** Of points that are too far apart for one look, those about the one that has most others near it. */
export function inOneLook(points: readonly Point[], w: number, h: number): readonly Point[] {
  const about = ([x, y]: Point) => points.filter(([px, py]) => Math.abs(px - x) * 2 <= w && Math.abs(py - y) * 2 <= h);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const fits = Math.max(...xs) - Math.min(...xs) <= w && Math.max(...ys) - Math.min(...ys) <= h;
  if (fits || points.length === 0) return points;
  return points.map(about).reduce((most, one) => (one.length > most.length ? one : most));
}
