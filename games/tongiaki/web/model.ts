/** A view as the drawings need it: which tile lies where, whose boats lie at which mooring. */
import type { IslandPart, View, Parts, SeaPart, Phase } from './types';
import type { CellName } from './geometry';

/** A tile on the table. */
export interface Laid {
  name: string;
  cell: CellName;
  turn: number;
  island: IslandPart | null;
  sea: SeaPart | null;
}

const shelves = new WeakMap<Parts, Map<string, IslandPart | SeaPart>>();

/** The parts by name, sorted out once. */
export function partOf(parts: Parts, name: string): { island: IslandPart | null; sea: SeaPart | null } {
  let shelf = shelves.get(parts);
  if (!shelf) {
    shelf = new Map([...parts.islands, ...parts.seas].map((part) => [part.name, part]));
    shelves.set(parts, shelf);
  }
  const part = shelf.get(name);
  return {
    island: part && 'beaches' in part ? part : null,
    sea: part && 'routes' in part ? part : null,
  };
}

/** Reads `1,-2 r3`. */
export function placeOf(text: string): { cell: CellName; turn: number } {
  const [cell = '0,0', turn = 'r0'] = text.split(' ');
  return { cell, turn: Number(turn.slice(1)) };
}

/** The tiles on the table, in the order of their names, so that keyed drawings stay. */
export function laidTiles(view: View, parts: Parts): Laid[] {
  return Object.entries(view.position.tiles).map(([name, place]) => ({
    name,
    ...placeOf(place),
    ...partOf(parts, name),
  }));
}

/** The kind of decision, and what goes with it. */
export type PhaseName =
  'first' | 'setup' | 'turn' | 'moor' | 'sail' | 'ahead' | 'land' | 'must-colonise' | 'found' | 'lay' | 'over';
type Detail<K extends string> = Extract<Phase, Record<K, unknown>> extends Record<K, infer D> ? D : never;

export const phaseName = (view: View): PhaseName =>
  (typeof view.position.phase === 'string' ? view.position.phase : Object.keys(view.position.phase)[0]) as PhaseName;

/** What the phase of that name says; nothing in any other phase. */
export function phaseDetail<K extends 'moor' | 'sail' | 'ahead' | 'land' | 'lay' | 'over'>(
  view: View,
  name: K,
): Detail<K> | null {
  const { phase } = view.position;
  return typeof phase === 'object' && name in phase ? ((phase as Record<string, unknown>)[name] as Detail<K>) : null;
}

/** The letters of the boats on a beach such as `nauru.2`. */
export function crewOn(view: View, beach: string): string {
  const [island, number] = beach.split('.') as [string, string];
  return view.position.boats[island]?.[number] ?? '';
}

export const islandOf = (beach: string) => beach.split('.')[0]!;
export const numberOf = (beach: string) => Number(beach.split('.')[1]);

/** How many boats of a seat lie on an island's beaches. */
export const boatsOn = (view: View, island: string, letter: string) =>
  Object.values(view.position.boats[island] ?? {}).reduce(
    (sum, crew) => sum + [...crew].filter((other) => other === letter).length,
    0,
  );

/** How many boats of each letter, in the order of the letters. */
export function countCrew(crew: string): [string, number][] {
  const counts = new Map<string, number>();
  for (const letter of crew) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The moorings of every beach with the letter of the boat there, or an empty text. */
export type Berths = ReadonlyMap<string, readonly string[]>;

/**
 * Remembers at which mooring a boat lies. A position only knows how many boats of a colour a beach has; on the table a
 * boat stays where it was put, so who was there before keeps the mooring and newcomers take the first free one.
 */
export class Harbour {
  #berths = new Map<string, string[]>();
  /** The mooring that was taken last, by beach. */
  readonly newest = new Map<string, number>();

  settle(view: View, parts: Parts): Berths {
    const settled = new Map<string, string[]>();
    for (const island of parts.islands) {
      if (!(island.name in view.position.tiles)) continue;
      for (const { name, moorings } of island.beaches) {
        const crew = [...crewOn(view, name)];
        const slots = (this.#berths.get(name) ?? Array<string>(moorings).fill('')).map((letter) => {
          const index = letter ? crew.indexOf(letter) : -1;
          if (index < 0) return '';
          crew.splice(index, 1);
          return letter;
        });
        for (const letter of crew) {
          const free = slots.indexOf('');
          slots[free] = letter;
          this.newest.set(name, free);
        }
        settled.set(name, slots);
      }
    }
    this.#berths = settled;
    return settled;
  }
}
