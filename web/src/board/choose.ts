/** Choosing by clicks: which follow by themselves, which complete an offer, which confirm it. */
import type { Offer } from '../generated/protocol';
import type { Click, Laying, Lit } from '../game/kit';
import { completed, forced, light, remaining, type Spelt } from './narrow';

/** How far the choice is. */
export interface Choice {
  /** All clicks so far, those that followed by themselves included. */
  picked: readonly Click[];
  lit: ReadonlyMap<Click, Lit>;
  /** The offer that the clicks have spelt. */
  offer: Offer | null;
  /** Whether it waits to be confirmed. */
  confirming: boolean;
  /** Something that lies for now, and may be turned and moved before it is confirmed. */
  laying: Laying | null;
}

/** What is asked about before it is played, and what is turned. */
export interface Manner {
  confirms?: (offer: Offer) => boolean;
  turns?: (offer: Offer) => boolean;
}

/** The number of a turn, in sixths clockwise. */
export const sixths = (turn: Click): number => Number(turn.slice(turn.indexOf(':') + 1));

/** The turn that is nearest clockwise to the one wanted, itself included; the first where none is wanted. */
export function nearestTurn(turns: readonly Click[], wanted: Click | null): Click {
  if (wanted === null) return turns[0]!;
  const gap = (turn: Click) => (sixths(turn) - sixths(wanted) + 6) % 6;
  return turns.reduce((best, turn) => (gap(turn) < gap(best) ? turn : best));
}

/** The next legal turn, clockwise or against it; the ones that are not legal are skipped. */
export function nextTurn({ turn, turns }: Laying, by: 1 | -1): Click {
  const order = turns.toSorted((a, b) => sixths(a) - sixths(b));
  return order.at((order.indexOf(turn) + by + order.length) % order.length)!;
}

/**
 * The choice after the clicks made by hand. A click without an alternative follows by itself; but nothing is played
 * without a click by hand. An offer that is asked about waits for the same click again, while the alternatives to its
 * last click stay lit and replace it.
 *
 * What is turned is spelt by its place and its turn, last. With the place it lies there, turned as it was, or as near
 * to that as is legal; then another turn or another place replaces the one it has, and only `confirm` plays it.
 */
export function choice(spelt: readonly Spelt[], hand: readonly Click[], manner: Manner = {}): Choice {
  const { confirms = () => false, turns = () => false } = manner;
  let picked: Click[] = [];
  let turn: Click | null = null;
  const turned = (left: readonly Spelt[]) => left.length > 0 && left.every(({ offer }) => turns(offer));
  const follow = (byHand: boolean): Offer | null => {
    for (;;) {
      const left = remaining(spelt, picked);
      const offer = completed(left, picked);
      if (offer && byHand) return offer;
      if (turned(left) && left.every(({ clicks }) => clicks.length === picked.length + (byHand ? 1 : 2))) {
        if (!byHand) return null;
        picked.push(nearestTurn([...light(left, picked.length).keys()], turn));
        continue;
      }
      const only = forced(left, picked.length);
      if (only === null) return null;
      if (!byHand && completed(remaining(left, [...picked, only]), [...picked, only])) return null;
      picked.push(only);
    }
  };
  let offer = follow(false);
  let confirmed = false;
  for (const click of hand) {
    const lies: boolean = offer !== null && turns(offer);
    const waits: boolean = offer !== null && confirms(offer);
    if (lies) {
      const places = light(remaining(spelt, picked.slice(0, -2)), picked.length - 2);
      picked = places.has(click) ? [...picked.slice(0, -2), click] : [...picked.slice(0, -1), click];
    } else if (waits && click === picked.at(-1)) confirmed = true;
    else if (waits) picked = [...picked.slice(0, -1), click];
    else picked.push(click);
    offer = follow(true);
    if (offer && turns(offer)) turn = picked.at(-1)!;
  }
  if (offer && turns(offer)) return lying(spelt, picked, offer);
  if (offer && confirms(offer)) {
    const lit = light(remaining(spelt, picked.slice(0, -1)), picked.length - 1);
    return { picked, lit, offer, confirming: !confirmed, laying: null };
  }
  const lit: ReadonlyMap<Click, Lit> = offer ? new Map() : light(remaining(spelt, picked), picked.length);
  return { picked, lit, offer, confirming: false, laying: null };
}

/** The clicks by hand that spell an offer, without those that follow by themselves; null where none do. */
export function handFor(spelt: readonly Spelt[], wanted: Offer, manner: Manner = {}): readonly Click[] | null {
  for (const { clicks } of spelt.filter(({ offer }) => offer === wanted)) {
    const hand: Click[] = [];
    while (hand.length <= clicks.length) {
      const { offer, laying, picked, lit } = choice(spelt, hand, manner);
      if (offer === wanted) return hand;
      const next = laying ? clicks.at(-1) : clicks[picked.length];
      if (next === undefined || !lit.has(next)) break;
      hand.push(next);
    }
  }
  return null;
}

/** The choice while something lies for now: its other turns and the other places are lit. */
function lying(spelt: readonly Spelt[], picked: readonly Click[], offer: Offer): Choice {
  const [place, turn] = [picked.at(-2)!, picked.at(-1)!];
  const places = light(remaining(spelt, picked.slice(0, -2)), picked.length - 2);
  const turns = light(remaining(spelt, picked.slice(0, -1)), picked.length - 1);
  const lit = new Map([...turns, ...places]);
  lit.delete(turn);
  lit.delete(place);
  return { picked, lit, offer, confirming: true, laying: { place, turn, turns: [...turns.keys()] } };
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
