/** Where everything stands on the plane: a view, laid out. */
import { seatIndex } from '$quipu/board/seats';
import { SIDE, lying, middle, onSlab, pose, cellAt, inHall, type Pose } from './geometry';
import type { Parts, RhombusPart, View } from './types';
import type { Point } from '$quipu/board/pen';

/** The four places on a goal rhombus, along P to R and across. */
const PLACES: readonly Point[] = [
  [-41, 0],
  [0, -23],
  [0, 23],
  [41, 0],
];

/** Looked up by name, once for each box. */
export interface PartsByName {
  rhombus: Map<string, RhombusPart>;
  cell: Map<string, Parts['cells'][number]>;
}

const indices = new WeakMap<Parts, PartsByName>();

export function indexOf(parts: Parts): PartsByName {
  let index = indices.get(parts);
  if (!index) {
    index = {
      rhombus: new Map(parts.rhombi.map((part) => [part.id, part])),
      cell: new Map(parts.cells.map((part) => [part.cell, part])),
    };
    indices.set(parts, index);
  }
  return index;
}

export const isSlab = (place: string): boolean => /^[TG]/.test(place);
/** The slab of a place such as `T04/A`. */
export const slabOf = (place: string): string => place.slice(0, 3).replace('/', '');

/** What lies at a point: the cell, the place for a piece there, and the cell or slab that may be chosen. */
export interface PressedPlace {
  cell: string;
  place: string;
  space: string;
}

export class HallScene {
  readonly index: PartsByName;
  /** The slab over each cell that is covered. */
  readonly over = new Map<string, string>();
  readonly poses = new Map<string, Pose>();

  constructor(
    readonly view: View,
    readonly parts: Parts,
  ) {
    this.index = indexOf(parts);
    for (const [id, text] of Object.entries(view.position.rhombi)) {
      const cells = lying(text);
      this.poses.set(id, pose(cells));
      for (const cell of cells) this.over.set(cell, id);
    }
  }

  /** The cells that a place takes up. */
  cells(place: string): string[] {
    if (!isSlab(place)) return [place];
    const cells = lying(this.view.position.rhombi[slabOf(place)] ?? '');
    return place.endsWith('/A') ? [cells[0]] : place.endsWith('/B') ? [cells[1]] : [...cells];
  }

  /** Whether the middle of a slab is marked, so that its halves are two places. */
  halved(id: string): boolean {
    return this.index.rhombus.get(id)?.middle !== 'open';
  }

  /** The place at a point: an open cell, a slab, or its half where halves count. */
  placeAt(at: Point): PressedPlace | null {
    const cell = cellAt(at);
    if (!inHall(cell)) return null;
    const id = this.over.get(cell);
    if (!id) return { cell, place: cell, space: cell };
    const half = lying(this.view.position.rhombi[id]!)[0] === cell ? 'A' : 'B';
    return { cell, place: this.halved(id) ? `${id}/${half}` : id, space: id };
  }

  /** Where a piece stands on a slab in a pose. */
  onSlab(place: string, lies: Pose): Point {
    const id = slabOf(place);
    const half = place.endsWith('/B') ? 1 : -1;
    return onSlab(lies, this.halved(id) ? [half * SIDE * 0.31, 0] : [0, 0]);
  }

  /** The middle of a place. */
  spot(place: string): Point {
    if (!isSlab(place)) return middle(place);
    const lies = this.poses.get(slabOf(place));
    return lies ? this.onSlab(place, lies) : [0, 0];
  }

  /** The place of a seat on a goal rhombus that lies so: clear of its walls. */
  goalSpot(id: string, seat: number, lies: Pose): Point {
    const part = this.index.rhombus.get(id);
    let [along, across] = PLACES[seat] ?? [0, 0];
    part?.sides.forEach((side, index) => {
      if (side === 'open') return;
      // The middle of the side PQ lies at a quarter of the length and of the breadth; the others mirror it.
      along -= (index === 0 || index === 3 ? -1 : 1) * SIDE * 0.433 * 0.085;
      across -= (index < 2 ? 1 : -1) * SIDE * 0.25 * 0.085;
    });
    return onSlab(lies, [along, across]);
  }

  /** Where the pawn of a seat stands, on a slab that lies so if it rides on one; nothing before it is on the board. */
  pawn(letter: string, lies?: Pose): { at: Point; scale: number } | null {
    const place = this.view.position.pawns?.[letter];
    if (!place) return null;
    if (!isSlab(place)) return { at: middle(place), scale: 1 };
    const id = slabOf(place);
    const where = lies ?? this.poses.get(id)!;
    if (!id.startsWith('G')) return { at: this.onSlab(place, where), scale: 1.1 };
    const [x, y] = this.goalSpot(id, seatIndex(letter), where);
    // Beside the own statue, on its place once it is taken.
    const beside = this.view.position.taken[letter]?.includes(id) ? 0 : 23;
    return { at: [x + beside, y - 3], scale: 0.78 };
  }

  /** Where a pawn of the seat to act would stand. */
  stand(place: string): Point {
    const lies = this.poses.get(slabOf(place));
    return place.startsWith('G') && lies
      ? this.goalSpot(slabOf(place), seatIndex(this.view.position.seat), lies)
      : this.spot(place);
  }

  /** The line through some cells, straight over slabs with an open middle; and the price at each point. */
  way(cells: readonly { cell: string; price: number }[]): { points: Point[]; tolls: { at: Point; price: number }[] } {
    const points: Point[] = [];
    const tolls: { at: Point; price: number }[] = [];
    let [last, paid] = ['', 0];
    for (const { cell, price } of cells) {
      const id = this.over.get(cell);
      const stop = !id
        ? cell
        : this.halved(id)
          ? `${id}/${lying(this.view.position.rhombi[id]!)[0] === cell ? 'A' : 'B'}`
          : id;
      if (stop === last) continue;
      const at = this.spot(stop);
      const before = points.at(-1);
      if (before && price > paid)
        tolls.push({ at: [(before[0] + at[0]) / 2, (before[1] + at[1]) / 2], price: price - paid });
      points.push(at);
      [last, paid] = [stop, price];
    }
    return { points, tolls };
  }

  /** The way of a walk to a place, as the engine found it. */
  walk(place: string): { points: Point[]; tolls: { at: Point; price: number }[] } {
    const reach = new Map(this.view.reach.map((reached) => [reached.cell, reached]));
    const ends = this.cells(place).flatMap((cell) => reach.get(cell) ?? []);
    let at = ends.sort((a, b) => a.price - b.price)[0];
    const cells = [];
    while (at) {
      cells.unshift(at);
      at = at.from === undefined ? undefined : reach.get(at.from);
    }
    return this.way(cells);
  }
}

/** How many action points a turn has. */
export const KNOTS = 3;
