/**
 * The lattice of the hall, as far as drawing needs it: where cells and rhombi lie on the plane. What may move where
 * is the engine's to say.
 */
import type { Point } from '$quipu/board/pen';
import { centroid } from './art/lines';

/** The side of a cell in board units. */
export const SIDE = 108;

const [WIDTH, HEIGHT] = [8 * SIDE + 96, 8 * SIDE * 0.866 + 84];
/** The hall with its masonry and a margin. */
export const HALL = { x: -WIDTH / 2, y: -HEIGHT / 2, w: WIDTH, h: HEIGHT };

/** A corner of the lattice. */
export type Vertex = readonly [q: number, r: number];

/** The corners of a rhombus, counter-clockwise; P is the tip of half A. */
export const CORNERS = ['P', 'Q', 'R', 'S'] as const;
export type Corner = (typeof CORNERS)[number];

export type Direction = 'e' | 'ne' | 'nw' | 'w' | 'sw' | 'se';
export const STEP: Record<Direction, Vertex> = {
  e: [1, 0],
  ne: [0, 1],
  nw: [-1, 1],
  w: [-1, 0],
  sw: [0, -1],
  se: [1, -1],
};

/** How a rhombus lies on the plane: its middle, and the way from P to R in degrees, y pointing down. */
export interface Pose {
  x: number;
  y: number;
  angle: number;
}

/** The two cells of a rhombus, half A first. */
export type Lying = readonly [a: string, b: string];

export const point = ([q, r]: Vertex): Point => [SIDE * (q + r / 2), (-SIDE * r * Math.sqrt(3)) / 2];

/** The corners of a cell, counter-clockwise as the lattice counts. */
export function vertices(cell: string): Vertex[] {
  const [q, r] = cell.slice(1).split(',').map(Number) as [number, number];
  return cell.startsWith('u')
    ? [
        [q, r],
        [q + 1, r],
        [q, r + 1],
      ]
    : [
        [q + 1, r],
        [q + 1, r + 1],
        [q, r + 1],
      ];
}

export const triangle = (cell: string): Point[] => vertices(cell).map(point);
export const middle = (cell: string): Point => centroid(triangle(cell));

/** The cell under a point, whether or not it lies in the hall. */
export function cellAt([x, y]: Point): string {
  const down = -y / ((SIDE * Math.sqrt(3)) / 2);
  const along = x / SIDE - down / 2;
  const [q, r] = [Math.floor(along), Math.floor(down)];
  return `${along - q + (down - r) < 1 ? 'u' : 'd'}${q},${r}`;
}

/** Whether a cell lies in a hall of side 4. */
export function inHall(cell: string): boolean {
  return vertices(cell).every(([q, r]) => Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r)) <= 4);
}

/** The cells beside a cell, in the hall or not: a cell that points up lies beside three that point down. */
export function beside(cell: string): string[] {
  const [q, r] = cell.slice(1).split(',').map(Number) as [number, number];
  return cell.startsWith('u')
    ? [`d${q},${r}`, `d${q - 1},${r}`, `d${q},${r - 1}`]
    : [`u${q},${r}`, `u${q + 1},${r}`, `u${q},${r + 1}`];
}

const same = (a: Vertex, b: Vertex): boolean => a[0] === b[0] && a[1] === b[1];

/** The corners P, Q, R and S. */
export function corners([a, b]: Lying): [Vertex, Vertex, Vertex, Vertex] {
  const [ofA, ofB] = [vertices(a), vertices(b)];
  const p = ofA.findIndex((corner) => !ofB.some((other) => same(corner, other)));
  const r = ofB.find((corner) => !ofA.some((other) => same(corner, other)))!;
  return [ofA[p]!, ofA[(p + 1) % 3]!, r, ofA[(p + 2) % 3]!];
}

/** The cells `d-4,-1 u-3,-1` as the notation writes them. */
export const lying = (text: string): Lying => text.split(' ') as unknown as Lying;

export const outline = (cells: Lying): Point[] => corners(cells).map(point);

export function pose(cells: Lying): Pose {
  const [p, , r] = outline(cells) as [Point, Point, Point];
  return { x: (p[0] + r[0]) / 2, y: (p[1] + r[1]) / 2, angle: (Math.atan2(r[1] - p[1], r[0] - p[0]) * 180) / Math.PI };
}

/** A point of a slab, given along P to R and across towards Q, on the plane. */
export function onSlab({ x, y, angle }: Pose, [along, across]: Point): Point {
  const turn = (angle * Math.PI) / 180;
  return [x + along * Math.cos(turn) - across * Math.sin(turn), y + along * Math.sin(turn) + across * Math.cos(turn)];
}

/** The pose after a slide, of any part of a step. */
export function slid(from: Pose, direction: Direction, steps: number): Pose {
  const [dx, dy] = point(STEP[direction]);
  return { ...from, x: from.x + dx * steps, y: from.y + dy * steps };
}

/** The pose after a turn about a point, of any part of a sixth. */
export function turned(from: Pose, [px, py]: Point, sense: string, steps: number): Pose {
  const degrees = (sense === 'cw' ? 60 : -60) * steps;
  const turn = (degrees * Math.PI) / 180;
  const [dx, dy] = [from.x - px, from.y - py];
  return {
    x: px + dx * Math.cos(turn) - dy * Math.sin(turn),
    y: py + dx * Math.sin(turn) + dy * Math.cos(turn),
    angle: from.angle + degrees,
  };
}

const HALF_LONG = (SIDE * Math.sqrt(3)) / 2;

/** The corners of a slab about its own middle, with P to the left: P, Q, R, S. */
export const LOCAL: readonly Point[] = [
  [-HALF_LONG, 0],
  [0, SIDE / 2],
  [HALF_LONG, 0],
  [0, -SIDE / 2],
];

/** The corners of a slab in a pose. */
export const cornersOf = (lies: Pose): Point[] => LOCAL.map((corner) => onSlab(lies, corner));

/** A corner of a slab in a pose. */
export const cornerOf = (lies: Pose, corner: Corner): Point => onSlab(lies, LOCAL[CORNERS.indexOf(corner)]!);

/** The directions of the sides of a slab in a pose. */
export function directions(cells: Lying): Direction[] {
  const [p, q, r] = corners(cells);
  const sides = [
    [q[0] - p[0], q[1] - p[1]],
    [r[0] - q[0], r[1] - q[1]],
  ] as const;
  return (Object.keys(STEP) as Direction[]).filter((direction) =>
    sides.some(
      ([dq, dr]) =>
        Math.abs(STEP[direction][0] * 2 + STEP[direction][1]) === Math.abs(dq * 2 + dr) &&
        STEP[direction][0] * dr === STEP[direction][1] * dq,
    ),
  );
}

/** The half of a slab that leads: the ground that a step of a turn about an obtuse corner newly covers. */
export function leading(lies: Pose, corner: Corner, sense: string): Point[] {
  const all = cornersOf(lies);
  const [p, q, r, s] = all as [Point, Point, Point, Point];
  if (corner === 'P' || corner === 'R') return all;
  // About Q a turn clockwise leads with half B, about S with half A.
  return (corner === 'Q') === (sense === 'cw') ? [q, r, s] : [p, q, s];
}

/** The border round a set of cells, as closed ways along the lattice. */
export function border(cells: Iterable<string>): string {
  const edges = new Map<string, Vertex[]>();
  const key = ([q, r]: Vertex): string => `${q},${r}`;
  for (const cell of cells) {
    const around = vertices(cell);
    around.forEach((from, index) => {
      const to = around[(index + 1) % 3]!;
      const back = edges.get(key(to));
      const twin = back?.findIndex((end) => same(end, from)) ?? -1;
      if (twin >= 0) back!.splice(twin, 1);
      else edges.set(key(from), [...(edges.get(key(from)) ?? []), to]);
    });
  }
  let path = '';
  for (const [start, ends] of edges) {
    while (ends.length > 0) {
      let at = ends.pop()!;
      const way = [at];
      while (key(at) !== start) {
        at = edges.get(key(at))!.pop()!;
        way.push(at);
      }
      path += `M${way
        .map((vertex) =>
          point(vertex)
            .map((value) => Math.round(value * 10) / 10)
            .join(' '),
        )
        .join('L')}Z`;
    }
  }
  return path;
}
