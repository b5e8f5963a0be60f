import { describe, expect, it } from 'vitest';
import { followed } from '../src/rules/guided';

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
});
