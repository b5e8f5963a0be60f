/** What tiles are made of: stones by side, the places of treasures, and what stands on them. */
import { H } from '../geometry';
import { blob, n, pen, type Point } from '$quipu/board/pen';
import type { TilePart } from '../types';

/** What stands on a tile beside what is printed. */
export interface OnTile {
  value?: number;
  left?: number;
  camp?: number;
  guard?: number;
  armed?: boolean;
}

/** The stones by side of a tile that is turned clockwise by `turn` sixths. */
export const stonesOf = (part: TilePart, turn: number): number[] =>
  [0, 1, 2, 3, 4, 5].map((side) => part.stones[(side - turn + 6) % 6]!);

/** A number of stones as words for a caption: 2+1. */
export const stoneSum = (part: TilePart): string => part.stones.filter(Boolean).map(n).join('+');

/** The stones of one side, drawn for the northern one. */
export function pebbles(
  side: number,
  count: number,
  seed: string,
): { x: number; y: number; turn: number; edge: string }[] {
  const next = pen(`peb${seed}${side}`);
  return Array.from({ length: count }, (_, i) => {
    const turn = next(-8, 8);
    const edge = blob(9.4, 6.8, `${seed}${side}${i}`, 0.06, 9);
    return { x: (i - (count - 1) / 2) * 21, y: -H + 10.5 + next(-0.6, 0.6), turn, edge };
  });
}

/** Where the treasures of a tile lie, by their number. */
export const SPOTS: Record<number, Point[]> = {
  4: [
    [-27, -22],
    [27, -22],
    [-27, 12],
    [27, 12],
  ],
  3: [
    [-30, -20],
    [30, -20],
    [0, 8],
  ],
  2: [
    [-26, -8],
    [26, -8],
  ],
};

/** Where the treasure lies that is dug next. */
export const nextTreasure = (masks: number, left: number): Point => SPOTS[masks]?.[left - 1] ?? [0, -8];
