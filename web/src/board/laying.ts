/** A thing that lies on the board for now: carried by a drag, turned by the wheel, by two fingers and by keys. */
import type { Desk } from '../game/kit';
import type { InHand } from './camera.svelte';
import { distance, type Point } from './pen';

/** What a camera needs to know of it. Places are clicks, `centre` says where they lie, `reach` how far they reach. */
export function inHand(
  at: () => Pick<Desk, 'laying' | 'lit' | 'pick' | 'turn'>,
  centre: (cell: string) => Point,
  reach: number,
): InHand {
  const cellOf = (click: string) => click.slice(click.indexOf(':') + 1);
  return {
    takes: (point) => {
      const { laying } = at();
      return laying !== null && distance(point, centre(cellOf(laying.place))) < reach;
    },
    carry: (point) => {
      const { laying, lit, pick } = at();
      if (!laying) return;
      const sort = laying.place.slice(0, laying.place.indexOf(':') + 1);
      const over = [...lit.keys()].find(
        (click) => click.startsWith(sort) && distance(point, centre(cellOf(click))) < reach,
      );
      if (over) pick(over);
    },
    turn: (by) => at().turn(by),
    lies: () => {
      const { laying } = at();
      return laying && { at: centre(cellOf(laying.place)), reach };
    },
  };
}
