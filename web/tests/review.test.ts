import { remember } from '../src/app/memory';
import { branchesOf, keepBranch } from '../src/review/branches';
import { describe, expect, it } from 'vitest';
import type { Frame, Review, ReviewedTurn } from '../src/generated/protocol';
import type { GameKit } from '../src/game/kit';
import { awaited } from '../src/review/job';
import { roundStep, scale } from '../src/review/measure';
import { differing, inWords, isWeak, playedWords, signed, type Shown } from '../src/review/told';

const frame = (step: number, by: string | null, words: string) =>
  ({ step, by, words, to_act: { kind: 'seat', seat: 'A' }, points: [0, 0], events: [], view: {} }) as unknown as Frame;

const frames = [
  frame(0, null, ''),
  frame(1, null, 'draw x'),
  frame(2, 'A', 'walk c3'),
  frame(3, 'A', 'dig c3'),
  frame(4, null, 'draw y'),
  frame(5, 'A', 'end'),
];
const kit = {
  sketch: (words: readonly string[]) => words.map((word) => ({ text: `<${word}>` })),
} as unknown as GameKit;
const shown: Shown = { kit, parts: null, frames, seats: [], words: (key) => key };
const turn = { seat: 'A', from: 1, to: 5, at: 1, class: 'mistake' } as unknown as ReviewedTurn;

describe('a review in words', () => {
  it('tells what was played up to the next draw', () => {
    expect(playedWords(shown, turn)).toEqual(['walk c3', 'dig c3']);
  });
  it('names what differs, and all where nothing is shared', () => {
    expect(differing(['a', 'b', 'c'], ['a', 'x'])).toEqual(['b', 'c']);
    expect(differing(['a', 'b'], ['x'])).toEqual(['a', 'b']);
    expect(differing(['a'], ['a', 'b'])).toEqual(['a']);
    expect(inWords(shown, 1, ['walk c3', 'dig c3'], ['walk c3', 'end'])).toBe('<dig c3>');
    expect(inWords(shown, 1, ['a', 'b', 'c', 'd'])).toBe('<a>, <b>, <c>, …');
  });
  it('calls weak what is inaccurate or worse', () => {
    const classes = ['forced', 'best', 'good', 'inaccurate', 'mistake', 'blunder'] as const;
    expect(classes.map((name) => isWeak({ ...turn, class: name }))).toEqual([false, false, false, true, true, true]);
  });
  it('writes changes with a sign', () => {
    expect([4.4, -6.6, 0, -0.4].map(signed)).toEqual(['+4', '−7', '0', '0']);
  });
});

describe('the ground of the curve', () => {
  const margins = (...all: number[]) =>
    ({
      curve: all.map((margin, step) => ({ step, seats: [{ win: 0.5, margin }] })),
    }) as unknown as Review;
  it('has round lines around all leads, nothing among them', () => {
    expect([4, 7, 23, 61, 130].map(roundStep)).toEqual([1, 2, 5, 20, 20]);
    expect(scale(margins(-3, 12, 18), 'margin').lines).toEqual([-5, 0, 5, 10, 15, 20]);
    expect(scale(margins(0, 0), 'margin').lines.length).toBeGreaterThan(1);
    expect(scale(margins(5), 'win').lines).toEqual([0, 0.25, 0.5, 0.75, 1]);
  });
});

describe('a review that is made', () => {
  it('is told of until it is there, and no longer when nobody waits', async () => {
    const told: string[] = [];
    const done = { id: 'r', stage: 'done', review: { game: 'x' } } as never;
    const review = await awaited(
      async () => done,
      ({ stage }) => told.push(stage),
      () => true,
    );
    expect([told, review]).toEqual([['done'], { game: 'x' }]);
    expect(
      await awaited(
        async () => done,
        () => {},
        () => false,
      ),
    ).toBeNull();
  });
});

describe('tables at which a match was played on', () => {
  it('are kept beside it, in the order of its moments', () => {
    keepBranch('t1', { id: 'b', step: 30 });
    keepBranch('t2', { id: 'c', step: 4 });
    keepBranch('t1', { id: 'a', step: 12 });
    expect(branchesOf('t1')).toEqual([
      { id: 'a', step: 12 },
      { id: 'b', step: 30 },
    ]);
    remember('quipu.branches', '{"t1":');
    expect(branchesOf('t1')).toEqual([]);
  });
});
