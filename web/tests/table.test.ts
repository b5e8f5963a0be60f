import { describe, expect, it } from 'vitest';
import { companions, seenTogether } from '../src/table/companions';
import { scale } from '../src/table/scale';
import { best, sheet } from '../src/table/sheet';

describe('the score sheet', () => {
  const line = (seat: string, section: string, item: string, points: number) => ({ seat, section, item, points });
  it('has the total, then sums by kind, each made of its parts', () => {
    const all = sheet(
      [line('A', 'one', 'x', 3), line('B', 'one', 'y', 4), line('A', 'two', 'x', 5), line('B', 'two', 'x', 1)],
      2,
      ({ item }) => item,
      ({ section }) => section,
    );
    expect(all.total).toEqual([8, 5]);
    expect(all.groups).toEqual([
      {
        label: 'x',
        points: [8, 1],
        parts: [
          { label: 'one', points: [3, 0] },
          { label: 'two', points: [5, 1] },
        ],
      },
      { label: 'y', points: [0, 4], parts: [{ label: 'one', points: [0, 4] }] },
    ]);
    expect(sheet([], 3, String, String)).toEqual({ total: [0, 0, 0], groups: [] });
  });
  it('marks the best of a row, nobody where all are alike', () => {
    expect(best([3, 5, 5])).toEqual([false, true, true]);
    expect(best([2, 2])).toEqual([false, false]);
  });
});

describe('the ruler', () => {
  it('ends where the game does, and counts a handful one by one', () => {
    expect(scale(0, 2, 4)).toEqual({ low: 0, top: 4, step: 1, big: 1 });
    expect(scale(0, 4, 4).top).toBe(4);
    expect(scale(0, 3, 20)).toMatchObject({ top: 20, step: 1, big: 5 });
    expect(scale(-3, 61, 20)).toMatchObject({ low: -5, top: 65, step: 5 });
  });
});

describe('verbs', () => {
  it('keep their place beside those that they were seen with', () => {
    seenTogether('toy', ['dig', 'camp']);
    seenTogether('toy', ['bid', 'pass']);
    expect(companions('toy', ['dig'])).toEqual(['dig', 'camp']);
    expect(companions('other', ['dig'])).toEqual([]);
  });
});
