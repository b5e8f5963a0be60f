/** A lesson at a real table whose other end is the teacher. */
import { describe, expect, it, vi } from 'vitest';
import type { Lesson, LessonStop, MatchState, ToClient } from '../src/generated/protocol';
import { hintFor, reaction, stepOf } from '../src/learn/coaching';
import { read, unfinished } from '../src/learn/progress.svelte';
import { parts, plain } from '../src/learn/said';
import { fits, Teacher, type Tried } from '../src/learn/teacher';

const text = (en: string) => ({ en, it: en, es: en });
const game = (step: number): MatchState => ({
  step,
  to_act: { kind: 'seat', seat: 'A' },
  points: [0, 0],
  eyes: 'A',
  yours: ['A'],
  hides: false,
  undo: {},
});
const frame = (words: string, by?: string) => ({
  step: 1,
  ...(by ? { by } : {}),
  words,
  events: [],
  to_act: { kind: 'seat' as const, seat: 'A' },
  points: [0, 0],
  view: { after: words },
});
const stop = (step: number, more: Partial<LessonStop>): LessonStop => ({
  step,
  game: game(0),
  view: { at: step },
  position: {},
  ways: [],
  ...more,
});
const lesson: Lesson = {
  game: 'tikal',
  key: 'sample',
  minutes: 1,
  title: text('Sample'),
  options: [],
  seats: 2,
  hides: false,
  steps: [
    { key: 'read', title: text('Read'), do: text('Look.') },
    {
      key: 'walk',
      title: text('Walk'),
      do: text('Walk on.'),
      wrong: [
        { words: '', text: text('Not that.') },
        { words: 'move worker', text: text('Not the worker.') },
      ],
      refused: [{ words: 'dig b5', text: text('Dig elsewhere.') }],
    },
  ],
  stops: [
    stop(0, { ways: [{ scenes: [], to: 1 }] }),
    stop(1, {
      legal: ['move leader a5 b5', 'move worker a5 b5', 'end'],
      closed: [{ verb: 'dig', why: { rule: 'T10', text: 'too dear' } }],
      refused: [{ why: 0, words: ['uncover a4'] }],
      ways: [
        { word: 'move leader a5 b5', scenes: [{ frame: frame('move leader a5 b5', 'A') }, { frame: frame('', 'B') }] },
      ],
    }),
  ],
  reasons: [{ rule: 'T14', key: 'nobody', text: 'nobody is there' }],
};

async function table() {
  const said: ToClient[] = [];
  const tried: Tried[] = [];
  const stops: (number | null)[] = [];
  const teacher = new Teacher(lesson, {
    names: ['You', 'Blue'],
    moved: (to) => stops.push(to),
    tried: (what) => tried.push(what),
  });
  teacher.onmessage = ({ data }) => said.push(JSON.parse(String(data)) as ToClient);
  await vi.waitFor(() => expect(said[0]?.t).toBe('welcome'));
  const send = async (message: object) => {
    teacher.send(JSON.stringify(message));
    await Promise.resolve();
    await Promise.resolve();
  };
  await send({ t: 'watch', table: 'lesson' });
  return { teacher, said, tried, stops, send };
}

describe('the teacher', () => {
  it('shows the first stop and reads on', async () => {
    const { teacher, said, stops } = await table();
    expect(said.at(-1)).toMatchObject({ t: 'state', view: { at: 0 } });
    teacher.readOn();
    expect(stops).toEqual([1]);
    expect(said.at(-1)).toMatchObject({ t: 'state', view: { at: 1 } });
  });
  it('plays what is right, with what others do, to the end', async () => {
    const { teacher, said, stops, send } = await table();
    teacher.readOn();
    await send({ t: 'do', do: 'play', id: '1', table: 'lesson', seen: 1, seat: 'A', word: 'move leader a5 b5' });
    const [done, news] = said.slice(-2);
    expect(done).toMatchObject({ t: 'done', id: '1' });
    expect(news).toMatchObject({ t: 'news', lines: [{ seat: 'A' }, { seat: 'B' }] });
    expect(news?.t === 'news' && news.version).toBe(done?.t === 'done' && done.version);
    expect(stops).toEqual([1, null]);
    expect(teacher.trail).toEqual([null, 'move leader a5 b5']);
  });
  it('shows another position when the steps before it have been shown', async () => {
    const scenes = [{ frame: frame('end', 'A') }, { frame: frame(''), jump: true }, { frame: frame('') }];
    const stops = [stop(0, { ways: [{ word: 'end', scenes, to: 1 }] }), stop(1, {})];
    const said: ToClient[] = [];
    const teacher = new Teacher({ ...lesson, stops }, { names: ['You', 'Blue'], moved: () => {}, tried: () => {} });
    teacher.onmessage = ({ data }) => said.push(JSON.parse(String(data)) as ToClient);
    await vi.waitFor(() => expect(said[0]?.t).toBe('welcome'));
    teacher.send(JSON.stringify({ t: 'do', do: 'play', id: '1', table: 'lesson', seen: 1, seat: 'A', word: 'end' }));
    await vi.waitFor(() => expect(said.at(-1)?.t).toBe('news'));
    expect(said.at(-1)).toMatchObject({ lines: [{ seat: 'A' }] });
    expect(teacher.jumps()).toBe(true);
    teacher.show();
    const [done, state] = [said.find(({ t }) => t === 'done'), said.at(-1)];
    expect(state).toMatchObject({ t: 'state', view: { at: 1 } });
    // The command is done only when the table stands there.
    expect(state?.t === 'state' && state.version).toBe(done?.t === 'done' && done.version);
    expect(teacher.jumps()).toBe(false);
  });
  it('takes what is legal for wrong, and gives the reason of what is not', async () => {
    const { teacher, said, tried, send } = await table();
    teacher.readOn();
    const why = (word: string) => send({ t: 'ask', ask: 'why', id: word, table: 'lesson', seat: 'A', word });
    await why('move worker a5 b5');
    await why('uncover a4');
    expect(said.at(-1)).toMatchObject({ t: 'answer', why: { rule: 'T14' } });
    await why('dig b5');
    await why('camp h1');
    expect(tried.map(({ kind }) => kind)).toEqual(['wrong', 'refused', 'refused', 'refused']);
    expect(tried[2]).toMatchObject({ reason: { rule: 'T10' } });
    expect(tried[3]).toMatchObject({ reason: null });
  });
  it('says of verbs that are open that they are not asked for', async () => {
    const { teacher, said, send } = await table();
    teacher.readOn();
    await send({ t: 'ask', ask: 'closed', id: 'c', table: 'lesson', seat: 'A' });
    const answer = said.at(-1);
    expect(answer?.t === 'answer' && answer.closed?.map(({ verb }) => verb)).toEqual(['dig', 'end']);
  });
  it('goes back, and takes up a trail as far as it fits', async () => {
    const { teacher, said, stops } = await table();
    teacher.readOn();
    teacher.back();
    expect(stops).toEqual([1, 0]);
    expect(said.at(-1)).toMatchObject({ t: 'state', view: { at: 0 } });
    teacher.resume([null, 'gone since']);
    expect(teacher.at).toBe(1);
  });
});

describe('the coach', () => {
  const walk = lesson.steps[1]!;
  it('answers by the longest beginning', () => {
    expect(reaction(walk, 'move worker a5 b5')?.en).toBe('Not the worker.');
    expect(reaction(walk, 'end')?.en).toBe('Not that.');
    expect(reaction(lesson.steps[0]!, 'end')).toBeUndefined();
  });
  it('finds words that are refused alike by what they have in common', () => {
    const words = 'dig egypt 12 permit';
    expect(
      [words, 'dig *', 'dig egypt *', 'dig * 12 permit', 'dig * * permit *'].filter((one) => !fits(one, words)),
    ).toEqual([]);
    const others = ['dig', 'dig egypt 12', 'dig egypt * * +1', 'dig * 11 *', 'digs *', 'dig egypt 12 permit +1'];
    expect(others.filter((one) => fits(one, words))).toEqual([]);
  });
  it('has hints for what is refused', () => {
    expect(hintFor(walk, { kind: 'refused', words: 'dig b5', reason: null })?.en).toBe('Dig elsewhere.');
  });
  it('knows the step of a stop', () => {
    expect([stepOf(lesson, 0), stepOf(lesson, 1), stepOf(lesson, null)]).toEqual([0, 1, 2]);
  });
});

describe('texts', () => {
  it('have strong parts and rules', () => {
    expect(parts('To **b5** [T13]').map(({ kind }) => kind)).toEqual(['text', 'strong', 'text', 'rule']);
    expect(plain('To **b5** [T13].')).toBe('To b5.');
    expect(parts('To b5 [T13]. On.').slice(1)).toEqual([
      { kind: 'rule', text: 'T13', end: '.' },
      { kind: 'text', text: ' On.' },
    ]);
  });
});

describe('progress', () => {
  it('is read as far as it can be', () => {
    expect(read('{"tikal/first":{"trail":[null,"end"]},"x":3}')).toEqual({
      'tikal/first': { trail: [null, 'end'], done: false, at: 0 },
    });
    expect(read('nonsense')).toEqual({});
  });
  it('knows the lesson that was left last, and none that is finished', () => {
    const on = (...trail: (string | null)[]) => ({ trail, at: trail.length });
    const done = { trail: [], done: true };
    const kept = read(JSON.stringify({ 'tikal/one': on(null), 'inka/two': on(null, 'end'), 'inka/one': done }));
    expect(unfinished(kept)).toEqual({ game: 'inka', lesson: 'two', at: 2 });
    expect(unfinished({})).toBeNull();
  });
});
