/** Where leaves grow: clumps at the corners of tiles, the jungle, and what covers temples. */
import { n, polar, pen, type Point } from '$quipu/board/pen';

/** A clump of leaves about its middle. */
export interface Clump {
  x: number;
  y: number;
  tone: string;
  edge: string;
  veins: string;
}

const TONES = ['tk-leaf', 'tk-leaf-2', 'tk-leaf-3'] as const;

function clump(x: number, y: number, s: number, seed: string, tone: string): Clump {
  const next = pen(seed);
  const lobes = 7;
  const ring = Array.from({ length: lobes }, (_, i): Point => {
    const angle = (2 * Math.PI * i) / lobes + next(-0.15, 0.15);
    return [Math.cos(angle) * s, Math.sin(angle) * s * 0.78];
  });
  let edge = `M${n(ring[0]![0])} ${n(ring[0]![1])}`;
  for (let i = 1; i <= lobes; i++) {
    const [qx, qy] = ring[i % lobes]!;
    edge += `A${n(s * 0.52)} ${n(s * 0.48)} 0 0 1 ${n(qx)} ${n(qy)}`;
  }
  const veins = [0, 1, 2].map(
    (i) =>
      `M${n(-s * 0.5 + i * s * 0.45)} ${n(-s * 0.12 + (i % 2) * s * 0.26)}` +
      `q${n(s * 0.16)} ${n(-s * 0.2)} ${n(s * 0.34)} 0`,
  );
  return { x, y, tone, edge: `${edge}Z`, veins: veins.join('') };
}

/** Clumps in some of the corners of a tile. */
export function foliage(seed: string, corners: readonly number[], size = 13): Clump[] {
  const next = pen(`fol${seed}`);
  return corners.map((corner) => {
    const [x, y] = polar(62, 60 * corner);
    const s = size * next(0.8, 1.05);
    return clump(x, y, s, `${seed}c${corner}`, TONES[next(0, 1) < 0.5 ? 0 : 1]);
  });
}

const TREES = [
  [-40, -30, 20],
  [38, -34, 19],
  [-4, -46, 20],
  [-18, -18, 21],
  [22, -12, 20],
  [-50, 2, 17],
  [50, 4, 17],
  [-34, 26, 15],
  [36, 28, 15],
] as const;

/** A tile full of trees. */
export function jungle(seed: string): Clump[] {
  const next = pen(`jun${seed}`);
  const from = Math.floor(next(0, 3));
  return TREES.map(([x, y, s], i) => clump(x + next(-3, 3), y + next(-3, 3), s, `${seed}${i}`, TONES[(i + from) % 3]!));
}

const COVER = [
  [-30, -10, 13],
  [30, -10, 13],
  [-17, -26, 14],
  [17, -27, 14],
  [0, -38, 14],
  [0, -16, 15],
] as const;

/** What grows over a temple; lower where more of it is uncovered. */
export const cover = (seed: string, lower: number): Clump[] =>
  COVER.map(([x, y, s], i) => clump(x, y + lower, s, `${seed}m${i}`, i % 2 ? 'tk-leaf-2' : 'tk-leaf-3'));
