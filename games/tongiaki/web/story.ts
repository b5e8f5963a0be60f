/** What the board remembers of a voyage from one event to the next; a reload loses it and nothing depends on it. */
import type { Happened } from '$quipu/generated/protocol';
import type { Playing } from '$quipu/game/kit';
import type { Event, Open, Parts } from './types';
import { aheadPlace, follow, onward, type At, type Leg } from './voyage';

export const eventOf = (happened: Happened) => happened.event as unknown as Event;

export class Story {
  #key = -1;
  #leg: Leg = { at: null, points: [] };

  /** The way that the event being played goes; asked again for the same event it says the same. */
  hear({ happened, before, key }: Playing<Open>, view: Open, parts: Parts): Leg {
    if (key !== this.#key) {
      this.#key = key;
      this.#leg = onward({ at: this.#leg.at ?? aheadPlace(before), points: [] }, eventOf(happened), view, parts);
    }
    return this.#leg;
  }

  /** Where the group is while nothing is played. */
  rest(last: readonly Happened[], view: Open, parts: Parts): At | null {
    const events = last.map(eventOf);
    if (events.some(({ kind }) => kind === 'sails' || kind === 'lays')) this.#leg = follow(events, view, parts);
    return aheadPlace(view) ?? this.#leg.at;
  }
}
