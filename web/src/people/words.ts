/** Finished matches, players and ratings, in words. */
import type { MatchLine, MatchPlayer, Player, RatingChange } from '../generated/protocol';
import { language, t } from '../i18n/index.svelte';
import { ago } from '../lobby/lines';

/** A player by name; who was deleted, or is not named here, is somebody. */
export function playerName(player: Player): string {
  switch (player.kind) {
    case 'bot':
      return t('people.bot', { level: t(`level.${player.level}`) });
    case 'person':
      return player.name ?? t('people.somebody');
    default:
      return player.name;
  }
}

/** The address of a player's page, where there is one. */
export const pageOf = (player: Player): string | null =>
  player.kind === 'person' && player.page && player.name ? `/people/${encodeURIComponent(player.name)}` : null;

/** The seat of somebody in a match: by their id, or by their name where ids are not told. */
export function seatOf(
  line: MatchLine,
  who: { id?: string | undefined; name?: string | undefined },
): MatchPlayer | null {
  const is = ({ player }: MatchPlayer) =>
    player.kind === 'person' &&
    ((who.id !== undefined && player.id === who.id) || (player.page === true && player.name === who.name));
  return line.players.find(is) ?? null;
}

/** A place as it is shown: `1=` where others share it. */
export function placeOf(line: MatchLine, one: MatchPlayer): string {
  const shared = line.players.filter(({ place }) => place === one.place).length > 1;
  return `${one.place}${shared ? '=' : ''}`;
}

/** What matches with a player are asked for by, where they can be told apart from others. */
export function filterBy(player: Player): string | null {
  if (player.kind === 'bot') return `bot/${player.level}`;
  return player.kind === 'person' && player.page && player.name ? player.name : null;
}

/** The address of somebody's finished matches; without a name one's own. */
export function matchesPage(name: string | null, against: string | null = null): string {
  const path = name === null ? '/matches' : `/people/${encodeURIComponent(name)}/matches`;
  return against === null ? path : `${path}?${new URLSearchParams({ with: against }).toString()}`;
}

/** Whom somebody played with. */
export function others(line: MatchLine, own: MatchPlayer | null): string {
  const names = line.players.filter((one) => one !== own).map(({ player }) => playerName(player));
  return new Intl.ListFormat(language(), { type: 'unit' }).format(names);
}

/** By how much a rating changed, with its sign: `+14`, `−9`. */
export function signed(change: number): string {
  return change < 0 ? `−${-change}` : `+${change}`;
}
export const change = ({ before, after }: RatingChange) => after - before;
/** Points with their sign, to a tenth. */
export const points = (value: number) => signed(Math.round(10 * value) / 10);
/** The class of a change: it rose, it fell, or neither. */
export const tone = (by: number) => (by > 0 ? 'up' : by < 0 ? 'down2' : '');

/** A share in percent, in the way of the language. */
export function percent(share: number): string {
  return new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 0 }).format(share);
}

/** How long something took: `1 h 24 min`. */
export function duration(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60)];
  const unit = (value: number, name: string) =>
    new Intl.NumberFormat(language(), { style: 'unit', unit: name, unitDisplay: 'short' }).format(value);
  if (days >= 2) return unit(days, 'day');
  if (hours === 0) return unit(minutes, 'minute');
  return [unit(hours, 'hour'), ...(minutes % 60 ? [unit(minutes % 60, 'minute')] : [])].join(' ');
}

const DAY = 86_400_000;

/** When something ended: `yesterday`, `Sunday`, `12 Nov`. */
export function when(at: number, now = Date.now()): string {
  if (now - at < 2 * DAY) return ago(at, now);
  if (now - at < 6 * DAY) return new Intl.DateTimeFormat(language(), { weekday: 'long' }).format(new Date(at));
  return day(at, now);
}

/** A day: `12 Nov`, with the year if it is another one. */
export function day(at: number, now = Date.now()): string {
  const date = new Date(at);
  const other = date.getFullYear() !== new Date(now).getFullYear();
  return new Intl.DateTimeFormat(language(), {
    day: 'numeric',
    month: 'short',
    ...(other ? { year: 'numeric' } : {}),
  }).format(date);
}
