/**
 * Work that can wait: one piece after the other, each when the page has nothing else to do. A board takes long to draw
 * on a slow processor; texts, scrolling and presses come first, and no two boards are drawn in a row.
 */

/** After so long a piece is done though the page is busy. */
const LATEST = 1500;

type Piece = () => void | Promise<void>;
const waiting: Piece[] = [];
let working = false;

const idle = () =>
  new Promise<unknown>((resolve) =>
    typeof requestIdleCallback === 'function'
      ? requestIdleCallback(resolve, { timeout: LATEST })
      : setTimeout(resolve, 50),
  );

async function work(): Promise<void> {
  working = true;
  while (waiting.length) {
    await idle();
    // It may have been given up meanwhile.
    await waiting.shift()?.();
  }
  working = false;
}

/** Does something when its turn comes; the answer gives it up, as long as it waits. */
export function whenIdle(piece: Piece): () => void {
  waiting.push(piece);
  if (!working) void work();
  return () => {
    const at = waiting.indexOf(piece);
    if (at >= 0) waiting.splice(at, 1);
  };
}
