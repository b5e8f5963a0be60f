import { describe, expect, it } from 'vitest';
import type { Offer } from '../src/generated/protocol';
import { ahead, choice, hinted } from '../src/board/choose';
import { completed, forced, light, remaining, spell, type Spelt } from '../src/board/narrow';

const offer = (word: string, price?: number, then?: string[]): Offer => ({ word, price, then });
const spelt = (...all: [Offer, ...string[]][]): Spelt[] => all.map(([of, ...clicks]) => ({ offer: of, clicks }));

const move = offer('move a b', 2);
const far = offer('move a c', 5);
const end = offer('end');
const moves = spelt(
  [move, 'verb:move', 'piece:a', 'cell:b'],
  [far, 'verb:move', 'piece:a', 'cell:c'],
  [move, 'piece:a', 'cell:b'],
  [far, 'piece:a', 'cell:c'],
  [end, 'verb:end'],
);

describe('narrowing', () => {
  it('spells every offer in every way', () => {
    expect(spell([move, end], ({ word }) => (word === 'end' ? [['e']] : [['a'], ['b', 'c']]))).toHaveLength(3);
  });
  it('lights the next clicks with the least price', () => {
    const lit = light(moves, 0);
    expect([...lit.keys()]).toEqual(['verb:move', 'piece:a', 'verb:end']);
    expect(lit.get('piece:a')).toMatchObject({ price: 2 });
    expect(lit.get('verb:end')?.completes).toBe(end);
    expect(lit.get('piece:a')?.completes).toBeUndefined();
  });
  it('keeps what begins with the clicks', () => {
    const left = remaining(moves, ['piece:a']);
    expect(left).toHaveLength(2);
    expect(completed(left, ['piece:a'])).toBeNull();
    expect(completed(remaining(moves, ['piece:a', 'cell:b']), ['piece:a', 'cell:b'])).toBe(move);
    expect(forced(remaining(moves, ['verb:move']), 1)).toBe('piece:a');
    expect(forced(moves, 0)).toBeNull();
  });
});

describe('choosing', () => {
  it('takes the clicks without an alternative by itself', () => {
    const now = choice(moves, ['verb:move']);
    expect(now.picked).toEqual(['verb:move', 'piece:a']);
    expect([...now.lit.keys()]).toEqual(['cell:b', 'cell:c']);
    expect(now.offer).toBeNull();
  });
  it('completes an offer by hand', () => {
    expect(choice(moves, ['piece:a', 'cell:c'])).toMatchObject({ offer: far, confirming: false });
  });
  it('never plays anything without a click', () => {
    const only = spelt([end, 'verb:end']);
    expect(choice(only, [])).toMatchObject({ offer: null, picked: [] });
    expect([...choice(only, []).lit.keys()]).toEqual(['verb:end']);
    const deep = spelt([end, 'a', 'b']);
    expect(choice(deep, []).picked).toEqual(['a']);
    expect(choice(deep, []).offer).toBeNull();
    expect(choice(deep, ['b']).offer).toBe(end);
  });
  const lay = [0, 1, 2].map((turn) => offer(`lay c3 r${turn}`));
  const laying = lay.map((of, turn): Spelt => ({ offer: of, clicks: ['cell:c3', `turn:${turn}`] }));
  it('waits for the same click again where the game wants it', () => {
    const confirms = () => true;
    const chosen = choice(laying, ['turn:1'], confirms);
    expect(chosen).toMatchObject({ offer: lay[1], confirming: true, picked: ['cell:c3', 'turn:1'] });
    expect([...chosen.lit.keys()]).toEqual(['turn:0', 'turn:1', 'turn:2']);
    expect(choice(laying, ['turn:1', 'turn:2'], confirms)).toMatchObject({
      offer: lay[2],
      confirming: true,
      picked: ['cell:c3', 'turn:2'],
    });
    expect(choice(laying, ['turn:1', 'turn:2', 'turn:2'], confirms)).toMatchObject({
      offer: lay[2],
      confirming: false,
    });
  });
  it('takes a single turn by itself, but has it confirmed', () => {
    const one = laying.slice(0, 1).concat({ offer: end, clicks: ['verb:end'] });
    expect(choice(one, ['cell:c3'])).toMatchObject({ offer: lay[0], confirming: false });
    expect(choice(one, ['cell:c3'], () => true)).toMatchObject({ offer: lay[0], confirming: true });
  });
  it('knows what lies ahead of a click', () => {
    expect(ahead(undefined)).toBeNull();
    expect(ahead({ offers: [move, far] })).toBeNull();
    expect(ahead({ offers: [move] })).toBe(move);
    expect(ahead({ offers: [move, far], completes: far })).toBe(far);
  });
  it('finds the offer of a hint', () => {
    const step = offer('move a b');
    const way = offer('move a b', 3, ['move b c']);
    const other = offer('move a b', 3, ['move b d']);
    expect(hinted([step, way, other], ['move a b', 'move b d'])).toBe(other);
    expect(hinted([step, way, other], ['move a b', 'dig b'])).toBe(step);
    expect(hinted([step], ['end'])).toBeNull();
  });
});
