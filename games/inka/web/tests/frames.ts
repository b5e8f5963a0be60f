/** Frames of whole games as a client gets them, and the box they are played with. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Frame } from '$quipu/generated/protocol';
import type { Parts, View } from '../types';

export type InkaFrame = Omit<Frame, 'view'> & { view: View };

const here = new URL('./fixtures/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, here), 'utf8');

export const parts = JSON.parse(read('parts.json')) as Parts;
export const frames: InkaFrame[] = readdirSync(here)
  .filter((name) => name.endsWith('.jsonl'))
  .flatMap((name) => read(name).trim().split('\n'))
  .map((line) => JSON.parse(line) as InkaFrame);
