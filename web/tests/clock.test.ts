import { describe, expect, it } from 'vitest';
import { format, left } from '../src/table/clock';

describe('clocks', () => {
  it.each([
    [0, '0:00'],
    [999, '0:01'],
    [102_000, '1:42'],
    [725_000, '12:05'],
    [3_723_000, '1:02:03'],
    [47 * 3_600_000, '47:00:00'],
    [76 * 3_600_000, '3 d 4 h'],
  ])('%i ms are %s', (ms, text) => expect(format(ms)).toBe(text));
  it('run on between messages, and stop at nothing', () => {
    expect(left({ left: 5000, runs: true }, 2000)).toBe(3000);
    expect(left({ left: 5000, runs: true }, 9000)).toBe(0);
    expect(left({ left: 5000, runs: false }, 2000)).toBe(5000);
  });
});
