/** The games that have a board, found as the client finds them. */
import { existsSync, readdirSync } from 'node:fs';

const folder = new URL('../../games/', import.meta.url);
export const GAMES: readonly string[] = readdirSync(folder).filter((name) => existsSync(new URL(`${name}/web/index.ts`, folder))).sort();
