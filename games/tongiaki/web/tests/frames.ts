/** What the tests work on: frames that show every phase, verb, fact and event. */
import type { Frame, Happened } from '$quipu/generated/protocol';
import type { SeatLook } from '$quipu/game/kit';
import type { View, Parts } from '../types';
import frameList from './fixtures/frames.json';
import partList from './fixtures/parts.json';

export const parts = partList as unknown as Parts;

export const frames = frameList as unknown as Frame[];
export const events: Happened[] = frames.flatMap((frame) => frame.events);
export const viewOf = (frame: Frame) => frame.view as View;
export const seats: SeatLook[] = ['Ada', 'Bruno', 'Carla', 'Diego', 'Elena', 'Fabio'].map((name, index) => ({
  letter: 'ABCDEF'[index]!,
  index,
  name,
  bot: false,
}));
