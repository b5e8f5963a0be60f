/** Ladders: a game with the options that change it has ratings of its own. And the seasons in which they count. */
import type { GameInfo, RatingLine } from '../generated/protocol';
import { language, loadGame, t } from '../i18n/index.svelte';
import { optionName, optionValue } from '../table/words';

export type Chosen = readonly (readonly [string, string])[];

/** Who begins changes nothing: it makes no ladder of its own. */
const WHO_BEGINS = 'first';

/** Options as the server is asked for them: the same ones are written the same way. */
export function written(options: Chosen): string {
  return options
    .filter(([key]) => key !== WHO_BEGINS)
    .map(([key, value]) => `${key}=${value}`)
    .toSorted()
    .join(' ');
}

/** Options as they are written. */
export const readOptions = (text: string): [string, string][] =>
  text.split(' ').flatMap((word) => {
    const [key, value] = word.split('=');
    return key && value ? [[key, value] as [string, string]] : [];
  });

/** What tells a ladder from all others. */
export const ladderOf = ({ game, options }: Pick<RatingLine, 'game' | 'options'>) => `${game} ${written(options)}`;

/** Options by the game's own words, which `loadWords` has loaded. */
export const optionsText = (game: string, options: Chosen): string =>
  options.map(([key, value]) => `${optionName(game, key)}: ${optionValue(game, key, value)}`).join(', ');

/** Loads the words for options, where there are any. */
export async function loadWords(lines: readonly { game: string; options: Chosen }[]): Promise<void> {
  const games = new Set(lines.filter(({ options }) => options.length).map(({ game }) => game));
  await Promise.all([...games].map(loadGame));
}

/**
 * The ladders of a game that one can choose from: without options, with each one alone (and what it needs), and those
 * that are known beside them.
 */
export function laddersOf(info: GameInfo, known: readonly string[]): string[] {
  const alone = info.options
    .filter(({ key }) => key !== WHO_BEGINS)
    .flatMap(({ key, values, default: usual, needs }) => {
      const also = (needs ?? []).flatMap((need) =>
        need.kind === 'option' && !isDefault(info, need.key, need.value)
          ? [[need.key, need.value] as [string, string]]
          : [],
      );
      return values.filter((value) => value !== usual).map((value) => written([...also, [key, value]]));
    });
  return [...new Set(['', ...alone, ...known])];
}

const isDefault = (info: GameInfo, key: string, value: string) =>
  info.options.find((one) => one.key === key)?.default === value;

/** How many seasons that are over can be looked at: two years of them. */
const PAST_SEASONS = 8;

/** A season of three months by the calendar of Greenwich, as `2026-4`. */
const seasonAt = (year: number, quarter: number) => `${year}-${quarter + 1}`;

/** The seasons that are over, the latest first. */
export function pastSeasons(now = Date.now()): string[] {
  const date = new Date(now);
  const current = date.getUTCFullYear() * 4 + Math.floor(date.getUTCMonth() / 3);
  return Array.from({ length: PAST_SEASONS }, (_, index) => {
    const number = current - 1 - index;
    return seasonAt(Math.floor(number / 4), number % 4);
  });
}

/** A season by its months: `Jul – Sep 2026`. */
export function seasonText(season: string): string {
  const [year, quarter] = season.split('-').map(Number);
  if (!year || !quarter) return t('ladder.season.all');
  const month = (number: number) => Date.UTC(year, number, 15);
  return new Intl.DateTimeFormat(language(), { month: 'short', year: 'numeric', timeZone: 'UTC' }).formatRange(
    month(3 * quarter - 3),
    month(3 * quarter - 1),
  );
}
