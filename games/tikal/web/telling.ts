/** What the turns of others did, and what they change for somebody, in a few words. */
import type { Change, Deed, Speech, Translate } from '$quipu/game/kit';
import { seatIndex } from '$quipu/board/seats';
import { ground, troops } from './model';
import type { Event, Parts, View } from './types';

/** What can be scored or dug up: company elsewhere changes nothing. */
const isPrize = (view: View, parts: Parts, cell: string): boolean =>
  ['temple', 'treasure'].includes(ground(view, parts, cell)?.part.kind ?? '');

const stands = (view: View, me: string, cell: string): boolean =>
  troops(view, cell).some(({ seat }) => seat === seatIndex(me));

/** How many things make a line; the journal has the rest. */
const MOST = 3;
/** What says most is told. */
const WEIGHT = [
  'guarded',
  'erupts',
  'camped',
  'swapped',
  'found',
  'uncovered',
  'armed',
  'shot',
  'blocked',
  'laid',
] as const;

/** What a turn did, in its order: its biggest actions, each kind once with its places, and where it went. */
export function did(deeds: readonly Deed<View>[], by: string, { t }: Speech<Parts>): string {
  const events = deeds.flatMap((deed) => deed.events.map(({ event }) => event as Event));
  const own = events.filter((event) => 'seat' in event && event.seat === by);
  const told = WEIGHT.flatMap((kind): TurnEntry[] => {
    const same = own.filter((event) => event.kind === kind);
    if (!same.length) return [];
    const cells = [...new Set(same.flatMap((event) => ('cell' in event ? [event.cell] : [])))].join(', ');
    return [{ at: own.indexOf(same[0]!), text: t(`did.${kind}`, { cells, count: same.length }) }];
  });
  const points = own.reduce((sum, event) => sum + (event.kind === 'scored' ? event.points : 0), 0);
  if (points)
    told.unshift({ at: own.findIndex(({ kind }) => kind === 'scored'), text: t('did.scored', { count: points }) });
  const walk = walked(own, t);
  return [...told.slice(0, walk ? MOST - 1 : MOST), ...(walk ? [walk] : [])]
    .toSorted((a, b) => a.at - b.at)
    .map(({ text }) => text)
    .join(' · ');
}

/** Something that was done, and as which of the events. */
interface TurnEntry {
  at: number;
  text: string;
}

/** Where somebody went, or else how many pieces came in. */
function walked(own: readonly Event[], t: Translate): TurnEntry | null {
  const went = own.findLastIndex((event) => event.kind === 'moved' || event.kind === 'shortcut');
  if (went >= 0) return { at: went, text: t('did.went', { cells: arrival(own[went]!)! }) };
  const count = own.filter(({ kind }) => kind === 'entered').length;
  return count ? { at: own.findIndex(({ kind }) => kind === 'entered'), text: t('did.entered', { count }) } : null;
}

/** Where a piece came to stand. */
function arrival(event: Event): string | null {
  if (event.kind === 'moved' || event.kind === 'shortcut') return event.to;
  return event.kind === 'entered' ? event.cell : null;
}

/**
 * The biggest change for a seat: a temple closed to it, a place where it is outnumbered or has company now, a temple
 * that was raised under it. Nothing where all that happened is elsewhere.
 */
export function changed(deeds: readonly Deed<View>[], _by: string, me: string, { t, parts }: Speech<Parts>): Change {
  const now = deeds.at(-1)?.after;
  if (!now) return { text: '' };
  const worth = (view: View) => view.if_scored_now[me] ?? 0;
  const all = deeds.flatMap(({ events, before, after }) =>
    events.map(({ event }) => ({ event: event as Event, before, points: worth(after) - worth(before) })),
  );
  const closed = all.find(({ event, before }) => event.kind === 'guarded' && stands(before, me, event.cell));
  if (closed?.event.kind === 'guarded') return { text: t('you.guarded', { cell: closed.event.cell }) };
  const met = all.flatMap(({ event, points }) => {
    const cell = arrival(event);
    return cell && stands(now, me, cell) && isPrize(now, parts, cell) ? [{ cell, points }] : [];
  });
  // What somebody came to and what it cost is told of the place where it cost most.
  const taken = met.toSorted((a, b) => a.points - b.points)[0];
  if (taken && taken.points < 0)
    return { text: t('you.outnumbered', { cell: taken.cell, count: -taken.points }), then: taken.points };
  const raised = all.findLast(({ event, points }) => event.kind === 'uncovered' && points > 0);
  if (raised?.event.kind === 'uncovered')
    return { text: t('you.raised', { cell: raised.event.cell, count: raised.points }), then: raised.points };
  return { text: met.length ? t('you.shares', { cell: met.at(-1)!.cell }) : '' };
}
