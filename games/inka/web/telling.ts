/** What the turns of others did, and what they change for somebody, in a few words. */
import type { Deed, Speech } from '$quipu/game/kit';
import { isSlab, slabOf } from './model';
import type { Event, Parts, View } from './types';
import { place } from './words';

/** How many things make a line; the journal has the rest. */
const MOST = 3;

const eventsOf = (deeds: readonly Deed[]): Event[] =>
  deeds.flatMap(({ events }) => events.map(({ event }) => event as unknown as Event));

/** What somebody did, in a few words that follow their name; what decides the match comes first. */
export function did(deeds: readonly Deed<View>[], by: string, { t, parts }: Speech<Parts>): string {
  const own = eventsOf(deeds).filter((event) => 'seat' in event && event.seat === by);
  const last = <Kind extends Event['kind']>(kind: Kind) =>
    own.findLast((event): event is Extract<Event, { kind: Kind }> => event.kind === kind);
  const many = (...kinds: Event['kind'][]) => own.filter(({ kind }) => kinds.includes(kind)).length;
  const [left, walked, blocked, started] = [last('left'), last('walked'), last('blocked'), last('started')];
  const [taken, shifted] = [many('taken'), many('slid', 'turned')];
  return [
    left && t('did.left', { exit: t(`compass.${left.exit}`) }),
    taken > 0 && t('did.taken', { count: taken }),
    shifted > 0 && t('did.shifted', { count: shifted }),
    many('passed') > 0 && t('did.passed'),
    walked && t('did.walked', { to: place(walked.to, t, parts) }),
    blocked && t('did.blocked', { at: place(blocked.at, t, parts) }),
    many('laid') > 0 && t('did.laid'),
    started && t('did.started', { start: t(`compass.${started.start}`) }),
  ]
    .filter((told) => typeof told === 'string')
    .slice(0, MOST)
    .join(' · ');
}

/** What it changed for a seat: its pawn went along with a rhombus, or somebody with all statues needs only a gate. */
export function changed(deeds: readonly Deed<View>[], by: string, me: string, { t, parts }: Speech<Parts>): string {
  const carried = deeds.some(({ events, before }) => {
    const at = before.position.pawns?.[me];
    return events.some(
      ({ event }) =>
        (event.kind === 'slid' || event.kind === 'turned') && at && isSlab(at) && slabOf(at) === event['rhombus'],
    );
  });
  if (carried) return t('you.carried');
  const goals = parts.rhombi.filter(({ goal }) => goal).length;
  const took = eventsOf(deeds).some(({ kind }) => kind === 'taken');
  return took && deeds.at(-1)?.after.position.taken[by]?.length === goals ? t('you.ready') : '';
}
