/** By which clicks an offer is spelt. What may be chosen is in the offers; here is only how it is pointed at. */
import type { Click } from '$quipu/game/kit';
import type { Offer } from '$quipu/generated/protocol';
import { islandOf, phaseName } from './model';
import type { View } from './types';

/** The boat that lands if nobody chooses one: the own boat, otherwise the first. */
export function nextAshore(view: View): string {
  const { at_sea = '', turn } = view.position;
  return at_sea.includes(turn) ? turn : (at_sea[0] ?? '');
}

/**
 * The spellings:
 * - `beach:nauru.2` a beach (moor, land, the beach that sails, the beach a boat is shifted from)
 * - `island:nauru` an island (expand, restart, where a boat is shifted to, which is to be royal)
 * - `pier:nauru.1@ne` a beach with the pier it leaves by
 * - `boat:B` a boat at sea · `statue:nauru` a royal island at once
 * - `verb:royal` · `verb:colonise` · `cell:1,-2` and `turn:3` the tile in hand
 */
export function spellings(offer: Offer, view: View): Click[][] {
  const [verb, first = '', second = ''] = offer.word.split(' ');
  switch (verb) {
    case 'moor':
      return [[`beach:${first}`]];
    case 'expand':
    case 'restart':
      return [[`island:${first}`]];
    case 'shift':
      return [[`beach:${first}`, `island:${second}`]];
    case 'sail':
      return [[`beach:${first}`, `pier:${first}@${second}`], [`pier:${first}@${second}`]];
    case 'land':
      // The next boat needs no click of its own, any other one does.
      return first === nextAshore(view)
        ? [[`boat:${first}`, `beach:${second}`], [`beach:${second}`]]
        : [[`boat:${first}`, `beach:${second}`]];
    case 'royal':
      return [['verb:royal', `island:${first}`], [`statue:${first}`]];
    case 'colonise':
      return [['verb:colonise']];
    case 'lay':
      return [[`cell:${first}`, `turn:${second.slice(1)}`]];
    default:
      return [[`word:${offer.word}`]];
  }
}

/** A tile is turned up, by colonising or by sailing into the unknown. The rest can be undone. */
export function confirms(offer: Offer): boolean {
  return offer.word === 'colonise' || (offer.word.startsWith('sail ') && Boolean(offer.facts?.['unknown']));
}

/** A tile is turned before it lies. */
export const turns = (offer: Offer): boolean => offer.word.startsWith('lay ');

/** The verbs in the order of their places in the action bar: in every stage, so that none comes and goes in a turn. */
export const verbs = (view: View): string[] => (phaseName(view) === 'over' ? [] : ['royal', 'colonise']);

/**
 * The word to ask about when somebody presses a beach or an island that is not lit: `landing` is the boat that would
 * go ashore, `toward` where the beach's first pier leads.
 */
export function askWord(click: Click, view: View, landing = '', toward = ''): string {
  const [kind, name = ''] = click.split(':');
  if (kind === 'island') return `expand ${name}`;
  const phase = phaseName(view);
  if (phase === 'land') return `land ${landing} ${name}`;
  if (phase === 'sail') return `sail ${name} ${toward}`;
  return phase === 'setup' || phase === 'moor' ? `moor ${name}` : `expand ${islandOf(name)}`;
}
