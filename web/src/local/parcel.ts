/** All local games as one file, and back. */
import type { TableLine } from '../generated/protocol';
import { EngineRefused, type Answers, type TimedEntry } from './engine';
import { isLocal } from './ids';
import type { Shelf, Shelved } from './shelf';

const MARK = 'quipu games';
const VERSION = 1;

interface Packed {
  id: string;
  seed: string;
  log: TimedEntry[];
}
interface Parcel {
  what: typeof MARK;
  version: number;
  tables: Packed[];
}

/** The logs of all tables, or of some, as the text of a file. */
export async function parcel(shelf: Shelf, ids?: readonly string[]): Promise<string> {
  const tables = (await shelf.list()).filter(({ id }) => !ids || ids.includes(id));
  const packed: Packed[] = [];
  for (const { id, seed } of tables) packed.push({ id, seed, log: await shelf.log(id) });
  return JSON.stringify({ what: MARK, version: VERSION, tables: packed } satisfies Parcel);
}

const broken = (text: string) => new EngineRefused({ code: 'malformed', reason: { key: 'parcel', text } });

/** Reads the text of such a file; throws where it is none. */
export function read(text: string): Packed[] {
  let found: Parcel;
  try {
    found = JSON.parse(text) as Parcel;
  } catch {
    throw broken('the file is no JSON');
  }
  const isEntry = (entry: unknown) =>
    Array.isArray(entry) && entry.length === 2 && Number.isInteger(entry[0]) && typeof entry[1] === 'string';
  const isTable = (one: Packed) =>
    typeof one?.id === 'string' && isLocal(one.id) && typeof one.seed === 'string' && Array.isArray(one.log);
  const good = found?.what === MARK && found.version === VERSION && Array.isArray(found.tables);
  if (!good || !found.tables.every((one) => isTable(one) && one.log.every(isEntry)))
    throw broken('the file holds no games of Quipu');
  return found.tables;
}

/**
 * Puts the games of a file on the shelf, after all of them were folded: of a broken file nothing is taken. A table that
 * is there already gets what its log has more, and is left alone where the two logs part.
 */
export async function unpack(text: string, engine: Answers, shelf: Shelf): Promise<Shelved[]> {
  const tables = read(text);
  const lines = tables.map((one) => fold(one, engine));
  const taken: Shelved[] = [];
  for (const [index, { id, seed, log }] of tables.entries()) {
    const known = await shelf.find(id);
    const have = known ? await shelf.log(id) : [];
    const parts = have.some(([, body], at) => log[at]?.[1] !== body);
    if (known && (parts || have.length >= log.length || known.seed !== seed)) continue;
    const kept = { id, after: have.length, entries: log.slice(have.length), line: lines[index]! };
    await shelf.append([kept], seed);
    taken.push((await shelf.find(id))!);
  }
  return taken;
}

function fold(packed: Packed, engine: Answers): TableLine {
  const line = lineOf(packed, engine);
  if (line.stage.kind === 'broken') throw broken('a game of the file cannot be replayed');
  return line;
}

/** A table as it is in a list, folded beside the one of its name that may be open. */
export function lineOf({ id, seed, log }: Packed, engine: Answers): TableLine {
  const trial = `${id}-trial`;
  const line = engine.ask<TableLine>({ q: 'open', id: trial, seed, log });
  engine.ask({ q: 'forget', id: trial });
  return { ...line, id };
}
