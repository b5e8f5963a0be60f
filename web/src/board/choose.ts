/** Choosing by clicks: which follow by themselves, which complete an offer, which confirm it. */
import type { Offer } from '../generated/protocol';
import type { Click, GameKit, Lit } from '../game/kit';
import { completed, forced, light, remaining, type Spelt } from './narrow';

/** How far the choice is. */
export interface Choice {
  /** All clicks so far, those that followed by themselves included. */
  picked: readonly Click[];
  lit: ReadonlyMap<Click, Lit>;
  /** The offer that the clicks have spelt. */
  offer: Offer | null;
  /** Whether it waits for one more click, on the same place, to be played. */
  confirming: boolean;
}

/**
 * The choice after the clicks made by hand. A click without an alternative follows by itself; but nothing is played
 * without a click by hand, and an offer that the game wants confirmed waits for the same click again, while the
 * alternatives to its last click stay lit and replace it.
 */
export function choice(
  spelt: readonly Spelt[],
  hand: readonly Click[],
  confirms: NonNullable<GameKit['confirms']> = () => false,
): Choice {
  let picked: Click[] = [];
  const follow = (byHand: boolean): Offer | null => {
    for (;;) {
      const left = remaining(spelt, picked);
      const offer = completed(left, picked);
      if (offer && byHand) return offer;
      const only = forced(left, picked.length);
      if (only === null) return null;
      if (!byHand && completed(remaining(left, [...picked, only]), [...picked, only])) return null;
      picked.push(only);
    }
  };
  let offer = follow(false);
  let confirmed = false;
  for (const click of hand) {
    const waits: boolean = offer !== null && confirms(offer);
    if (waits && click === picked.at(-1)) confirmed = true;
    else if (waits) picked = [...picked.slice(0, -1), click];
    else picked.push(click);
    offer = follow(true);
  }
  if (offer && confirms(offer)) {
    const lit = light(remaining(spelt, picked.slice(0, -1)), picked.length - 1);
    return { picked, lit, offer, confirming: !confirmed };
  }
  return { picked, lit: offer ? new Map() : light(remaining(spelt, picked), picked.length), offer, confirming: false };
}

/** The offer that a lit click would lead to: the one it completes, or the only one behind it. */
export function ahead(lit: Lit | undefined): Offer | null {
  if (!lit) return null;
  return lit.completes ?? (lit.offers.length === 1 ? lit.offers[0]! : null);
}

/** The offer that a line of a hint begins with; of several that share the word the one that goes the same way. */
export function hinted(offers: readonly Offer[], words: readonly string[]): Offer | null {
  const same = offers.filter((offer) => offer.word === words[0]);
  const length = (offer: Offer) => (offer.then ?? []).findIndex((word, index) => word !== words[index + 1]);
  return (
    same.find(
      (offer) => (offer.then?.length ?? 0) > 0 && length(offer) === -1 && offer.then!.length === words.length - 1,
    ) ??
    same.find((offer) => !offer.then?.length) ??
    same[0] ??
    null
  );
}
