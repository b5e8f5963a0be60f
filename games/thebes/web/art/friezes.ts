/** Octagons of points, marks and friezes of the regions. Outlines only: colours come from tokens. */
import { n, polar, rounded } from '$quipu/board/pen';
import type { Region } from '../types';

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
  const times = (room: number) => Math.max(1, Math.floor(room / k));
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
      return `M8 ${n(h - 8)}${`v-${high}h15v${n(h - 23)}h-8v-${low}m8 ${low}m0 7h7`.repeat(times(w - 16))}`;
    }
    case 'crete':
      return `M8 ${n(m + 6)}${'c2 -14 16 -16 16 -5c0 6 -8 6 -8 0m8 0c0 6 2 6 6 5'.repeat(times(w - 12))}`;
    default:
      return steps(15, w - 8, k)
        .map((x) => `M${x} ${n(m)}m-5 0l5 -6l5 6l-5 6z`)
        .join('');
  }
}

/** A band over a card with rounded upper corners. */
export const band = (w: number, h: number, r: number): string =>
  `M0 ${r}A${r} ${r} 0 0 1 ${r} 0H${w - r}A${r} ${r} 0 0 1 ${w} ${r}V${h}H0Z`;
