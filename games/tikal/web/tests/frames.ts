/** Frames, events, the box and the seats for the tests. */
import type { Frame, Happened, MatchState } from '$quipu/generated/protocol';
import type { SeatLook } from '$quipu/game/kit';
import type { Parts, View } from '../types';
import eventsRaw from './fixtures/events.json?raw';
import framesRaw from './fixtures/frames.jsonl?raw';
import partsRaw from './fixtures/parts.json?raw';

export const read = (text: string): Frame[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Frame);
export const frames = read(framesRaw);
export const events = JSON.parse(eventsRaw) as Happened[];
export const parts = JSON.parse(partsRaw) as Parts;
export const viewOf = (frame: Frame): View => frame.view as View;

export const seats: SeatLook[] = ['Ada', 'Bruno', 'Carla', 'Diego'].map((name, index) => ({
  letter: 'ABCD'[index]!,
  index,
  name,
  bot: index > 0,
}));

export const game = (frame: Frame): MatchState => ({
  step: frame.step,
  to_act: frame.to_act,
  points: frame.points,
  eyes: 'all',
  yours: ['A', 'B', 'C', 'D'],
  hides: false,
  undo: {},
  offers: frame.offers,
});
