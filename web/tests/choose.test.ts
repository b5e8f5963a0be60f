import { describe, expect, it } from 'vitest';
import type { Offer } from '../src/generated/protocol';
import { ahead, choice, hinted, nearestTurn, nextTurn } from '../src/board/choose';
import { asksFirst, DoubleGuard } from '../src/board/confirming';
import { verbRow } from '../src/table/verbs';
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
  it('lists an offer that is spelt in several ways once', () => {
    const twice = spelt([move, 'piece:a', 'cell:b'], [move, 'piece:a', 'cell:c', 'cell:b']);
    expect(light(twice, 0).get('piece:a')?.offers).toEqual([move]);
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
  const cells = ['c3', 'd4'].flatMap((cell) => lay.map((_, turn) => ({ cell, turn: turn * (cell === 'c3' ? 1 : 2) })));
  const tiles = cells.map(({ cell, turn }): Spelt => ({
    offer: offer(`lay ${cell} r${turn}`),
    clicks: [`cell:${cell}`, `turn:${turn}`],
  }));
  it('waits for the same click again where it is asked about', () => {
    const manner = { confirms: () => true };
    const chosen = choice(laying, ['turn:1'], manner);
    expect(chosen).toMatchObject({ offer: lay[1], confirming: true, picked: ['cell:c3', 'turn:1'] });
    expect([...chosen.lit.keys()]).toEqual(['turn:0', 'turn:1', 'turn:2']);
    expect(choice(laying, ['turn:1', 'turn:2'], manner)).toMatchObject({
      offer: lay[2],
      confirming: true,
      picked: ['cell:c3', 'turn:2'],
    });
    expect(choice(laying, ['turn:1', 'turn:2', 'turn:2'], manner)).toMatchObject({ offer: lay[2], confirming: false });
  });
  it('takes a single turn by itself, but has it confirmed', () => {
    const one = laying.slice(0, 1).concat({ offer: end, clicks: ['verb:end'] });
    expect(choice(one, ['cell:c3'])).toMatchObject({ offer: lay[0], confirming: false });
    expect(choice(one, ['cell:c3'], { confirms: () => true })).toMatchObject({ offer: lay[0], confirming: true });
  });

  const turns = { turns: () => true };
  it('lays what is turned with the first click, lights the other turns and places, and never plays it', () => {
    expect([...choice(tiles, [], turns).lit.keys()]).toEqual(['cell:c3', 'cell:d4']);
    expect(choice(laying, [], turns), 'a single place is not taken by itself').toMatchObject({ picked: [] });
    const first = choice(tiles, ['cell:c3'], turns);
    expect(first).toMatchObject({ confirming: true, picked: ['cell:c3', 'turn:0'] });
    expect(first.laying).toEqual({ place: 'cell:c3', turn: 'turn:0', turns: ['turn:0', 'turn:1', 'turn:2'] });
    expect([...first.lit.keys()]).toEqual(['turn:1', 'turn:2', 'cell:d4']);
    expect(choice(tiles, ['cell:c3', 'turn:1'], turns)).toMatchObject({ confirming: true, offer: tiles[1]!.offer });
  });
  it('keeps the turn at another place, or goes on clockwise to the next legal one', () => {
    expect(choice(tiles, ['cell:c3', 'turn:2', 'cell:d4'], turns).picked).toEqual(['cell:d4', 'turn:2']);
    expect(choice(tiles, ['cell:c3', 'turn:1', 'cell:d4'], turns).picked).toEqual(['cell:d4', 'turn:2']);
    expect(nearestTurn(['turn:0', 'turn:1'], 'turn:3')).toBe('turn:0');
  });
  it('turns by legal turns only, round and round', () => {
    const at = { place: 'cell:d4', turn: 'turn:4', turns: ['turn:0', 'turn:2', 'turn:4'] };
    expect([nextTurn(at, 1), nextTurn(at, -1)]).toEqual(['turn:0', 'turn:2']);
    expect(nextTurn({ ...at, turns: ['turn:4'] }, 1)).toBe('turn:4');
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
    expect(hinted([way, step], ['move a b', 'move b c', 'dig c']), 'a way that ends before the line does').toBe(step);
  });
});

describe('confirming', () => {
  const risky = ({ word }: Offer) => word === 'end';
  it('asks always, as a rule, or never', () => {
    const asked = (setting: 'always' | 'usual' | 'never', count = 3) =>
      [end, move].map((one) => asksFirst(setting, risky, count)(one));
    expect(asked('always')).toEqual([true, true]);
    expect(asked('usual')).toEqual([true, false]);
    expect(asked('never')).toEqual([false, false]);
    expect(asked('usual', 1), 'where nothing else can be done').toEqual([false, false]);
  });
  it('a second press at once at the same place does the same or nothing', () => {
    const press = (what: string, at: number, x = 0) => ({ what, at, x, y: 0 });
    const guard = new DoubleGuard();
    expect(guard.passes(press('confirm', 0))).toBe(true);
    expect(guard.passes(press('end', 200)), 'the tick became the end of the turn').toBe(false);
    expect(guard.passes(press('end', 420)), 'who presses again means it').toBe(true);
    expect(guard.passes(press('end', 500)), 'the same again').toBe(true);
    expect(guard.passes(press('verb', 520, 80)), 'another place').toBe(true);
  });
  it('holds back longer what would end the turn, or play what was asked about', () => {
    const press = (what: string, at: number) => ({ what, at, x: 0, y: 0, last: true });
    const guard = new DoubleGuard();
    expect(guard.passes(press('end', 0))).toBe(true);
    expect(guard.passes(press('confirm', 400)), 'the question came up below the finger').toBe(false);
    expect(guard.passes(press('confirm', 700)), 'and again').toBe(false);
    expect(guard.passes(press('confirm', 800)), 'who has read it').toBe(true);
  });
});

describe('verbs in the action bar', () => {
  const places = ['enter', 'move', 'dig'];
  const now = { picked: [], closed: [], shown: new Set<string>() };
  it('keep their order and place, whatever is possible', () => {
    const why = { rule: 'T14', key: 'dig-where', text: '', values: {} };
    const row = verbRow(places, { ...now, open: ['dig', 'enter', 'end'], closed: [{ verb: 'move', why }] });
    expect(row).toEqual([
      { verb: 'enter', state: 'open' },
      { verb: 'move', state: 'closed', why },
      { verb: 'dig', state: 'open' },
    ]);
    expect(verbRow(places, { ...now, open: [] }).map(({ verb }) => verb)).toEqual(places);
    expect(verbRow(places, { ...now, open: places, picked: ['verb:dig', 'cell:a'] })[2]).toMatchObject({ state: 'on' });
  });
  it('that nobody has foreseen stand behind the others, unless the game shows them itself', () => {
    expect(verbRow(places, { ...now, open: ['pass'] }).map(({ verb }) => verb)).toEqual([...places, 'pass']);
    expect(verbRow([], { ...now, open: ['pass'], shown: new Set(['verb:pass']) })).toEqual([]);
  });
});
