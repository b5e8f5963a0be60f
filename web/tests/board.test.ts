import { describe, expect, it, vi } from 'vitest';
import { focusOn, nearest, neighbour } from '../src/board/keys';
import { hand, pen, type Point } from '../src/board/pen';
import { seatClass, seatShape } from '../src/board/seats';

describe('the keyboard', () => {
  const places = [
    { of: 'left', at: { x: 0, y: 0 } },
    { of: 'right', at: { x: 100, y: 5 } },
    { of: 'below', at: { x: 10, y: 80 } },
  ];
  it('goes to the nearest place that way, or round', () => {
    expect(neighbour({ x: 50, y: 0 }, places, 'ArrowRight')).toBe('right');
    expect(neighbour({ x: 50, y: 0 }, places, 'ArrowDown')).toBe('below');
    expect(neighbour({ x: 120, y: 0 }, places, 'ArrowRight')).toBe('left');
    expect(neighbour({ x: 0, y: 0 }, places, 'x')).toBeNull();
    expect(nearest({ x: 90, y: 0 }, places)).toBe('right');
  });
  it('goes back to what shows a click, else to the first lit place of a group', () => {
    vi.stubGlobal('CSS', { escape: (text: string) => text });
    const focused: string[] = [];
    const root = (...there: string[]) =>
      ({
        querySelector: (one: string) => (there.includes(one) ? { focus: () => focused.push(one) } : null),
      }) as unknown as ParentNode;
    const [shown, first] = ['[data-click="pawn"]', ':is(.handles, .choices) [data-click]'];
    focusOn(root(shown, first), 'pawn', '.handles, .choices');
    focusOn(root(first), 'pawn', '.handles, .choices');
    focusOn(root(shown, first), null, '.handles, .choices');
    focusOn(root(), 'pawn', '.handles, .choices');
    expect(focused).toEqual([shown, first, first]);
    vi.unstubAllGlobals();
  });
});

describe('the pen', () => {
  it('draws the same from the same seed, and something else from another', () => {
    const square: Point[] = [
      [0, 0],
      [90, 0],
      [90, 90],
      [0, 90],
    ];
    // Pinned: a change of the seeded pen changes every board.
    expect(hand(square, 'a', 2)).toMatch(/^M0 0C5 [-\d.]+ 20 /);
    expect([pen('a')(), pen('a')(-2, 2)].map((value) => value.toFixed(4))).toEqual(['0.6217', '0.4867']);
    expect(hand(square, 'a', 2)).not.toBe(hand(square, 'b', 2));
  });

  it('keeps the corners and trembles by no more than it may', () => {
    const path = hand(
      [
        [0, 0],
        [100, 0],
      ],
      'line',
      3,
      false,
    );
    expect(path.startsWith('M0 0C')).toBe(true);
    expect(path.endsWith(' 100 0')).toBe(true);
    const heights = [...path.matchAll(/ ([-\d.]+)(?=C|$)/g)].map(([, y]) => Math.abs(Number(y)));
    expect(Math.max(...heights)).toBeLessThanOrEqual(3);
    expect(Math.max(...heights)).toBeGreaterThan(0);
  });

  it('gives every seat a shape of its own', () => {
    const shapes = [0, 1, 2, 3, 4, 5].map((seat) => seatShape(seat, 10));
    expect(new Set(shapes).size).toBe(6);
    for (const shape of shapes) expect(shape).toMatch(/^M[-\d.\sAQLZ]+Z$/);
    expect(seatShape('C', 10)).toBe(shapes[2]);
    expect(seatClass('C')).toBe(seatClass(2));
  });
});
