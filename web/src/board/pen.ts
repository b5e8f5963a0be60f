/** The pen of all boards: points, paths, and lines that look drawn by hand but are the same on every run. */

export type Point = readonly [x: number, y: number];

/** A number as it stands in a path. One decimal is finer than a line is wide. */
export const n = (value: number): string => String(Math.round(value * 10) / 10);

export const lerp = (a: Point, b: Point, t: number): Point => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];

export const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

export function polar(radius: number, degrees: number, cx = 0, cy = 0): Point {
  const angle = (degrees * Math.PI) / 180;
  return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)];
}

/** The corners of a hexagon with a flat top. */
export const hexagon = (radius: number, cx = 0, cy = 0): Point[] =>
  [0, 1, 2, 3, 4, 5].map((corner) => polar(radius, 60 * corner, cx, cy));

/** A disc around the origin. */
export const disc = (radius: number): string => {
  const r = n(radius);
  return `M-${r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 -${r} 0Z`;
};

/** A random source that depends on its seed alone, so that a drawing never changes. Numbers lie between two bounds. */
export function pen(seed: string): (low?: number, high?: number) => number {
  let state = 2166136261;
  for (let index = 0; index < seed.length; index++) state = Math.imul(state ^ seed.charCodeAt(index), 16777619);
  return (low = 0, high = 1) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return low + (((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * (high - low);
  };
}

/** Straight lines through the points. */
export const poly = (points: readonly Point[], closed = true): string =>
  `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}${closed ? 'Z' : ''}`;

/** A curve through the points: Catmull-Rom, written as cubic Béziers. */
export function smooth(points: readonly Point[], closed = false): string {
  const count = points.length;
  const at = (index: number): Point =>
    points[closed ? (index + count) % count : Math.max(0, Math.min(count - 1, index))]!;
  let path = `M${n(at(0)[0])} ${n(at(0)[1])}`;
  for (let index = 0; index < (closed ? count : count - 1); index++) {
    const [before, from, to, behind] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    path += `C${n(from[0] + (to[0] - before[0]) / 6)} ${n(from[1] + (to[1] - before[1]) / 6)} `;
    path += `${n(to[0] - (behind[0] - from[0]) / 6)} ${n(to[1] - (behind[1] - from[1]) / 6)} ${n(to[0])} ${n(to[1])}`;
  }
  return path + (closed ? 'Z' : '');
}

/** A polygon drawn by hand: corners stay, sides tremble by at most `most`. */
export function hand(points: readonly Point[], seed: string, most = 0.7, closed = true, step = 26): string {
  const next = pen(seed);
  let path = '';
  for (let index = 0; index < (closed ? points.length : points.length - 1); index++) {
    const [a, b] = [points[index]!, points[(index + 1) % points.length]!];
    const length = distance(a, b) || 1;
    const parts = Math.max(1, Math.round(length / step));
    const side: Point[] = [a];
    for (let part = 1; part < parts; part++) {
      const off = next(-most, most);
      const [x, y] = lerp(a, b, part / parts);
      side.push([x + ((b[1] - a[1]) / length) * off, y + ((a[0] - b[0]) / length) * off]);
    }
    const segment = smooth([...side, b]);
    path += path ? segment.slice(segment.indexOf('C')) : segment;
  }
  return path + (closed ? 'Z' : '');
}

/** An ellipse drawn by hand. */
export function blob(rx: number, ry: number, seed: string, most = 0.08, points = 14, cx = 0, cy = 0): string {
  const next = pen(seed);
  const ring = Array.from({ length: points }, (_, index): Point => {
    const angle = (2 * Math.PI * index) / points;
    const off = 1 + next(-most, most);
    return [cx + rx * Math.cos(angle) * off, cy + ry * Math.sin(angle) * off];
  });
  return smooth(ring, true);
}

/** A polygon with rounded corners. */
export function rounded(points: readonly Point[], radius: number): string {
  let path = '';
  points.forEach((corner, index) => {
    const before = points.at(index - 1)!;
    const behind = points[(index + 1) % points.length]!;
    const cut = (end: Point) => lerp(corner, end, Math.min(0.45, radius / (distance(end, corner) || 1)));
    const [a, b] = [cut(before), cut(behind)];
    path += `${path ? 'L' : 'M'}${n(a[0])} ${n(a[1])}Q${n(corner[0])} ${n(corner[1])} ${n(b[0])} ${n(b[1])}`;
  });
  return `${path}Z`;
}
