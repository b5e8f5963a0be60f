/** Frames of whole games as a client gets them, the box they are played with, and the seats. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Frame, Happened } from '$quipu/generated/protocol';
import type { SeatLook } from '$quipu/game/kit';
import type { Parts, View } from '../types';

export type InkaFrame = Omit<Frame, 'view'> & { view: View };

const here = new URL('./fixtures/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, here), 'utf8');

export const parts = JSON.parse(read('parts.json')) as Parts;
export const frames: InkaFrame[] = readdirSync(here)
  .filter((name) => name.endsWith('.jsonl'))
  .flatMap((name) => read(name).trim().split('\n'))
  .map((line) => JSON.parse(line) as InkaFrame);
export const events: Happened[] = frames.flatMap((frame) => frame.events);
export const seats: SeatLook[] = ['Ada', 'Bruno', 'Carla', 'Diego'].map((name, index) => ({
  letter: 'ABCD'[index]!,
  index,
  name,
  bot: false,
}));
