/** A voyage as its log: who is aboard, each sea with what it asked, and where it ends. */
import type { Happened } from '$quipu/generated/protocol';
import type { Event, Parts } from './types';

export type Leg =
  | { kind: 'aboard'; crew: string }
  /** A sea that let the group pass, or did not. */
  | { kind: 'sea'; asked: number; passed: boolean }
  | { kind: 'island'; island: string };

export interface Voyage {
  seat: string;
  /** The beach from which it left. */
  from: string;
  legs: Leg[];
  /** Whether the group is still at sea, with no land in sight. */
  goesOn: boolean;
}

const eventsOf = (told: readonly Happened[]) => told.map(({ event }) => event as unknown as Event);

/** The voyages among what was told, one after the other. */
export function voyages(told: readonly Happened[]): Voyage[] {
  const found: Voyage[] = [];
  for (const event of eventsOf(told)) {
    const voyage = found.at(-1);
    if (event.kind === 'sails') {
      const legs: Leg[] = [{ kind: 'aboard', crew: event.boats }];
      found.push({ seat: event.seat, from: event.beach, legs, goesOn: true });
    } else if (!voyage) continue;
    else if (event.kind === 'crosses') voyage.legs.push({ kind: 'sea', asked: event.asked, passed: true });
    else if (event.kind === 'fails') voyage.legs.push({ kind: 'sea', asked: event.asked, passed: false });
    else if (event.kind === 'reaches') voyage.legs.push({ kind: 'island', island: event.island });
    if (voyage && ['fails', 'reaches', 'lost', 'exhausted', 'home'].includes(event.kind)) voyage.goesOn = false;
  }
  return found;
}

/** The colours aboard. */
export const colours = (crew: string): number => new Set(crew).size;

/** The most colours that any sea of the box asks for. */
export const mostAsked = (parts: Parts): number =>
  Math.max(0, ...parts.seas.flatMap(({ routes }) => routes.map(({ colours }) => colours)));
