import { describe, expect, it } from 'vitest';
import { companions, seenTogether } from '../src/table/companions';
import { sheet } from '../src/table/sheet';

describe('the score sheet', () => {
  it('adds up by part and by kind', () => {
    const line = (seatOf: string, section: string, item: string, points: number) => ({
      seat: seatOf,
      section,
      item,
      points,
    });
    const all = sheet(
      [line('A', 'one', 'x', 3), line('B', 'one', 'y', 4), line('A', 'two', 'x', 5)],
      2,
      ({ section }) => section,
      ({ item }) => item,
    );
    expect(all.sections).toEqual([
      { label: 'one', points: [3, 4] },
      { label: 'two', points: [5, 0] },
    ]);
    expect(all.items).toEqual([
      { label: 'x', points: [8, 0] },
      { label: 'y', points: [0, 4] },
    ]);
    expect(all.total).toEqual([8, 4]);
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
