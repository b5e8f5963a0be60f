/** __Title__ in words: clicks, prompts, events, the score sheet, and the board for who listens to it. */
import type { Click, ClickLabel, Place, SeatLook, Translate } from '$quipu/game/kit';
import type { Happened, MatchState, SheetLine } from '$quipu/generated/protocol';
import { wordOf } from './clicks';
import type { Event, Parts, View } from './types';

export function label(click: Click, view: View, t: Translate): ClickLabel {
  const camp = Number(click.slice('camp:'.length));
  return { text: t(`click.${wordOf(camp, view)}`, { camp }) };
}

export function prompt(_game: MatchState, view: View, _picked: readonly Click[], t: Translate): string {
  if (view.phase !== 'act') return t('prompt.wait');
  return t(view.camps[view.turn] ? 'prompt.act' : 'prompt.start');
}

const nameOf = (seats: SeatLook[], letter: string) => seats.find((seat) => seat.letter === letter)?.name ?? letter;

export function describe(happened: Happened, seats: SeatLook[], t: Translate): string {
  const event = happened.event as unknown as Event;
  return t(`event.${event.kind}`, { ...event, name: nameOf(seats, event.seat) });
}

export const placeName = (camp: number, t: Translate): string => t(camp ? 'place.camp' : 'place.start', { camp });

export function places(view: View, parts: Parts, seats: SeatLook[], t: Translate): Place[] {
  return Array.from({ length: parts.last_camp + 1 }, (_, camp) => {
    const names = seats.filter(({ letter }) => view.camps[letter] === camp).map(({ name }) => name);
    return { click: `camp:${camp}`, text: [placeName(camp, t), ...names].join(', ') };
  });
}

export function summary(view: View, parts: Parts, seats: SeatLook[], t: Translate): string {
  const stand = seats.map(({ letter, name }) =>
    t('summary.seat', { name, place: placeName(view.camps[letter] ?? 0, t), points: view.points[letter] }),
  );
  const [one, two, three] = view.left;
  return [t('summary.left', { turns: parts.turns - view.turns, one, two, three }), ...stand].join(' ');
}

export const sheetItem = ({ item }: SheetLine, t: Translate): string =>
  t('sheet.finds', { worth: item.split(' ').at(-1) });

export const sheetSection = (section: string, t: Translate): string => t(`section.${section}`);
