/** What can be done, told from what the engine says of it. */
import { describe, expect, it } from 'vitest';
import { brings, doable, shut } from '../src/rules/cando';

const t = (key: string, values: Record<string, unknown> = {}) => [key, ...Object.values(values)].join(' ');

describe('what can be done', () => {
  it('counts the ways of each verb and names its least price, in the order of the bar', () => {
    const offers = [
      { word: 'end' },
      { word: 'move worker a5 b5', price: 2 },
      { word: 'enter leader a5', price: 1 },
      { word: 'move worker a5 a4', price: 1 },
    ];
    expect(doable(offers, ['enter', 'move'])).toEqual([
      { verb: 'enter', count: 1, price: 1 },
      { verb: 'move', count: 2, price: 1 },
      { verb: 'end', count: 1 },
    ]);
  });

  it('tells what a verb brings: nothing, so much, or from so much to so much, and whether luck decides', () => {
    expect(brings({ verb: 'enter', least: 0, most: 0 }, t, true)).toEqual(['can.brings_none']);
    expect(brings({ verb: 'uncover', least: 1, most: 1 }, t, true)).toEqual(['can.brings +1']);
    expect(brings({ verb: 'colonise', least: -4, most: 0, draws: true }, t, true)).toEqual([
      'can.brings_range −4 0',
      'can.draws',
    ]);
  });

  it('speaks of no scoring where points are had at once', () => {
    expect(brings({ verb: 'colonise', least: -5, most: -5 }, t, false)).toEqual(['can.points −5 5']);
    expect(brings({ verb: 'expand', least: 0, most: 3 }, t, false)).toEqual(['can.points_range 0 +3']);
  });

  it('puts closed verbs with the same reason together, in the order of the bar, without those of other tables', () => {
    const why = (text: string) => ({ rule: 'T10', text });
    const closed = [
      { verb: 'swap', why: why('you have no treasure') },
      { verb: 'move', why: why('no points') },
      { verb: 'gun', why: why('no points') },
      { verb: 'enter', why: why('no points') },
    ];
    expect(shut(closed, ['enter', 'move', 'swap'])).toEqual([
      { verbs: ['enter', 'move'], why: why('no points') },
      { verbs: ['swap'], why: why('you have no treasure') },
    ]);
    expect(shut(closed, []).flatMap(({ verbs }) => verbs)).toHaveLength(4);
  });
});
