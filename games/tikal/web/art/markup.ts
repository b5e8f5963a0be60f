/** Markup as text: the drawings are many and still, so they are written once and kept. */
import { n, type Point } from '$quipu/board/pen';

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
  const attributes = `${cls && ` class="${cls}"`}${transform}${more ? ` ${more}` : ''}`;
  return `<g${attributes}>${Array.isArray(parts) ? parts.join('') : parts}</g>`;
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
