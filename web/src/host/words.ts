/** Numbers, moments and people of the host's page, in words. */
import type { BotLevel, HostAudit, HostCount, HostWho } from '../generated/protocol';
import { gameWordsOf, has, language, t } from '../i18n/index.svelte';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A number of bytes, in the largest unit of which there is one. */
export function bytes(count: number): string {
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, count)) / 3)));
  const unit = UNITS[power] ?? 'byte';
  const style = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language(), style).format(count / 1000 ** power);
}

/** A number of microseconds, in milliseconds. */
export function milliseconds(micros: number): string {
  const style = { style: 'unit', unit: 'millisecond', unitDisplay: 'short', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language(), style).format(micros / 1000);
}

export const number = (count: number): string => new Intl.NumberFormat(language()).format(count);

/** A moment: `18 Nov 2026, 14:05`. */
export const moment = (at: number): string =>
  new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }).format(at);

/** How many there are of something. */
export const counted = (all: readonly HostCount[], what: string): number =>
  all.find((one) => one.what === what)?.count ?? 0;

/** Somebody by name: a bot by its level, whoever was deleted by their id. */
export function whoIs({ id, name }: HostWho): string {
  const level = /^bot\/(novice|adept|expert|master)$/.exec(id)?.[1] as BotLevel | undefined;
  if (level) return t('people.bot', { level: t(`level.${level}`) });
  return name ?? t('host.deleted', { id });
}

/** The place where somebody is looked after; nowhere for bots and whoever was deleted. */
export const placeOf = ({ id, name }: HostWho): string | null =>
  name === undefined ? null : `/host/people?named=${id}`;

const FAILED = ' failed';

/** What a host did, as the audit log calls it. */
function done(what: string): string {
  const key = `host.did.${what.replaceAll(' ', '_').replaceAll('-', '_')}`;
  return has('app', key) ? gameWordsOf('app')(key) : what;
}

/** An entry of the audit log: what was done, and to whom. */
export function did({ what, person, table }: HostAudit): string {
  const failed = what.endsWith(FAILED);
  const said = done(failed ? what.slice(0, -FAILED.length) : what);
  const whom = person ? whoIs(person) : table;
  const told = whom ? t('host.did_to', { what: said, whom }) : said;
  return failed ? t('host.did_in_vain', { what: told }) : told;
}
