/** The way of a voyage over the table: geometry only. The engine decides whether a group may pass. */
import type { Event, View, Parts } from './types';
import {
  angle,
  APOTHEM,
  axial,
  beside,
  centre,
  DIRECTIONS,
  directionOf,
  numberSpots,
  opposite,
  routePoints,
  routesOf,
  sideOf,
  type CellName,
} from './geometry';
import { distance, type Point } from '$quipu/board/pen';
import { islandOf, partOf, placeOf, phaseDetail } from './model';

/** Where a group lies: at the side of a cell. */
export interface At {
  cell: CellName;
  toward: number;
}

/** A sea on a way. */
export interface Crossing {
  sea: string;
  cell: CellName;
  /** The points over this sea, on the table. */
  points: Point[];
  /** Where its number stands, on the table. */
  spot: Point;
  colours: number;
  out: At;
}

/** The table by cells. */
export function chart(view: View): Map<CellName, { name: string; turn: number }> {
  return new Map(
    Object.entries(view.position.tiles).map(([name, place]) => [
      placeOf(place).cell,
      { name, turn: placeOf(place).turn },
    ]),
  );
}

export const cellOf = (view: View, tile: string): CellName | null => {
  const place = view.position.tiles[tile];
  return place === undefined ? null : placeOf(place).cell;
};

/** The crossing of the sea that lies ahead; nothing where no sea does. */
export function crossing(at: At, view: View, parts: Parts): Crossing | null {
  const cell = beside(at.cell, at.toward);
  const tile = chart(view).get(cell);
  const sea = tile ? partOf(parts, tile.name).sea : null;
  if (!tile || !sea) return null;
  const routes = routesOf(sea, tile.turn);
  const entry = opposite(at.toward);
  const index = routes.findIndex(({ ends }) => ends.includes(entry));
  const { ends, colours } = routes[index]!;
  const exit = ends[0] === entry ? ends[1] : ends[0];
  const [x, y] = centre(cell);
  const move = ([px, py]: Point): Point => [x + px, y + py];
  return {
    sea: tile.name,
    cell,
    points: routePoints(entry, exit, 24).map(move),
    spot: move(numberSpots(routes)[index]!),
    colours,
    out: { cell, toward: exit },
  };
}

/** Where the number stands of a sea's route that ends in a direction. */
export function numberOn(sea: string, toward: number, view: View, parts: Parts): Point | null {
  const [place, part] = [view.position.tiles[sea], partOf(parts, sea).sea];
  if (!place || !part) return null;
  const { cell, turn } = placeOf(place);
  const routes = routesOf(part, turn);
  const spot = numberSpots(routes)[routes.findIndex(({ ends }) => ends.includes(toward))]!;
  const [x, y] = centre(cell);
  return [x + spot[0], y + spot[1]];
}

/** The known way from a pier: its seas, and what it comes to. */
export interface Way {
  start: Point;
  crossings: Crossing[];
  /** The island at the end, or nothing where the cell is empty. */
  island: string | null;
  end: Point;
}

export function wayFrom(island: string, direction: number, start: Point, view: View, parts: Parts): Way | null {
  const home = cellOf(view, island);
  if (home === null) return null;
  let at: At = { cell: home, toward: direction };
  const crossings: Crossing[] = [];
  for (let next = crossing(at, view, parts); next && crossings.length < 16; next = crossing(at, view, parts)) {
    crossings.push(next);
    at = next.out;
  }
  const tile = chart(view).get(beside(at.cell, at.toward));
  return {
    start,
    crossings,
    island: tile && partOf(parts, tile.name).island ? tile.name : null,
    end: sideOf(at.cell, at.toward, APOTHEM + 40),
  };
}

/** Where a group is, and the points it came over last. */
export interface Leg {
  at: At | null;
  points: Point[];
}

/**
 * Follows the events of one step. A step begins with a departure, or with a tile whose red mark shows from where the
 * group came, so no other step is needed to know where it is.
 */
export function follow(
  events: readonly Event[],
  view: View,
  parts: Parts,
  before: At | null = null,
): Leg & { way: Point[] } {
  let leg: Leg = { at: before, points: [] };
  const way: Point[] = [];
  for (const event of events) {
    leg = onward(leg, event, view, parts);
    way.push(...leg.points.filter((point) => way.length === 0 || distance(way.at(-1)!, point) > 4));
  }
  return { ...leg, way };
}

/** Events cut at each departure: what is told of one voyage after the other. */
export function voyages(events: readonly Event[]): Event[][] {
  const found: Event[][] = [[]];
  for (const event of events) {
    if (event.kind === 'sails' && found.at(-1)!.length) found.push([]);
    found.at(-1)!.push(event);
  }
  return found;
}

/** Goes on by one event. */
export function onward(leg: Leg, event: Event, view: View, parts: Parts): Leg {
  switch (event.kind) {
    case 'sails': {
      const cell = cellOf(view, islandOf(event.beach));
      if (cell === null) return leg;
      const toward = directionOf(event.toward);
      return { at: { cell, toward }, points: [sideOf(cell, toward, 74), sideOf(cell, toward)] };
    }
    case 'lays': {
      const mark = Number(event.turn.slice(1));
      const at = { cell: beside(event.cell, mark), toward: opposite(mark) };
      return leg.at && beside(leg.at.cell, leg.at.toward) === event.cell
        ? { at: leg.at, points: [] }
        : { at, points: [] };
    }
    case 'crosses': {
      const next = leg.at && crossing(leg.at, view, parts);
      return next ? { at: next.out, points: next.points } : { at: null, points: [] };
    }
    case 'fails': {
      const next = leg.at && crossing(leg.at, view, parts);
      if (!next) return { at: leg.at, points: [] };
      // As far as the number: the rest of the route stays unsailed.
      const nearest = next.points.reduce(
        (best, point, index) => (distance(point, next.spot) < distance(next.points[best]!, next.spot) ? index : best),
        0,
      );
      return { at: leg.at, points: next.points.slice(0, Math.max(2, nearest)) };
    }
    default:
      return { at: leg.at, points: [] };
  }
}

/** Where a group waits for its landing: on the sea it came over, or where it came from an island, on water beside. */
export function waitingPlace(shore: string, at: At | null, view: View): { at: Point; bow: number } {
  const cell = cellOf(view, shore) ?? '0,0';
  const tiles = chart(view);
  const came = at && beside(at.cell, at.toward) === cell ? opposite(at.toward) : null;
  const wet = (direction: number) =>
    !tiles.has(beside(cell, direction)) || tiles.get(beside(cell, direction))!.name.startsWith('sea-');
  const known = (direction: number) => tiles.has(beside(cell, direction)) && wet(direction);
  const round = came === null ? [0, 1, 2, 3, 4, 5] : [0, 1, 5, 2, 4, 3].map((turn) => (came + turn) % 6);
  const side = (came === null ? round.find(known) : undefined) ?? round.find(wet) ?? round[0]!;
  return { at: sideOf(cell, side, APOTHEM + 40), bow: angle(opposite(side)) + 90 };
}

/** Where the group at sea is while a tile is drawn for it. */
export function aheadPlace(view: View): At | null {
  const ahead = phaseDetail(view, 'ahead');
  const cell = ahead && cellOf(view, ahead.tile);
  return ahead && cell !== null ? { cell: cell!, toward: directionOf(ahead.toward) } : null;
}

/** The point at a share of a way, with the way its bow points. */
export function along(points: readonly Point[], share: number): { at: Point; bow: number } {
  if (points.length < 2) return { at: points[0] ?? [0, 0], bow: 0 };
  const lengths = points.slice(1).map((point, index) => distance(points[index]!, point));
  let left = lengths.reduce((sum, length) => sum + length, 0) * Math.min(Math.max(share, 0), 1);
  let index = 0;
  while (index < lengths.length - 1 && left > lengths[index]!) left -= lengths[index++]!;
  const [a, b] = [points[index]!, points[index + 1]!];
  const t = lengths[index] ? left / lengths[index]! : 0;
  return {
    at: [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t],
    bow: (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI + 90,
  };
}

/** The places of a group's boats round a point: in files beside the way, the first in front. */
export function formation(many: number, at: Point, bow: number, gap = 34): Point[] {
  const turn = (bow * Math.PI) / 180;
  const rank = many <= 3 ? many : Math.ceil(many / 2);
  return Array.from({ length: many }, (_, index): Point => {
    const row = Math.floor(index / rank);
    const inRow = row === 0 ? rank : many - rank;
    const [x, y] = [(index % rank) - (inRow - 1) / 2, row * 1.25];
    return [
      at[0] + gap * (x * Math.cos(turn) - y * Math.sin(turn)),
      at[1] + gap * (x * Math.sin(turn) + y * Math.cos(turn)),
    ];
  });
}

/** The cells round the tiles on the table, for drawing what lies open. */
export function coast(view: View): CellName[] {
  const tiles = chart(view);
  const cells = new Set<CellName>();
  for (const cell of tiles.keys()) DIRECTIONS.forEach((_, direction) => cells.add(beside(cell, direction)));
  return [...cells]
    .filter((cell) => !tiles.has(cell))
    .sort((a, b) => axial(a)[1] - axial(b)[1] || axial(a)[0] - axial(b)[0]);
}
