import { describe, expect, it } from 'vitest';
import type { Frame } from '../src/generated/protocol';
import { gains, turns } from '../src/replay/frames';
import { seatNames } from '../src/replay/seats';

describe('a replay', () => {
  const frame = (seatTo: string | null, ...points: number[]) =>
    ({ to_act: seatTo ? { kind: 'seat', seat: seatTo } : { kind: 'chance' }, points, events: [] }) as unknown as Frame;
  const frames = [
    frame(null, 0, 0),
    frame('A', 0, 0),
    frame('A', 2, 0),
    frame(null, 2, 0),
    frame('A', 2, 0),
    frame('B', 2, 1),
  ];
  it('finds turns and gains', () => {
    expect(turns(frames)).toEqual([1, 5]);
    expect(gains(frames, 2)).toEqual([2, 0]);
    expect(gains(frames, 0)).toEqual([0, 0]);
  });
  it('reads who sat where', () => {
    expect(seatNames(['Curious_Toucan', 'bot/master'], 2)).toMatchObject([
      { name: 'Curious Toucan', bot: false },
      { name: 'Inti', bot: true },
    ]);
    expect(seatNames([['B', 'Bruno']], 2)).toMatchObject([{ name: 'A' }, { name: 'Bruno' }]);
    expect(seatNames({ A: 'Ada' }, 1)).toMatchObject([{ name: 'Ada', letter: 'A', index: 0 }]);
  });
});
