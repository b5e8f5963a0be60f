/**
 * By which clicks a word is chosen. A slab is chosen first, then where it goes: by its arrow or corner and then how
 * far, or at once by the place where it would come to lie. A pawn is chosen, then where it walks. In the setup two
 * cells say where a slab lies, and which end lies where if the ends differ.
 */
import type { Click } from '$quipu/game/kit';
import type { Offer } from '$quipu/generated/protocol';
import { beside, directions, inHall, lying } from './geometry';
import type { PressedPlace } from './model';
import type { Parts, View } from './types';

export function spellings({ word, facts }: Offer): Click[][] {
  const [verb = '', one = '', two = '', three = '', four = ''] = word.split(' ');
  switch (verb) {
    case 'start':
      return [[`start:${one}`]];
    case 'lay': {
      // Half A lies on the first cell; both cells may be clicked in either order.
      const facing = facts?.['alike'] ? [] : [`face:${one[0]}`];
      return [
        [`cell:${one}`, `cell:${two}`, ...facing],
        [`cell:${two}`, `cell:${one}`, ...facing],
      ];
    }
    case 'slide':
      return [
        [`rhombus:${one}`, `slide:${two}`, `steps:${three}`],
        [`rhombus:${one}`, `stop:${two}:${three}`],
      ];
    case 'turn':
      return [[`rhombus:${one}`, `turn:${two}:${three}`, `steps:${four}`]];
    case 'walk':
      return [['pawn', `at:${one}`]];
    case 'passage':
      return [[`passage:${one}`]];
    case 'block':
      return [['verb:block', `at:${one}`]];
    default:
      return [[`verb:${verb}`]];
  }
}

/**
 * A slab that lies is followed by a draw; the blocker ends the turn, as `end` does, and points that are left lapse.
 * Where the ends of a slab differ, how it lies was the question.
 */
export function confirms({ word, facts }: Offer, view: View): boolean {
  if (word.startsWith('lay ')) return Boolean(facts?.['alike']);
  return (word.startsWith('block ') || word === 'end') && view.position.ap > 0;
}

/** The verbs in the order of their places in the action bar: in every stage, so that none comes and goes. */
export const verbs = ({ position: { stage } }: View): string[] =>
  stage === 'left' || stage === 'exhausted' ? [] : ['take', 'block'];

/** The word to ask about when somebody presses what is not lit; nothing beside the starts while they are chosen. */
export function askWord(
  { cell, place, space }: PressedPlace,
  picked: readonly Click[],
  view: View,
  parts: Parts,
): string | null {
  const { stage, rhombi } = view.position;
  if (stage === 'start') {
    const start = parts.cells.find((one) => one.cell === cell)?.start;
    return start ? `start ${start}` : null;
  }
  if (stage === 'lay') return `lay ${cell} ${beside(cell).find(inHall)}`;
  if (picked[0] === 'verb:block') return `block ${space}`;
  if (picked[0] === 'pawn' || space === cell) return `walk ${place}`;
  return `slide ${space} ${directions(lying(rhombi[space]!))[0]} 1`;
}
