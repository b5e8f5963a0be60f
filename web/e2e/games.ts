/** The games that have a board, found as the client finds them. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = new URL('../../games/', import.meta.url);
export const GAMES: readonly string[] = readdirSync(folder)
  .filter((name) => existsSync(new URL(`${name}/web/index.ts`, folder)))
  .sort();

/** The games whose matches are long enough for all that is looked for in one; a new game's may be over before. */
export const LONG: readonly string[] = ['inka', 'thebes', 'tikal', 'tongiaki'];

/** A recorded match of a game: the longest of those that its own tests keep. */
export function recordOf(game: string): string {
  const records = new URL(`${game}/tests/records/`, folder);
  const files = readdirSync(records)
    .filter((name) => name.endsWith('.quipu'))
    .map((name) => fileURLToPath(new URL(name, records)));
  return files.toSorted((a, b) => statSync(b).size - statSync(a).size)[0]!;
}
