import { describe, expect, it } from 'vitest';
import type { GameKit, SeatLook } from '../src/game/kit';
import type { Happened, Line } from '../src/generated/protocol';
import { entries } from '../src/table/entries';
import { turns } from '../src/table/recap';
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
  it('is grouped by turn, and what a decision brings belongs to its seat', () => {
    expect(
      told([
        step('A', event('moors', { seat: 'A' })),
        step('B', event('moors', { seat: 'B' }), event('turn', { seat: 'A' }), event('holds', { seat: 'A' })),
        step('A', event('walks', { seat: 'A' })),
      ]),
    ).toEqual(['# 0 Ada', 'Ada moors', '# 1 Killa', 'Killa moors', 'Ada holds', '# 0 Ada', 'Ada walks']);
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
  const past = (line: Line, before: number[], after: number[]): Past =>
    ({ line: { ...line, points: after }, before: { game: { points: before } } }) as unknown as Past;
  it('is a line for each turn, with what it changed for oneself', () => {
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
});
