/** A quipu as a curtain: the main cord above, many hanging cords with knots, parted in the middle. */
import { n, pen, smooth, type Point } from '../board/pen';

export interface Pendant {
  tone: 'a' | 'b' | 'c';
  d: string;
  beads: { x: string; y: string }[];
}

export function pendants(width: number, height: number, count: number, draw: number): Pendant[] {
  const random = pen('curtain');
  const tones = ['a', 'a', 'b', 'b', 'c'] as const;
  return Array.from({ length: count }, (_, index): Pendant => {
    const part = (index + 0.5) / count;
    const near = 1 - Math.min(1, Math.abs(part - 0.5) * 2);
    const pull = (part < 0.5 ? -1 : 1) * near * near * draw;
    const x = width * part;
    const sag = 46 + 26 * Math.sin(Math.PI * part);
    const length = height * (0.72 + 0.4 * random());
    const points: Point[] = [
      [x, sag],
      [x + pull * 0.34, sag + length * 0.3],
      [x + pull * 0.86, sag + length * 0.62],
      [x + pull, sag + length],
    ];
    const beads: Pendant['beads'] = [];
    for (let k = 1 + Math.floor(random() * 4); k > 0; k--) {
      const at = (0.16 + 0.78 * random()) * 3;
      const leg = Math.min(2, Math.floor(at));
      const [a, b] = [points[leg]!, points[leg + 1]!];
      const knots = [1, 1, 2, 3][Math.floor(random() * 4)]!;
      for (let m = 0; m < knots; m++)
        beads.push({
          x: n(a[0] + (b[0] - a[0]) * (at - leg)),
          y: n(a[1] + (b[1] - a[1]) * (at - leg) + m * 9),
        });
    }
    return { tone: tones[Math.floor(random() * tones.length)]!, d: smooth(points), beads };
  });
}
