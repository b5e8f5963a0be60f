/** The pen: hand-drawn lines that are the same on every run, and the shapes of the seats. */

export type Point = readonly [number, number];

/** The seats' looks in table order; colour and shape always go together. */
export const SEATS = ['ember', 'lapis', 'maize', 'jade', 'plum', 'orchid'] as const;

/** The look of a seat by its letter. */
export const lookOf = (letter: string) => SEATS[letter.charCodeAt(0) - 65] ?? 'ember';

/** A number as short as a drawing needs it. */
export const n = (value: number) => String(Math.round(value * 10) / 10);

export function polar(radius: number, degrees: number, cx = 0, cy = 0): Point {
  const turn = (degrees * Math.PI) / 180;
  return [cx + radius * Math.cos(turn), cy + radius * Math.sin(turn)];
}

export const between = (a: Point, b: Point, t: number): Point => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
export const distance = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** Numbers from 0 to 1 that only depend on the seed, so that a coast keeps its shape. */
export function chalkBag(seed: string): () => number {
  let state = 2166136261;
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const within = (next: () => number, from: number, to: number) => from + (to - from) * next();

/** Catmull-Rom through the points, as cubic Béziers. */
export function smooth(points: readonly Point[], closed = false): string {
  const many = points.length;
  const at = (index: number) =>
    closed ? points[(index + many) % many]! : points[Math.min(Math.max(index, 0), many - 1)]!;
  let path = `M${n(at(0)[0])} ${n(at(0)[1])}`;
  for (let i = 0; i < (closed ? many : many - 1); i++) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    path += `C${n(p1[0] + (p2[0] - p0[0]) / 6)} ${n(p1[1] + (p2[1] - p0[1]) / 6)} ${n(p2[0] - (p3[0] - p1[0]) / 6)} ${n(p2[1] - (p3[1] - p1[1]) / 6)} ${n(p2[0])} ${n(p2[1])}`;
  }
  return closed ? `${path}Z` : path;
}

export const poly = (points: readonly Point[], closed = true) =>
  `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}${closed ? 'Z' : ''}`;

/** A polygon drawn by hand: corners stay, sides tremble by at most `amount`. */
export function hand(points: readonly Point[], seed: string, amount = 0.8, step = 26): string {
  const next = chalkBag(seed);
  let path = '';
  points.forEach((a, index) => {
    const b = points[(index + 1) % points.length]!;
    const length = distance(a, b) || 1;
    const [nx, ny] = [(b[1] - a[1]) / length, (a[0] - b[0]) / length];
    const pieces = Math.max(1, Math.round(length / step));
    const side: Point[] = [a];
    for (let i = 1; i < pieces; i++) {
      const [x, y] = between(a, b, i / pieces);
      const off = within(next, -amount, amount);
      side.push([x + nx * off, y + ny * off]);
    }
    const drawn = smooth([...side, b]);
    path += path ? drawn.slice(drawn.indexOf('C')) : drawn;
  });
  return `${path}Z`;
}

/** A round thing drawn by hand. */
export function blob(rx: number, ry: number, seed: string, amount = 0.08, many = 14, cx = 0, cy = 0): string {
  const next = chalkBag(seed);
  const points = Array.from({ length: many }, (_, i): Point => {
    const [turn, off] = [(2 * Math.PI * i) / many, 1 + within(next, -amount, amount)];
    return [cx + rx * Math.cos(turn) * off, cy + ry * Math.sin(turn) * off];
  });
  return smooth(points, true);
}

/** The corners of a flat-top hexagon. */
export const hexagon = (radius: number, cx = 0, cy = 0) =>
  Array.from({ length: 6 }, (_, i) => polar(radius, 60 * i, cx, cy));

function rounded(points: readonly Point[], radius: number): string {
  const many = points.length;
  return `${points
    .map((q, i) => {
      const [p, s] = [points[(i + many - 1) % many]!, points[(i + 1) % many]!];
      const a = between(q, p, Math.min(0.45, radius / distance(p, q)));
      const b = between(q, s, Math.min(0.45, radius / distance(q, s)));
      return `${i ? 'L' : 'M'}${n(a[0])} ${n(a[1])}Q${n(q[0])} ${n(q[1])} ${n(b[0])} ${n(b[1])}`;
    })
    .join('')}Z`;
}

/** The outline of a seat's own shape: disc, square, triangle, diamond, cross, star. */
export function shape(look: string, r: number): string {
  const [a, b] = [0.56 * r, 1.1 * r];
  switch (look) {
    case 'ember':
      return `M${n(-r)} 0A${n(r)} ${n(r)} 0 1 1 ${n(r)} 0A${n(r)} ${n(r)} 0 1 1 ${n(-r)} 0Z`;
    case 'lapis':
      return rounded(
        [
          [-0.9 * r, -0.9 * r],
          [0.9 * r, -0.9 * r],
          [0.9 * r, 0.9 * r],
          [-0.9 * r, 0.9 * r],
        ],
        0.22 * r,
      );
    case 'maize':
      return rounded(
        [
          [0, -1.36 * r],
          [1.22 * r, 0.86 * r],
          [-1.22 * r, 0.86 * r],
        ],
        0.26 * r,
      );
    case 'jade':
      return rounded(
        [
          [0, -1.24 * r],
          [1.24 * r, 0],
          [0, 1.24 * r],
          [-1.24 * r, 0],
        ],
        0.24 * r,
      );
    case 'plum':
      return rounded(
        [
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
        ],
        0.16 * r,
      );
    default:
      return rounded(
        Array.from({ length: 10 }, (_, i) => polar((i % 2 ? 0.72 : 1.32) * r, -90 + 36 * i)),
        0.14 * r,
      );
  }
}
