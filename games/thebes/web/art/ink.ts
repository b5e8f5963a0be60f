/** The pen: outlines of seats, octagons of points, friezes of the regions. Geometry only; colours come from tokens. */
import type { Region } from '../types';

/** The seats' names in table order: colour and shape go by them. */
export const SEATS = ['ember', 'lapis', 'maize', 'jade', 'plum', 'orchid'] as const;

export const seatClass = (index: number): string => `seat-${SEATS[index] ?? 'ember'}`;

type Point = readonly [number, number];

const n = (value: number): string => String(Math.round(value * 10) / 10);
const towards = (a: Point, b: Point, t: number): Point => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
const polar = (r: number, degrees: number): Point => {
  const angle = (degrees * Math.PI) / 180;
  return [r * Math.cos(angle), r * Math.sin(angle)];
};

/** A polygon with rounded corners. */
function rounded(points: readonly Point[], radius: number): string {
  const count = points.length;
  return `${points
    .map((corner, index) => {
      const before = points[(index + count - 1) % count]!;
      const behind = points[(index + 1) % count]!;
      const cut = (other: Point) =>
        Math.min(0.45, radius / (Math.hypot(other[0] - corner[0], other[1] - corner[1]) || 1));
      const [a, b] = [towards(corner, before, cut(before)), towards(corner, behind, cut(behind))];
      return `${index ? 'L' : 'M'}${n(a[0])} ${n(a[1])}Q${n(corner[0])} ${n(corner[1])} ${n(b[0])} ${n(b[1])}`;
    })
    .join('')}Z`;
}

/** The outline of a seat's own shape, of equal weight for all. */
export function seatShape(index: number, r: number): string {
  switch (SEATS[index]) {
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
    case 'plum': {
      const [a, b] = [0.56 * r, 1.1 * r];
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
    }
    case 'orchid':
      return rounded(
        Array.from({ length: 10 }, (_, at) => polar((at % 2 ? 0.72 : 1.32) * r, -90 + 36 * at)),
        0.14 * r,
      );
    default:
      return `M${n(-r)} 0A${n(r)} ${n(r)} 0 1 1 ${n(r)} 0A${n(r)} ${n(r)} 0 1 1 ${n(-r)} 0Z`;
  }
}

const octagons = new Map<number, string>();
/** The gold plate of points. */
export function octagon(r: number): string {
  const known = octagons.get(r);
  if (known) return known;
  const drawn = rounded(
    Array.from({ length: 16 }, (_, at) => polar(at % 2 ? r * 1.12 : r * 0.98, 22.5 * at)),
    3,
  );
  octagons.set(r, drawn);
  return drawn;
}

/** What a frieze, a card or a mark is coloured by. */
export type Ground = Region | 'general' | 'lapis';

/** The marks of the regions within a line of text. */
export const MARK: Record<Region, string> = { mesopotamia: '▼', egypt: '▲', greece: '■', crete: '●' };

/** The small mark of a region: a shape beside the colour. */
export function pip(region: Ground, s: number): string {
  const a = n(s);
  switch (region) {
    case 'mesopotamia':
      return `M-${a} -${a}H${a}L0 ${a}Z`;
    case 'egypt':
      return `M0 -${a}L${a} ${a}H-${a}Z`;
    case 'greece':
      return `M-${a} -${a}H${a}V${a}H-${a}Z`;
    case 'crete':
      return `M0 -${a}A${a} ${a} 0 1 1 -0.1 -${a}Z`;
    default:
      return `M0 -${a}L${a} 0L0 ${a}L-${a} 0Z`;
  }
}

const steps = (from: number, to: number, step: number): number[] =>
  Array.from({ length: Math.max(0, Math.ceil((to - from) / step)) }, (_, at) => from + at * step);

/** A region's own frieze in a band of that size: wedges, reeds, meander, waves; lozenges for what is general. */
export function frieze(region: Ground, w: number, h: number): string {
  const m = h / 2;
  const k = 22;
  switch (region) {
    case 'mesopotamia':
      return steps(10, w - 14, k)
        .map((x) => `M${x} ${n(m - 7)}h9l-4.5 8zM${x + 11} ${n(m + 8)}v-14`)
        .join('');
    case 'egypt':
      return steps(15, w - 8, k)
        .map((x) => `M${x} ${n(h - 7)}V12M${x} 14c-7 -1 -8 -6 -7 -8c4 0 7 4 7 8c0 -4 3 -8 7 -8c1 2 0 7 -7 8`)
        .join('');
    case 'greece': {
      const [high, low] = [n(h - 16), n(Math.max(3, h - 30))];
      return `M8 ${n(h - 8)}${`v-${high}h15v${n(h - 23)}h-8v-${low}m8 ${low}m0 7h7`.repeat(Math.max(1, Math.floor((w - 16) / k)))}`;
    }
    case 'crete':
      return `M8 ${n(m + 6)}${'c2 -14 16 -16 16 -5c0 6 -8 6 -8 0m8 0c0 6 2 6 6 5'.repeat(Math.max(1, Math.floor((w - 12) / k)))}`;
    default:
      return steps(15, w - 8, k)
        .map((x) => `M${x} ${n(m)}m-5 0l5 -6l5 6l-5 6z`)
        .join('');
  }
}

/** A band over a card with rounded upper corners. */
export const band = (w: number, h: number, r: number): string =>
  `M0 ${r}A${r} ${r} 0 0 1 ${r} 0H${w - r}A${r} ${r} 0 0 1 ${w} ${r}V${h}H0Z`;
