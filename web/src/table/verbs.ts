/** Which verbs stand in the action bar, and how. */
import type { Closed, Reason } from '../generated/protocol';
import type { Click } from '../game/kit';

export interface VerbPlace {
  verb: string;
  /** Chosen now, may be chosen, or not possible now. */
  state: 'on' | 'open' | 'closed';
  why?: Reason;
}

interface Now {
  /** The verbs that a turn could begin with now. */
  open: readonly string[];
  picked: readonly Click[];
  closed: readonly Closed[];
  /** Clicks that the game shows somewhere else. */
  shown: ReadonlySet<Click>;
}

/** The places in their order. No place is ever left out, so that none moves. */
export function verbRow(places: readonly string[], { open, picked, closed, shown }: Now): VerbPlace[] {
  const all = [...places, ...open.filter((verb) => !places.includes(verb) && !shown.has(`verb:${verb}`))];
  return all
    .filter((verb) => verb !== 'end')
    .map((verb) => {
      if (picked.includes(`verb:${verb}`)) return { verb, state: 'on' };
      if (open.includes(verb)) return { verb, state: 'open' };
      return { verb, state: 'closed', why: closed.find((one) => one.verb === verb)?.why };
    });
}
