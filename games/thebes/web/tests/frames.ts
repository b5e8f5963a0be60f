/** Frames of whole matches for the tests, as `quipu frames --choices` writes them, the box and the seats. */
import type { Frame, Happened } from '$quipu/generated/protocol';
import type { SeatLook } from '$quipu/game/kit';
import type { View, Parts } from '../types';

const files = import.meta.glob<string>(
  ['./fixtures/*', '../help/*.md', '../types.ts', '../**/*.svelte', '../../src/**/*.rs'],
  { query: '?raw', import: 'default', eager: true },
);
const here = (name: string): string => {
  const text = files[name];
  if (text === undefined) throw new Error(`no such file: ${name}`);
  return text;
};
/** All Rust sources of the game, or all components of its web half. */
export const sources = (ending = '.rs'): string =>
  Object.entries(files)
    .filter(([name]) => name.endsWith(ending))
    .map(([, text]) => text)
    .join('\n');

export const FILES = ['turns-A', 'decisions', 'no-knowledge-finds'] as const;
/** They were recorded before a view told what the box has for a region: nothing, then. */
function told(frame: Frame & { view: View }): Frame & { view: View } {
  const nothing = { artifacts: [], knowledge: 0, rubble: 0 };
  for (const pile of Object.values(frame.view.piles)) {
    pile.in_box ??= nothing;
    pile.found ??= nothing;
  }
  return frame;
}
export const framesOf = (name: string): (Frame & { view: View })[] =>
  here(`./fixtures/${name}.jsonl`)
    .trim()
    .split('\n')
    .map((line) => told(JSON.parse(line)));
/** All of them. */
export const frames = FILES.flatMap((name) => framesOf(name));
export const events: Happened[] = frames.flatMap((frame) => frame.events);
export const parts: Parts = JSON.parse(here('./fixtures/parts.json'));
export const text = here;

export const seats: SeatLook[] = ['Ada', 'Bruno', 'Carla', 'Diego'].map((name, index) => ({
  letter: 'ABCD'[index]!,
  index,
  name,
  bot: false,
}));
