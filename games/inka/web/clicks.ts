/**
 * By which clicks a word is chosen. A slab is chosen first, then where it goes: by its arrow or corner and then how
 * far, or at once by the place where it would come to lie. A pawn is chosen, then where it walks. In the setup two
 * cells say where a slab lies, and which end lies where if the ends differ.
 */
import type { Click } from '$quipu/game/kit';
import type { Offer } from '$quipu/generated/protocol';

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

/** What ends the turn or is followed by a draw cannot be taken back for the asking: it wants a second click. */
export function confirms({ word, facts }: Offer): boolean {
  return word.startsWith('block ') || (word.startsWith('lay ') && Boolean(facts?.['alike']));
}
