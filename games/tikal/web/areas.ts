/** The outlines that take clicks in a cell: all of it, what stands on it, and who stands at its foot. */
import { hexagon, poly, type Point } from '$quipu/board/pen';
import { H, R } from './geometry';

const CUT = 20;
const across = (y: number): number => R - Math.abs(y) / Math.sqrt(3);

/** The whole cell. */
export const WHOLE = poly(hexagon(R - 3));
/** The upper part: temple, treasures, tent. */
export const UPPER = poly([
  [-R / 2, -H + 2],
  [R / 2, -H + 2],
  [across(0) - 3, 0],
  [across(CUT) - 3, CUT],
  [-across(CUT) + 3, CUT],
  [-across(0) + 3, 0],
]);
/** The lower part: the pieces. */
export const LOWER = poly([
  [-across(CUT) + 3, CUT],
  [across(CUT) - 3, CUT],
  [R / 2, H - 2],
  [-R / 2, H - 2],
]);

/** The ring round a tablet. */
export const TABLET: Point[] = [
  [-23, -14],
  [23, -14],
  [21, 22],
  [-21, 22],
];
