/**
 * What is carved and built on slabs and floor: walls, snakes, engravings, signs. Paths only; classes are of
 * `art.css`.
 */
import { SIDE } from '../geometry';
import { distance, lerp, n, poly, smooth, type Point } from '$quipu/board/pen';

/** A wall along a side: the bar and its joints. */
export function wall(a: Point, b: Point): { bar: string; joints: string } {
  const [dx, dy] = [((b[1] - a[1]) / SIDE) * 4, ((a[0] - b[0]) / SIDE) * 4];
  const joints = [0.24, 0.41, 0.59, 0.76].map((t) => {
    const [x, y] = lerp(a, b, t);
    return `M${n(x - dx)} ${n(y - dy)}L${n(x + dx)} ${n(y + dy)}`;
  });
  return { bar: poly([lerp(a, b, 0.07), lerp(a, b, 0.93)], false), joints: joints.join('') };
}

/** A snake along a side: its body, and where its head lies. */
export function snake(a: Point, b: Point): { body: string; head: Point; angle: number } {
  const bends = 24;
  const length = distance(a, b);
  const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  const points = Array.from({ length: bends + 1 }, (_, index): Point => {
    const [x, y] = lerp(a, b, 0.19 + (0.58 * index) / bends);
    // The head lies along the side.
    const off = Math.sin((index / bends) * Math.PI * 4.4) * 6.5 * Math.min(1, 3.2 * (1 - index / bends));
    return [x - uy * off, y + ux * off];
  });
  const [head, neck] = [points[bends]!, points[bends - 2]!];
  return { body: smooth(points), head, angle: (Math.atan2(head[1] - neck[1], head[0] - neck[0]) * 180) / Math.PI };
}

export const SNAKE_HEAD = 'M-4 -5.5C4 -8 12 -5 14 0C12 5 4 8 -4 5.5Z';
export const SNAKE_TONGUE = 'M14 0l7 -3M14 0l7 3';
export const ENGRAVING =
  'M-4.5 -13.5H4.5V-9H9V-4.5H13.5V4.5H9V9H4.5V13.5H-4.5V9H-9V4.5H-13.5V-4.5H-9V-9H-4.5Z' +
  'M-3.5 0A3.5 3.5 0 1 0 3.5 0A3.5 3.5 0 1 0 -3.5 0';
export const PASSAGE = 'M0 0C5 -1 6 6 0 7C-9 8 -11 -4 -4 -9C5 -14 16 -8 15 4C14 16 1 20 -9 16';
export const SYMBOL = 'M0 -20L11.5 0L0 20L-11.5 0Z';
export const GATE = 'M-15 20L-11 -14H11L15 20Z';
export const STATUE = 'M-5 7V-3H-8V-8H-4.5C-6 -14 -4 -18 0 -18C4 -18 6 -14 4.5 -8H8V-3H5V7Z';
export const STATUE_FACE = 'M-2.5 -12h1.6M1 -12h1.6M-1.6 -8.6h3.2';
export const PAWN =
  'M-15 20C-14 4 -10 -4 -6 -8C-9 -12 -8 -22 0 -22C8 -22 9 -12 6 -8C10 -4 14 4 15 20C8 23 -8 23 -15 20Z';
export const BLOCKER = 'M-17 15L-14 -13C-6 -18 6 -18 14 -13L17 15Z';
