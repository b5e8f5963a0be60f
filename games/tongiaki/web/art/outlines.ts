/** Outlines that several drawings share. */

export const HULL = 'M0 -19C8 -12 9.5 8 5 17C2 19.5 -2 19.5 -5 17C-9.5 8 -8 -12 0 -19Z';
export const RIG = 'M9 -7H15M9 8H15M15.5 -12V13';
export const STATUE = 'M-11 18C-13 4 -12 -14 -7 -21C-3 -24 3 -24 7 -21C12 -14 13 4 11 18Z';
export const STATUE_FACE = 'M-8 -9H8M0 -9V2M-3 2H3M-4 9H4';
export const STATUE_EYES = 'M-8 -5H-3M3 -5H8';
export const RED_MARK = 'M-9 6L9 6L0 -5Z';

const FRONDS = [
  [-13, 3],
  [13, 3],
  [-9, -8],
  [9, -8],
  [1, 9],
] as const;
export const PALM = FRONDS.map(
  ([x, y]) => `M0 0C${x * 0.4} ${y - 8} ${x * 0.8} ${y - 6} ${x} ${y}C${x * 0.7} ${y - 1} ${x * 0.4} ${y * 0.4} 0 0Z`,
).join('');
export const PEAKS = 'M-14 -32l8 -9l7 6l7 -8l8 11';
