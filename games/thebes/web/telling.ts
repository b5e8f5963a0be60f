/** A dig as it is told, card by card and in one sentence; and what the turns of others did. */
import type { Deed, Revealing, SeatLook, Speech, Translate } from '$quipu/game/kit';
import type { Happened } from '$quipu/generated/protocol';
import { digOf } from './digs';
import { aCard, findName, inRegion } from './notation';
import type { Event, Parts, View } from './types';

/** A dig while its cards are turned up: which one lies there, and how many are to come. */
export function revealing(told: readonly Happened[], _view: View, t: Translate): Revealing {
  const dig = digOf(told);
  if (!dig) return { text: '', next: t('bar.turn_up') };
  const [at, newest] = [dig.drawn.length, dig.drawn.at(-1)];
  const card = newest && t('scene.card', { at, of: at + dig.left + (dig.missing ?? 0), find: findName(newest, t) });
  // A pile that has fewer cards than the dig ends it (H17).
  const lacks = dig.missing ? (at ? 'scene.only' : 'scene.empty') : null;
  const toCome = lacks ? t(lacks, { count: at }) : t(dig.left ? 'scene.to_come' : 'scene.all', { count: dig.left });
  return {
    text: [card, toCome].filter(Boolean).join(' '),
    next: dig.left ? t(dig.left === 1 ? 'bar.turn_last' : 'bar.turn_up') : '',
  };
}

/** A whole dig of one's own: what was found, and what it is worth. */
export function revealed(told: readonly Happened[], _seats: readonly SeatLook[], t: Translate, parts: Parts): string {
  const dig = digOf(told);
  if (!dig) return '';
  const finds = dig.drawn.filter((word) => word !== 'rubble').map((word) => findName(word, t));
  const rubble = dig.drawn.length - finds.length;
  const place = inRegion(dig.region, t);
  if (!dig.drawn.length) return t('scene.sum.empty', place);
  const points = dig.drawn.reduce((sum, word) => sum + (parts.finds[word]?.points ?? 0), 0);
  const list = [...finds, ...(rubble ? [t('scene.sum.rubble', { count: rubble })] : [])].join(', ');
  const sum = dig.missing
    ? t('scene.sum.short', { ...place, list, count: dig.drawn.length })
    : t('scene.sum', { ...place, list });
  return [sum, points ? `(${t('scene.points', { count: points })})` : ''].join(' ').trim();
}

/** How many things make a line; the journal has the rest. */
const MOST = 3;
/** What ends what a dig, a thief or a raider brings. */
const ENDS: readonly string[] = ['dig-over', 'dug', 'played', 'took', 'exhibited', 'museum'];
const eventsOf = (deeds: readonly Deed[]) =>
  deeds.flatMap(({ events }) => events.map(({ event }) => event as unknown as Event));

/** What somebody did, in a few words that follow their name: what they took, showed, and where they dug. */
export function did(deeds: readonly Deed<View>[], by: string, { t }: Speech<Parts>): string {
  const events = eventsOf(deeds).filter((event) => 'seat' in event && event.seat === by);
  /** What a dig, a thief or a raider brought, until something else was done. */
  const found = (at: number) => {
    const end = events.findIndex(({ kind }, index) => index > at && ENDS.includes(kind));
    return events.slice(at, end < 0 ? undefined : end).flatMap((event) => (event.kind === 'found' ? [event] : []));
  };
  const worth = (text: string, finds: readonly { points: number }[]) => {
    const points = finds.reduce((sum, find) => sum + find.points, 0);
    return points ? `${text} (${t('scene.points', { count: points })})` : text;
  };
  const told = events.flatMap((event, at) => {
    if (event.kind === 'dug')
      return worth(t('did.dug', { ...inRegion(event.region, t), count: found(at).length }), found(at));
    if (event.kind === 'took') return t('did.took', { card: aCard(event.card, t) });
    if (event.kind === 'exhibited' || event.kind === 'museum')
      return t('did.showed', { card: aCard(event.card, t), count: event.points });
    if (event.kind === 'professor-came')
      return t('did.professor', { professor: t(`professor.${event.of}`), count: event.points });
    if (event.kind !== 'played') return [];
    const sent = t('did.played', { card: t(`played.${event.card.split('-')[0]}`), ...inRegion(event.region, t) });
    const loot = found(at);
    return worth([sent, loot.map(({ find }) => findName(find, t)).join(', ')].filter(Boolean).join(': '), loot);
  });
  return told.slice(-MOST).join(' · ');
}

/** What it changed for a seat: a professor who left it. The bonus for time comes and goes with every turn. */
export function changed(deeds: readonly Deed<View>[], _by: string, me: string, { t }: Speech<Parts>): string | null {
  const left = eventsOf(deeds).find((event) => event.kind === 'professor-left' && event.seat === me);
  if (left?.kind !== 'professor-left') return null;
  return t('you.professor', { professor: t(`professor.${left.of}`), count: Math.abs(left.points) });
}
