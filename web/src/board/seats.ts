/** The colours and shapes of the seats. They always go together, so that nobody needs to tell colours apart. */
import { disc, polar, rounded, type Point } from './pen';

/** In table order: disc, square, triangle, diamond, cross, star. */
export const SEATS = ['ember', 'lapis', 'maize', 'jade', 'plum', 'orchid'] as const;

/** A seat by its index in table order, or by its letter. */
export type Seat = number | string;

export const seatIndex = (letter: string): number => letter.charCodeAt(0) - 65;
export const seatLetter = (index: number): string => String.fromCharCode(65 + index);
const indexOf = (seat: Seat): number => (typeof seat === 'number' ? seat : seatIndex(seat)) % SEATS.length;

/** The class that gives a seat its colours (`--seat`, `--seat-on`, `--seat-text`). */
export const seatClass = (seat: Seat): string => `seat-${SEATS[indexOf(seat)] ?? SEATS[0]}`;

const corners = (text: string): Point[] =>
  text.split(', ').map((pair) => pair.split(' ').map(Number) as [number, number]);
/** The corners of all shapes but the disc, for a radius of 1, and the radius that rounds them. */
const SHAPES: readonly { points: readonly Point[]; round: number }[] = [
  { points: corners('-0.9 -0.9, 0.9 -0.9, 0.9 0.9, -0.9 0.9'), round: 0.22 },
  { points: corners('0 -1.36, 1.22 0.86, -1.22 0.86'), round: 0.26 },
  { points: corners('0 -1.24, 1.24 0, 0 1.24, -1.24 0'), round: 0.24 },
  {
    points: corners(
      '-0.56 -1.1, 0.56 -1.1, 0.56 -0.56, 1.1 -0.56, 1.1 0.56, 0.56 0.56, ' +
        '0.56 1.1, -0.56 1.1, -0.56 0.56, -1.1 0.56, -1.1 -0.56, -0.56 -0.56',
    ),
    round: 0.16,
  },
  { points: Array.from({ length: 10 }, (_, i) => polar(i % 2 ? 0.72 : 1.32, -90 + 36 * i)), round: 0.14 },
];

/** The outline of a seat's shape around the place of its number. All shapes weigh the same to the eye. */
export function seatShape(seat: Seat, r: number): string {
  const shape = SHAPES[indexOf(seat) - 1];
  if (!shape) return disc(r);
  return rounded(
    shape.points.map(([x, y]) => [x * r, y * r]),
    shape.round * r,
  );
}
