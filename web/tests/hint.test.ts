import { beforeAll, describe, expect, it } from 'vitest';
import type { HintGain } from '../src/generated/protocol';
import { pencilled } from '../src/board/pencil';
import { start } from '../src/i18n/index.svelte';
import { hintReason, unlike } from '../src/table/hint';

const gain = (item: string, points: number, how: Partial<HintGain> = {}): HintGain => ({
  section: 'islands',
  item,
  points,
  later: false,
  sure: true,
  ...how,
});
const kit = {
  key: 'toy',
  sheetItem: ({ item }: { item: string }) => item,
  known: ({ item }: HintGain) => item !== 'hawaii',
};
const desk = { view: null, parts: null, t: (key: string) => key };
const reason = (...gains: HintGain[]) => hintReason(gains, kit, desk);

describe('the reason of a hint', () => {
  beforeAll(() => start('en'));

  it('tells certain points as such', () => {
    expect(reason(gain('samoa', 4))).toBe('Brings you 4 points now (samoa).');
    expect(reason(gain('samoa', 1))).toBe('Brings you 1 point now (samoa).');
  });
  it('calls a forecast by its name', () => {
    expect(reason(gain('samoa', 3, { sure: false }))).toBe('Forecast: about 3 points (samoa).');
    expect(reason(gain('c3', 4, { later: true }))).toBe('Forecast: about 4 points in later turns (c3).');
  });
  it('never names what nobody has seen', () => {
    expect(reason(gain('hawaii', 5, { sure: false }))).toBe('Forecast: about 5 points.');
    expect(reason(gain('hawaii', 5))).toBe('Forecast: about 5 points.');
    expect(reason(gain('hawaii', 5, { sure: false }), gain('samoa', 2))).toBe('Forecast: about 7 points (samoa).');
  });
  it('does not promise again what came with a step that was done', () => {
    expect(hintReason([gain('samoa', 4)], kit, desk, true)).toBe('What is left of this hint.');
    expect(hintReason([gain('c3', 4, { later: true })], kit, desk, true)).toContain('about 4 points');
  });
  it('says so where nothing is gained yet', () => {
    expect(reason()).toBe('Scores nothing yet; it prepares your next turns.');
    expect(reason(gain('samoa', -2))).toBe('Scores nothing yet; it prepares your next turns.');
  });
});

it('the next best hint looks different from the one before', () => {
  const lines = ['place c5 r1', 'place c5 r3', 'place d4 r1'];
  expect(unlike(lines, (line) => ({ why: '', steps: [line.split(' r')[0]!] }))).toEqual(['place c5 r1', 'place d4 r1']);
});

it('no other idea is a hint of the same reason with another worker among its steps', () => {
  const left = (...lines: string[]) =>
    unlike(lines, (line) => ({ why: line.split(': ')[0]!, steps: line.split(': ')[1]!.split(', ') }));
  const first = '6 points: lay b3, camp b4, leader b4, worker a5';
  expect(left(first, '6 points: lay b3, camp b4, leader b4, worker b4')).toEqual([first]);
  for (const other of [
    '5 points: lay b3, camp b4, leader b4, worker b4',
    '6 points: lay a3, camp b4, leader b4, worker a5',
    '6 points: lay b3, camp b4, worker b4, leader a5',
    '6 points: lay b3, camp b4, leader b4',
  ])
    expect(left(first, other)).toEqual([first, other]);
  const short = ['2 points: uncover b3, end', '2 points: uncover b3, dig a2'];
  expect(left(...short), 'half of a short plan is another plan').toEqual(short);
});

describe('the pencil marks', () => {
  it('are numbered as the steps are, at most five, and stand side by side at one place', () => {
    const at = (x: number) => ({ text: '', at: [x, 0] as [number, number] });
    const further = [300, 400, 500].map(at);
    const marks = pencilled([at(0), { text: 'pass' }, at(100), at(100), ...further], 10);
    expect(marks.map(({ number }) => number)).toEqual([1, 3, 4, 5]);
    expect(marks.map(({ at: [x] }) => x)).toEqual([0, 88.5, 111.5, 300]);
  });
  it('are joined by the way, which goes on from the mark before', () => {
    const [one, two] = pencilled(
      [
        { text: '', from: [0, 0], at: [50, 0] },
        { text: '', from: [50, 0], over: [[60, 5]], at: [90, 0] },
      ],
      10,
    );
    expect(one!.way, 'it begins beside the piece, not on its count').toEqual([
      [10, 0],
      [50, 0],
    ]);
    expect(two!.way).toEqual([
      [50, 0],
      [60, 5],
      [90, 0],
    ]);
  });
});
