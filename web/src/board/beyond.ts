/** What is lit but out of sight: on which side of the stage it lies, and the nearest of it. */
import type { Point } from './pen';

export type Side = 'left' | 'right' | 'up' | 'down';

export interface Beyond {
  side: Side;
  /** The nearest that lies there, in pixels of the stage. */
  at: Point;
}

/** At most one for each side. A place beyond a corner counts for the side that it lies further beyond. */
export function beyond(places: readonly Point[], width: number, height: number): Beyond[] {
  const found = new Map<Side, { at: Point; gap: number }>();
  for (const at of places) {
    const [x, y] = at;
    const gaps: [Side, number][] = [
      ['left', -x],
      ['right', x - width],
      ['up', -y],
      ['down', y - height],
    ];
    const [side, gap] = gaps.reduce((most, one) => (one[1] > most[1] ? one : most));
    if (gap <= 0) continue;
    const before = found.get(side);
    if (!before || gap < before.gap) found.set(side, { at, gap });
  }
  return [...found].map(([side, { at }]) => ({ side, at }));
}

/** The lit places that lie outside a stage's visible area. */
export function outside(stage: HTMLElement): Beyond[] {
  const area = stage.getBoundingClientRect();
  const places = [...stage.querySelectorAll('[data-click]')].map((one): Point => {
    const box = one.getBoundingClientRect();
    return [box.x + box.width / 2 - area.x, box.y + box.height / 2 - area.y];
  });
  return beyond(places, area.width, area.height);
}
