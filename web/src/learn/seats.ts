/** Who sits where in diagrams and lessons: oneself, and the others by their colours. */
import { t } from '../i18n/index.svelte';

const SEATS = ['you', 'blue', 'yellow', 'green', 'purple', 'pink'] as const;

export const seatName = (index: number): string => t(`lesson.seat.${SEATS[index] ?? 'blue'}`);
export const seatNames = (): string[] => SEATS.map((_, index) => seatName(index));
