/** What options need: three variants belong to the auction (T34, T35). */
import type { Needs } from '$quipu/lobby/needs';

const AUCTION = { option: ['version', 'auction'] } as const;

export const NEEDS: Needs = {
  terrain: [AUCTION, { seats: 3 }],
  twin_volcanoes: [AUCTION],
  tempo: [AUCTION],
};
