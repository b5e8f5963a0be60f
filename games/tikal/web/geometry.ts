/** Where the cells lie: eight columns of five flat-topped hexagons, every second column half a cell lower. */
import type { Point } from '$quipu/board/pen';
import { hexagon, lerp } from '$quipu/board/pen';
import type { Event } from './types';

/** The radius of a cell in board units. */
export const R = 80;
/** Half the height of a cell. */
export const H = (R * Math.sqrt(3)) / 2;

export const COLUMNS = 'abcdefgh';
export const ROWS = 5;

/** The board's own rectangle: left, top, width, height. */
export const FRAME = { x: 4, y: 4, w: 1040, h: 804 };

/** All cells, column by column. */
export const CELLS: readonly string[] = [...COLUMNS].flatMap((column) =>
  Array.from({ length: ROWS }, (_, row) => `${column}${row + 1}`),
);

const columnRow = (cell: string): [number, number] => [cell.charCodeAt(0) - 97, Number(cell.slice(1)) - 1];

function named(column: number, row: number): string | null {
  return column >= 0 && column < COLUMNS.length && row >= 0 && row < ROWS ? `${COLUMNS[column]}${row + 1}` : null;
}

/** The middle of a cell. */
export function centre(cell: string): Point {
  const [column, row] = columnRow(cell);
  return [104 + column * R * 1.5, 90 + row * 2 * H + (column % 2 ? H : 0)];
}

/** The cell behind a side, counted clockwise from the north. */
export function neighbour(cell: string, side: number): string | null {
  const [column, row] = columnRow(cell);
  const up = column % 2 ? 0 : -1;
  const steps = [
    [0, -1],
    [1, up],
    [1, up + 1],
    [0, 1],
    [-1, up + 1],
    [-1, up],
  ] as const;
  const [across, down] = steps[side]!;
  return named(column + across, row + down);
}

/** The side of a cell behind which another lies; -1 if they do not touch. */
export const sideTo = (from: string, to: string): number =>
  [0, 1, 2, 3, 4, 5].findIndex((side) => neighbour(from, side) === to);

/** The middle of the edge between two cells that touch. */
export const edgeMiddle = (a: string, b: string): Point => lerp(centre(a), centre(b), 0.5);

/** The two ends of a cell's side, counted clockwise from the north. */
export function sideEnds(cell: string, side: number, r = R - 1.5): [Point, Point] {
  const corners = hexagon(r, ...centre(cell));
  return [corners[(4 + side) % 6]!, corners[(5 + side) % 6]!];
}

/** The border of an area as pieces of line, each a side of one of its cells. */
export function border(cells: ReadonlySet<string>): [Point, Point][] {
  const out: [Point, Point][] = [];
  for (const cell of cells) {
    for (let side = 0; side < 6; side++) {
      const there = neighbour(cell, side);
      if (there === null || !cells.has(there)) out.push(sideEnds(cell, side));
    }
  }
  return out;
}

/** Where an event happens: its cells, none where the board has no place for it. */
export function cellsOf(event: Event): string[] {
  if (event.kind === 'moved' || event.kind === 'shortcut') return [event.from, event.to];
  if (event.kind === 'blocked') return [event.low, event.high];
  if (event.kind === 'scored')
    return 'temple' in event.item ? [event.item.temple] : 'guard' in event.item ? [event.item.guard] : [];
  return 'cell' in event ? [event.cell] : [];
}

/** The smallest rectangle round the cells, with a margin. */
export function around(cells: readonly string[], margin: number): { x: number; y: number; w: number; h: number } {
  const xs = cells.map((cell) => centre(cell)[0]);
  const ys = cells.map((cell) => centre(cell)[1]);
  const [x, y] = [Math.min(...xs) - R - margin, Math.min(...ys) - H - margin];
  return { x, y, w: Math.max(...xs) + R + margin - x, h: Math.max(...ys) + H + margin - y };
}
