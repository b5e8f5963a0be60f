/** Arrow keys go from one thing that may be chosen to the next in that direction, as the eye would. */
const HEADING: Record<string, readonly [number, number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** How far a point is in a direction: what lies aside counts double, what lies behind is none. */
export function reach(dx: number, dy: number, key: string): number {
  const [hx, hy] = HEADING[key] ?? [0, 0];
  const ahead = dx * hx + dy * hy;
  const aside = Math.abs(dx * hy - dy * hx);
  return ahead <= 1 || aside > ahead * 2.2 ? Infinity : ahead + 2 * aside;
}

export function spatial(board: SVGSVGElement, from: Element, key: string): SVGElement | null {
  const centre = (element: Element) => {
    const box = (element.querySelector('.hit') ?? element).getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2] as const;
  };
  const all = [...board.querySelectorAll<SVGElement>('[data-click]')];
  if (!all.includes(from as SVGElement)) return all[0] ?? null;
  const [x, y] = centre(from);
  let best: { element: SVGElement; far: number } | null = null;
  for (const element of all) {
    const [ex, ey] = centre(element);
    const far = element === from ? Infinity : reach(ex - x, ey - y, key);
    if (far < (best?.far ?? Infinity)) best = { element, far };
  }
  return best?.element ?? null;
}
