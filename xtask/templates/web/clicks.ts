/** By which clicks a word is chosen: the next camp walks there, the camp where one stands digs. */
import type { Click } from '$quipu/game/kit';
import type { Offer } from '$quipu/generated/protocol';
import type { View } from './types';

/** Where the explorer of the seat to act stands. */
const standing = ({ camps, turn }: View): number => camps[turn] ?? 0;

export const spellings = ({ word }: Offer, view: View): Click[][] => [
  [`camp:${standing(view) + (word === 'walk' ? 1 : 0)}`],
];

/** What a press on a camp means; asked about where it is not lit. */
export const wordOf = (camp: number, view: View): string => (camp === standing(view) ? 'dig' : 'walk');
