/** Frames, events and the box for the tests, and the words of the three languages as the client reads them. */
import type { Frame, Happened, MatchState } from '$quipu/generated/protocol';
import type { SeatLook, Translate } from '$quipu/game/kit';
import type { Parts, View } from '../types';
import en from '../messages/en.json';
import es from '../messages/es.json';
import it from '../messages/it.json';
import eventsRaw from './fixtures/events.json?raw';
import framesRaw from './fixtures/frames.jsonl?raw';
import partsRaw from './fixtures/parts.json?raw';

export const read = (text: string): Frame[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Frame);
export const frames = read(framesRaw);
export const events = JSON.parse(eventsRaw) as Happened[];
export const parts = JSON.parse(partsRaw) as Parts;
export const viewOf = (frame: Frame): View => frame.view as View;

export const LANGUAGES: Record<string, Record<string, string>> = { en, it, es };
export const seats: SeatLook[] = ['Ada', 'Bruno', 'Carla', 'Diego'].map((name, index) => ({
  letter: 'ABCD'[index]!,
  index,
  name,
  bot: index > 0,
}));

/** A translation that refuses what it does not know, and values that were not given. */
export function strict(words: Record<string, string>): Translate {
  return (key, values = {}) => {
    const text = words[`${key}_${values['count'] === 1 ? 'one' : 'other'}`] ?? words[key];
    if (text === undefined) throw new Error(`no word for '${key}'`);
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
      if (values[name] === undefined || values[name] === null) throw new Error(`'${key}' is not given ${name}`);
      return String(values[name]);
    });
  };
}

export const game = (frame: Frame): MatchState => ({
  step: frame.step,
  to_act: frame.to_act,
  points: frame.points,
  eyes: 'all',
  yours: ['A', 'B', 'C', 'D'],
  hides: false,
  undo: {},
  offers: frame.offers,
});
