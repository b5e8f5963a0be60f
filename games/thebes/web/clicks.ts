/** By which clicks an offer is chosen, and what a click on something that is not lit means. */
import type { Click, Desk } from '$quipu/game/kit';
import type { Offer } from '$quipu/generated/protocol';
import { readDig, usualLeave, type DigChoice } from './digs';
import type { View, Parts } from './types';

/**
 * `card:egypt-2` on the display or beside the board, `hand:thief-egypt`, `pile:egypt`, `find:ushabti`, and for a dig
 * `leave:generic`, `assist:1`, `weeks:7`. The usual leave and no assistant need not be said.
 */
export function spellings(offer: Offer, view: View): Click[][] {
  const [verb = '', ...rest] = offer.word.split(' ');
  switch (verb) {
    case 'take':
    case 'exhibit':
    case 'museum':
      return [[`card:${offer.target ?? rest[0]}`]];
    case 'donate':
    case 'choose':
      return [[`find:${rest[0]}`]];
    case 'play':
      return [rest[1] ? [`hand:${rest[0]}`, `pile:${rest[1]}`] : [`hand:${rest[0]}`]];
    default:
      return digSpellings(offer, view);
  }
}

function digSpellings(offer: Offer, view: View): Click[][] {
  const dig = readDig(offer);
  if (!dig) return [];
  const [pile, leave, crew, weeks] = [
    `pile:${dig.region}`,
    `leave:${dig.leave}`,
    `assist:${dig.assistants}`,
    `weeks:${dig.weeks}`,
  ];
  const usual = dig.leave === usualLeave(view, dig.region);
  // A player without assistants is not asked how many to take along.
  const crewed = (view.tally[view.to_act ?? '']?.cards ?? []).some((word) => word.startsWith('assistant'));
  const ways: Click[][] = [crewed ? [pile, leave, crew, weeks] : [pile, leave, weeks]];
  if (crewed && dig.assistants === 0) ways.push([pile, leave, weeks]);
  if (crewed && usual) ways.push([pile, crew, weeks]);
  if (usual && dig.assistants === 0) ways.push([pile, weeks]);
  if (dig.leave === 'card') {
    if (crewed) ways.push(['hand:dig', pile, crew, weeks]);
    if (dig.assistants === 0) ways.push(['hand:dig', pile, weeks]);
  }
  if (dig.assistants === 1) {
    ways.push(['hand:assistant', pile, leave, weeks]);
    if (usual) ways.push(['hand:assistant', pile, weeks]);
  }
  return ways;
}

const RANK: Record<string, number> = { card: 0, hand: 0, pile: 1, leave: 2, assist: 3, weeks: 4 };
const kind = (click: Click): string => click.slice(0, click.indexOf(':'));
const rank = (click: Click): number => RANK[kind(click)] ?? 0;

/** What to do with a click: make it, change an earlier one, or ask why not. */
export function answer(desk: Desk<View, Parts>, click: Click, why: string): void {
  if (desk.lit.has(click)) {
    desk.pick(click);
    return;
  }
  const picked = [...desk.picked];
  const at = picked.findIndex((made) => rank(made) >= rank(click));
  if (at < 0 || kind(click) === 'find') {
    desk.ask(why);
    return;
  }
  for (let left = picked.length; left > at; left -= 1) desk.back();
  // The same again lays it down; a card of the display is only lit anew, since taking it cannot be undone.
  if (picked[at] === click || kind(click) === 'card') return;
  desk.pick(click);
  for (const made of picked.slice(at)) if (rank(made) > rank(click) && desk.lit.has(made)) desk.pick(made);
}

/** The word to ask about when somebody presses what is not lit. */
export function askWord(click: Click, choice: DigChoice | null, view: View): string {
  const word = click.slice(click.indexOf(':') + 1);
  switch (kind(click)) {
    case 'card':
      if (word.startsWith('exhibition-')) return `exhibit ${word.slice(11)}`;
      return word.startsWith('museum-') ? `museum ${word.slice(7)}` : `take ${word}`;
    case 'hand':
      if (word === 'dig') return 'dig egypt 12 card';
      if (word === 'assistant') return 'dig egypt 12 permit +1';
      return word.startsWith('scientist') ? `play ${word} egypt` : `play ${word}`;
    case 'pile':
      return `dig ${word} 12 permit`;
    case 'find':
      return typeof view.phase === 'object' && 'choose' in view.phase ? `choose ${word}` : `donate ${word}`;
    default: {
      const region = choice?.region ?? 'egypt';
      const weeks = kind(click) === 'weeks' ? word : String(choice?.weeks ?? 12);
      const crew = kind(click) === 'assist' ? Number(word) : (choice?.assistants ?? 0);
      const leave = kind(click) === 'leave' ? word : (choice?.leave ?? 'permit');
      return `dig ${region} ${weeks} ${leave}${crew ? ` +${crew}` : ''}`;
    }
  }
}

/**
 * A dig turns up cards, and what is played from the hand shows a pile or what it takes from one. Exhibitions and
 * museums show nothing: no other comes in their place. A card of the display is taken at once, though another one comes
 * up for it: nearly every turn would be asked about.
 */
export const confirms = (offer: Offer): boolean => /^(dig|play) /.test(offer.word);
