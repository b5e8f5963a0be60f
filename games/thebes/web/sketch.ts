/** A hint in words. Cards and piles are ringed in pencil where they lie (`marks/Target.svelte`). */
import type { Sketch, Translate } from '$quipu/game/kit';
import type { HintGain, MatchState } from '$quipu/generated/protocol';
import { readDig } from './digs';
import { cardName, findName, findsOf, regionName } from './notation';
import type { View } from './types';

function text(word: string, game: MatchState, t: Translate): string {
  const [verb = '', one = '', two = ''] = word.split(' ');
  const offer = game.offers?.find((found) => found.word === word) ?? { word };
  switch (verb) {
    case 'dig': {
      const dig = readDig(offer);
      return t('hint.dig', { region: regionName(dig?.region ?? one, t), count: dig?.weeks ?? Number(two) });
    }
    case 'donate':
    case 'choose':
      return t(`hint.${verb}`, { what: findName(one, t) });
    case 'exhibit':
    case 'museum':
      return t(`hint.${verb}`, { what: cardName(`${verb === 'exhibit' ? 'exhibition' : 'museum'}-${one}`, t) });
    default:
      return t(`hint.${verb}`, { what: cardName(one, t) });
  }
}

export const sketch = (words: readonly string[], game: MatchState, _view: View, t: Translate): Sketch[] =>
  words.map((word) => {
    const weeks = game.offers?.find((found) => found.word === word)?.price;
    // The weeks of a dig are in its words.
    const cost = weeks && !word.startsWith('dig') ? t('weeks', { count: weeks }) : undefined;
    return { text: text(word, game, t), cost };
  });

/** Which artifacts are in a pile nobody knows: only those that lie with somebody are named. */
export const known = (gain: HintGain, view: View): boolean =>
  gain.section !== 'artifacts' ||
  Object.keys(view.seats).some((letter) => findsOf(view, letter).some(({ word }) => word === gain.item));
