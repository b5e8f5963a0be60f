/** The tables of this device, asked as a server is asked over HTTP. */
import type { Frame, GameInfo, Line, NewBranch, NewTable, SheetLine, State, TableLine } from '../generated/protocol';
import type { Made, Opened } from '../net/api';
import { hasEngine, wish } from './door';
import type { Request } from './engine';
import { HERE, meHere } from './ids';
import { linesOf } from './lines';
import baked from 'virtual:games';
import { askToKeep } from './persist';
import { BrowserShelf, type Shelved } from './shelf';
import type { Wish } from './talk';

const who = () => {
  const { id, name } = meHere();
  return { id, name };
};
const engine = <T>(request: Request) => wish<T>({ w: 'engine', request });
const read = <T>(id: string, request: Request) => wish<T>({ w: 'read', id, request });

export { hasEngine, prepare } from './door';

/** The games were asked for when the page was built: a lobby need not wait for the module. */
export const games = () => (baked ? Promise.resolve(baked) : engine<GameInfo[]>({ q: 'games' }));
export const parts = (game: string) => engine<unknown>({ q: 'parts', game });
export const open = (record: string, eyes: string | null = null) => engine<Opened>({ q: 'read', record, eyes });

const begun = async (what: Wish): Promise<Made> => {
  const { id } = await wish<{ id: string }>(what);
  void askToKeep();
  return { id, invitations: [], tokens: [] };
};
export const make = (table: NewTable) => begun({ w: 'make', who: who(), table });
export const branch = (table: string, from: NewBranch) => begun({ w: 'branch', who: who(), table, branch: from });
let opened: Promise<BrowserShelf> | null = null;
const shelf = () => (opened ??= BrowserShelf.open());

/** The tables of this device; none where it can have none. */
export async function mine(): Promise<TableLine[]> {
  if (!hasEngine()) return [];
  // Whoever has no table here need not load what they are played with.
  const tables = await (await shelf()).list();
  const lines = await linesOf(tables, (ids) => wish<TableLine[]>({ w: 'lines', ids }));
  return lines.map((line) => ({ ...line, your_turn: isOurs(line) }));
}
function isOurs({ seats, to_act }: TableLine): boolean {
  const sitter = seats.find(({ seat }) => seat === to_act[0])?.sitter;
  return (sitter?.kind === 'person' && sitter.id === HERE) || (sitter?.kind === 'device' && sitter.host === HERE);
}
export const table = (id: string) => read<State>(id, { q: 'state', id, who: who(), at: Date.now() });
export const log = (id: string, before: number) =>
  read<{ lines: Line[]; more: boolean }>(id, { q: 'log', id, who: who(), before });
export const frames = (id: string, from: number, to: number, eyes: string | null = null) =>
  read<Frame[]>(id, { q: 'frames', id, who: who(), from, to, eyes });
export const sheet = (id: string) => read<SheetLine[]>(id, { q: 'sheet', id });
export const record = (id: string) => read<string>(id, { q: 'record', id, who: who() });
/** How much of a table is kept, and since when. */
export const facts = async (id: string): Promise<Shelved | null> => (await shelf()).find(id);
export const remove = (id: string) => wish<void>({ w: 'remove', id });
/** Moves a table to the server's account; gives its number there. */
export const move = (id: string) => wish<string>({ w: 'move', id });
export const parcel = (ids?: readonly string[]) => wish<string>({ w: 'export', ids });
/** Takes the games of a file; gives how many were new. */
export const unpack = (text: string) => wish<number>({ w: 'import', text });
