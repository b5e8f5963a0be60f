/** Leaves: clumps at the corners of tiles, the jungle, and what covers temples. */
import { n, polar, pen, type Point } from '$quipu/board/pen';
import { group, path } from './markup';

const TONES = ['tk-leaf', 'tk-leaf-2', 'tk-leaf-3'] as const;

export function leafClump(x: number, y: number, s: number, seed: string, tone: string): string {
  const next = pen(seed);
  const lobes = 7;
  const ring = Array.from({ length: lobes }, (_, i): Point => {
    const angle = (2 * Math.PI * i) / lobes + next(-0.15, 0.15);
    return [Math.cos(angle) * s, Math.sin(angle) * s * 0.78];
  });
  let d = `M${n(ring[0]![0])} ${n(ring[0]![1])}`;
  for (let i = 1; i <= lobes; i++) {
    const [qx, qy] = ring[i % lobes]!;
    d += `A${n(s * 0.52)} ${n(s * 0.48)} 0 0 1 ${n(qx)} ${n(qy)}`;
  }
  const veins = [0, 1, 2].map(
    (i) =>
      `M${n(-s * 0.5 + i * s * 0.45)} ${n(-s * 0.12 + (i % 2) * s * 0.26)}` +
      `q${n(s * 0.16)} ${n(-s * 0.2)} ${n(s * 0.34)} 0`,
  );
  return group('', [path(`${d}Z`, tone), path(`${d}Z`, 'fine'), path(veins.join(''), 'hair')], { at: [x, y] });
}

/** Clumps in some of the corners of a tile. */
export function foliage(seed: string, corners: readonly number[], size = 13): string {
  const next = pen(`fol${seed}`);
  return corners
    .map((corner) => {
      const [x, y] = polar(62, 60 * corner);
      const s = size * next(0.8, 1.05);
      return leafClump(x, y, s, `${seed}c${corner}`, TONES[next(0, 1) < 0.5 ? 0 : 1]);
    })
    .join('');
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
export function jungle(seed: string): string {
  const next = pen(`jun${seed}`);
  const from = Math.floor(next(0, 3));
  return TREES.map(([x, y, s], i) =>
    leafClump(x + next(-3, 3), y + next(-3, 3), s, `${seed}${i}`, TONES[(i + from) % 3]!),
  ).join('');
}
