import { describe, expect, it } from 'vitest';
import type { Line, Looked, MatchState, News, State, Table } from '../src/generated/protocol';
import { after, lastTurn, looked, standingSteps, turnsSince, whole, type StepLine } from '../src/net/follow';

const table = { id: 'x', game: 'toy', seats: [] } as unknown as Table;
const state: State = {
  version: 4,
  now: 50,
  table,
  lines: [],
  more_lines: true,
  spectators: 2,
  view: { a: [1] },
};
const news = (since: number, more: Partial<News> = {}): News => ({
  id: 'x',
  since,
  version: since + 1,
  now: 99,
  spectators: 0,
  ...more,
});

const step = (n: number, version: number, more: Partial<StepLine> = {}): StepLine => ({
  version,
  at: 0,
  kind: 'step',
  step: n,
  words: '',
  events: [],
  points: [],
  ...more,
});

describe('a table that is followed', () => {
  it('takes news that fit', () => {
    const lines = [step(0, 5, { changes: { a: { 0: 2 } } })];
    expect(after(whole(state), news(4, { lines }))?.at(-1)?.standing).toMatchObject({
      version: 5,
      view: { a: [2] },
      spectators: 0,
      clockAt: 50,
    });
    expect(after(whole(state), news(4, { view: { b: 1 } }))?.at(-1)?.standing.view).toEqual({ b: 1 });
  });
  it('takes none that leave a gap, are of another table or do not fit the view', () => {
    const known = whole(state);
    expect(after(known, news(5))).toBeNull();
    expect(after(known, news(3))).toBeNull();
    expect(after(known, { ...news(4), id: 'y' })).toBeNull();
    const lines = [step(0, 5, { changes: { b: { 0: 2 } } })];
    expect(after(known, news(4, { lines }))).toBeNull();
  });
  it('knows when the clocks were told', () => {
    const game = { step: 1 } as News['game'];
    expect(after(whole(state), news(4, { game }))?.at(-1)?.standing.clockAt).toBe(99);
  });
  it('knows how things stood after each step of news', () => {
    const game = { step: 0, points: [0, 0], to_act: { kind: 'seat', seat: 'A' }, offers: [1] } as unknown as MatchState;
    const lines = [
      step(0, 5, { seat: 'A', points: [1, 0], changes: { a: { 0: 2 } } }),
      step(1, 6, { points: [1, 3], changes: { a: { 0: 3 } } }),
    ];
    const now = { ...game, step: 2, points: [1, 3], to_act: { kind: 'seat', seat: 'B' } } as MatchState;
    const moments = after(whole({ ...state, game }), news(4, { version: 6, lines, game: now }))!;
    expect(moments.map(({ standing }) => standing.view)).toEqual([{ a: [2] }, { a: [3] }]);
    expect(moments.map(({ standing }) => standing.lines.length)).toEqual([1, 2]);
    expect(moments[0]!.standing.game).toMatchObject({ step: 1, points: [1, 0], offers: [], to_act: { seat: 'A' } });
    expect(moments[1]!.standing.game).toEqual(now);
    expect(moments[1]!.standing.lines[0]).not.toHaveProperty('changes');
  });
  it('keeps of the match what news do not tell', () => {
    const game = { step: 0, points: [0], eyes: 'A', yours: ['A'], hides: true, votes: [{}] } as unknown as MatchState;
    const told = { to_act: { kind: 'seat', seat: 'A' }, undo: {} } as News['game'];
    const moments = after(whole({ ...state, game }), news(4, { lines: [step(0, 5, { points: [2] })], game: told }))!;
    expect(moments.at(-1)!.standing.game).toEqual({
      step: 1,
      points: [2],
      eyes: 'A',
      yours: ['A'],
      hides: true,
      to_act: { kind: 'seat', seat: 'A' },
      undo: {},
    });
  });
  it('knows what the one who acted last did', () => {
    const lines = [
      step(0, 1, { seat: 'A' }),
      step(1, 2, { seat: 'B' }),
      step(2, 3),
      step(3, 4, { seat: 'B' }),
      { version: 5, at: 0, kind: 'undo', seat: 'B', to: 3 } as Line,
    ];
    expect(lastTurn(lines).map(({ version }) => version)).toEqual([2, 3]);
  });
  it('knows what all others did since one acted oneself', () => {
    const lines = [
      step(0, 1, { seat: 'A' }),
      step(1, 2),
      step(2, 3, { seat: 'B' }),
      step(3, 4),
      step(4, 5, { seat: 'C' }),
    ];
    const since = (...yours: string[]) => turnsSince(lines, yours).map(({ version }) => version);
    expect(since('A'), 'the draw after it was turned up by A').toEqual([3, 4, 5]);
    expect(since('A', 'B')).toEqual([5]);
    expect(since('C')).toEqual([]);
    const undone = { version: 6, at: 0, kind: 'undo', seat: 'C', to: 4 } as Line;
    expect(turnsSince([...lines, undone], ['A']).map(({ version }) => version)).toEqual([3, 4]);
  });
  it('knows which steps were taken back', () => {
    const lines: Line[] = [
      step(0, 1),
      step(1, 2),
      step(2, 3),
      { version: 4, at: 0, kind: 'undo', seat: 'A', to: 1 },
      step(1, 5),
    ];
    expect([...standingSteps(lines)].map(({ version }) => version)).toEqual([1, 5]);
  });
});

describe('other eyes', () => {
  const lines = [step(0, 2), step(1, 3, { words: 'take secret' }), step(2, 4)];
  const game = { eyes: 'A', step: 3 } as MatchState;
  const standing = { ...whole({ ...state, lines, game }), more: false };
  const other: Looked = {
    id: 'x',
    version: 4,
    now: 60,
    eyes: 'C',
    changes: { a: { 0: 7 } },
    from: 3,
    lines: [step(1, 3, { words: 'take ?' })],
  };

  it('get what they see otherwise, and nothing that was not compared', () => {
    const seen = looked(standing, other);
    expect(seen).toMatchObject({ version: 4, view: { a: [7] }, game: { eyes: 'C', step: 3, offers: [] }, more: true });
    expect(seen?.lines.map((line) => (line as StepLine).words)).toEqual(['take ?', '']);
    expect(standing.view).toEqual({ a: [1] });
  });

  it('need what was seen before', () => {
    expect(looked({ ...standing, version: 3 }, other)).toBeNull();
    expect(looked({ ...standing, view: null }, other)).toBeNull();
  });
});
