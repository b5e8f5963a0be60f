/** Tables of a list, in words. */
import { seatIndex } from '../board/seats';
import type { Seated, TableLine } from '../generated/protocol';
import { language, t } from '../i18n/index.svelte';

/** Bots have names, one for each seat, so that the journal can speak of them. */
const BOTS = ['Amaru', 'Inti', 'Killa', 'Nina', 'Sami', 'Wayra'];

/** The name of the bot on a seat. */
export const botName = (index: number) => BOTS[index];

/** Whether nobody sits on a seat yet. */
export const isFree = ({ sitter }: Seated) =>
  sitter.kind === 'open' || sitter.kind === 'invited' || sitter.kind === 'reserved';

/** The name of whoever sits on a seat. */
export function sitterName({ sitter, seat }: Seated): string {
  switch (sitter.kind) {
    case 'bot':
      return botName(seatIndex(seat)) ?? seat;
    case 'open':
      return t('seat.open');
    case 'invited':
      return t('seat.invited');
    case 'reserved':
      return t('seat.reserved', { name: sitter.name });
    default:
      return sitter.name;
  }
}

export const whoActs = (line: TableLine) =>
  line.seats
    .filter(({ seat }) => line.to_act.includes(seat))
    .map(sitterName)
    .join(', ');

/** A table by those who sit at it. */
export function lineName(line: TableLine): string {
  const people = line.seats
    .filter(({ sitter }) => sitter.kind === 'person' || sitter.kind === 'device')
    .map(sitterName);
  const bots = line.seats.filter(({ sitter }) => sitter.kind === 'bot').length;
  const free = line.seats.filter(isFree).length;
  return [...people, bots ? t('seats.bots', { count: bots }) : '', free ? t('seats.free', { count: free }) : '']
    .filter(Boolean)
    .join(', ');
}

/** How long until then, in the words of the language. */
export function until(at: number, now = Date.now()): string {
  const format = new Intl.RelativeTimeFormat(language(), { numeric: 'always' });
  const minutes = Math.max(1, Math.round((at - now) / 60_000));
  if (minutes < 60) return format.format(minutes, 'minute');
  if (minutes < 48 * 60) return format.format(Math.round(minutes / 60), 'hour');
  return format.format(Math.round(minutes / 1440), 'day');
}

/** A day in the words of the language. */
export const dayOf = (at: number): string =>
  new Intl.DateTimeFormat(language(), { day: 'numeric', month: 'long' }).format(at);

/** How long ago, in the words of the language. */
export function ago(at: number, now = Date.now()): string {
  const format = new Intl.RelativeTimeFormat(language(), { numeric: 'auto' });
  const minutes = Math.round((at - now) / 60_000);
  if (Math.abs(minutes) < 60) return format.format(Math.min(0, minutes), 'minute');
  if (Math.abs(minutes) < 48 * 60) return format.format(Math.round(minutes / 60), 'hour');
  return format.format(Math.round(minutes / 1440), 'day');
}
