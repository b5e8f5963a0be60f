/** What the turns of others did, and what they change for somebody, in a few words. */
import type { Deed, Speech } from '$quipu/game/kit';
import { seatIndex } from '$quipu/board/seats';
import { troops } from './model';
import type { Event, Parts, View } from './types';

const stands = (view: View, me: string, cell: string): boolean =>
  troops(view, cell).some(({ seat }) => seat === seatIndex(me));

/** So many things make a line; the journal has the rest. */
const MOST = 3;
/** What says most comes first. */
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

/** What a turn did: its biggest actions, each kind once with its places; of a turn without any, where it went. */
export function did(deeds: readonly Deed<View>[], by: string, { t }: Speech<Parts>): string {
  const events = deeds.flatMap((deed) => deed.events.map(({ event }) => event as Event));
  const own = events.filter((event) => 'seat' in event && event.seat === by);
  const told = WEIGHT.flatMap((kind) => {
    const same = own.filter((event) => event.kind === kind);
    if (!same.length) return [];
    const cells = [...new Set(same.flatMap((event) => ('cell' in event ? [event.cell] : [])))].join(', ');
    return t(`did.${kind}`, { cells, count: same.length });
  });
  const went = own.findLast((event) => arrival(event) !== null);
  const walk = went ? t('did.went', { cells: arrival(went)! }) : '';
  return (told.length ? [...told.slice(0, MOST - 1), ...(walk ? [walk] : told.slice(MOST - 1, MOST))] : [walk])
    .filter(Boolean)
    .join(' · ');
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
export function changed(deeds: readonly Deed<View>[], _by: string, me: string, { t }: Speech<Parts>): string {
  const now = deeds.at(-1)?.after;
  if (!now) return '';
  const all = deeds.flatMap(({ events, before }) => events.map(({ event }) => ({ event: event as Event, before })));
  const worth = (view: View) => view.if_scored_now[me] ?? 0;
  const points = deeds.reduce((sum, { before, after }) => sum + worth(after) - worth(before), 0);
  const closed = all.find(({ event, before }) => event.kind === 'guarded' && stands(before, me, event.cell));
  if (closed?.event.kind === 'guarded') return t('you.guarded', { cell: closed.event.cell });
  const met = all.flatMap(({ event }) => arrival(event) ?? []).findLast((cell) => stands(now, me, cell));
  if (met) return points < 0 ? t('you.outnumbered', { cell: met, count: -points }) : t('you.shares', { cell: met });
  const raised = all.findLast(({ event }) => event.kind === 'uncovered' && stands(now, me, event.cell));
  if (raised?.event.kind === 'uncovered' && points > 0)
    return t('you.raised', { cell: raised.event.cell, count: points });
  return '';
}
