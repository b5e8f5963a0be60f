/** A review that the server makes: asked for, then waited for. */
import type { Review, Reviewing } from '../generated/protocol';
import { api } from '../net/api';

/** How long to wait before asking again, in milliseconds. */
const AGAIN = 1000;

/** Asks for a review and tells how far it has come until it is made; nothing when nobody waits any more. */
export async function awaited(
  begin: () => Promise<Reviewing>,
  tell: (reviewing: Reviewing) => void,
  waits: () => boolean,
): Promise<Review | null> {
  let reviewing = await begin();
  for (;;) {
    if (!waits()) return null;
    tell(reviewing);
    if (reviewing.stage === 'done') return reviewing.review;
    await new Promise((wake) => setTimeout(wake, AGAIN));
    if (!waits()) return null;
    reviewing = await api.reviewing(reviewing.id);
  }
}
