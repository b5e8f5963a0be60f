/** The lines of a temple: one terrace a level, a house on top, a stair. */
import { hand, n, poly, type Point } from '$quipu/board/pen';

/** Where the foot of a temple stands in its tile. */
export const FOOT = 2;
const TIER = [0, 15, 12.5, 11, 9.8, 8.8, 7.9, 7.1, 6.4, 5.8, 5.3];

/** How high the terraces of a temple of that value reach. */
export const topOf = (value: number): number => FOOT - value * TIER[value]!;

/** What the jungle still hides of a temple. */
export function hump(value: number): string {
  const h = 50 - value * 2;
  const [side, top] = [n(FOOT - h * 0.75), n(FOOT - h)];
  return `M-46 ${FOOT}C-44 ${side} -20 ${top} 0 ${top}C20 ${top} 44 ${side} 46 ${FOOT}Z`;
}

/** A wall of stone: its face, and its edge drawn by hand. */
export interface Wall {
  tone: string;
  face: string;
  edge: string;
}

const wall = (points: Point[], tone: string, seed: string, most: number): Wall => ({
  tone,
  face: poly(points),
  edge: hand(points, seed, most),
});

/** The terraces, from the lowest to the highest, each with its shade. They can be counted. */
export function terraces(value: number, seed: string): (Wall & { shade: string })[] {
  const tier = TIER[value]!;
  const base = 66 + value * 4.6;
  const top = Math.max(26, base - value * 8.4);
  const width = (part: number) => base + (top - base) * part;
  return Array.from({ length: value }, (_, i) => {
    const [w0, w1] = [width(i / value), width((i + 1) / value)];
    const [y0, y1] = [FOOT - i * tier, FOOT - (i + 1) * tier];
    const inset = ((w0 - w1) / 2) * 0.28;
    const shape: Point[] = [
      [-w0 / 2, y0],
      [-w0 / 2 + inset, y1],
      [w0 / 2 - inset, y1],
      [w0 / 2, y0],
    ];
    const shade: Point[] = [
      [w0 * 0.2, y0],
      [w0 * 0.2 - inset * 0.3, y1],
      [w0 / 2 - inset, y1],
      [w0 / 2, y0],
    ];
    return { ...wall(shape, i % 2 ? 'tk-stone-2' : 'tk-stone', `${seed}t${i}`, 0.35), shade: poly(shade) };
  });
}

/** The house on top, with a comb on its roof where the temple is high. */
export function house(value: number, seed: string): { walls: Wall; door: string; comb: Wall | null; joint: string } {
  const top = topOf(value);
  const [w, h] = [11 + value * 0.6, 8 + value * 0.4];
  const [cw, ch] = [w * 0.62, 3 + value * 0.3];
  const walls: Point[] = [
    [-w, top],
    [-w * 0.9, top - h],
    [w * 0.9, top - h],
    [w, top],
  ];
  const door: Point[] = [
    [-3.5, top],
    [-3, top - h * 0.68],
    [3, top - h * 0.68],
    [3.5, top],
  ];
  const comb: Point[] = [
    [-cw, top - h],
    [-cw * 0.8, top - h - ch],
    [cw * 0.8, top - h - ch],
    [cw, top - h],
  ];
  return {
    walls: wall(walls, 'tk-stone', `${seed}h`, 0.3),
    door: poly(door),
    comb: value >= 6 ? wall(comb, 'tk-stone-2', `${seed}k`, 0.3) : null,
    joint: `M0 ${n(top - h)}V${n(top - h - ch)}`,
  };
}

/** The stair up to the house. */
export function stair(value: number): { face: string; sides: string; treads: string } {
  const top = topOf(value);
  const w = 9 + value * 0.35;
  const steps = value * 2;
  let treads = '';
  for (let i = 1; i < steps; i++) {
    const half = w - (w * 0.45 * i) / steps;
    treads += `M${n(-half)} ${n(FOOT + ((top - FOOT) * i) / steps)}H${n(half)}`;
  }
  const face = poly([
    [-w, FOOT],
    [-w * 0.55, top],
    [w * 0.55, top],
    [w, FOOT],
  ]);
  return {
    face,
    sides: `M${n(-w)} ${FOOT}L${n(-w * 0.55)} ${n(top)}M${n(w)} ${FOOT}L${n(w * 0.55)} ${n(top)}`,
    treads,
  };
}
