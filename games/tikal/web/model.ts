/** The view as the board draws it: what lies on each cell, who stands there, and in which row. */
import { stonesOf, type OnTile } from './art/tile';
import type { Point } from '$quipu/board/pen';
import { seatIndex } from '$quipu/board/seats';
import { CELLS, neighbour } from './geometry';
import type { Parts, Piece, PlayerDiagram, TilePart, View } from './types';

/** An explored cell. */
export interface Ground {
  cell: string;
  tile: string;
  part: TilePart;
  turn: number;
  on: OnTile;
}

/** Which tile lies on a cell, and how it is turned. */
export function laid(view: View, parts: Parts, cell: string): { tile: string; turn: number } | null {
  const printed = parts.printed[cell];
  if (printed) return { tile: printed, turn: 0 };
  const [tile, turn] = view.position.tiles[cell]?.split(' r') ?? [];
  return tile ? { tile, turn: Number(turn) } : null;
}

const players = (view: View): [string, PlayerDiagram][] => Object.entries(view.position.players);

/** Treasures and chips lie beside the board: where there are any, a diagram is about them, too. */
export const holds = (view: View): boolean =>
  view.options['tempo'] === 'jumps' || players(view).some(([, { treasures }]) => Object.keys(treasures).length > 0);

/** Who guards a temple, and with what. */
export function guardOf(view: View, cell: string): { seat: number; armed: boolean; piece: Piece } | null {
  for (const [letter, player] of players(view)) {
    const guard = player.guards[cell];
    if (guard)
      return { seat: seatIndex(letter), armed: guard === 'gun', piece: guard === 'leader' ? 'leader' : 'worker' };
  }
  return null;
}

/** Whose camp stands on a cell. */
export function campOf(view: View, cell: string): number | null {
  const owner = players(view).find(([, player]) => player.camps.includes(cell));
  return owner ? seatIndex(owner[0]) : null;
}

/** The explored cell with all that stands on it; none if nobody has been there. */
export function ground(view: View, parts: Parts, cell: string): Ground | null {
  const tile = laid(view, parts, cell);
  const part = tile && parts.tiles[tile.tile];
  if (!tile || !part) return null;
  const on: OnTile = {};
  if (part.kind === 'temple') {
    on.value = view.position.values[cell] ?? part.value ?? 1;
    const guard = guardOf(view, cell);
    if (guard) [on.guard, on.armed] = [guard.seat, guard.armed];
  }
  if (part.kind === 'treasure') on.left = view.position.buried[cell] ?? 0;
  const camp = campOf(view, cell);
  if (camp !== null) on.camp = camp;
  return { cell, tile: tile.tile, part, turn: tile.turn, on };
}

/** A crossing that a tile would open: the cell behind it, and the stones on both sides, which are its price. */
export interface Opening {
  side: number;
  to: string;
  price: number;
}

/** What the tile in hand would lead to, laid on a cell and turned. */
export function openings(view: View, parts: Parts, tile: string, cell: string, turn: number): Opening[] {
  const part = parts.tiles[tile];
  if (!part || part.kind === 'volcano') return [];
  return stonesOf(part, turn).flatMap((own, side) => {
    const to = neighbour(cell, side);
    const there = to && ground(view, parts, to);
    if (!to || !there || there.part.kind === 'volcano') return [];
    const price = own + stonesOf(there.part, there.turn)[(side + 3) % 6]!;
    return price ? [{ side, to, price }] : [];
  });
}

export const grounds = (view: View, parts: Parts): Ground[] => CELLS.flatMap((cell) => ground(view, parts, cell) ?? []);

/** The pieces of one seat on one cell. */
export interface Troop {
  seat: number;
  workers: number;
  leader: boolean;
}

export function troops(view: View, cell: string): Troop[] {
  return players(view)
    .map(([letter, player]) => ({
      seat: seatIndex(letter),
      workers: player.workers[cell] ?? 0,
      leader: player.leader === cell,
    }))
    .filter((troop) => troop.workers > 0 || troop.leader);
}

/** A token of the row at the foot of a tile. */
export interface Stand {
  seat: number;
  kind: Piece | 'party';
  workers: number;
  at: Point;
  r: number;
}

const ROW: Record<number, number[]> = { 1: [0], 2: [-21, 21], 3: [-40, 0, 40], 4: [-54, -18, 18, 54] };

/** The row of tokens: at most four. Where leaders and workers would be more, each seat's are one party. */
export function row(here: readonly Troop[], y: number): Stand[] {
  let stands: Omit<Stand, 'at' | 'r'>[] = here.flatMap((troop) => [
    ...(troop.leader ? [{ seat: troop.seat, kind: 'leader' as const, workers: 0 }] : []),
    ...(troop.workers ? [{ seat: troop.seat, kind: 'worker' as const, workers: troop.workers }] : []),
  ]);
  const parties = stands.length > 4;
  if (parties)
    stands = here.map(({ seat, workers, leader }) => ({
      seat,
      workers,
      kind: !leader ? 'worker' : workers ? 'party' : 'leader',
    }));
  const r = stands.length < 4 && !parties ? 16.5 : 14.5;
  const xs = ROW[stands.length] ?? [];
  return stands.map((stand, i) => {
    const x = xs[i] ?? 0;
    // The hat of the middle one of three must not reach the tablet.
    const at: Point =
      parties && stands.length === 3 ? [x * 1.1, y + (x ? -2 : 9)] : [x, y + (Math.abs(x) > 45 ? -6 : 0)];
    return { ...stand, at, r };
  });
}

/** How low the row stands: a little higher where stones lie along the southern side. */
export const rowHeight = (here: Ground): number => (stonesOf(here.part, here.turn)[3] ? 34 : 40);

/** The view without one piece: what is left of it while that piece is on its way. */
export function without(view: View, letter: string, piece: Piece, cell: string | null): View {
  const player = view.position.players[letter];
  if (!player || cell === null) return view;
  const workers = { ...player.workers };
  if (piece === 'worker') workers[cell] = Math.max(0, (workers[cell] ?? 0) - 1);
  const left: PlayerDiagram = { ...player, workers, leader: piece === 'leader' ? 'supply' : player.leader };
  return { ...view, position: { ...view.position, players: { ...view.position.players, [letter]: left } } };
}

/** Whether action points are spent now. */
export const isSpending = ({ position: { phase } }: View): boolean =>
  phase === 'spend' || phase === 'treasure' || phase === 'roll';
/** How many points the turn has; a jump has as many as its chips. */
export const turnPoints = ({ position }: View, parts: Parts): number =>
  position.occasion === 'jump' ? Math.max(parts.chips, position.ap) : parts.points;
