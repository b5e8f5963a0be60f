/** What the board remembers of a voyage from one event to the next, and how long events take to show. */
import type { Happened } from '$quipu/generated/protocol';
import type { Playing } from '$quipu/game/kit';
import type { Event, View, Parts } from './types';
import { aheadPlace, follow, onward, type At, type Leg } from './voyage';

export const eventOf = (happened: Happened) => happened.event as unknown as Event;

export class Story {
  #key = -1;
  #leg: Leg = { at: null, points: [] };

  /** The way that the event being played goes; asked again for the same event it says the same. */
  hear({ happened, before, key }: Playing<View>, view: View, parts: Parts): Leg {
    if (key !== this.#key) {
      this.#key = key;
      this.#leg = onward({ at: this.#leg.at ?? aheadPlace(before), points: [] }, eventOf(happened), view, parts);
    }
    return this.#leg;
  }

  /** Where the group is while nothing is played. */
  rest(last: readonly Happened[], view: View, parts: Parts): At | null {
    const events = last.map(eventOf);
    if (events.some(({ kind }) => kind === 'sails' || kind === 'lays')) this.#leg = follow(events, view, parts);
    return aheadPlace(view) ?? this.#leg.at;
  }
}

/** How long an event takes to show. Turns, restarts and the end are told in words alone: what follows shows them. */
export function duration(happened: Happened): number {
  const event = eventOf(happened);
  const times: Record<Event['kind'], number> = {
    first: 0,
    turn: 0,
    restarts: 0,
    over: 0,
    moored: 240,
    expands: 240,
    exhausted: 480,
    shifts: 480,
    sails: 480,
    lays: 480,
    draws: 480,
    reaches: 240,
    lands: 360,
    crosses: 900,
    fails: 1200,
    lost: 900,
    home: 700,
    'sent-back': 480,
    'no-mooring': 700,
    removed: 900,
    royal: 480,
    colonises: 480,
    gains: 480,
    loses: 480,
  };
  // A start on Tonga brings no points.
  return (event.kind === 'gains' || event.kind === 'loses') && event.points === 0 ? 0 : (times[event.kind] ?? 0);
}

/** A tile of one's own voyage is turned up by hand. */
export const reveals = (happened: Happened): boolean => eventOf(happened).kind === 'lays';
