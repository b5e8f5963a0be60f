/** Lines that only this hall needs beside the shared pen. */
import { distance, lerp, n, poly, type Point } from '$quipu/board/pen';

export const centroid = (points: readonly Point[]): Point => [
  points.reduce((sum, [x]) => sum + x, 0) / points.length,
  points.reduce((sum, [, y]) => sum + y, 0) / points.length,
];

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
