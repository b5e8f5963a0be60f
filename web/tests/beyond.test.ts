import { describe, expect, it } from 'vitest';
import { beyond } from '../src/board/beyond';

describe('what is lit beyond the stage', () => {
  it('has one arrow for each side, to the nearest there', () => {
    expect(
      beyond(
        [
          [50, 50],
          [-30, 40],
          [-200, 40],
          [120, 110],
        ],
        100,
        100,
      ),
    ).toEqual([
      { side: 'left', at: [-30, 40] },
      { side: 'right', at: [120, 110] },
    ]);
    expect(beyond([[50, 130]], 100, 100)).toEqual([{ side: 'down', at: [50, 130] }]);
  });
  it('has none where all is in sight', () => {
    expect(beyond([[0, 0]], 100, 100)).toEqual([]);
  });
});
