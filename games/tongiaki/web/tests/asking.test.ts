import { expect, it } from 'vitest';
import { askWord } from '../clicks';
import type { View } from '../types';
import { frames, viewOf } from './frames';

const at = (phase: unknown): View => {
  const view = viewOf(frames[0]!);
  return { ...view, position: { ...view.position, phase } } as View;
};

it('asks about an island by its expansion', () => {
  expect(askWord('island:nauru', at('turn'))).toBe('expand nauru');
});

it('asks about a beach by what is done with beaches now', () => {
  expect(askWord('beach:nauru.2', at('turn'))).toBe('expand nauru');
  expect(askWord('beach:nauru.2', at('setup'))).toBe('moor nauru.2');
  expect(askWord('beach:nauru.2', at({ moor: {} }))).toBe('moor nauru.2');
  expect(askWord('beach:nauru.2', at({ land: {} }), 'B')).toBe('land B nauru.2');
  expect(askWord('beach:nauru.2', at({ sail: {} }), '', 'ne')).toBe('sail nauru.2 ne');
});
