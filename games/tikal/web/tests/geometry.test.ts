import { describe, expect, it } from 'vitest';
import { around, border, CELLS, cellsOf, centre, edgeMiddle, FRAME, H, neighbour, R, sideTo } from '../geometry';
import { row } from '../model';
import { stonesOf } from '../art/tile';
import type { Event } from '../types';
import { events, parts } from './frames';

describe('geometry', () => {
  it('neighbours are mutual and lie one cell apart', () => {
    for (const cell of CELLS) {
      for (let side = 0; side < 6; side++) {
        const there = neighbour(cell, side);
        if (there === null) continue;
        expect(neighbour(there, (side + 3) % 6)).toBe(cell);
        expect(sideTo(cell, there)).toBe(side);
        expect(Math.hypot(centre(cell)[0] - centre(there)[0], centre(cell)[1] - centre(there)[1])).toBeCloseTo(
          2 * H,
          5,
        );
      }
    }
  });

  it('odd columns lie half a cell lower', () => {
    expect([0, 1, 2, 3, 4, 5].map((side) => neighbour('c3', side))).toEqual(['c2', 'd2', 'd3', 'c4', 'b3', 'b2']);
    expect([0, 1, 2, 3, 4, 5].map((side) => neighbour('d3', side))).toEqual(['d2', 'e3', 'e4', 'd4', 'c4', 'c3']);
    expect([0, 1, 2, 3, 4, 5].map((side) => neighbour('a5', side))).toEqual(['a4', 'b4', 'b5', null, null, null]);
  });

  it('every cell lies on the board', () => {
    for (const cell of CELLS) {
      const [x, y] = centre(cell);
      expect(x - R).toBeGreaterThanOrEqual(FRAME.x);
      expect(x + R).toBeLessThanOrEqual(FRAME.x + FRAME.w);
      expect(y - H).toBeGreaterThanOrEqual(FRAME.y);
      expect(y + H).toBeLessThanOrEqual(FRAME.y + FRAME.h);
    }
  });

  it('an area is ringed once round its border', () => {
    expect(border(new Set(['c3']))).toHaveLength(6);
    expect(border(new Set(['c3', 'c4']))).toHaveLength(10);
    expect(border(new Set(['c3', ...[0, 1, 2, 3, 4, 5].map((side) => neighbour('c3', side)!)]))).toHaveLength(18);
    expect(edgeMiddle('c3', 'c4')[1]).toBeCloseTo((centre('c3')[1] + centre('c4')[1]) / 2);
    expect(around(['c3'], 10)).toMatchObject({ w: 2 * R + 20 });
  });

  it('knows where events happen', () => {
    const cells = (kind: string) => cellsOf(events.find(({ event }) => event.kind === kind)!.event as Event);
    for (const kind of ['laid', 'treasures', 'entered', 'uncovered', 'found', 'camped', 'guarded'])
      expect(cells(kind), kind).toHaveLength(1);
    expect(cells('moved')).toHaveLength(2);
    expect(cells('ended')).toEqual([]);
    const scored = (item: object) =>
      cellsOf({ kind: 'scored', seat: 'A', section: 'final', points: 2, item } as unknown as Event);
    expect([scored({ temple: 'c3' }), scored({ guard: 'd3' }), scored({ set: [2, 'urn'] })]).toEqual([
      ['c3'],
      ['d3'],
      [],
    ]);
  });

  it('stones turn clockwise with their tile', () => {
    expect(stonesOf(parts.tiles['A1']!, 0)).toEqual([2, 1, 0, 0, 0, 0]);
    expect(stonesOf(parts.tiles['A1']!, 2)).toEqual([0, 0, 2, 1, 0, 0]);
  });

  it('a crowd is one row of at most four tokens', () => {
    const seat = (index: number, workers: number, leader: boolean) => ({ seat: index, workers, leader });
    expect(row([seat(0, 2, true), seat(1, 4, false)], 40).map(({ kind }) => kind)).toEqual([
      'leader',
      'worker',
      'worker',
    ]);
    expect(row([seat(0, 2, true), seat(1, 4, true), seat(2, 1, false)], 40).map(({ kind }) => kind)).toEqual([
      'party',
      'party',
      'worker',
    ]);
    const eight = row(
      [0, 1, 2, 3].map((index) => seat(index, 1, true)),
      40,
    );
    expect(eight).toHaveLength(4);
    expect(new Set(eight.map(({ at }) => at[0])).size).toBe(4);
  });
});
