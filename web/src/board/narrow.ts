/** Narrowing: offers that are spelt by clicks, and what the clicks made so far leave of them. */
import type { Offer } from '../generated/protocol';
import type { Click, Lit } from '../game/kit';

/** An offer with one of its spellings. */
export interface Spelt {
  offer: Offer;
  clicks: readonly Click[];
}

/** Spells every offer in every way. */
export function spell(offers: readonly Offer[], spellings: (offer: Offer) => Click[][]): Spelt[] {
  return offers.flatMap((offer) => spellings(offer).map((clicks) => ({ offer, clicks })));
}

/** The spellings that begin with the clicks made so far. */
export function remaining(spelt: readonly Spelt[], picked: readonly Click[]): Spelt[] {
  return spelt.filter(({ clicks }) => picked.every((click, index) => clicks[index] === click));
}

/** What may be clicked next. */
export function light(left: readonly Spelt[], depth: number): Map<Click, Lit> {
  const lit = new Map<Click, Lit>();
  for (const { offer, clicks } of left) {
    const click = clicks[depth];
    if (click === undefined) continue;
    const entry = lit.get(click) ?? { offers: [] };
    if (!entry.offers.includes(offer)) entry.offers.push(offer);
    if (offer.price !== undefined) entry.price = Math.min(entry.price ?? Infinity, offer.price);
    // Of several ways to the same place the one without detours (the first listed) is the one that is played.
    if (clicks.length === depth + 1) entry.completes ??= offer;
    lit.set(click, entry);
  }
  return lit;
}

/** The offer that the clicks have completed, if they have. */
export function completed(left: readonly Spelt[], picked: readonly Click[]): Offer | null {
  return left.find(({ clicks }) => clicks.length === picked.length)?.offer ?? null;
}

/** The clicks that follow without a choice: where one click only is left, it need not be made by hand. */
export function forced(left: readonly Spelt[], depth: number): Click | null {
  const next = new Set(left.map(({ clicks }) => clicks[depth]));
  const [only] = next;
  return next.size === 1 && only !== undefined ? only : null;
}
