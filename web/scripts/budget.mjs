/**
 * Checks how much JavaScript the built page loads, gzipped: at most 200 KB before a board is opened, at most 80 KB
 * more for each board, and at most 200 KB for a game's rules with all of their diagrams on its board. Read from Vite's
 * manifest, so that every static import counts.
 */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const FIRST = 200;
const BOARD = 80;
const dist = new URL('../dist/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'));

/** All chunks that come with one, by their static imports. */
function closure(keys, found = new Set()) {
  for (const key of keys) {
    if (found.has(key) || !manifest[key]) continue;
    found.add(key);
    closure(manifest[key].imports ?? [], found);
  }
  return found;
}
const sizes = new Map();
function size(key) {
  const { file } = manifest[key];
  if (!file.endsWith('.js')) return 0;
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length / 1024);
  return sizes.get(file);
}
const sum = (keys) => [...keys].reduce((total, key) => total + size(key), 0);
const matching = (pattern) => Object.keys(manifest).filter((key) => pattern.test(key));

const entry = closure(matching(/^index\.html$/));
const pages = matching(/^src\/\w+\/\w+\.svelte$/).filter((key) => manifest[key].isDynamicEntry);
const covers = matching(/virtual:pictures\//);
const words = matching(/covers\/en$/).concat(matching(/^src\/i18n\/en\.json$/));
const failures = [];
const report = (name, kilobytes, most) => {
  const line = `${name.padEnd(34)} ${kilobytes.toFixed(1).padStart(7)} KB of ${most}`;
  if (kilobytes > most) failures.push(line);
  console.log(line);
};

for (const page of pages) {
  const home = /Home\.svelte$/.test(page);
  const all = new Set([...entry, ...closure([page]), ...closure(home ? [...covers, ...words] : words)]);
  report(home ? 'the home page with its pictures' : page.replace(/^src\//, ''), sum(all), FIRST);
}
for (const board of matching(/games\/[^/]+\/web\/index\.ts$/)) {
  // What every page has is not the board's.
  const own = [...closure([board])].filter((key) => !entry.has(key));
  const messages = board.replace(/index\.ts$/, 'messages/en.json');
  report(
    board.replace(/^.*games\//, '').replace('/web/index.ts', ': board and words'),
    sum(new Set([...own, ...(manifest[messages] ? [messages] : [])])),
    BOARD,
  );
}
for (const board of matching(/games\/[^/]+\/web\/index\.ts$/)) {
  const game = /games\/([^/]+)\//.exec(board)[1];
  const parts = matching(new RegExp(`games/${game}/web/(messages/en\\.json|help/en\\.md)|prepared/${game}/figures/`));
  const all = closure([...matching(/RulesPage\.svelte$/), board, ...parts, ...words]);
  report(`${game}: rules with their diagrams`, sum(new Set([...entry, ...all])), FIRST);
}
if (failures.length) {
  console.error(`\nover the budget:\n${failures.join('\n')}`);
  process.exit(1);
}
