/** Voyages as they are told: tile by tile, each in one sentence, and what those of others change. */
import type { Change, Deed, Revealing, SeatLook, Speech, Translate } from '$quipu/game/kit';
import type { Happened } from '$quipu/generated/protocol';
import { colours, voyages, type Voyage } from './legs';
import { islandOf } from './model';
import { eventOf } from './motion';
import type { Event, Parts, View } from './types';

const island = (name: string, t: Translate) => t(`tile.${name}`);

/** A voyage while its tiles are turned up: how many colours are aboard, and what is not known yet. */
export function revealing(told: readonly Happened[], _view: View, t: Translate): Revealing {
  const voyage = voyages(told).at(-1);
  const next = t('bar.turn_up');
  if (!voyage) return { text: '', next };
  const aboard = voyage.legs[0]?.kind === 'aboard' ? colours(voyage.legs[0].crew) : 0;
  if (!voyage.goesOn) return { text: outcome(voyage, t), next: '' };
  return { text: t('story.aboard', { count: aboard }), next };
}

/** A royal island, or a route that bends, sends boats back to where they came from. */
const isBack = (from: string, to: string): boolean => islandOf(from) === to;

/** How a voyage ended. */
function outcome({ from, legs }: Voyage, t: Translate): string {
  const last = legs.at(-1);
  const values = { from: island(islandOf(from), t) };
  if (last?.kind === 'island')
    return t(isBack(from, last.island) ? 'story.back' : 'story.reached', { ...values, island: island(last.island, t) });
  if (last?.kind === 'sea' && !last.passed) return t('story.failed', { ...values, asked: last.asked });
  return t('story.lost', values);
}

/** A whole voyage: the seas that it crossed, and how it ended. */
export function revealed(told: readonly Happened[], _seats: readonly SeatLook[], t: Translate): string {
  return voyages(told)
    .map((voyage) => {
      const seas = voyage.legs.filter((leg) => leg.kind === 'sea' && leg.passed).length;
      return [seas ? t('story.seas', { count: seas }) : '', outcome(voyage, t)].filter(Boolean).join(' ');
    })
    .join(' ');
}

/** Whether another voyage begins: each of a chain is told by itself. */
export const begins = (happened: Happened): boolean => eventOf(happened).kind === 'sails';

const eventsOf = (deeds: readonly Deed[]): Event[] => deeds.flatMap(({ events }) => events.map(eventOf));

/** What somebody did, in a few words that follow their name: where they sailed, or else where they added boats. */
export function did(deeds: readonly Deed<View>[], _by: string, { t }: Speech<Parts>): string {
  const sailed = voyages(deeds.flatMap(({ events }) => events)).map((voyage) => {
    const values = { from: island(islandOf(voyage.from), t) };
    const last = voyage.legs.at(-1);
    if (last?.kind === 'island')
      return t(isBack(voyage.from, last.island) ? 'did.back' : 'did.sailed', {
        ...values,
        island: island(last.island, t),
      });
    return t(voyage.goesOn ? 'did.left' : 'did.failed', values);
  });
  const other = eventsOf(deeds).flatMap((event) => {
    if (event.kind === 'expands' || event.kind === 'restarts')
      return t(`did.${event.kind}`, { count: event.boats, island: island(event.island, t) });
    if (event.kind === 'royal') return t('did.royal', { island: island(event.island, t) });
    if (event.kind === 'shifts') return t('did.shifts', { island: island(event.island, t) });
    return event.kind === 'colonises' ? t('did.colonises') : [];
  });
  if (other.length || sailed.length) return [...other, ...sailed].join(' · ');
  // Before the first turn boats are put on Tonga one by one.
  const moored = eventsOf(deeds).find((event) => event.kind === 'moored');
  return moored ? t('did.moored', { island: island(islandOf(moored.beach), t) }) : '';
}

/** The islands that a seat won or lost by a turn, and by how many points in the end: a chain may do both. */
function balance(events: readonly Event[], me: string): { island: string; points: number }[] {
  const found = new Map<string, number>();
  for (const event of events)
    if ((event.kind === 'gains' || event.kind === 'loses') && event.seat === me)
      found.set(event.island, (found.get(event.island) ?? 0) + (event.kind === 'gains' ? 1 : -1) * event.points);
  return [...found].map(([island, points]) => ({ island, points }));
}

/** The island of most points that had boats of one seat alone and then of others, too: it can be royal no more. */
function shared(deeds: readonly Deed<View>[], me: string, parts: Parts): string | undefined {
  const before = deeds[0]?.before;
  const after = deeds.at(-1)?.after;
  if (!before || !after) return undefined;
  const crew = (view: View, island: string) => Object.values(view.position.boats[island] ?? {}).join('');
  const alone = (boats: string) => boats !== '' && [...boats].every((letter) => letter === me);
  return parts.islands
    .toSorted((a, b) => b.points - a.points)
    .map(({ name }) => name)
    .find((name) => alone(crew(before, name)) && crew(after, name).includes(me) && !alone(crew(after, name)));
}

/**
 * What it changed for a seat: the island that it won or lost by it, its boats that went home or came along, the island
 * that it has no longer for itself.
 */
export function changed(
  deeds: readonly Deed<View>[],
  _by: string,
  me: string,
  { t, parts }: Speech<Parts>,
): Change | null {
  const events = eventsOf(deeds);
  const most = balance(events, me).toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points))[0];
  if (most?.points)
    return {
      text: t(most.points > 0 ? 'you.gains' : 'you.loses', {
        island: island(most.island, t),
        count: Math.abs(most.points),
      }),
      points: most.points,
    };
  const own = (boats: string) => [...boats].filter((letter) => letter === me).length;
  const home = events.reduce(
    (sum, event) =>
      event.kind === 'home' || event.kind === 'no-mooring' || event.kind === 'removed' || event.kind === 'lost'
        ? sum + own(event.boats)
        : sum,
    0,
  );
  if (home) return { text: t('you.home', { count: home }) };
  const also = shared(deeds, me, parts);
  if (also) return { text: t('you.shares', { island: island(also, t) }) };
  const along = events.findLast((event) => event.kind === 'reaches' && own(event.boats) > 0);
  if (along?.kind !== 'reaches') return null;
  return { text: t('you.along', { count: own(along.boats), island: island(along.island, t) }) };
}
