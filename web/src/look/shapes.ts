/** The seats' colours and shapes: disc, square, triangle, diamond, cross, star, of equal weight to the eye. */
export const SEATS = ['ember', 'lapis', 'maize', 'jade', 'plum', 'orchid'] as const;
export type SeatColour = (typeof SEATS)[number];

type Point = readonly [number, number];

const round = (value: number) => Math.round(value * 100) / 100;
const between = (a: Point, b: Point, part: number): Point => [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part];

/** A polygon with its corners rounded off. */
function rounded(points: readonly Point[], radius: number): string {
  let d = '';
  points.forEach((corner, index) => {
    const before = points.at(index - 1)!;
    const behind = points[(index + 1) % points.length]!;
    const part = (end: Point) => Math.min(0.45, radius / (Math.hypot(end[0] - corner[0], end[1] - corner[1]) || 1));
    const a = between(corner, before, part(before));
    const b = between(corner, behind, part(behind));
    d += `${d ? 'L' : 'M'}${round(a[0])} ${round(a[1])}Q${round(corner[0])} ${round(corner[1])} ${round(b[0])} ${round(b[1])}`;
  });
  return `${d}Z`;
}

/** The outline of a seat's shape round the middle where a number would stand. */
export function shapePath(index: number, r: number): string {
  const scale = (points: Point[]): Point[] => points.map(([x, y]) => [x * r, y * r]);
  switch (index % SEATS.length) {
    case 0:
      return `M${-r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 ${-r} 0Z`;
    case 1:
      return rounded(
        scale([
          [-0.9, -0.9],
          [0.9, -0.9],
          [0.9, 0.9],
          [-0.9, 0.9],
        ]),
        0.22 * r,
      );
    case 2:
      return rounded(
        scale([
          [0, -1.36],
          [1.22, 0.86],
          [-1.22, 0.86],
        ]),
        0.26 * r,
      );
    case 3:
      return rounded(
        scale([
          [0, -1.24],
          [1.24, 0],
          [0, 1.24],
          [-1.24, 0],
        ]),
        0.24 * r,
      );
    case 4: {
      const a = 0.56;
      const b = 1.1;
      return rounded(
        scale([
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
        Array.from({ length: 10 }, (_, i): Point => {
          const angle = ((-90 + 36 * i) * Math.PI) / 180;
          const reach = (i % 2 === 0 ? 1.32 : 0.72) * r;
          return [reach * Math.cos(angle), reach * Math.sin(angle)];
        }),
        0.14 * r,
      );
  }
}

/** The class that gives a seat its colours. */
export const seatClass = (index: number) => `seat-${SEATS[index % SEATS.length]}`;

/** The place in table order of a seat's letter. */
export const seatIndex = (letter: string) => letter.charCodeAt(0) - 65;
