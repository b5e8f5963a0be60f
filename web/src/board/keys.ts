/** The keyboard at a table: from lit place to lit place by arrows, the rest by letters. */

/** The lit elements that can be reached. */
export function litElements(root: ParentNode): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('[data-click]')].filter((one) => one.getClientRects().length > 0);
}

/** Gives the focus to what shows a click, or else to the first lit element in the groups that a selector names. */
export function focusOn(root: ParentNode, click: string | null, groups: string): void {
  const shows = click && root.querySelector<SVGElement>(`[data-click="${CSS.escape(click)}"]`);
  (shows || root.querySelector<SVGElement>(`:is(${groups}) [data-click]`))?.focus();
}

type Middle = { x: number; y: number };
export const middle = (one: Element): Middle => {
  const box = (one.querySelector('.hit') ?? one).getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

const DIRECTIONS: Record<string, Middle> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
export const isArrow = (key: string) => key in DIRECTIONS;

/**
 * The nearest place in a direction; places far to the side only if there is no other. If there is none that way, the
 * one furthest in the opposite direction (wrapping round).
 */
export function neighbour<T>(from: Middle, all: readonly { of: T; at: Middle }[], key: string): T | null {
  const way = DIRECTIONS[key];
  if (!way) return null;
  const scored = all.map(({ of, at }) => {
    const along = (at.x - from.x) * way.x + (at.y - from.y) * way.y;
    const aside = Math.abs((at.x - from.x) * way.y) + Math.abs((at.y - from.y) * way.x);
    return { of, along, cost: along + 2 * aside, far: aside > 2 * along ? 1 : 0 };
  });
  const ahead = scored.filter(({ along }) => along > 1).toSorted((a, b) => a.far - b.far || a.cost - b.cost)[0];
  return (ahead ?? scored.toSorted((a, b) => a.along - b.along)[0])?.of ?? null;
}

/** The place nearest to a point. */
export function nearest<T>(from: Middle, all: readonly { of: T; at: Middle }[]): T | null {
  return (
    all.toSorted(
      (a, b) => Math.hypot(a.at.x - from.x, a.at.y - from.y) - Math.hypot(b.at.x - from.x, b.at.y - from.y),
    )[0]?.of ?? null
  );
}

/** Whether a key is meant for a field in which one writes. */
export function isWriting(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}
