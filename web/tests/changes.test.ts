import { describe, expect, it } from 'vitest';
import { changed } from '../src/net/changes';
import { wholeLines } from '../src/net/lines';

describe('changes of a view', () => {
  it('have its shape and leave the old view as it was', () => {
    const old = { a: 1, b: { c: [1, 2, 3], d: null }, far: { x: 1 } };
    const kept = structuredClone(old);
    const view = changed(old, { a: null, b: { c: { 1: 5 }, d: [], e: [{ f: [] }], g: 'h' } });
    expect(view).toEqual({ a: null, b: { c: [1, 5, 3], e: { f: [] }, g: 'h' }, far: { x: 1 } });
    expect(old).toEqual(kept);
  });
  it('share what did not change', () => {
    const old = { a: { x: 1 }, b: { y: 2 } };
    const view = changed(old, { a: { x: 2 } }) as typeof old;
    expect(view.b).toBe(old.b);
    expect(view.a).not.toBe(old.a);
  });
  it('may replace the whole', () => {
    expect(changed({ a: 1 }, [[1, 2]])).toEqual([1, 2]);
    expect(changed(null, [{ a: [] }])).toEqual({ a: [] });
  });
  it('put things into lists, at their end, and take them out', () => {
    const old = { words: ['a', 'c'] };
    expect(changed(old, { words: [1, 0, 'b'] })).toEqual({ words: ['a', 'b', 'c'] });
    expect(changed(old, { words: [2, 0, 'd', 'e'] })).toEqual({ words: ['a', 'c', 'd', 'e'] });
    expect(changed(old, { words: [0, 1] })).toEqual({ words: ['c'] });
    expect(old).toEqual({ words: ['a', 'c'] });
  });
  it('that lead nowhere are an error', () => {
    expect(() => changed({ a: 1 }, { b: { c: 1 } })).toThrow('finds nothing at c');
    expect(() => changed({ a: [1] }, { a: { 1: 2 } })).toThrow('finds nothing at 1');
    expect(() => changed({ a: [1] }, { a: [1, 1] })).toThrow('fits no such list');
  });
});

describe('lines', () => {
  it('are whole again', () => {
    const event = { kind: 'dug' };
    const lines = wholeLines([
      { version: 4, at: 10, step: 0, seat: 'A', words: 'dig', events: [event], points: [0, 1] },
      { words: 'find', changes: { a: 1 } },
      { version: 7, at: 12, kind: 'note', key: 'sat', seat: 'B' },
      { words: 'end' },
      { step: 1, words: 'again', points: [0, 0] },
    ]);
    const step = { kind: 'step', events: [], points: [0, 1] };
    expect(lines).toEqual([
      { ...step, version: 4, at: 10, step: 0, seat: 'A', words: 'dig', events: [{ event }] },
      { ...step, version: 5, at: 10, step: 1, words: 'find', changes: { a: 1 } },
      { version: 7, at: 12, kind: 'note', key: 'sat', seat: 'B' },
      { ...step, version: 8, at: 12, step: 2, words: 'end' },
      { ...step, version: 9, at: 12, step: 1, words: 'again', points: [0, 0] },
    ]);
  });
});
