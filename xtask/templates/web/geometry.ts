/** Where everything lies, in units of the board. */
import type { Box } from '$quipu/board/camera.svelte';
import type { Point } from '$quipu/board/pen';

/** The radius of a camp. */
export const R = 70;
const STEP = 230;

/** The board's own rectangle. */
export const frame = (lastCamp: number): Box => ({ x: -STEP / 2, y: -200, w: STEP * (lastCamp + 1), h: 400 });

/** The middle of a camp; 0 is the start. */
export const campAt = (camp: number): Point => [STEP * camp, camp % 2 ? 0 : 50];

/** Where the explorer of a seat stands at a camp. */
export const standAt = (camp: number, seat: number): Point => [
  campAt(camp)[0] - 45 + 30 * seat,
  campAt(camp)[1] + R / 2,
];

/** Where the finds of a worth lie that are left. */
export const heapAt = (worth: number, lastCamp: number): Point => [(STEP * lastCamp) / 2 + 110 * (worth - 2), -140];
