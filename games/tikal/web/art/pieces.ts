/** Workers, leaders and parties, the treasures' silhouettes, price tabs and handles: as markup. */
import { n, type Point } from '$quipu/board/pen';
import { seatClass, seatShape } from '$quipu/board/seats';
import { circle, group, path, text } from './markup';
import type { Piece, Treasure } from '../types';

const HAT_OUTLINE =
  'M-20 -5C-14 -2 -12 -3 -10 -4C-9 -17 -6 -20 0 -17.5C6 -20 9 -17 10 -4C12 -3 14 -2 20 -5C16 6 -16 6 -20 -5Z';

/** The expedition hat. */
function hat(r: number, at: Point): string {
  const crown = 'M-10 -4C-9 -17 -6 -20 0 -17.5C6 -20 9 -17 10 -4Z';
  const band = 'M-10.2 -4.5C-5 -2 5 -2 10.2 -4.5L9.6 -8.5C5 -6.5 -5 -6.5 -9.6 -8.5Z';
  const brim = 'M-20 -5C-12 1 12 1 20 -5C16 6 -16 6 -20 -5Z';
  return group('', [path(crown, 'hat'), path(band, 'hat-band'), path(brim, 'hat')], { at, scale: r / 17 });
}

/** How far below its middle a shape carries its numeral, by the seat's place. */
const NUMERAL = [0, 0, 0.2, 0, 0, 0.06];
const BROW = [-0.8, -0.8, -1, -0.96, -0.8, -1.02];
const CHEST = [0.14, 0.14, 0.26, 0.12, 0.14, 0.16];

/** Workers of one seat with their count, or its leader with the hat. */
export function token(seat: number, piece: Piece, count: number, at: Point, r = 16.5): string {
  if (piece === 'worker') {
    const shape = seatShape(seat, r);
    return group(
      `token ${seatClass(seat)}`,
      [
        path(shape, 'piece-halo'),
        path(shape, 'piece'),
        text(0, (NUMERAL[seat] ?? 0) * r, count, 'piece-count', r * 1.22),
      ],
      { at },
    );
  }
  const shape = seatShape(seat, r * 1.12);
  return group(
    `token leader ${seatClass(seat)}`,
    [path(shape, 'piece-halo'), path(shape, 'piece'), hat(r * 0.94, [0, -0.42 * r])],
    { at },
  );
}

/** Leader and workers of one seat in one token: the workers' count under the leader's hat. */
export function party(seat: number, workers: number, at: Point, r = 14.5): string {
  const top = (BROW[seat] ?? -0.8) * r;
  const shape = seatShape(seat, r);
  const halo = group('', path(HAT_OUTLINE, 'piece-halo'), { at: [0, top], scale: (r * 0.8) / 17 });
  const count = text(0, (CHEST[seat] ?? 0.14) * r, workers, 'piece-count', r * 1.2);
  return group(
    `token party ${seatClass(seat)}`,
    [path(shape, 'piece-halo'), halo, path(shape, 'piece'), count, hat(r * 0.8, [0, top])],
    { at },
  );
}

const FIGURES: Record<Treasure, string> = {
  amulet: 'M0 -18A4 4 0 1 1 -0.1 -18M0 -10L12 2L0 18L-12 2ZM0 -3L5 2L0 9L-5 2Z',
  drum: 'M-12 -12A12 5 0 1 1 12 -12A12 5 0 1 1 -12 -12V12A12 5 0 0 0 12 12V-12M-12 -6L-4 14M-4 -4L4 16M4 -4L12 10',
  idol: 'M-9 -17H9V-5H-9ZM-13 -5H13V6H8V17H-8V6H-13ZM-4 -12h1M4 -12h1M-4 -8H4M0 6V17',
  jade:
    'M-9 -15H9L17 0L9 15H-9L-17 0ZM-5 -6H5L9 0L5 6H-5L-9 0ZM-9 -15L-5 -6M9 -15L5 -6M17 0H9M9 15L5 6' +
    'M-9 15L-5 6M-17 0H-9',
  knife: 'M0 -20C8 -12 8 0 4 6H-4C-8 0 -8 -12 0 -20ZM-8 6H8M-3 6V19H3V6M0 -14V2',
  mask: 'M-14 -15C-6 -19 6 -19 14 -15C17 -4 12 12 0 19C-12 12 -17 -4 -14 -15ZM-9 -6H-3M3 -6H9M0 -4V3M-5 9H5',
  shell:
    'M16 2C16 -12 4 -18 -6 -14C-16 -10 -17 2 -10 8C-4 13 6 10 6 2C6 -4 -2 -6 -4 -1' +
    'M16 2C16 10 10 16 -4 18C2 14 4 11 4 9',
  urn: 'M-8 -18H8L6 -11C17 -6 17 8 7 17H-7C-17 8 -17 -6 -6 -11ZM-12 -1H12M-12 6H12M-10 -1L-5 6L0 -1L5 6L10 -1',
};

/** A treasure, face up. */
export const find = (kind: Treasure, at: Point = [0, 0], scale = 1): string =>
  group(
    'treasure',
    [circle('tk-gold-2', 27), circle('line', 27), circle('hair', 23), path(FIGURES[kind], 'treasure-figure')],
    { at, scale },
  );

/** The price of a choice, in inverted ink. */
export function price(at: Point, words: string | number, height = 26): string {
  const w = Math.max(height, 15 + 10.5 * (String(words).length - 0.4));
  return group(
    'price',
    [
      `<rect class="price-plate" x="${n(-w / 2)}" y="${n(-height / 2)}" ` +
        `width="${n(w)}" height="${n(height)}" rx="${n(height / 2)}"/>`,
      text(0, 0.5, words, 'price-text'),
    ],
    { at },
  );
}

/** Where a piece will stand: its own shape, open and dashed. */
export function openPlace(seat: number, at: Point): string {
  const shape = seatShape(seat, 16);
  return group(
    `target ${seatClass(seat)}`,
    [path(shape, 'ghost-case', 'style="fill:var(--chalk)"'), path(shape, 'ghost-edge', 'style="stroke-dasharray:8 5"')],
    { at },
  );
}

/** The sign of a handle: a turn, a tick, a cross. */
export const HANDLE: Record<'turn' | 'tick' | 'cross', string> = {
  turn: path('M-7 5A8.5 8.5 0 1 1 6 6.5', 'handle-sign') + path('M10.5 2.5L6.5 11L1.5 4Z', 'handle-tip'),
  tick: path('M-8 0L-2 7L9 -7', 'handle-sign', 'style="stroke-width:var(--w-ghost)"'),
  cross: path('M-7 -7L7 7M7 -7L-7 7', 'handle-sign'),
};
