/** What a table agreed on, in words. */
import type { BotLevel, ClockRule, Seated, Table } from '../generated/protocol';
import type { SeatLook } from '../game/kit';
import { gameWordsOf, has, t, type Key } from '../i18n/index.svelte';
import { dayOf, sitterName } from '../lobby/lines';
import { seatIndex } from '../board/seats';

/** A clock's rule: `20 min each, 30 s a turn`. */
export function clockRule(clock: ClockRule): string {
  switch (clock.kind) {
    case 'none':
      return t('clock.none.text');
    case 'turn':
      return t('clock.turn.text', { seconds: clock.seconds });
    case 'bank':
      return t(clock.increment ? 'clock.bank.text' : 'clock.bank.plain', {
        minutes: Math.round(clock.seconds / 60),
        increment: clock.increment,
      });
    case 'days':
      return t('clock.days.text', { count: clock.days });
  }
}

/** A text of the interface, or the game's own: what a scoring now would add is not a scoring in every game. */
export function ownWords(game: string, key: Key, values?: Record<string, unknown>): string {
  return has(game, key, values) ? gameWordsOf(game)(key, values) : t(key, values);
}

/** An option's name and value, by the game's own words. */
export function optionName(game: string, key: string): string {
  return has(game, `option.${key}`) ? gameWordsOf(game)(`option.${key}`) : key;
}
export function optionValue(game: string, key: string, value: string): string {
  return has(game, `option.${key}.${value}`) ? gameWordsOf(game)(`option.${key}.${value}`) : value;
}
/** What an option's value changes, in a sentence. */
export function optionHelp(game: string, key: string, value: string, english: string): string {
  for (const word of [`option.${key}.${value}.help`, `option.${key}.help`])
    if (has(game, word)) return gameWordsOf(game)(word);
  return english;
}

/** All that was agreed on, in a line. */
export function agreed(table: Table): string {
  const options = table.options.map(
    ([key, value]) => `${optionName(table.game, key)}: ${optionValue(table.game, key, value)}`,
  );
  return [clockRule(table.clock), ...options].join(' · ');
}

/** The seats as they are shown. */
export function seatLooks(seats: readonly Seated[]): SeatLook[] {
  return seats.map((seated) => ({
    letter: seated.seat,
    index: seatIndex(seated.seat),
    name: sitterName(seated),
    bot: seated.sitter.kind === 'bot' || seated.stand_in !== undefined,
  }));
}

export const levelName = (level: BotLevel) => t(`level.${level}`);

/** What is worth knowing of who sits there: you, a bot, away, given up. */
export function seatNote(seated: Seated, me: string | undefined, mine = false): string {
  const { sitter } = seated;
  if (seated.given_up) return t('seat.given_up');
  if (seated.stand_in) return t('seat.stand_in', { level: levelName(seated.stand_in) });
  if (seated.vacation_until !== undefined && seated.vacation_until > Date.now())
    return t('seat.vacation', { date: dayOf(seated.vacation_until) });
  if (sitter.kind === 'person' && (mine || sitter.id === me)) return t('seat.you');
  if (sitter.kind === 'device' && sitter.host === me) return t('seat.here');
  if (sitter.kind === 'bot') return t('seat.bot', { level: levelName(sitter.level) });
  if (sitter.kind === 'program') return t('seat.program');
  if ((sitter.kind === 'person' || sitter.kind === 'device') && !seated.connected) return t('seat.away');
  return '';
}

/** Why a match ended, in the words of its game where it has some for the rule. */
export function endedBy(game: string, rule: string): string {
  const key = `event.over.${rule}`;
  return has(game, key) ? `${gameWordsOf(game)(key)}.` : t('result.rule');
}
