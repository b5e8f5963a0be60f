/** What is kept for the moment between making a table and sitting at it. */
import { remember, remembered } from '../app/memory';
import type { Made } from '../net/api';

const key = (id: string) => `quipu.made.${id}`;

interface MadeTable {
  /** Begins by itself: nobody has to come. */
  begin: boolean;
  tokens: Made['tokens'];
  invitations: Made['invitations'];
}

export function afterMaking(made: Made, begin: boolean): void {
  const kept: MadeTable = { begin, tokens: made.tokens, invitations: made.invitations };
  remember(key(made.id), JSON.stringify(kept), 'tab');
}

/** At a rematch one sits down again at once, and it begins when all have. */
export function agreedToRematch(id: string): void {
  afterMaking({ id, tokens: [], invitations: [] }, true);
}

export function madeHere(id: string): MadeTable | null {
  const kept = remembered(key(id), 'tab');
  return kept ? (JSON.parse(kept) as MadeTable) : null;
}

/** A table begins by itself once, not whenever its page is loaded again. */
export function begun(id: string): void {
  const kept = madeHere(id);
  if (kept) remember(key(id), JSON.stringify({ ...kept, begin: false }), 'tab');
}
