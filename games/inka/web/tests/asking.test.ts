import { expect, it } from 'vitest';
import { askWord } from '../clicks';
import { HallScene } from '../model';
import type { View } from '../types';
import { frames, parts } from './frames';

const { view } = frames.find((frame) => frame.view.position.stage === 'turn')!;
const [slab] = Object.keys(view.position.rhombi);
const open = parts.cells.map(({ cell }) => cell).find((cell) => !new HallScene(view, parts).over.has(cell))!;
const onCell = { cell: open, place: open, space: open };
const onSlab = { cell: open, place: `${slab}/A`, space: slab! };
const staged = (stage: string) => ({ ...view, position: { ...view.position, stage } }) as View;

it('asks about a walk to an open cell, and about moving a slab', () => {
  expect(askWord(onCell, [], view, parts)).toBe(`walk ${open}`);
  expect(askWord(onSlab, [], view, parts)).toMatch(new RegExp(`^slide ${slab} \\w+ 1$`));
});

it('asks about what the clicks before it began', () => {
  expect(askWord(onSlab, ['pawn'], view, parts)).toBe(`walk ${slab}/A`);
  expect(askWord(onSlab, ['verb:block'], view, parts)).toBe(`block ${slab}`);
});

it('asks about a slab or a start while they are chosen', () => {
  expect(askWord(onCell, [], staged('lay'), parts)).toMatch(new RegExp(`^lay ${open} \\S+$`));
  const start = parts.cells.find((part) => part.start)!;
  expect(askWord({ ...onCell, cell: start.cell }, [], staged('start'), parts)).toBe(`start ${start.start}`);
  const other = parts.cells.find((part) => !part.start)!;
  expect(askWord({ ...onCell, cell: other.cell }, [], staged('start'), parts)).toBeNull();
});
