/** Where things lie on a tile and on the table. Flat-top hexagons; direction 0 is south, then clockwise. */
import type { IslandPart, SeaPart } from './types';
import { blob, pen, distance, polar, smooth, type Point } from '$quipu/board/pen';

/** The radius of a tile, and the distance of its sides from the middle. */
export const R = 120;
export const APOTHEM = (R * Math.sqrt(3)) / 2;

export const DIRECTIONS = ['s', 'sw', 'nw', 'n', 'ne', 'se'] as const;
const STEPS = [
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
  [1, -1],
  [1, 0],
] as const;

/** A cell as records write it: `1,-2`. */
export type CellName = string;

export const directionOf = (word: string) => DIRECTIONS.indexOf(word as (typeof DIRECTIONS)[number]);
export const opposite = (direction: number) => (direction + 3) % 6;

export function axial(cell: CellName): Point {
  const [q, r] = cell.split(',').map(Number);
  return [q ?? 0, r ?? 0];
}

/** The cell next to one in a direction. */
export function beside(cell: CellName, direction: number): CellName {
  const [q, r] = axial(cell);
  const [dq, dr] = STEPS[direction]!;
  return `${q + dq},${r + dr}`;
}

/** The middle of a cell. */
export function centre(cell: CellName): Point {
  const [q, r] = axial(cell);
  return [R * 1.5 * q, R * Math.sqrt(3) * (r + q / 2)];
}

/** The angle at which a direction is seen from the middle. */
export const angle = (direction: number) => 90 + 60 * direction;

/** The middle of a cell's side, or a point further out or in on the same ray. */
export function sideOf(cell: CellName, direction: number, radius = APOTHEM): Point {
  const [x, y] = centre(cell);
  return polar(radius, angle(direction), x, y);
}

/** How hard a route is drawn to the middle, by how many sixths its ends lie apart. */
const PULL = [0, 0.16, 0.06, 0];

/** The bend of a route between two directions. */
function bend(a: number, b: number): { from: Point; to: Point; pull: Point } {
  const [from, to] = [polar(APOTHEM, angle(a)), polar(APOTHEM, angle(b))];
  const pull = PULL[Math.min((a - b + 6) % 6, (b - a + 6) % 6)]!;
  return { from, to, pull: [(from[0] + to[0]) * pull, (from[1] + to[1]) * pull] };
}

/** Points along a route, from the first direction to the second. */
export function routePoints(a: number, b: number, many = 40): Point[] {
  const { from, to, pull } = bend(a, b);
  return Array.from({ length: many + 1 }, (_, i): Point => {
    const t = i / many;
    const [u, v, w] = [(1 - t) ** 2, 2 * t * (1 - t), t * t];
    return [u * from[0] + v * pull[0] + w * to[0], u * from[1] + v * pull[1] + w * to[1]];
  });
}

export function routePath(a: number, b: number): string {
  const { from, to, pull } = bend(a, b);
  const place = (point: Point) => point.map((value) => value.toFixed(1)).join(' ');
  return `M${place(from)}Q${place(pull)} ${place(to)}`;
}

/** A route as its tile lies: directions in place of sides. */
export interface Route {
  ends: [number, number];
  colours: number;
}

export const routesOf = (sea: SeaPart, turn: number): Route[] =>
  sea.routes.map(({ sides: [a, b], colours }) => ({ ends: [(a + turn) % 6, (b + turn) % 6], colours }));

/** Remembers what was drawn before: there are 32 tiles and six turns, and each is asked for again and again. */
function once<T>(drawn: Map<string, T>, key: string, draw: () => T): T {
  let known = drawn.get(key);
  if (known === undefined) drawn.set(key, (known = draw()));
  return known;
}

const spotsDrawn = new Map<string, Point[]>();
/** Where each route's number lies: on its own curve, as far as can be from the other curves. */
export const numberSpots = (routes: readonly Route[]): Point[] =>
  once(spotsDrawn, routes.map(({ ends, colours }) => `${ends} ${colours}`).join(), () => placeNumbers(routes));

function placeNumbers(routes: readonly Route[]): Point[] {
  const curves = routes.map(({ ends: [a, b] }) => routePoints(a, b));
  const taken: Point[] = [];
  return routes.map(({ colours }, index) => {
    const others = [...curves.filter((_, other) => other !== index).flat(), ...taken];
    let best = curves[index]![20]!;
    let most = -Infinity;
    for (const point of curves[index]!.slice(7, -7)) {
      const room = Math.min(...others.map((other) => distance(point, other))) - 0.12 * Math.hypot(...point);
      if (room > most) [best, most] = [point, room];
    }
    if (colours > 0) taken.push(best);
    return best;
  });
}

/** The room of a beach round its island, in degrees. */
export interface Arc {
  from: number;
  to: number;
}

const arcsDrawn = new Map<string, Arc[]>();
export const arcs = (island: IslandPart, turn: number): Arc[] =>
  once(arcsDrawn, `${island.name} ${turn}`, () => placeBeaches(island, turn));

/**
 * The arcs of the beaches. A border between two beaches may lie anywhere between their nearest piers, and is put where
 * every boat gets the same room: five moorings on one pier get as much as three on three.
 */
function placeBeaches(island: IslandPart, turn: number): Arc[] {
  const { beaches } = island;
  const many = beaches.length;
  const pierRoom = 10;
  const first = beaches.map(({ piers }) => angle(piers[0]!));
  const last = beaches.map(({ piers }) => angle(piers[piers.length - 1]!));
  const room = beaches.map(
    (_, i) => [last[i]! + pierRoom, (i + 1 < many ? first[i + 1]! : first[0]! + 360) - pierRoom] as const,
  );
  const cut = room.map(([a, b]) => (a + b) / 2);
  for (let round = 0; round < 60; round++) {
    beaches.forEach(({ moorings }, i) => {
      const j = (i + 1) % many;
      const left = i ? cut[i - 1]! : cut[many - 1]! - 360;
      const right = j ? cut[j]! : cut[0]! + 360;
      const want = left + ((right - left) * moorings) / (moorings + beaches[j]!.moorings);
      cut[i] = Math.min(Math.max(want, room[i]![0]), room[i]![1]);
    });
  }
  return cut.map((border, i) => ({
    from: (i ? cut[i - 1]! : cut[many - 1]! - 360) + 3.5 + 60 * turn,
    to: border - 3.5 + 60 * turn,
  }));
}

/** A crescent of sand between two radii. */
export function crescent({ from, to }: Arc, inner: number, outer: number): string {
  const next = pen(`shore${from.toFixed(0)}${outer}`);
  const many = Math.max(4, Math.round((to - from) / 11));
  const coast: Point[] = [polar(outer - 11, from - 0.5)];
  for (let i = 0; i <= many; i++) coast.push(polar(outer - 3.5 + 6 * next(), from + 3 + ((to - from - 6) * i) / many));
  coast.push(polar(outer - 11, to + 0.5));
  for (let i = 0; i <= many; i++) coast.push(polar(inner, to - ((to - from) * i) / many));
  return smooth(coast, true);
}

/** A plain sector between two radii: what a finger may touch. */
export function sector({ from, to }: Arc, inner: number, outer: number): string {
  const wide = to - from > 180 ? 1 : 0;
  const at = (radius: number, degrees: number) =>
    polar(radius, degrees)
      .map((v) => v.toFixed(1))
      .join(' ');
  const [there, back] = [`${outer} ${outer} 0 ${wide} 1`, `${inner} ${inner} 0 ${wide} 0`];
  return `M${at(outer, from)}A${there} ${at(outer, to)}L${at(inner, to)}A${back} ${at(inner, from)}Z`;
}

/** The places of the boats of one beach, with the way their bows point; few of them stay together. */
export function moorings({ from, to }: Arc, many: number): { at: Point; bow: number }[] {
  const step = Math.min((to - from - 3) / many, 34);
  const middle = (from + to) / 2;
  return Array.from({ length: many }, (_, i) => {
    const degrees = middle + step * (i - (many - 1) / 2);
    return { at: polar(74, degrees), bow: degrees + 90 };
  });
}

export const boatScale = ({ from, to }: Arc, many: number) =>
  Math.min(0.96, ((((to - from - 3) / many) * Math.PI) / 180) * (74 / 26));

/** Corals between the beaches. */
export function corals(room: readonly Arc[], seed: string): string[] {
  return room.flatMap(({ to }, i) => {
    const gap = (room[(i + 1) % room.length]!.from - to + 720) % 360;
    const many = gap > 12 ? Math.max(1, Math.round(gap / 13)) : 1;
    return Array.from({ length: many }, (_, j) => {
      const [x, y] = polar(86, to + (gap * (j + 0.5)) / many);
      return gap > 12
        ? blob(6.5, 5.5, `${seed}co${i}${j}`, 0.16, 8, x, y)
        : blob(4.5, 4, `${seed}co${i}${j}`, 0.16, 8, x, y);
    });
  });
}

/** A few waves, so that water looks like water. */
export function waves(seed: string, many: number): string {
  const next = pen(`waves${seed}`);
  let path = '';
  for (let i = 0; i < many; i++) {
    const [x, y] = polar(20 + next() * (R * 0.74 - 20), next() * 360);
    path += `M${(x - 11).toFixed(1)} ${y.toFixed(1)}q5.5 -6 11 0q5.5 -6 11 0`;
  }
  return path;
}

/** Where a tab stands that tells of a place: above it, or below it where that would be out of sight (`roof`). */
export const tabBy = ([x, y]: Point, far: number, roof: number): Point => [x, y - far < roof ? y + far : y - far];
