import { describe, expect, it } from 'vitest';
import type { Line, News, State, Table } from '../src/generated/protocol';
import { after, standingSteps, whole } from '../src/net/follow';

const table = { id: 'x', game: 'toy', seats: [] } as unknown as Table;
const state: State = {
  version: 4,
  now: 50,
  table,
  lines: [],
  more_lines: true,
  spectators: 2,
  view: { kind: 'whole', view: { a: [1] } },
};
const news = (since: number, more: Partial<News> = {}): News => ({
  id: 'x',
  since,
  version: since + 1,
  now: 99,
  spectators: 0,
  ...more,
});

describe('a table that is followed', () => {
  it('takes news that fit', () => {
    const next = after(whole(state, null), news(4, { view: { kind: 'changes', changes: [{ at: ['a', 0], to: 2 }] } }));
    expect(next).toMatchObject({ version: 5, view: { a: [2] }, spectators: 0, clockAt: 50 });
  });
  it('takes none that leave a gap, are of another table or do not fit the view', () => {
    const known = whole(state, null);
    expect(after(known, news(5))).toBeNull();
    expect(after(known, news(3))).toBeNull();
    expect(after(known, { ...news(4), id: 'y' })).toBeNull();
    expect(after(known, news(4, { view: { kind: 'changes', changes: [{ at: ['b', 0], to: 2 }] } }))).toBeNull();
  });
  it('knows when the clocks were told', () => {
    const game = { step: 1 } as News['game'];
    expect(after(whole(state, null), news(4, { game }))?.clockAt).toBe(99);
  });
  it('knows which steps were taken back', () => {
    const step = (n: number, version: number): Line => ({
      version,
      at: 0,
      kind: 'step',
      step: n,
      words: '',
      events: [],
      points: [],
    });
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
