/** The verbs that are closed to a seat, with their reasons. */
import type { Closed } from '../generated/protocol';

const NONE: readonly Closed[] = [];

/**
 * Asked for once at each decision. What was answered stays with its decision: a turn that is shown again leads away
 * from it and back to it.
 */
export class ClosedVerbs {
  #asked = '';
  #found = $state.raw<{ at: string; closed: readonly Closed[] }>({ at: '', closed: NONE });

  ask(at: string, question: () => Promise<readonly Closed[]>): void {
    if (at === this.#asked) return;
    this.#asked = at;
    void question().then((closed) => {
      if (this.#asked === at) this.#found = { at, closed };
    });
  }
  of(at: string): readonly Closed[] {
    return this.#found.at === at ? this.#found.closed : NONE;
  }
}
