/** Who sits where in diagrams and lessons, by colour: texts say "you" to red, sentences of a game need a name. */
import { t } from '../i18n/index.svelte';

const SEATS = ['red', 'blue', 'yellow', 'green', 'purple', 'pink'] as const;

export const seatName = (index: number): string => t(`lesson.seat.${SEATS[index] ?? 'blue'}`);
export const seatNames = (): string[] => SEATS.map((_, index) => seatName(index));
