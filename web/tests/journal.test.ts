import { beforeAll, describe, expect, it } from 'vitest';
import type { Change, GameKit, SeatLook } from '../src/game/kit';
import type { Happened, Line } from '../src/generated/protocol';
import { entries } from '../src/table/entries';
import { start } from '../src/i18n/index.svelte';
import { inShort, turns } from '../src/table/recap';
import { before } from '../src/table/turns';
import type { Past } from '../src/table/room.svelte';

const seats: SeatLook[] = ['Ada', 'Killa'].map((name, index) => ({
  name,
  index,
  letter: 'AB'[index]!,
  bot: index > 0,
}));
const event = (kind: string, more: object = {}): Happened => ({ text: kind, event: { kind, ...more } });
const kit = {
  describe: ({ event: { kind, seat } }: Happened) =>
    kind === 'turn' ? '' : [seats.find(({ letter }) => letter === seat)?.name, kind].filter(Boolean).join(' '),
  duration: ({ event: { kind } }: Happened) => (kind === 'walks' ? 1 : 100),
  milestone: ({ event: { kind } }: Happened) => (kind === 'erupts' ? 'The volcano' : null),
  together: (run: readonly Happened[]) =>
    run.every(({ event: { kind } }) => kind === 'laid') ? `${run.length} laid` : null,
} as unknown as GameKit;
let version = 0;
const step = (seat: string | undefined, ...events: Happened[]): Line => {
  version += 1;
  return { version, at: 0, kind: 'step', step: version - 1, seat, words: '', events, points: [] };
};
const told = (lines: Line[]) =>
  entries(lines, kit, seats, (key) => key).map(
    ({ text, heading, seat, undone }) => `${heading ? `# ${seat ?? ''} ` : ''}${undone ? '~' : ''}${text}`,
  );

describe('the journal', () => {
  it('says once that the match is over, where the game says it, too', () => {
    const ends = step('A', event('over'));
    const over: Line = { version: version + 1, at: 0, kind: 'note', key: 'over' };
    expect(told([ends, over])).toEqual(['# 0 Ada', 'over']);
  });
  it('is grouped by turn, and what a decision brings belongs to its seat', () => {
    expect(
      told([
        step('A', event('moors', { seat: 'A' })),
        step('B', event('moors', { seat: 'B' }), event('turn', { seat: 'A' }), event('holds', { seat: 'A' })),
        step('A', event('walks', { seat: 'A' })),
      ]),
    ).toEqual(['# 0 Ada', 'Ada moors', '# 1 Killa', 'Killa moors', 'Ada holds', '# 0 Ada', 'Ada walks']);
  });
  it('puts what opens a turn under its heading, whoever’s decision brought it', () => {
    const opening = { ...kit, opens: ({ event: { kind } }: Happened) => kind === 'takes back' } as GameKit;
    const lines = [
      step('A', event('ends', { seat: 'A' }), event('takes back', { seat: 'B' })),
      step('B', event('walks', { seat: 'B' })),
      step(undefined, event('lays')),
    ];
    const all = entries(lines, opening, seats, (key) => key);
    expect(all.map(({ text }) => text)).toEqual([
      'Ada',
      'Ada ends',
      'Killa',
      'Killa takes back',
      'Killa walks',
      'lays',
    ]);
    expect(all.map(({ turn }) => turn)).toEqual([0, 0, 1, 1, 1, 1]);
  });
  it('puts a draw into the turn that it was made for', () => {
    expect(told([step('A', event('ends', { seat: 'A' })), step(undefined, event('draws', { seat: 'B' }))])).toEqual([
      '# 0 Ada',
      'Ada ends',
      '# 1 Killa',
      'Killa draws',
    ]);
    expect(told([step('A', event('sails', { seat: 'A' })), step(undefined, event('lays'))])).toEqual([
      '# 0 Ada',
      'Ada sails',
      'lays',
    ]);
  });
  it('tells a flood in a line, and marks what was undone', () => {
    expect(
      told([step(undefined, event('laid')), step(undefined, event('laid')), step(undefined, event('erupts'))]),
    ).toEqual(['2 laid', '# The volcano'.replace('# ', '#  '), 'erupts']);
    const first = step('A', event('walks', { seat: 'A' }));
    const undo = { version: ++version, at: 0, kind: 'undo', seat: 'A', to: first.version - 1 } as Line;
    expect(told([first, undo]).slice(0, 2)).toEqual(['# 0 Ada', '~Ada walks']);
  });
  it('has each line once', () => {
    const scored = ['A', 'B', 'A'].map((seat) => event('scores', { seat }));
    const lines = [
      step('A', event('walks'), event('erupts')),
      step('B', event('erupts'), event('walks')),
      // A draw that several seats gain by begins a turn of each.
      step(undefined, ...scored),
    ];
    expect(told(lines.slice(2))).toEqual([
      '# 0 Ada',
      'Ada scores',
      '# 1 Killa',
      'Killa scores',
      '# 0 Ada',
      'Ada scores',
    ]);
    const keys = entries(lines, kit, seats, (key) => key).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('what happened since one’s own turn', () => {
  beforeAll(() => start('en'));
  const past = (line: Line, before: number[], after: number[]): Past =>
    ({
      line: { ...line, points: after },
      before: { game: { points: before }, view: before },
      standing: { view: after },
    }) as unknown as Past;
  it('is a line for each player, with what it changed for oneself', () => {
    const all = turns(
      [
        past(step('B', event('walks', { seat: 'B' })), [9, 5], [9, 5]),
        past(step('B', event('takes', { seat: 'B' }), event('loses', { seat: 'A' })), [9, 5], [5, 9]),
        past(step(undefined, event('lays')), [5, 9], [5, 9]),
      ],
      'A',
      kit,
      seats,
      (key) => key,
    );
    expect(all).toHaveLength(1);
    expect(all[0]).toMatchObject({ letter: 'B', did: 'takes · lays' });
    expect(all[0]!.you).toContain('Ada loses');
    expect(all[0]!.steps).toHaveLength(3);
  });
  it('has one entry for a player who moved twice, and no points of others', () => {
    const all = turns(
      [
        past(step('B', event('takes', { seat: 'B' })), [9, 5], [9, 6]),
        past(step('C', event('walks', { seat: 'C' })), [9, 6], [9, 6]),
        past(step('B', event('digs', { seat: 'B' })), [9, 6], [9, 8]),
      ],
      'A',
      kit,
      seats,
      (key) => key,
    );
    expect(all.map(({ letter, steps }) => `${letter} ${steps.length}`)).toEqual(['B 2', 'C 1']);
    expect(all[0]).toMatchObject({ did: 'takes · digs', you: 'nothing changed for you', chapters: [] });
  });
  it('names in its line the points that a turn brought, beside what it changed for oneself', () => {
    const line = (changed: string | null, after: number[]) => {
      const teller = { ...kit, changed: () => changed } as GameKit;
      const moved = past(step('B', event('takes', { seat: 'B' })), [9, 5], after);
      return inShort(turns([moved], 'A', teller, seats, (key) => key)[0]!);
    };
    expect(line('now stands with you on b5', [9, 19])).toBe('scored 14 points · now stands with you on b5');
    expect(line('now stands with you on b5', [9, 5])).toBe('now stands with you on b5');
    expect(line('took Tuvalu', [5, 4])).toBe('took Tuvalu');
    expect(line(null, [9, 6])).toBe('takes');
  });
  it('says what a scoring now would change, where no points did', () => {
    const worth = { ...kit, ifScoredNow: (view: number[]) => view } as GameKit;
    const step2 = past(step('B', event('walks', { seat: 'B' })), [7, 5], [7, 5]);
    const moved = { ...step2, standing: { view: [3, 5] } } as unknown as Past;
    expect(turns([moved], 'A', worth, seats, (key) => key)[0]!.you).toBe('−4 for you if scored now');
  });
  it('adds the sum where the biggest change is not all of it', () => {
    const you = (told: Change | string | null, after: number[], then = after) => {
      const teller = { ...kit, changed: () => told, ifScoredNow: (view: number[]) => view } as GameKit;
      const moved = past(step('B', event('walks', { seat: 'B' })), [9, 5], after);
      const steps = [{ ...moved, standing: { view: then } }] as unknown as Past[];
      return turns(steps, 'A', teller, seats, (key) => key)[0]!.you;
    };
    const took = { text: 'took Tuvalu: −4', points: -4 };
    expect(you(took, [2, 5]), 'Oahu went, too').toBe('took Tuvalu: −4 · −7 in all');
    expect(you(took, [5, 5], [9, 5]), 'that was all').toBe('took Tuvalu: −4');
    expect(you(took, [9, 5]), 'and another one came').toBe('took Tuvalu: −4 · ±0 in all');
    expect(you({ text: 'a boat went home' }, [6, 5])).toBe('a boat went home · your points: −3');
    const raised = { text: 'took d4: −2 if scored now', then: -2 };
    expect(you(raised, [9, 5], [7, 5])).toBe('took d4: −2 if scored now');
    expect(you(raised, [9, 5], [4, 5])).toBe('took d4: −2 if scored now · −5 in all if scored now');
    expect(you({ text: 'd4 is closed' }, [9, 5], [5, 5])).toBe('d4 is closed · −4 for you if scored now');
    expect(you('the professor left', [4, 5]), 'a text alone says all').toBe('the professor left');
    expect(you(null, [4, 5])).toBe('nothing changed for you');
  });
  it('tells a chain chapter by chapter', () => {
    const chain = { ...kit, begins: ({ event: { kind } }: Happened) => kind === 'sails' } as GameKit;
    const steps = ['moors', 'sails', 'lands', 'sails', 'sinks', 'sails', 'lands'].map((kind) =>
      past(step('B', event(kind, { seat: 'B' })), [0, 0], [0, 0]),
    );
    const [turn] = turns(steps, 'A', chain, seats, (key) => key);
    expect(turn!.chapters.map(({ steps }) => steps.map(({ line }) => line.events[0]!.event.kind).join(' '))).toEqual([
      'moors sails lands',
      'sails sinks',
      'sails lands',
    ]);
  });
});

describe('who comes next', () => {
  const four = ['Ada', 'Bruno', 'Chen', 'Dora'].map((name, index) => ({
    name,
    index,
    letter: 'ABCD'[index]!,
    bot: true,
  }));
  const names = (acts: string, me: string, order?: string[]) => before(four, order, acts, me).map(({ name }) => name);
  it('goes round the table until oneself', () => {
    expect(names('C', 'A')).toEqual(['Dora', 'Ada']);
    expect(names('B', 'A')).toEqual(['Chen', 'Dora', 'Ada']);
    expect(names('D', 'A')).toEqual(['Ada']);
  });
  it('goes by the game’s own order where it has one', () => {
    expect(names('C', 'A', ['D', 'C', 'B', 'A'])).toEqual(['Dora', 'Bruno', 'Ada']);
  });
});
