/** The pen: lines that tremble a little and are the same on every run, seat shapes, and markup as text. */

export type Point = readonly [number, number];

export const SEATS = ['ember', 'lapis', 'maize', 'jade', 'plum', 'orchid'] as const;
export const seatClass = (index: number): string => `seat-${SEATS[index % SEATS.length]}`;

/** A number as short as it can be without being seen to differ. */
export const n = (value: number): string => String(Math.round(value * 10) / 10);

/** A source of numbers between two bounds that goes by a text alone. */
export function tremble(seed: string): (low: number, high: number) => number {
  let state = 2166136261;
  for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 16777619);
  return (low, high) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return low + (((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * (high - low);
  };
}

export function polar(r: number, degrees: number, cx = 0, cy = 0): Point {
  const angle = (degrees * Math.PI) / 180;
  return [cx + r * Math.cos(angle), cy + r * Math.sin(angle)];
}

export const lerp = (a: Point, b: Point, t: number): Point => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];

export const hexagon = (r: number, cx = 0, cy = 0): Point[] => [0, 1, 2, 3, 4, 5].map((i) => polar(r, 60 * i, cx, cy));

export const poly = (points: readonly Point[], closed = true): string =>
  `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}${closed ? 'Z' : ''}`;

/** A curve through the points. */
export function smooth(points: readonly Point[], closed = false): string {
  const count = points.length;
  const at = (i: number): Point => points[closed ? (i + count) % count : Math.max(0, Math.min(count - 1, i))]!;
  let d = `M${n(at(0)[0])} ${n(at(0)[1])}`;
  for (let i = 0; i < (closed ? count : count - 1); i++) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    d += `C${n(p1[0] + (p2[0] - p0[0]) / 6)} ${n(p1[1] + (p2[1] - p0[1]) / 6)} `;
    d += `${n(p2[0] - (p3[0] - p1[0]) / 6)} ${n(p2[1] - (p3[1] - p1[1]) / 6)} ${n(p2[0])} ${n(p2[1])}`;
  }
  return d + (closed ? 'Z' : '');
}

/** A polygon drawn by hand: corners stay, sides tremble by at most `most`. */
export function hand(points: readonly Point[], seed: string, most = 0.7, closed = true, step = 26): string {
  const next = tremble(seed);
  let d = '';
  for (let i = 0; i < (closed ? points.length : points.length - 1); i++) {
    const a = points[i]!;
    const b = points[(i + 1) % points.length]!;
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    const parts = Math.max(1, Math.round(length / step));
    const side: Point[] = [a];
    for (let k = 1; k < parts; k++) {
      const off = next(-most, most);
      const [x, y] = lerp(a, b, k / parts);
      side.push([x + ((b[1] - a[1]) / length) * off, y + ((a[0] - b[0]) / length) * off]);
    }
    const segment = smooth([...side, b]);
    d += d ? segment.slice(segment.indexOf('C')) : segment;
  }
  return d + (closed ? 'Z' : '');
}

/** A roundish outline. */
export function blob(rx: number, ry: number, seed: string, most = 0.08, points = 14, cx = 0, cy = 0): string {
  const next = tremble(seed);
  const ring = Array.from({ length: points }, (_, i): Point => {
    const angle = (2 * Math.PI * i) / points;
    const off = 1 + next(-most, most);
    return [cx + rx * Math.cos(angle) * off, cy + ry * Math.sin(angle) * off];
  });
  return smooth(ring, true);
}

/** A polygon with rounded corners. */
export function rounded(points: readonly Point[], radius: number): string {
  let d = '';
  points.forEach((corner, i) => {
    const before = points.at(i - 1)!;
    const behind = points[(i + 1) % points.length]!;
    const part = (end: Point) => Math.min(0.45, radius / (Math.hypot(end[0] - corner[0], end[1] - corner[1]) || 1));
    const a = lerp(corner, before, part(before));
    const b = lerp(corner, behind, part(behind));
    d += `${d ? 'L' : 'M'}${n(a[0])} ${n(a[1])}Q${n(corner[0])} ${n(corner[1])} ${n(b[0])} ${n(b[1])}`;
  });
  return `${d}Z`;
}

/** The outline of a seat's own shape, of equal weight to the eye, round the place of its numeral. */
export function seatShape(index: number, r: number): string {
  const scaled = (points: Point[]): Point[] => points.map(([x, y]) => [x * r, y * r]);
  switch (index % SEATS.length) {
    case 0:
      return `M${n(-r)} 0A${n(r)} ${n(r)} 0 1 1 ${n(r)} 0A${n(r)} ${n(r)} 0 1 1 ${n(-r)} 0Z`;
    case 1:
      return rounded(
        scaled([
          [-0.9, -0.9],
          [0.9, -0.9],
          [0.9, 0.9],
          [-0.9, 0.9],
        ]),
        0.22 * r,
      );
    case 2:
      return rounded(
        scaled([
          [0, -1.36],
          [1.22, 0.86],
          [-1.22, 0.86],
        ]),
        0.26 * r,
      );
    case 3:
      return rounded(
        scaled([
          [0, -1.24],
          [1.24, 0],
          [0, 1.24],
          [-1.24, 0],
        ]),
        0.24 * r,
      );
    case 4: {
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
        Array.from({ length: 10 }, (_, i) => polar((i % 2 ? 0.72 : 1.32) * r, -90 + 36 * i)),
        0.14 * r,
      );
  }
}

/* Markup as text: the drawings are many and still, so they are written once and kept. */

export const path = (d: string, cls: string, more = ''): string =>
  `<path class="${cls}" d="${d}"${more && ` ${more}`}/>`;

export const circle = (cls: string, r: number, x = 0, y = 0): string =>
  `<circle class="${cls}" cx="${n(x)}" cy="${n(y)}" r="${n(r)}"/>`;

export const text = (x: number, y: number, words: string | number, cls: string, size?: number): string =>
  `<text class="${cls}" x="${n(x)}" y="${n(y)}"${size ? ` font-size="${n(size)}"` : ''}>${words}</text>`;

export interface Put {
  at?: Point;
  turn?: number;
  scale?: number;
  more?: string;
}

export function group(cls: string, parts: string | string[], { at, turn, scale, more }: Put = {}): string {
  const moves = [];
  if (at) moves.push(`translate(${n(at[0])} ${n(at[1])})`);
  if (turn) moves.push(`rotate(${n(turn)})`);
  if (scale && scale !== 1) moves.push(`scale(${Math.round(scale * 1000) / 1000})`);
  const transform = moves.length ? ` transform="${moves.join(' ')}"` : '';
  return `<g${cls && ` class="${cls}"`}${transform}${more ? ` ${more}` : ''}>${Array.isArray(parts) ? parts.join('') : parts}</g>`;
}

/** Keeps what a drawing came out as. */
export function kept<Args extends readonly (string | number | undefined)[]>(
  draw: (...args: Args) => string,
): (...args: Args) => string {
  const drawn = new Map<string, string>();
  return (...args) => {
    const key = args.join('|');
    let art = drawn.get(key);
    if (art === undefined) drawn.set(key, (art = draw(...args)));
    return art;
  };
}
