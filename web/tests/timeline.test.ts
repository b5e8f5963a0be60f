/** What each part of the page shows at every moment of a turn: nothing goes ahead of the step being shown. */
import { render } from 'svelte/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GameKit } from '../src/game/kit';
import type { Happened, MatchState, News, State, Table } from '../src/generated/protocol';
import { prefs } from '../src/app/prefs.svelte';
import { alert } from '../src/table/alert.svelte';
import { PlayDesk, toldDesk } from '../src/table/desk.svelte';
import { entries, newestOf } from '../src/table/entries';
import Revealing from '../src/table/Revealing.svelte';
import { Room } from '../src/table/room.svelte';
import { Ways } from '../src/table/ways.svelte';
import { FakeWorld } from './world';

interface View {
  cards: string[];
  left: number;
}
const event = (kind: string, more: object = {}): Happened => ({ text: kind, event: { kind, ...more } });
const kit = {
  key: 'toy',
  duration: ({ event: { kind } }: Happened) => (kind === 'over' ? 0 : 100),
  reveals: ({ event: { kind } }: Happened) => kind === 'card',
  describe: ({ event: { kind, name } }: Happened) => [kind, name].filter(Boolean).join(' '),
  spellings: ({ word }: { word: string }) => [[`verb:${word}`]],
  label: (click: string) => ({ text: click }),
  prompt: ({ to_act }: MatchState) => `prompt of ${to_act.kind === 'seat' ? to_act.seat : ''}`,
  summary: ({ cards }: View) => cards.join(' '),
} as unknown as GameKit;

const match = (step: number, seat: string, points: number[], more: Partial<MatchState> = {}): MatchState => ({
  step,
  to_act: { kind: 'seat', seat },
  points,
  eyes: 'A',
  yours: ['A'],
  hides: true,
  undo: {},
  ...more,
});
/** As they are sent: in runs. */
const offers = [{ words: ['dig'], facts: {} }] as unknown as MatchState['offers'];
const table = { id: 'x', game: 'toy', seats: [], stage: { kind: 'playing' }, hints: true } as unknown as Table;
const start: State = {
  version: 1,
  now: 0,
  table,
  game: match(0, 'A', [5, 5], { offers }),
  view: { cards: [], left: 3 },
  lines: [],
  more_lines: false,
  spectators: 0,
};
/** A dig of two cards, and the turn of B that follows. */
const dig: News = {
  id: 'x',
  since: 1,
  version: 4,
  now: 1,
  spectators: 0,
  lines: [
    { version: 2, at: 1, kind: 'step', step: 0, seat: 'A', words: '', events: [event('digs')], points: [5, 5] },
    {
      version: 3,
      at: 1,
      kind: 'step',
      step: 1,
      words: '',
      events: [event('card', { name: 'Ushabti' })],
      points: [8, 5],
      changes: { cards: [['Ushabti']], left: 2 },
    },
    {
      version: 4,
      at: 1,
      kind: 'step',
      step: 2,
      words: '',
      events: [event('card', { name: 'Cat' }), event('over')],
      points: [9, 5],
      changes: { cards: [['Ushabti', 'Cat']], left: 1 },
    },
  ],
  game: match(3, 'A', [9, 5], { offers }),
};

/** What B does after it. */
const others: News = {
  id: 'x',
  since: 4,
  version: 6,
  now: 1,
  spectators: 0,
  lines: [
    { version: 5, at: 1, kind: 'step', step: 3, seat: 'B', words: '', events: [event('walks')], points: [9, 5] },
    {
      version: 6,
      at: 1,
      kind: 'step',
      step: 4,
      seat: 'B',
      words: '',
      events: [event('takes')],
      points: [7, 7],
      changes: { left: 0 },
    },
  ],
  game: match(5, 'A', [7, 7], { offers }),
};

let world: FakeWorld;
let room: Room;
let desk: PlayDesk;
/** Whether title, icon and sound say that it is one's turn. */
const called = () => {
  alert('Toy', desk.begins, 'toy');
  return document.title.startsWith('●');
};
/**
 * All that a person sees and hears: the board's cards, what the panel counts, points, journal, the newest line (of a
 * phone, and read aloud), the board as it is read aloud, who acts, offers, and whether they are called.
 */
const seen = () => ({
  board: (desk.view as View).cards.join(' '),
  panel: (toldDesk(desk, room).view as View).left,
  points: desk.game.points[0],
  journal: entries(room.shown!.lines, kit, desk.seats, desk.t)
    .map(({ text }) => text)
    .join(', '),
  line: newestOf(room.shown!.lines, kit, desk.seats, desk.t)?.text ?? '',
  aloud: kit.summary(toldDesk(desk, room).view, desk.parts, desk.seats, desk.t),
  called: called(),
  acts: desk.game.to_act.kind === 'seat' ? desk.game.to_act.seat : '',
  lit: [...desk.lit.keys()].join(' '),
  turning: room.turning?.event['kind'] ?? null,
});

beforeEach(async () => {
  vi.stubGlobal('document', { hidden: false, title: '', documentElement: { dataset: {} }, querySelector: () => null });
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no server')));
  prefs.speed = 1;
  world = new FakeWorld();
  room = new Room('x', world);
  room.kit = kit;
  await room.enter();
  world.socket.welcome();
  world.socket.says({ t: 'state', ...start });
  desk = new PlayDesk(room, kit, () => false);
});

describe('a turn', () => {
  it('is shown step by step, and no part of the page is ahead of it', () => {
    const before = {
      board: '',
      panel: 3,
      points: 5,
      journal: '',
      line: '',
      aloud: '',
      acts: 'A',
      lit: 'verb:dig',
      called: true,
      turning: null,
    };
    expect(seen()).toEqual(before);
    world.socket.says({ t: 'news', ...dig });
    const digs = { ...before, journal: 'digs', line: 'digs', lit: '', called: false };
    expect(seen()).toEqual(digs);
    world.pass(100);
    // The first card lies there unturned; a tap turns it.
    expect(seen()).toEqual({ ...digs, turning: 'card' });
    room.tap();
    const ushabti = { journal: 'digs, card Ushabti', line: 'card Ushabti' };
    expect(seen()).toEqual({ ...digs, ...ushabti, board: 'Ushabti' });
    world.pass(100);
    // What the dig brings is counted when the last card lies.
    const one = { ...digs, ...ushabti, board: 'Ushabti', panel: 2, aloud: 'Ushabti' };
    expect(seen()).toEqual({ ...one, turning: 'card' });
    expect([room.held, room.revealing, room.found]).toEqual([[8, 5], true, []]);
    room.tap();
    expect(seen()).toEqual({
      ...one,
      board: 'Ushabti Cat',
      journal: 'digs, card Ushabti, card Cat',
      line: 'card Cat',
    });
    expect(room.current).toBe(false);
    world.pass(100);
    expect(seen()).toEqual({
      ...before,
      board: 'Ushabti Cat',
      panel: 1,
      points: 9,
      journal: 'digs, card Ushabti, card Cat, over',
      line: 'over',
      aloud: 'Ushabti Cat',
    });
    expect(room.current).toBe(true);
    expect([room.held, room.revealing]).toEqual([null, false]);
    expect(room.found.map(({ event }) => event['name'] ?? event.kind)).toEqual(['digs', 'Ushabti', 'Cat', 'over']);
  });

  it('says in the bar what a card is when it lies there, and not while it turns', () => {
    const telling = {
      ...kit,
      revealing: (told: readonly Happened[]) => ({
        text: told.map(({ text, event }) => `${text} ${event['name'] ?? ''}`.trim()).join(),
        next: told.length < 3 ? 'Turn' : '',
      }),
    };
    const bar = () =>
      render(Revealing, { props: { desk, kit: telling as unknown as GameKit, room, telling: '' } }).body;
    world.socket.says({ t: 'news', ...dig });
    world.pass(100);
    expect(bar()).toContain('digs');
    room.tap();
    expect(seen().board).toBe('Ushabti');
    expect(bar()).not.toContain('Ushabti');
    world.pass(100);
    expect(bar()).toContain('digs,card Ushabti');
    const atOnce = () => !/<button class="button plain[^>]* disabled/.test(bar());
    expect(atOnce()).toBe(true);
    // Something is told after the last card; nothing is left to be shown at once then.
    room.tap();
    expect(room.turning, 'the last card turns').toBeNull();
    expect(atOnce()).toBe(true);
    room.playing = { ...room.playing!, happened: event('over') };
    expect(bar()).toContain('card Cat');
    expect(atOnce()).toBe(false);
  });

  it('is skipped to the end of what is turned up, and no further', () => {
    const more = { ...dig, version: 5, lines: [...dig.lines!, { ...others.lines![0]!, version: 5 }] };
    world.socket.says({ t: 'news', ...more, game: match(4, 'B', [9, 5]) });
    world.pass(100);
    expect(seen()).toMatchObject({ board: '', turning: 'card' });
    room.toEnd();
    expect(seen()).toMatchObject({ board: 'Ushabti Cat', points: 9, turning: null });
    expect(room.current, 'the turn of B is still to be shown').toBe(false);
    world.pass(10_000);
    expect(room.current).toBe(true);
  });

  it('is shown at once where somebody wants it so', () => {
    prefs.speed = 0;
    world.socket.says({ t: 'news', ...dig });
    expect(seen()).toMatchObject({ board: 'Ushabti Cat', panel: 1, points: 9, lit: 'verb:dig', turning: null });
  });

  it('has no hint while it is told, and what was asked for before it is heard no more', async () => {
    const ways = new Ways(desk, room, kit);
    const asked = () => world.socket.sent.filter((one) => one.t === 'ask' && one.ask === 'hint').length;
    expect(ways.mayHint).toBe(true);
    const late = ways.hint();
    const [ask] = world.socket.sent.filter((one) => one.t === 'ask');
    expect([asked(), ways.mayHint]).toEqual([1, false]);
    world.socket.says({ t: 'news', ...dig });
    world.socket.says({
      t: 'refused',
      id: (ask as { id: string }).id,
      code: 'not_yours',
      reason: { key: 'not-your-turn', text: 'it is not your turn' },
    });
    await late;
    expect(ways.thinking).toBe(false);
    world.pass(100);
    expect([room.turning?.event.kind, desk.acting, ways.mayHint]).toEqual(['card', 'A', false]);
    await ways.hint();
    expect(asked(), 'nothing is asked while cards wait to be turned up').toBe(1);
    room.skip();
    expect(ways.mayHint).toBe(true);
  });

  it('is undone by itself while it is still being told, and not the action before it', () => {
    const ways = new Ways(desk, room, kit);
    world.socket.says({
      t: 'news',
      ...dig,
      game: match(3, 'A', [9, 5], { offers, undo: { free: 0, takeback: true } }),
    });
    world.pass(100);
    expect(seen().points).toBe(5);
    ways.undo();
    expect(ways.marking, 'it has shown a card').toBe(true);
    ways.takeBack();
    expect(world.socket.sent.at(-1)).toMatchObject({ do: 'undo', to: 0 });
  });

  it('is skipped to its end, and turns up by itself after a while', () => {
    world.socket.says({ t: 'news', ...dig });
    room.skip();
    expect(seen()).toMatchObject({ board: 'Ushabti Cat', points: 9, lit: 'verb:dig' });
    prefs.speed = 1;
    world.pass(100_000);
    expect(room.current).toBe(true);
  });
});

describe('the end of a match', () => {
  const result = { rule: 'K18', places: [1, 2], points: [9, 5] } as unknown as NonNullable<MatchState['result']>;
  const ended = (more: Partial<typeof result> = {}): State => ({
    ...start,
    version: 4,
    table: { ...table, stage: { kind: 'over' } } as unknown as Table,
    game: match(3, 'A', [9, 5], { to_act: { kind: 'over' } as MatchState['to_act'], result: { ...result, ...more } }),
    view: { cards: ['Ushabti', 'Cat'], left: 0 },
    lines: dig.lines as State['lines'],
  });
  const played = { ...dig, lines: dig.lines!.map((line) => ({ ...line, seat: 'A' })) };

  it('is looked at, with nothing left to come, before its result takes the place of the board', () => {
    world.socket.says({ t: 'news', ...played });
    world.socket.says({ t: 'state', ...ended() });
    expect([room.resting, room.ending, seen().panel], 'the last steps are shown first').toEqual([false, false, 3]);
    world.pass(200);
    const last = [room.current, room.resting, room.ending];
    expect(last, 'after the last of them nobody comes').toEqual([false, false, true]);
    room.toEnd();
    room.skip();
    expect([room.current, room.resting, seen().panel, seen().line]).toEqual([true, true, 0, 'over']);
    world.pass(60_000);
    expect(room.resting, 'it lasts a while').toBe(false);
  });
  it('is left for the result by a press', () => {
    world.socket.says({ t: 'state', ...ended() });
    expect(room.resting).toBe(true);
    room.endRest();
    expect(room.resting).toBe(false);
  });
  it('needs no look where nothing moves, where it was called off, and when one comes later', async () => {
    world.socket.says({ t: 'state', ...ended({ rule: undefined }) });
    expect(room.resting).toBe(false);
    prefs.speed = 0;
    world.socket.says({ t: 'state', ...start });
    world.socket.says({ t: 'state', ...ended() });
    expect(room.resting).toBe(false);
    prefs.speed = 1;
    const later = new FakeWorld();
    room = new Room('x', later);
    room.kit = kit;
    await room.enter();
    later.socket.welcome();
    later.socket.says({ t: 'state', ...ended() });
    expect([room.current, room.resting]).toEqual([true, false]);
  });
});

describe('the first step of a hint', () => {
  /** What may be done now: a dig of which the game asks, something else, and a tile that is turned first. */
  const choices = [{ words: ['dig', 'walk', 'lay c3 r0', 'lay c3 r2', 'lay d4 r0'], facts: {} }] as unknown;
  const asking = {
    ...kit,
    confirms: ({ word }: { word: string }) => word === 'dig',
    turns: ({ word }: { word: string }) => word.startsWith('lay '),
    spellings: ({ word }: { word: string }) => {
      const [verb, cell, turn] = word.split(' ');
      return [turn ? [`cell:${cell}`, `turn:${turn.slice(1)}`] : [`verb:${verb}`]];
    },
  } as unknown as GameKit;
  const played = () => world.socket.sent.flatMap((one) => (one.t === 'do' && one.do === 'play' ? [one.word] : []));
  beforeEach(() => {
    const game = match(0, 'A', [5, 5], { offers: choices as MatchState['offers'] });
    world.socket.says({ t: 'state', ...start, version: 2, game });
    desk = new PlayDesk(room, asking, () => false);
    prefs.asking = 'usual';
  });
  afterEach(() => (prefs.asking = 'usual'));
  const doStep = (...words: string[]) => {
    desk.showHint(words);
    desk.doStep();
  };

  it('happens at once where it can be undone', () => {
    doStep('walk', 'dig');
    expect(played()).toEqual(['walk']);
  });
  it('is asked about where the game asks', () => {
    doStep('dig', 'walk');
    expect(played()).toEqual([]);
    expect([desk.choice.confirming, desk.plan?.word]).toEqual([true, 'dig']);
    expect(desk.hintWords, 'the pencil stays meanwhile').toEqual(['dig', 'walk']);
    desk.confirm();
    expect(played()).toEqual(['dig']);
  });
  it('is asked about where somebody wants always to be asked', () => {
    prefs.asking = 'always';
    doStep('walk');
    expect([played(), desk.choice.confirming, desk.plan?.word]).toEqual([[], true, 'walk']);
  });
  it('lies there for now, turned as the hint has it, and waits for its tick', () => {
    doStep('lay c3 r2');
    expect([played(), desk.laying?.place, desk.laying?.turn]).toEqual([[], 'cell:c3', 'turn:2']);
    desk.confirm();
    expect(played()).toEqual(['lay c3 r2']);
  });
});

describe('the turns of others', () => {
  beforeEach(() => {
    prefs.speed = 0;
    world.socket.says({ t: 'news', ...dig });
    prefs.speed = 1;
  });

  it('name who is moving, and can be seen again until one acts', () => {
    world.socket.says({ t: 'news', ...others });
    expect(seen()).toMatchObject({ acts: 'B', points: 9, panel: 1, lit: '', line: 'walks', called: false });
    world.pass(10_000);
    expect(seen()).toMatchObject({ acts: 'A', points: 7, panel: 0, lit: 'verb:dig', line: 'takes', called: true });
    expect(room.marks.map(({ text }) => text)).toEqual(['walks', 'takes']);
    expect(room.past.map(({ line }) => line.seat)).toEqual(['B', 'B']);
    // The draw that a turn begins with is nobody's: it stays the turn of the one it was made for.
    const [first] = room.past;
    room.replay([{ ...first!, line: { ...first!.line, seat: undefined } }, ...room.past]);
    expect(seen()).toMatchObject({ acts: 'B', points: 9, panel: 1, lit: '' });
    world.pass(10_000);
    expect(seen()).toMatchObject({ acts: 'A', points: 7, panel: 0, lit: 'verb:dig' });
    expect(room.again).toBe('B');
    const own = { ...dig.lines![0]!, version: 7, step: 5, points: [7, 7] };
    const mine = { ...dig, since: 6, version: 7, lines: [own], game: match(6, 'A', [7, 7], { offers }) };
    world.socket.says({ t: 'news', ...mine } as News & { t: 'news' });
    expect(room.past).toEqual([]);
    world.pass(10_000);
    // What they did can be looked up still, and seen again from there.
    expect(room.others.map(({ line }) => line.seat)).toEqual(['B', 'B']);
    room.replay(room.others);
    expect(seen()).toMatchObject({ acts: 'B', points: 9, panel: 1 });
    world.pass(10_000);
    expect(room.marks.map(({ text }) => text)).toEqual(['walks', 'takes']);
    expect(seen()).toMatchObject({ acts: 'A', points: 7, panel: 0, lit: 'verb:dig' });
  });

  it('are all marked on the board until one acts oneself, with three seats and more', () => {
    const marks = () => room.marks.map(({ text }) => text);
    world.socket.says({ t: 'news', ...others, game: match(5, 'C', [7, 7]) });
    world.pass(10_000);
    expect(marks()).toEqual(['walks', 'takes']);
    const builds = { ...others.lines![0]!, version: 7, step: 5, seat: 'C', points: [7, 7], events: [event('builds')] };
    const game = match(6, 'A', [7, 7], { offers });
    world.socket.says({ t: 'news', ...others, since: 6, version: 7, lines: [builds], game } as News & { t: 'news' });
    world.pass(10_000);
    expect(marks(), 'what B did, too').toEqual(['walks', 'takes', 'builds']);
    room.replay(room.past.filter(({ line }) => line.seat === 'B'));
    world.pass(10_000);
    expect(marks(), 'of a turn that is shown again its own').toEqual(['walks', 'takes']);
    const own = { ...dig.lines![0]!, version: 8, step: 6, points: [7, 7], events: [event('rests')] };
    const mine = { ...dig, since: 7, version: 8, lines: [own], game: match(7, 'A', [7, 7], { offers }) };
    world.socket.says({ t: 'news', ...mine } as News & { t: 'news' });
    world.pass(10_000);
    expect(marks(), 'one has acted').toEqual(['rests']);
  });

  it('begin with the draw that is made for them', () => {
    const draws = { ...others.lines![0]!, seat: undefined, events: [event('walks', { seat: 'B' })] };
    world.socket.says({ t: 'news', ...others, version: 5, lines: [draws], game: match(4, 'B', [9, 5]) } as News & {
      t: 'news';
    });
    expect(room.current).toBe(false);
    expect(seen()).toMatchObject({ acts: 'B' });
  });

  it('hold, and leave no mark when they are undone', () => {
    world.socket.says({ t: 'news', ...others });
    room.pause(true);
    world.pass(10_000);
    expect(seen()).toMatchObject({ acts: 'B', points: 9 });
    room.tap();
    world.pass(10_000);
    const lines = [{ version: 7, at: 2, kind: 'undo' as const, seat: 'B', to: 3, changes: { left: 1 } }];
    world.socket.says({ t: 'news', ...others, since: 6, version: 7, lines, game: match(3, 'B', [9, 5]) });
    expect(room.past).toEqual([]);
    expect(room.others).toEqual([]);
    expect(seen()).toMatchObject({ points: 9, panel: 1 });
    expect(room.marks.map(({ text }) => text)).not.toContain('takes');
  });
});
