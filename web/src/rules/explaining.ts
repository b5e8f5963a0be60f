/**
 * Which thing that has a sentence (`data-term`) is meant by a place of the page. On a board that is what is drawn
 * there: pictures let presses through to what may be chosen, so it is found by its outline, whatever takes the press.
 */

/** How many pixels around something small count as it. */
const NEAR = 6;
const SMALL = 24;

export type Explained = HTMLElement | SVGElement;

const within = ({ left, right, top, bottom }: DOMRect, x: number, y: number, by = 0) =>
  x >= left - by && x <= right + by && y >= top - by && y <= bottom + by;

export const isSeen = (element: Element): boolean => {
  const { width, height, right, bottom, left, top } = element.getBoundingClientRect();
  return width > 0 && height > 0 && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
};

/** Whether the outline of a shape goes round a point of the window, or lies on it. */
function covers(shape: SVGGeometryElement, x: number, y: number): boolean {
  if (!within(shape.getBoundingClientRect(), x, y, NEAR)) return false;
  const toShape = shape.getScreenCTM()?.inverse();
  if (!toShape) return false;
  const at = new DOMPoint(x, y).matrixTransform(toShape);
  return shape.isPointInFill(at) || shape.isPointInStroke(at);
}

function isAt(element: Element, x: number, y: number): boolean {
  const box = element.getBoundingClientRect();
  if (!box.width && !box.height) return false;
  const small = Math.min(box.width, box.height) < SMALL;
  if (!within(box, x, y, small ? NEAR : 0)) return false;
  if (!(element instanceof SVGElement) || small) return true;
  if (element instanceof SVGGeometryElement) return covers(element, x, y);
  const shapes = element.querySelectorAll<SVGGeometryElement>('path, circle, ellipse, rect, line, polygon, polyline');
  return [...shapes].some((shape) => covers(shape, x, y));
}

/** What is drawn at a point of a board, the uppermost first; what may be chosen there comes after what is seen. */
function drawnAt(board: Element, x: number, y: number): Explained | null {
  const there = [...board.querySelectorAll<Explained>('[data-term]')].filter((one) => isAt(one, x, y));
  return there.findLast((one) => !one.matches('.target')) ?? there.at(-1) ?? null;
}

/** What has a sentence where somebody points. */
export function pointedAt(target: Element, x: number, y: number): Explained | null {
  const board = target.closest('.boardbox');
  return board ? drawnAt(board, x, y) : target.closest<Explained>('[data-term]');
}

/** What has a sentence where the focus is: the thing itself, or what is drawn under its middle. */
export function focusedOn(target: Element): Explained | null {
  const own = target.closest<Explained>('[data-term]');
  const board = target.closest('.boardbox');
  if (own || !board) return own;
  const { left, top, width, height } = target.getBoundingClientRect();
  return drawnAt(board, left + width / 2, top + height / 2);
}

/** Everything in sight that has a sentence, one of each kind, in the order of the page. */
export function oneOfEach(root: Element): Explained[] {
  const kinds = new Map<string, Explained>();
  for (const one of root.querySelectorAll<Explained>('[data-term]')) {
    const kind = one.dataset.term;
    if (kind && !kinds.has(kind) && isSeen(one)) kinds.set(kind, one);
  }
  return [...kinds.values()];
}
