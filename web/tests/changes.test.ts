import { describe, expect, it } from 'vitest';
import { changed } from '../src/net/changes';

describe('changes of a view', () => {
  it('are made in order and leave the old view as it was', () => {
    const old = { a: 1, b: { c: [1, 2, 3], d: null }, far: { x: 1 } };
    const kept = structuredClone(old);
    const view = changed(old, [
      { at: ['b', 'c', 1], to: 5 },
      { at: ['b', 'd'] },
      { at: ['b', 'e'], to: { f: 'g' } },
      { at: ['b', 'e', 'f'], to: 'h' },
      { at: ['a'], to: null },
    ]);
    expect(view).toEqual({ a: null, b: { c: [1, 5, 3], e: { f: 'h' } }, far: { x: 1 } });
    expect(old).toEqual(kept);
  });
  it('share what did not change', () => {
    const old = { a: { x: 1 }, b: { y: 2 } };
    const view = changed(old, [{ at: ['a', 'x'], to: 2 }]) as typeof old;
    expect(view.b).toBe(old.b);
    expect(view.a).not.toBe(old.a);
  });
  it('may replace the whole, and index arrays', () => {
    expect(changed({ a: 1 }, [{ at: [], to: [1, 2] }])).toEqual([1, 2]);
    expect(changed([1, { x: 1 }], [{ at: [1, 'x'], to: 2 }])).toEqual([1, { x: 2 }]);
    expect(changed([1, 2, 3], [{ at: [1] }])).toEqual([1, 3]);
  });
  it('put things into lists, and at their end', () => {
    const old = { words: ['a', 'c'] };
    const view = changed(old, [
      { at: ['words', 1], to: 'b', insert: true },
      { at: ['words', 3], to: 'd', insert: true },
      { at: ['words', 0] },
    ]);
    expect(view).toEqual({ words: ['b', 'c', 'd'] });
    expect(old).toEqual({ words: ['a', 'c'] });
  });
  it('that lead nowhere are an error', () => {
    expect(() => changed({ a: 1 }, [{ at: ['b', 'c'], to: 1 }])).toThrow('finds nothing at b');
  });
});
