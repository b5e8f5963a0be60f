/**
 * No word of the notation of records reaches a player: journal, replay, prompts, choices, the board in words, reasons
 * and hints of recorded games of each title, in the three languages.
 */
import { render } from 'svelte/server';
import { beforeAll, describe, expect, it } from 'vitest';
import linesOfTheLog from '../../crates/session/src/lines.rs?raw';
import { LANGUAGES, type GameKit, type SeatLook, type Translate } from '../src/game/kit';
import type { Frame, Happened, HintGain, Line, MatchState, Offer, Reason, SheetLine } from '../src/generated/protocol';
import { loadGame, speak, start } from '../src/i18n/index.svelte';
import { sentences, turns } from '../src/replay/frames';
import WordsOfRecord from '../src/replay/Words.svelte';
import { entries } from '../src/table/entries';
import { hintReason } from '../src/table/hint';
import { translator } from './translator';

type Words = Record<string, string>;
type Spoken = Pick<GameKit, 'describe' | 'label' | 'prompt' | 'places' | 'summary' | 'sheetItem' | 'sheetSection'> &
  Partial<Pick<GameKit, 'refusal' | 'refusalValues'>>;
interface Fixtures {
  frames: Frame[];
  events: Happened[];
  parts: unknown;
}

const spoken = import.meta.glob<Spoken>('../../games/*/web/words.ts', { eager: true });
const fixtures = import.meta.glob<Fixtures>('../../games/*/web/tests/frames.ts', { eager: true });
const hints = import.meta.glob<Required<Pick<GameKit, 'sketch'>>>('../../games/*/web/sketch.ts', { eager: true });
const tellings = import.meta.glob<Partial<Pick<GameKit, 'revealing' | 'revealed' | 'did' | 'changed'>>>(
  '../../games/*/web/telling.ts',
  { eager: true },
);
const clicks = import.meta.glob<Pick<GameKit, 'spellings'>>('../../games/*/web/clicks.ts', { eager: true });
/** What was closed in the recorded games, each reason with its values; and the lines of their score sheets. */
const reasons = import.meta.glob<Reason[]>('../../games/*/web/tests/fixtures/reasons.json', {
  eager: true,
  import: 'default',
});
const sheets = import.meta.glob<string>('../../games/*/tests/records/*.sheet', {
  eager: true,
  query: '?raw',
  import: 'default',
});
const texts = import.meta.glob<Words>('../../games/*/web/messages/*.json', { eager: true, import: 'default' });
const app = import.meta.glob<Words>('../src/i18n/*.json', { eager: true, import: 'default' });

/** What stands in records and nowhere else. */
const NOTATION = [
  /\b[A-Z]{1,2}\d+\b/, // tiles and rhombi: C1, T10, G2, and seats with numbers
  /[ud]-?\d+,\s?-?\d/, // triangles: u-2,3
  /-?\d+,-\d+|(?<![\d.])-\d+,\d+/, // hexagons: 1,-2
  /\b[a-z]+\.\d/, // beaches: tuvalu.2
  /\b\w+=\w+/, // options: thief=choose
  /\br\d\b/, // turns: r0
  /\b(sea|exhibition|museum|knowledge|artifact|thief|raider|general|clay|stele|statue)-[a-z0-9]+\b/, // cards and tiles
  /undefined|NaN|\[object|\{\{/,
];
/** Cells such as c3: where the board prints them they are names, elsewhere they are notation. */
const CELL = /\b[a-h][1-5]\b/;
/** English that would show an untranslated word; none of these is a word of the other two. */
const ENGLISH_WORDS =
  'the and with from you your uncover slide turn walk take lay sail land moor expand shift dig guard swap enter move ' +
  'end left place';
const ENGLISH = new RegExp(`\\b(${ENGLISH_WORDS.replaceAll(' ', '|')})\\b`, 'i');

function tokens(text: string, language: string, cells: boolean): string[] {
  const found = NOTATION.flatMap((token) => token.exec(text)?.[0] ?? []);
  if (!cells) found.push(...(CELL.exec(text) ?? []));
  if (language !== 'en') found.push(...(ENGLISH.exec(text)?.slice(0, 1) ?? []));
  return found;
}

const seats: SeatLook[] = ['Ada', 'Bruno', 'Carla', 'Diego', 'Elena', 'Fabio'].map((name, index) => ({
  letter: 'ABCDEF'[index]!,
  index,
  name,
  bot: index > 0,
}));

/** Values as the engines write them, for reasons that no recorded game has. */
const RAW: Record<string, Record<string, string | number>> = {
  tikal: {
    tile: 'C1',
    cell: 'c3',
    low: 'c3',
    high: 'c4',
    from: 'c3',
    to: 'd5',
    verb: 'uncover',
    kind: 'treasure',
    piece: 'leader',
    owner: 'B',
    rival: 'B',
    other: 'B',
    guard: 'B',
  },
  tongiaki: { tile: 'sea-c', island: 'rapa-nui', beach: 'tuvalu.2', cell: '1,-2', toward: 'ne' },
  thebes: { card: 'exhibition-large-egypt', find: 'ushabti', region: 'egypt' },
  inka: {
    rhombus: 'T10',
    goal: 'G2',
    other: 'T4',
    cell: 'u-2,3',
    space: 'd1,-2',
    place: 'T10/A',
    direction: 'ne',
    sense: 'ccw',
    start: 'ne',
  },
};
const values = (game: string) => ({
  ...Object.fromEntries('ap bid count done have knowledge least left'.split(' ').map((key) => [key, 1])),
  ...Object.fromEntries('most need points price seats steps turn value weeks'.split(' ').map((key) => [key, 2])),
  seat: 'B',
  ...RAW[game],
});

/** A reason as it is told, by the kit's own words. */
function refused(game: string, why: Reason, t: Translate): string {
  const [path, kit] = Object.entries(spoken).find(([name]) => name.includes(`/${game}/`))!;
  const { parts } = fixtures[path.replace('words.ts', 'tests/frames.ts')]!;
  const around = { parts, seats, picked: [] as string[] };
  const said = kit.refusalValues?.(why.values ?? {}, t, around) ?? why.values ?? {};
  return kit.refusal?.(why, t, around) ?? t(`refusal.${why.key}`, said);
}

/** Everything that a player may read in a frame, each with where it stands. */
function* read(game: string, frame: Frame, t: Translate, words: Words): Generator<[string, string]> {
  const [path, kit] = Object.entries(spoken).find(([name]) => name.includes(`/${game}/`))!;
  const { parts } = fixtures[path.replace('words.ts', 'tests/frames.ts')]!;
  const { spellings } = clicks[path.replace('words.ts', 'clicks.ts')]!;
  const { sketch } = hints[path.replace('words.ts', 'sketch.ts')]!;
  const around = { parts, seats, picked: [] as string[] };
  const match = { to_act: frame.to_act, offers: frame.offers } as MatchState;
  for (const happened of frame.events) yield ['event', kit.describe(happened, seats, t, parts)];
  const telling = tellings[path.replace('words.ts', 'telling.ts')] ?? {};
  const deeds = [{ events: frame.events, before: frame.view, after: frame.view }];
  for (const text of [
    telling.revealing?.(frame.events, frame.view, t, parts).text,
    telling.revealed?.(frame.events, seats, t, parts),
    ...seats.map(({ letter }) => telling.did?.(deeds, letter, { t, seats, parts })),
    ...seats.map(({ letter }) => {
      const told = telling.changed?.(deeds, 'B', letter, { t, seats, parts });
      return typeof told === 'object' ? told?.text : told;
    }),
  ])
    if (text) yield ['telling', text];
  yield ['summary', kit.summary(frame.view, parts, seats, t)];
  for (const { text } of kit.places(frame.view, parts, seats, t)) yield ['place', text];
  yield ['prompt', kit.prompt(match, frame.view, [], t, around)];
  const offers: Offer[] = frame.offers ?? [];
  // Many offers of a position read alike; every seventh is as good as all.
  for (const offer of offers.filter((_, index) => index % 7 === 0)) {
    const made = spellings(offer, frame.view)[0] ?? [];
    for (const [index, click] of made.entries()) {
      const picked = made.slice(0, index);
      const { text, short = text } = kit.label(click, frame.view, t, { ...around, picked });
      yield ['choice', text];
      yield ['choice', short];
      yield ['prompt', kit.prompt(match, frame.view, picked, t, around)];
    }
    for (const { text } of sketch([offer.word, ...(offer.then ?? [])], match, frame.view, t, around))
      yield ['hint', text];
  }
  for (const { why } of frame.closed ?? []) {
    const text = refused(game, why, t);
    expect(text, `${game} ${why.key}`).not.toBe('');
    yield ['reason', text];
    expect(words[`refusal.${why.key}`] ?? words[`refusal.${why.key}_other`], why.key).toBeDefined();
  }
}

const games = Object.keys(spoken).map((path) => /games\/(\w+)\//.exec(path)![1]!);
const messages = (game: string, language: string) => texts[`../../games/${game}/web/messages/${language}.json`]!;
/** The board of this game prints the names of its cells. */
const prints = (game: string) => messages(game, 'en')['place.unexplored']?.includes('{{cell}}') ?? false;

describe.each(games)('%s', (game) => {
  const { frames, events } = fixtures[`../../games/${game}/web/tests/frames.ts`]!;
  const told = frames.filter((_, index) => frames.length < 60 || index % 5 === 0);

  it.each(LANGUAGES)('says nothing in the notation of records (%s)', (language) => {
    const words = messages(game, language);
    const t = translator(game, language);
    const found = new Set<string>();
    let count = 0;
    const look = (where: string, text: string) => {
      count += 1;
      // An event that is a heading of the journal has no sentence.
      if (where !== 'event') expect(text, where).not.toBe('');
      for (const token of tokens(text, language, prints(game))) found.add(`${where}: '${token}' in '${text}'`);
    };
    const kit = spoken[`../../games/${game}/web/words.ts`]!;
    const { parts } = fixtures[`../../games/${game}/web/tests/frames.ts`]!;
    for (const happened of events) look('event', kit.describe(happened, seats, t, parts));
    for (const frame of told) for (const [where, text] of read(game, frame, t, words)) look(where, text);
    expect(count).toBeGreaterThan(100);
    expect([...found].slice(0, 12)).toEqual([]);
  });

  it.each(LANGUAGES)('gives no reason in the notation of records, whatever is asked about (%s)', (language) => {
    const words = messages(game, language);
    const keys = new Set(
      Object.keys(words).flatMap((key) => /^refusal\.(.+?)(_zero|_one|_other)?$/.exec(key)?.[1] ?? []),
    );
    const all: Reason[] = [...keys].map((key) => ({ rule: '', key, values: values(game), text: '' }));
    const recorded = reasons[`../../games/${game}/web/tests/fixtures/reasons.json`]!;
    expect(recorded.length).toBeGreaterThan(9);
    const found = [...recorded, ...all].flatMap((why) => {
      const text = refused(game, why, translator(game, language));
      expect(text, why.key).not.toBe('');
      return tokens(text, language, prints(game)).map((token) => `${why.key}: '${token}' in '${text}'`);
    });
    expect(found).toEqual([]);
  });

  describe('the sentence of a hint', () => {
    beforeAll(() => start('en'));
    it.each(LANGUAGES)('has no notation (%s)', async (language) => {
      await speak(language);
      await loadGame(game);
      const { sheetItem } = spoken[`../../games/${game}/web/words.ts`]!;
      const t = translator(game, language);
      const lines = Object.entries(sheets).flatMap(([path, text]) =>
        path.includes(`/${game}/`) ? text.trim().split('\n') : [],
      );
      const items = new Map(
        lines
          .map((line) => line.split(' | '))
          // Neither a total is a gain nor what one begins with.
          .flatMap(([, section, item]) => (/^(total|start)$/.test(section!) ? [] : [[item!, section!] as const])),
      );
      expect(items.size).toBeGreaterThan(4);
      const found = [...items].flatMap(([item, section]) =>
        [
          { sure: true, later: false },
          { sure: false, later: false },
          { sure: false, later: true },
        ].flatMap((how) => {
          const gain: HintGain = { section, item, points: 3, ...how };
          const words = { view: null, parts: null, t };
          const kit = { key: game, sheetItem: (line: SheetLine) => sheetItem(line, t) };
          const text = hintReason([gain], kit, words);
          expect(text).toContain('3');
          return tokens(text, language, prints(game)).map((token) => `${item}: '${token}' in '${text}'`);
        }),
      );
      expect(found).toEqual([]);
    });
  });

  describe('the list of a replay', () => {
    beforeAll(() => start('en'));
    it.each(LANGUAGES)('has no notation (%s)', async (language) => {
      await speak(language);
      await loadGame(game);
      const kit = spoken[`../../games/${game}/web/words.ts`]!;
      const { parts } = fixtures[`../../games/${game}/web/tests/frames.ts`]!;
      const t = translator(game, language);
      const tell = (frame: Frame) => sentences(frame, kit, seats, t, parts).join('. ');
      const found = new Set<string>();
      let lines = 0;
      for (let at = 1; at < frames.length; at += 100) {
        const { body } = render(WordsOfRecord, { props: { frames, at, turns: turns(frames), tell, go: () => {} } });
        // What is read, and what is read aloud.
        const spokenOf = [...body.matchAll(/aria-label="([^"]*)"/g)].map(([, label]) => label!);
        for (const text of [...body.split(/<[^>]*>/), ...spokenOf].map((part) => part.trim()).filter(Boolean)) {
          lines += 1;
          for (const token of tokens(text, language, prints(game))) found.add(`'${token}' in '${text}'`);
        }
      }
      expect(lines).toBeGreaterThan(15);
      expect([...found].slice(0, 12)).toEqual([]);
    });
  });

  it('names each place of the board once', () => {
    const kit = spoken[`../../games/${game}/web/words.ts`]!;
    const { parts } = fixtures[`../../games/${game}/web/tests/frames.ts`]!;
    for (const frame of told) {
      const clicks = kit.places(frame.view, parts, seats, (key) => key).map(({ click }) => click);
      expect(clicks.filter((click, index) => clicks.indexOf(click) !== index)).toEqual([]);
    }
  });

  it.each(LANGUAGES)('has no text with a name of the notation in it (%s)', (language) => {
    const found = Object.entries(messages(game, language)).flatMap(([key, text]) =>
      // Names of places and finds are names: Rapa Nui, Hiva Oa, Linear A.
      /^(tile|find)\./.test(key)
        ? []
        : tokens(text.replace(/\{\{\w+\}\}/g, '7'), language, prints(game)).map((token) => `${key}: ${token}`),
    );
    expect(found).toEqual([]);
  });
});

it.each(LANGUAGES)('the interface speaks %s and no notation', (language) => {
  const words = app[`../src/i18n/${language}.json`]!;
  const found = Object.entries(words).flatMap(([key, text]) =>
    tokens(text.replace(/\{\{\w+\}\}/g, '7'), language, false).map((token) => `${key}: ${token}`),
  );
  expect(found).toEqual([]);
});

/** The keys of the notes, as the log of a table names them. */
const noteKeys = [
  ...linesOfTheLog
    .split('fn plain(')[1]!
    .split('\n}')[0]!
    .matchAll(/"([a-z_]+)"/g),
].map(([, key]) => key!);

it.each(LANGUAGES)('the notes of the journal are sentences (%s)', async (language) => {
  await start(language);
  expect(noteKeys).toEqual(expect.arrayContaining(['made', 'sat_bot', 'votes_no', 'timed_out', 'vacation', 'closed']));
  const kit = { describe: () => '' } as unknown as GameKit;
  const lines = noteKeys.map((key, version): Line => {
    const name = key === 'vacation' ? '1700000000000' : 'Ada';
    return { version, at: 0, kind: 'note', key, seat: 'A', name };
  });
  const told = entries(lines, kit, seats, (key) => key);
  expect(told.length).toBe(noteKeys.length);
  for (const [index, { text }] of told.entries()) {
    const key = noteKeys[index]!;
    expect(app[`../src/i18n/${language}.json`]![`note.${key}`], key).toBeDefined();
    expect(text).not.toContain('_');
    expect(tokens(text, language, false), text).toEqual([]);
  }
});
