/** Finished matches and ratings in words and lines. */
import { beforeAll, expect, test } from 'vitest';
import type { GameInfo, MatchLine, OptionNeed, Player, RatingLine } from '../src/generated/protocol';
import { start } from '../src/i18n/index.svelte';
import { apart, frameOf, path, shownLines, within } from '../src/people/curves';
import { ladderOf, laddersOf, pastSeasons, readOptions, seasonText, written } from '../src/people/ladders';
import {
  change,
  duration,
  filterBy,
  matchesPage,
  others,
  pageOf,
  placeOf,
  playerName,
  seatOf,
  signed,
  tone,
  when,
} from '../src/people/words';
import { begin, ratable, toNewTable } from '../src/lobby/plan';

beforeAll(() => start('en'));

const line: MatchLine = {
  table: 't',
  game: 'tikal',
  options: [],
  ended: 0,
  seconds: 5040,
  turns: 36,
  players: [
    { seat: 'A', player: { kind: 'person', id: 'ada', name: 'Ada', page: true }, place: 1, points: 93 },
    { seat: 'B', player: { kind: 'bot', level: 'master' }, place: 1, points: 93 },
    { seat: 'C', player: { kind: 'person' }, place: 3, points: 71 },
  ],
};

test('a match is told from the seat of whoever played', () => {
  const own = seatOf(line, { id: 'ada' });
  expect(own?.seat).toBe('A');
  expect(seatOf(line, { name: 'Ada' })?.seat).toBe('A');
  expect(seatOf(line, { id: 'bob', name: undefined })).toBeNull();
  expect(placeOf(line, own!)).toBe('1=');
  expect(placeOf(line, line.players[2]!)).toBe('3');
  expect(others(line, own)).toBe('Bot, master, Somebody');
  expect(pageOf(line.players[0]!.player)).toBe('/people/Ada');
  expect(pageOf(line.players[2]!.player)).toBeNull();
  expect(playerName({ kind: 'device', name: 'Eva' })).toBe('Eva');
  expect(duration(5040)).toBe('1 hr 24 min');
});

test('a change has its sign and its tone', () => {
  const fell = change({ before: 1486, after: 1477, provisional: false });
  expect([signed(fell), tone(fell), signed(14), tone(14), signed(0), tone(0)]).toEqual([
    '−9',
    'down2',
    '+14',
    'up',
    '+0',
    '',
  ]);
});

test('curves stay within their frame, and their names apart', () => {
  const day = 86_400_000;
  const curve = [0, 10, 20].map((at) => ({ at: at * day, rating: 1500 + at }));
  const now = 41 * day;
  expect(within(curve, 30, now)).toEqual([
    { at: 11 * day, rating: 1510 },
    { at: 20 * day, rating: 1520 },
  ]);
  expect(within(curve, 182, now)).toHaveLength(3);
  expect(within(curve.slice(0, 1), 30, now)).toEqual([{ at: 11 * day, rating: 1500 }]);
  const frame = frameOf([curve], now);
  expect(frame.low).toBeLessThan(1500);
  expect(frame.high).toBeGreaterThan(1520);
  expect(path(curve, frame, 100, 50)).toMatch(/^M0\.0 .*L100\.0 [\d.]+$/);
  expect(path([], frame, 100, 50)).toBe('');
  expect(apart([10, 12, 50], 16)).toEqual([10, 26, 50]);
});

test('a game has one curve: of the ladder that was chosen, or else played most', () => {
  const rating = { rating: 1500, provisional: false, games: 1, wins: 0, curve: [] };
  const plain: RatingLine = { ...rating, game: 'tikal', options: [] };
  const auction: RatingLine = { ...rating, game: 'tikal', options: [['version', 'auction']] };
  const inka: RatingLine = { ...rating, game: 'inka', options: [] };
  expect(shownLines([plain, inka, auction], undefined)).toEqual([plain, inka]);
  expect(shownLines([plain, inka, auction], auction)).toEqual([auction, inka]);
  expect(ladderOf(auction)).toBe('tikal version=auction');
});

test('a game has a ladder for each option that changes it, with what the option needs', () => {
  const option = (key: string, values: string[], needs: OptionNeed[] = []) => ({
    key,
    values,
    default: values[0]!,
    help: '',
    needs,
  });
  const game: GameInfo = {
    key: 'tikal',
    name: 'Tikal',
    least_seats: 2,
    most_seats: 4,
    rules: 1,
    verbs: [],
    options: [
      option('first', ['random', 'A', 'B']),
      option('version', ['basic', 'auction']),
      option('bids', ['open', 'hidden'], [{ kind: 'option', key: 'version', value: 'auction' }]),
      option('short', ['no', 'yes'], [{ kind: 'option', key: 'version', value: 'basic' }]),
    ],
  };
  expect(laddersOf(game, ['', 'bids=hidden short=yes'])).toEqual([
    '',
    'version=auction',
    'bids=hidden version=auction',
    'short=yes',
    'bids=hidden short=yes',
  ]);
  expect(readOptions('version=auction bids=hidden')).toEqual([
    ['version', 'auction'],
    ['bids', 'hidden'],
  ]);
  expect(written(readOptions('version=auction first=A nothing bids=hidden'))).toBe('bids=hidden version=auction');
});

test('seasons that are over go back two years from the one before this', () => {
  const seasons = pastSeasons(Date.UTC(2026, 1, 10));
  expect(seasons.slice(0, 5)).toEqual(['2025-4', '2025-3', '2025-2', '2025-1', '2024-4']);
  expect(seasons).toHaveLength(8);
  expect(seasonText('2025-4')).toMatch(/^Oct\W+Dec 2025$/);
});

test('the last days are told by their names', () => {
  const now = Date.UTC(2026, 10, 19, 12);
  const days = (count: number) => when(now - count * 86_400_000, now);
  expect(days(0.1)).toBe('2 hours ago');
  expect(days(4)).toBe('Sunday');
  expect(days(9)).toBe('Nov 10');
});

test('matches with somebody have an address, if they can be asked for', () => {
  const bruno: Player = { kind: 'person', id: 'b', name: 'Bruno B', page: true };
  expect(matchesPage(null, filterBy(bruno))).toBe('/matches?with=Bruno+B');
  expect(matchesPage('Ada', filterBy({ kind: 'bot', level: 'master' }))).toBe('/people/Ada/matches?with=bot%2Fmaster');
  expect(matchesPage('Ada')).toBe('/people/Ada/matches');
  expect(filterBy({ kind: 'person', id: 'b', name: 'Bruno', page: false })).toBeNull();
});

test('what cannot be rated is sent as casual, and a rated match has no hints', () => {
  const game = { key: 'tikal', name: 'Tikal', least_seats: 2, most_seats: 4, rules: 1, verbs: [], options: [] };
  const plan = { ...begin(game, 'bots'), rated: true };
  const made = toNewTable(game, plan, String);
  expect([made.rated, made.hints]).toEqual([true, false]);
  plan.seats[1]!.kind = 'device';
  expect(ratable(plan)).toBe(false);
  const shared = toNewTable(game, plan, String);
  expect([shared.rated, shared.hints]).toEqual([false, true]);
});
