/**
 * The table while events are being told. The stage gives the view before a step and one event after the other; here
 * they are laid on that view, as far as a board shows them, so that nothing is seen before it is told.
 */
import type { Happened } from '$quipu/generated/protocol';
import type { Event, View, Region } from './types';
import { singly } from './notation';

function moved(view: View, seat: string, week: number): View {
  const page = view.seats[seat];
  if (!page) return view;
  const others = [...view.order].filter((letter) => letter !== seat);
  // Who lands on others lies on top of them: before the first that is as far or further.
  const at = others.findIndex((letter) => (view.seats[letter]?.weeks ?? 0) >= week);
  others.splice(at < 0 ? others.length : at, 0, seat);
  return { ...view, order: others.join(''), seats: { ...view.seats, [seat]: { ...page, weeks: week } } };
}

function without(words: readonly string[], word: string): string[] {
  const all = singly(words);
  const at = all.indexOf(word);
  if (at >= 0) all.splice(at, 1);
  return all;
}

function held(view: View, seat: string, region: Region, change: (words: string[]) => string[]): View {
  const page = view.seats[seat];
  if (!page) return view;
  const finds = { ...page.finds, [region]: change(singly(page.finds[region])) };
  return { ...view, seats: { ...view.seats, [seat]: { ...page, finds } } };
}

/** The table after one event, as far as it is shown. */
export function told(view: View, happened: Happened): View {
  const event = happened.event as unknown as Event;
  switch (event.kind) {
    case 'began':
      return { ...view, order: event.order };
    case 'turned-up': {
      if (event.space === null) return { ...view, beside: [...view.beside, event.card], deck: view.deck - 1 };
      const display = [...view.display];
      display[event.space - 1] = event.card;
      return { ...view, display, deck: view.deck - 1 };
    }
    case 'laid':
      return { ...view, deck: view.deck - 1 };
    case 'took': {
      const at = view.display.indexOf(event.card);
      const display = view.display.map((card, index) => (index === at ? '-' : card));
      return moved({ ...view, display }, event.seat, event.week);
    }
    case 'exhibited':
    case 'museum':
      return moved({ ...view, beside: without(view.beside, event.card) }, event.seat, event.week);
    case 'played':
      return moved(view, event.seat, event.week);
    case 'dug':
      return moved(view, event.seat, event.week);
    case 'found':
      return held(view, event.seat, event.region, (words) => [...words, event.find]);
    case 'donated': {
      const page = view.seats[event.seat];
      const from = (Object.keys(page?.finds ?? {}) as Region[]).find((region) =>
        singly(page?.finds[region]).includes(event.find),
      );
      return from ? held(view, event.seat, from, (words) => without(words, event.find)) : view;
    }
    case 'professor-came':
      return { ...view, professors: { ...view.professors, [event.of]: event.seat } };
    case 'professor-left': {
      const { [event.of]: _, ...professors } = view.professors;
      return { ...view, professors };
    }
    default:
      return view;
  }
}

/** How long each kind of event takes to tell, in milliseconds; nothing is told where the marks say enough. */
const DURATION: Record<Event['kind'], number> = {
  began: 480,
  'turned-up': 240,
  laid: 120,
  took: 480,
  exhibited: 900,
  museum: 900,
  donated: 480,
  played: 480,
  looked: 480,
  'nothing-there': 480,
  dug: 900,
  found: 900,
  rubble: 480,
  // The last card is looked at before the next turn begins.
  'dig-over': 1200,
  'professor-came': 480,
  'professor-left': 240,
  congress: 0,
  over: 0,
  'time-bonus': 240,
};

export const duration = (happened: Happened): number => DURATION[happened.event.kind as Event['kind']] ?? 0;

/** A card of one's own dig is turned up by hand. */
export const reveals = (happened: Happened): boolean =>
  happened.event.kind === 'found' || happened.event.kind === 'rubble';

/** A dig has an end, also in an empty pile, where no card is turned up (H17). */
export const sums = (happened: Happened): boolean => happened.event.kind === 'dig-over';
