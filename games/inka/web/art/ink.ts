/** The pen: hand-drawn lines that are the same on every run, and the shapes of the seats. */

export type Point = readonly [x: number, y: number];

/** The looks of the seats, by index. */
export const SEATS = ['ember', 'lapis', 'maize', 'jade', 'plum', 'orchid'] as const;
export type SeatName = (typeof SEATS)[number];

/** The look of a seat's letter. */
export const seatName = (letter: string): SeatName => SEATS[letter.charCodeAt(0) - 65] ?? 'ember';

/** A number as it stands in a path: one decimal is finer than a pen. */
export const n = (value: number): string => String(Math.round(value * 10) / 10);

/** A source of numbers from 0 to 1 that always begins alike for the same seed. */
export function random(seed: string): () => number {
  let state = 2166136261;
  for (let index = 0; index < seed.length; index += 1) state = Math.imul(state ^ seed.charCodeAt(index), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export const lerp = (a: Point, b: Point, t: number): Point => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
export const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
export const polar = (radius: number, degrees: number, [x, y]: Point = [0, 0]): Point => [
  x + radius * Math.cos((degrees * Math.PI) / 180),
  y + radius * Math.sin((degrees * Math.PI) / 180),
];
export const centroid = (points: readonly Point[]): Point => [
  points.reduce((sum, [x]) => sum + x, 0) / points.length,
  points.reduce((sum, [, y]) => sum + y, 0) / points.length,
];

/** Straight lines through the points. */
export const poly = (points: readonly Point[], closed = true): string =>
  `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}${closed ? 'Z' : ''}`;

/** A curve through the points (Catmull-Rom, as cubic Béziers). */
export function smooth(points: readonly Point[], closed = false): string {
  const count = points.length;
  const at = (index: number): Point =>
    points[closed ? (index + count) % count : Math.min(Math.max(index, 0), count - 1)]!;
  let path = `M${n(at(0)[0])} ${n(at(0)[1])}`;
  for (let index = 0; index < (closed ? count : count - 1); index += 1) {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    path += `C${n(from[0] + (to[0] - before[0]) / 6)} ${n(from[1] + (to[1] - before[1]) / 6)} ${n(to[0] - (after[0] - from[0]) / 6)} ${n(to[1] - (after[1] - from[1]) / 6)} ${n(to[0])} ${n(to[1])}`;
  }
  return path + (closed ? 'Z' : '');
}

/** A polygon drawn by hand: corners stay, sides tremble by at most `amp`. */
export function hand(points: readonly Point[], seed: string, amp = 0.7, closed = true, step = 26): string {
  const next = random(seed);
  let path = '';
  for (let index = 0; index < (closed ? points.length : points.length - 1); index += 1) {
    const [a, b] = [points[index]!, points[(index + 1) % points.length]!];
    const length = distance(a, b) || 1;
    const parts = Math.max(1, Math.round(length / step));
    const way: Point[] = [a];
    for (let part = 1; part < parts; part += 1) {
      const [x, y] = lerp(a, b, part / parts);
      const off = (next() * 2 - 1) * amp;
      way.push([x + ((b[1] - a[1]) / length) * off, y + ((a[0] - b[0]) / length) * off]);
    }
    way.push(b);
    const segment = smooth(way);
    path += path ? segment.slice(segment.indexOf('C')) : segment;
  }
  return path + (closed ? 'Z' : '');
}

/** The polygon with every side moved inwards by `by`. */
export function inset(points: readonly Point[], by: number): Point[] {
  const [cx, cy] = centroid(points);
  const normal = (u: Point, v: Point): Point => {
    const length = distance(u, v) || 1;
    const [x, y] = [(v[1] - u[1]) / length, (u[0] - v[0]) / length];
    return (cx - u[0]) * x + (cy - u[1]) * y > 0 ? [x, y] : [-x, -y];
  };
  return points.map((point, index) => {
    const [a, c] = [points[(index + points.length - 1) % points.length]!, points[(index + 1) % points.length]!];
    const [one, two] = [normal(a, point), normal(point, c)];
    const far = by / (1 + one[0] * two[0] + one[1] * two[1]);
    return [point[0] + (one[0] + two[0]) * far, point[1] + (one[1] + two[1]) * far];
  });
}

/** A polygon with rounded corners. */
export function rounded(points: readonly Point[], radius: number): string {
  let path = '';
  points.forEach((corner, index) => {
    const [before, after] = [
      points[(index + points.length - 1) % points.length]!,
      points[(index + 1) % points.length]!,
    ];
    const a = lerp(corner, before, Math.min(0.45, radius / (distance(before, corner) || 1)));
    const b = lerp(corner, after, Math.min(0.45, radius / (distance(after, corner) || 1)));
    path += `${path ? 'L' : 'M'}${n(a[0])} ${n(a[1])}Q${n(corner[0])} ${n(corner[1])} ${n(b[0])} ${n(b[1])}`;
  });
  return `${path}Z`;
}

/** An open line whose bends are rounded, as one walks. */
export function bent(points: readonly Point[], radius = 22): string {
  if (points.length < 3) return poly(points, false);
  let path = `M${n(points[0]![0])} ${n(points[0]![1])}`;
  for (let index = 1; index < points.length - 1; index += 1) {
    const [before, at, after] = [points[index - 1]!, points[index]!, points[index + 1]!];
    const a = lerp(at, before, Math.min(0.5, radius / (distance(before, at) || 1)));
    const b = lerp(at, after, Math.min(0.5, radius / (distance(after, at) || 1)));
    path += `L${n(a[0])} ${n(a[1])}Q${n(at[0])} ${n(at[1])} ${n(b[0])} ${n(b[1])}`;
  }
  const end = points.at(-1)!;
  return `${path}L${n(end[0])} ${n(end[1])}`;
}

/** A loose ring, as a pencil draws it. */
export function loop(rx: number, ry: number, seed: string, amp = 0.05, count = 12): string {
  const next = random(seed);
  return smooth(
    Array.from({ length: count }, (_, index): Point => {
      const far = 1 + (next() * 2 - 1) * amp;
      return [rx * far * Math.cos((2 * Math.PI * index) / count), ry * far * Math.sin((2 * Math.PI * index) / count)];
    }),
    true,
  );
}

/** The outline of a seat's own shape; all weigh the same to the eye. */
export function seatShape(seat: SeatName, r: number): string {
  const scaled = (points: Point[]): Point[] => points.map(([x, y]) => [x * r, y * r]);
  switch (seat) {
    case 'ember':
      return `M${n(-r)} 0A${n(r)} ${n(r)} 0 1 1 ${n(r)} 0A${n(r)} ${n(r)} 0 1 1 ${n(-r)} 0Z`;
    case 'lapis':
      return rounded(
        scaled([
          [-0.9, -0.9],
          [0.9, -0.9],
          [0.9, 0.9],
          [-0.9, 0.9],
        ]),
        0.22 * r,
      );
    case 'maize':
      return rounded(
        scaled([
          [0, -1.36],
          [1.22, 0.86],
          [-1.22, 0.86],
        ]),
        0.26 * r,
      );
    case 'jade':
      return rounded(
        scaled([
          [0, -1.24],
          [1.24, 0],
          [0, 1.24],
          [-1.24, 0],
        ]),
        0.24 * r,
      );
    case 'plum': {
      const [a, b] = [0.56, 1.1];
      return rounded(
        scaled([
          [-a, -b],
          [a, -b],
          [a, -a],
          [b, -a],
          [b, a],
          [a, a],
          [a, b],
          [-a, b],
          [-a, a],
          [-b, a],
          [-b, -a],
          [-a, -a],
        ]),
        0.16 * r,
      );
    }
    default:
      return rounded(
        Array.from({ length: 10 }, (_, index) => polar((index % 2 ? 0.72 : 1.32) * r, -90 + 36 * index)),
        0.14 * r,
      );
  }
}
