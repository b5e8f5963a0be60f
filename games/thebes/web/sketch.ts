/** A hint in words. Cards and piles are ringed and numbered in pencil where they lie (`marks/Target.svelte`). */
import type { Click, Sketch, Spot, Translate } from '$quipu/game/kit';
import type { HintGain, MatchState } from '$quipu/generated/protocol';
import { spellings } from './clicks';
import { readDig } from './digs';
import { aCard, findName, findsOf, inRegion } from './notation';
import type { View } from './types';

function text(word: string, game: MatchState, t: Translate): string {
  const [verb = '', one = '', two = ''] = word.split(' ');
  const offer = game.offers?.find((found) => found.word === word) ?? { word };
  switch (verb) {
    case 'dig': {
      const dig = readDig(offer);
      return t('hint.dig', { ...inRegion(dig?.region ?? one, t), count: dig?.weeks ?? Number(two) });
    }
    case 'donate':
    case 'choose':
      return t(`hint.${verb}`, { what: findName(one, t) });
    case 'exhibit':
    case 'museum':
      return t(`hint.${verb}`, { what: aCard(`${verb === 'exhibit' ? 'exhibition' : 'museum'}-${one}`, t) });
    default:
      return t(`hint.${verb}`, { what: aCard(one, t) });
  }
}

/** Where a step begins: the card, the pile or the find that is pressed first. */
function place(word: string, game: MatchState, view: View): Click | undefined {
  const offer = game.offers?.find((found) => found.word === word);
  const [verb, what] = word.split(' ');
  // What is not on offer yet has no target: an exhibition and a museum are named by their kind alone.
  if (!offer && verb === 'exhibit') return `card:exhibition-${what}`;
  if (!offer && verb === 'museum') return `card:museum-${what}`;
  return spellings(offer ?? { word }, view)[0]?.[0];
}

export const sketch = (words: readonly string[], game: MatchState, view: View, t: Translate): Sketch[] =>
  words.map((word) => {
    const weeks = game.offers?.find((found) => found.word === word)?.price;
    // The weeks of a dig are in its words.
    const cost = weeks && !word.startsWith('dig') ? t('weeks', { count: weeks }) : undefined;
    return { text: text(word, game, t), cost, click: place(word, game, view) };
  });

/** What a lesson points at is ringed where it lies (`marks/Target.svelte`): no place on the table need be known. */
export const spot = (): Spot => ({ at: [0, 0] });

/** Which artifacts are in a pile nobody knows: only those that lie with somebody are named. */
export const known = (gain: HintGain, view: View): boolean =>
  gain.section !== 'artifacts' ||
  Object.keys(view.seats).some((letter) => findsOf(view, letter).some(({ word }) => word === gain.item));
