/**
 * One policy for confirming, for all games: what can be undone happens at once; what shows something hidden, or ends
 * the turn with points left, is asked about once. What lies on the board to be turned always waits for its tick.
 */
import type { Offer } from '../generated/protocol';

export const ASKING = ['always', 'usual', 'never'] as const;
export type Asking = (typeof ASKING)[number];

/** Whether an offer is asked about, at a decision that has `count` offers; where there is no other, none is. */
export function asksFirst(setting: Asking, risky: (offer: Offer) => boolean, count: number): (offer: Offer) => boolean {
  if (setting === 'never' || count < 2) return () => false;
  return setting === 'always' ? () => true : risky;
}

/** How long after a press another one at the same place can only do the same, in milliseconds. */
const DOUBLE_MS = 350;
/** The same where End turn and Confirm stand one after the other. */
const LAST_MS = 750;
/** How far two presses may lie apart and be at the same place, in pixels. */
const SAME_PLACE = 24;

interface Press {
  x: number;
  y: number;
  at: number;
  /** What was pressed: its element and what it said. */
  what: string;
  /** Whether it plays what was asked about, or ends the turn. */
  last?: boolean;
}

/**
 * Guards against a double click whose second half falls on something else that has come up there meanwhile: a tick
 * that became the end of the turn, a cell that became the piece on it.
 */
export class DoubleGuard {
  #last: Press | null = null;

  /** Whether a press may do what it says. */
  passes(press: Press): boolean {
    const last = this.#last;
    const again =
      last !== null &&
      press.at - last.at < (press.last && last.last ? LAST_MS : DOUBLE_MS) &&
      Math.hypot(press.x - last.x, press.y - last.y) < SAME_PLACE &&
      press.what !== last.what;
    // What is held back starts no new span: who goes on hammering is let through in the end.
    if (!again) this.#last = press;
    return !again;
  }
}
