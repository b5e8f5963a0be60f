/**
 * Props that only tell of what has really changed. A stage may hand all of them on as one object that is new with every
 * move of the pointer; without this the whole sea would be drawn again for a ghost.
 */
import type { BoardProps } from '$quipu/game/kit';
import type { Open, Parts } from './types';

const KEYS = [
  'view',
  'parts',
  'game',
  'seats',
  'lit',
  'picked',
  'hovered',
  'plan',
  'hint',
  'playing',
  'last',
  'compact',
  't',
  'pick',
  'hover',
  'ask',
  'back',
] as const;

export function steady(props: () => BoardProps<Open, Parts>): BoardProps<Open, Parts> {
  const held = {} as BoardProps<Open, Parts>;
  for (const key of KEYS) {
    const value = $derived(props()[key]);
    Object.defineProperty(held, key, { get: () => value, enumerable: true });
  }
  return held;
}
