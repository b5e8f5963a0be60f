import { describe, expect, it } from 'vitest';
import type { Line } from '../src/generated/protocol';
import { followed, turnOver } from '../src/rules/guided';

const GUIDE = ['place', '', 'enter', 'move shortcut', 'dig', '', 'end'];

describe('the guided first turn', () => {
  it('ticks a step off when it is done, also ahead of those that are only read', () => {
    expect(followed(GUIDE, 0, 'place')).toBe(1);
    expect(followed(GUIDE, 1, 'enter')).toBe(3);
    expect(followed(GUIDE, 3, 'shortcut')).toBe(4);
    expect(followed(GUIDE, 4, 'end'), 'what was passed over is left behind').toBe(7);
  });
  it('stays where it is when something else is played', () => {
    expect(followed(GUIDE, 3, 'enter')).toBe(3);
  });
  it('ends by itself: what is left to be read goes with the next deed', () => {
    expect(followed(['take', '', ''], 1, 'take')).toBe(3);
  });
  it('does not take the same thing once more for a later step', () => {
    const voyage = ['moor', 'expand restart', 'moor', 'sail'];
    expect(followed(voyage, 1, 'moor'), 'the second boat of the setup').toBe(1);
    expect(followed(voyage, 2, 'moor')).toBe(3);
  });
  it('ends where a turn is played of which it says nothing', () => {
    expect(followed(['moor', 'expand', 'sail'], 1, 'colonise', ['expand', 'colonise'])).toBe(3);
    expect(followed(['moor', 'expand', 'sail'], 1, 'lay', ['expand', 'colonise'])).toBe(1);
  });
  it('ends with the first turn, and not with a setup', () => {
    const step = (seat: string | undefined, words: string, index: number) =>
      ({ version: index, at: 0, kind: 'step', step: index, seat, words, events: [], points: [] }) as Line;
    const log = (...steps: [string | undefined, string][]) => steps.map(([seat, words], at) => step(seat, words, at));
    const over = (...steps: [string | undefined, string][]) => turnOver(log(...steps), ['A'], ['expand']);
    expect(over(['A', 'moor tonga.1'], ['B', 'moor tonga.2'])).toBe(false);
    const mine: [string | undefined, string][] = [
      ['B', 'expand tonga'],
      ['A', 'expand tonga'],
      [undefined, 'tile'],
    ];
    expect(over(...mine, ['A', 'land A nauru.1']), 'a draw is nobody’s').toBe(false);
    expect(over(...mine, ['B', 'expand tonga'])).toBe(true);
  });
});
