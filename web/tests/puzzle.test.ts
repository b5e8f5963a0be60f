import { describe, expect, it, vi } from 'vitest';
import { parse } from '../src/app/route.svelte';
import type { Line } from '../src/generated/protocol';
import type { Request } from '../src/local/engine';
import { dayOf, gameOfDay, placeOfDay, rating, read, tableOf, type Posed } from '../src/puzzle/files';
import { PuzzleLine, turnOf } from '../src/puzzle/line';
import { read as readProgress, streak } from '../src/puzzle/progress.svelte';

const posed = (solved: Posed['solved']): Posed => ({
  from: 'self-play 3',
  seats: 3,
  position: { turn: 'B' },
  at: 40,
  seat: 'B',
  right: [{ words: ['end'], win: 0.7, margin: 3 }],
  others: [],
  solved,
});
const step = (number: number, words: string, seat?: string): Line =>
  ({ kind: 'step', step: number, version: number, at: 0, words, seat, events: [], points: [] }) as Line;

describe('the puzzles of a game', () => {
  it('are read line by line, behind their head', () => {
    const text = `{"game":"tikal","attempts":5}\n${JSON.stringify(posed([1, 2, 3, 4]))}\n`;
    const { head, puzzles } = read(text);
    expect([head.game, puzzles.length, puzzles[0]?.seat]).toEqual(['tikal', 1, 'B']);
  });
  it('are rated by the bots that solve them', () => {
    const rated = (...solved: Posed['solved']) => rating(posed(solved), 5);
    expect([rated(4, 5, 5, 5), rated(3, 4, 5, 5), rated(0, 3, 4, 5), rated(0, 1, 2, 5)]).toEqual([
      'easy',
      'medium',
      'medium',
      'hard',
    ]);
  });
  it('have each their day before one comes again, and each game its turn', () => {
    for (const count of [1, 2, 7, 100, 240]) {
      const places = new Set(Array.from({ length: count }, (_, day) => placeOfDay(day, count)));
      expect(places.size).toBe(count);
    }
    expect([3, 4, 5].map((day) => gameOfDay(day, ['a', 'b', 'c']))).toEqual(['a', 'b', 'c']);
    expect(dayOf(new Date(1970, 0, 3, 23, 59))).toBe(2);
  });
  it('are played at a table where nobody else moves', () => {
    const { seats, position } = tableOf('tikal', posed([0, 0, 0, 0]));
    expect(seats.map(({ kind }) => kind)).toEqual(['bot', 'me', 'bot']);
    expect(position).toEqual({ turn: 'B' });
  });
});

describe('the address of a puzzle', () => {
  it('names the day, or a game and a number', () => {
    const at = (path: string) => parse(new URL(path, 'http://quipu.test'));
    expect(at('/puzzle')).toEqual({ page: 'puzzle', game: null, number: null });
    expect(at('/puzzle/inka/3')).toEqual({ page: 'puzzle', game: 'inka', number: 3 });
    expect(at('/puzzles')).toEqual({ page: 'puzzles' });
    for (const wrong of ['/puzzle/inka/x', '/puzzle/inka/0', '/puzzle/inka/1/2', '/puzzles/inka'])
      expect(at(wrong).page).toBe('lost');
  });
});

describe('the turn of a puzzle', () => {
  const mine = { kind: 'seat', seat: 'B' } as const;
  it('lasts while the same seat acts, without what was taken back', () => {
    const undo = { kind: 'undo', seat: 'B', to: 1, version: 3, at: 0 } as Line;
    const lines = [step(0, 'enter c3', 'B'), step(1, 'dig c3', 'B'), undo, step(1, 'move c3 c4', 'B')];
    expect(turnOf(lines, 'B', mine)).toEqual({ words: ['enter c3', 'move c3 c4'], over: false });
    expect(turnOf([], 'B', mine).over).toBe(false);
  });
  it('is over when something is drawn or somebody else is to act', () => {
    const drawn = [step(0, 'dig c3', 'B'), step(1, 'treasure mask'), step(2, 'end', 'B')];
    expect(turnOf(drawn, 'B', mine)).toEqual({ words: ['dig c3'], over: true });
    expect(turnOf([step(0, 'end', 'B')], 'B', { kind: 'seat', seat: 'C' })).toEqual({ words: ['end'], over: true });
  });
  it('is judged once, and then nothing more is on offer', async () => {
    const done = vi.fn();
    const news = (to: string) => ({
      t: 'news',
      id: 'puzzle',
      lines: [{ version: 3, at: 0, step: 0, seat: 'B', words: 'end', points: [] }],
      game: { to_act: { kind: 'seat', seat: to }, offers: [{ words: ['end'] }] },
    });
    const mind = {
      ask: <T>(request: Request) => Promise.resolve((request.q === 'hear' ? { tell: [[1, news('C')]] } : {}) as T),
    };
    const table = tableOf('tikal', posed([0, 0, 0, 0]));
    const line = new PuzzleLine(mind, table, 'B', { id: 'here', name: 'blue' }, done, () => {});
    const heard: { t: string; game?: { offers: unknown[] } }[] = [];
    line.onmessage = ({ data }) => heard.push(JSON.parse(data as string) as never);
    const play = (id: string) =>
      line.send(JSON.stringify({ t: 'do', table: 'puzzle', id, do: 'play', seen: 1, seat: 'B', word: 'end' }));
    play('1');
    play('2');
    await vi.waitFor(() => expect(heard.map(({ t }) => t)).toEqual(['welcome', 'news', 'refused']));
    expect(heard[1]?.game?.offers).toEqual([]);
    expect(done.mock.calls).toEqual([[['end']]]);
  });
});

describe('days in a row', () => {
  it('count up to today, or up to yesterday while today waits', () => {
    expect(streak(10, { 8: 'solved', 9: 'solved' })).toBe(2);
    expect(streak(10, { 8: 'solved', 9: 'solved', 10: 'solved' })).toBe(3);
    expect(streak(10, { 8: 'solved', 9: 'missed', 10: 'solved' })).toBe(1);
    expect(streak(10, { 8: 'solved' })).toBe(0);
    expect(streak(10, { 9: 'solved', 10: 'missed' })).toBe(0);
  });
  it('survive what cannot be read', () => {
    expect(readProgress('{"puzzles":{"a":"solved","b":7},"days":null}')).toEqual({
      puzzles: { a: 'solved' },
      days: {},
    });
    for (const broken of ['', 'null', '[', '{"days":3}']) expect(readProgress(broken).days).toEqual({});
  });
});
