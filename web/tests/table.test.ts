import { describe, expect, it } from 'vitest';
import type { Frame, GameInfo } from '../src/generated/protocol';
import { parse } from '../src/app/route.svelte';
import { read } from '../src/app/prefs.svelte';
import { begin, changedOptions, full, resize, seat, toNewTable } from '../src/lobby/plan';
import { gains, turns } from '../src/replay/frames';
import { seatNames } from '../src/replay/seats';
import { parseHelp } from '../src/rules/help';
import { format, left } from '../src/table/clock';
import { pendants } from '../src/table/curtain';
import { nearest, neighbour } from '../src/board/keys';
import { companions, seenTogether } from '../src/table/companions';
import { sheet } from '../src/table/sheet';
import { seatShape } from '../src/board/seats';

const info: GameInfo = {
  key: 'toy',
  name: 'Toy',
  least_seats: 2,
  most_seats: 4,
  rules: 1,
  verbs: [],
  options: [{ key: 'dice', values: ['off', 'on'], default: 'off', help: '' }],
};

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

describe('addresses', () => {
  const at = (path: string) => parse(new URL(path, 'http://quipu'));
  it('lead to pages', () => {
    expect(at('/')).toEqual({ page: 'home' });
    expect(at('/new/toy?how=device')).toEqual({ page: 'new', game: 'toy', how: 'device' });
    expect(at('/t/heron-41?seat=B&invitation=xyz')).toEqual({
      page: 'table',
      id: 'heron-41',
      seat: 'B',
      invitation: 'xyz',
    });
    expect(at('/replay/heron-41?at=147')).toEqual({ page: 'replay', id: 'heron-41', at: 147 });
    expect(at('/replay?at=-1')).toEqual({ page: 'replay', id: null, at: null });
    expect(at('/rules/toy#T14')).toEqual({ page: 'rules', game: 'toy', rule: 'T14' });
    expect(at('/me')).toEqual({ page: 'me' });
    for (const path of ['/t', '/t/a/b', '/nowhere', '/me/too']) expect(at(path)).toEqual({ page: 'lost' });
  });
});

describe('a new table', () => {
  it('begins by the door through which one came', () => {
    expect(begin(info, 'bots').seats.map(({ kind }) => kind)).toEqual(['me', 'bot', 'bot']);
    expect(begin(info, 'device').seats.map(({ kind }) => kind)).toEqual(['me', 'device']);
    expect(full(begin(info, 'friends'))).toBe(false);
    expect(full(begin(info, 'bots'))).toBe(true);
  });
  it('has one of oneself, and as many seats as asked for', () => {
    const plan = begin(info, 'bots');
    seat(plan, 2, 'me');
    expect(plan.seats.map(({ kind }) => kind)).toEqual(['bot', 'bot', 'me']);
    resize(plan, 4);
    expect(plan.seats.map(({ kind }) => kind)).toEqual(['bot', 'bot', 'me', 'bot']);
    resize(plan, 2);
    expect(plan.seats).toHaveLength(2);
  });
  it('is sent with what differs from the book', () => {
    const plan = begin(info, 'device');
    plan.options['dice'] = 'off';
    expect(changedOptions(plan, info.options)).toEqual([]);
    plan.options['dice'] = 'on';
    plan.seats.push({ kind: 'open', name: '', level: 'adept' });
    expect(toNewTable(info, plan, (index) => `Player ${index + 1}`)).toMatchObject({
      game: 'toy',
      options: [['dice', 'on']],
      seats: [{ kind: 'me' }, { kind: 'device', name: 'Player 2' }, { kind: 'open' }],
      public: true,
    });
  });
});

describe('preferences', () => {
  it('that cannot be read are as if not kept', () => {
    expect(read('{').theme).toBe('system');
    expect(read('{"language":"xx"}').language).toBeNull();
    expect(read('{"speed":2}')).toMatchObject({ speed: 2, sound: true });
  });
});

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
    expect(seatNames(['Ada', 'bot/master'], 2)).toMatchObject([
      { name: 'Ada', bot: false },
      { name: 'bot/master', bot: true },
    ]);
    expect(seatNames([['B', 'Bruno']], 2)).toMatchObject([{ name: 'A' }, { name: 'Bruno' }]);
    expect(seatNames({ A: 'Ada' }, 1)).toMatchObject([{ name: 'Ada', letter: 'A', index: 0 }]);
  });
});

describe('the score sheet', () => {
  it('adds up by part and by kind', () => {
    const line = (seatOf: string, section: string, item: string, points: number) => ({
      seat: seatOf,
      section,
      item,
      points,
    });
    const all = sheet(
      [line('A', 'one', 'x', 3), line('B', 'one', 'y', 4), line('A', 'two', 'x', 5)],
      2,
      ({ section }) => section,
      ({ item }) => item,
    );
    expect(all.sections).toEqual([
      { label: 'one', points: [3, 4] },
      { label: 'two', points: [5, 0] },
    ]);
    expect(all.items).toEqual([
      { label: 'x', points: [8, 0] },
      { label: 'y', points: [0, 4] },
    ]);
    expect(all.total).toEqual([8, 4]);
  });
});

describe('rules', () => {
  const help = parseHelp(
    '<!-- first-turn -->\n## First turn\n\n1. Do **this**.\n2. Then that.\n\n<!-- rules -->\n## Rules\n\n**T14** Uncover. See **T15**.\n\n- **T15** Dig.\n\n<!-- card -->\n## Card\n\n| a | b |\n|---|---|\n| 1 | 2 |\n',
  );
  it('are found by number', () => {
    expect(help.rules).toContain('<b class="ruleno" id="T14">T14</b> Uncover. See <strong>T15</strong>.');
    expect(help.rules).toContain('id="T15"');
    expect(help.rules.match(/id="T15"/g)).toHaveLength(1);
  });
  it('have a first turn in steps and a card', () => {
    expect(help.steps).toEqual(['Do <strong>this</strong>.', 'Then that.']);
    expect(help.card).toContain('<td>2</td>');
    expect(help.card).not.toContain('Rules');
  });
});

describe('the keyboard', () => {
  const places = [
    { of: 'left', at: { x: 0, y: 0 } },
    { of: 'right', at: { x: 100, y: 5 } },
    { of: 'below', at: { x: 10, y: 80 } },
  ];
  it('goes to the nearest place that way, or round', () => {
    expect(neighbour({ x: 50, y: 0 }, places, 'ArrowRight')).toBe('right');
    expect(neighbour({ x: 50, y: 0 }, places, 'ArrowDown')).toBe('below');
    expect(neighbour({ x: 120, y: 0 }, places, 'ArrowRight')).toBe('left');
    expect(neighbour({ x: 0, y: 0 }, places, 'x')).toBeNull();
    expect(nearest({ x: 90, y: 0 }, places)).toBe('right');
  });
});

describe('verbs', () => {
  it('keep their place beside those that they were seen with', () => {
    seenTogether('toy', ['dig', 'camp']);
    seenTogether('toy', ['bid', 'pass']);
    expect(companions('toy', ['dig'])).toEqual(['dig', 'camp']);
    expect(companions('other', ['dig'])).toEqual([]);
  });
});

describe('drawings', () => {
  it('are the same each time, and finite', () => {
    expect(pendants(390, 844, 5, 60)).toEqual(pendants(390, 844, 5, 60));
    for (let index = 0; index < 6; index++) expect(seatShape(index, 10)).toMatch(/^M[-\d.\sAQLZ]+Z$/);
  });
});
