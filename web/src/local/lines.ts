/** The tables of this device as a list shows them, also those that another version has left. */
import { PROTOCOL, type TableLine } from '../generated/protocol';
import { HERE } from './ids';
import type { Shelved } from './shelf';

/**
 * The lines of tables. Those that another version has made are made anew; a table that this one cannot read is listed
 * by its number alone, so that it can be saved as a file or deleted.
 */
export async function linesOf(
  tables: readonly Shelved[],
  anew: (ids: readonly string[]) => Promise<TableLine[]>,
): Promise<TableLine[]> {
  const others = tables.filter(({ form }) => form !== PROTOCOL).map(({ id }) => id);
  const fresh = others.length ? await anew(others).catch(() => []) : [];
  return tables.map((table) =>
    table.form === PROTOCOL ? table.line : (fresh.find(({ id }) => id === table.id) ?? unread(table.id)),
  );
}
const unread = (id: string): TableLine => ({
  id,
  game: id,
  owner: HERE,
  stage: { kind: 'broken', step: 0, why: '' },
  seats: [],
  options: [],
  clock: { kind: 'none' },
  to_act: [],
  your_turn: false,
  points: [],
  updated: 0,
  rated: false,
  created: 0,
});
