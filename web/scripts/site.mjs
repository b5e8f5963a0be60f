/**
 * Makes the folder of static files: `node scripts/site.mjs FOLDER`. The page's form without a server becomes
 * `index.html`; every text and the module get compressed twins, for hosts that serve them.
 */
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const site = process.argv[2];
if (!site) throw new Error('say where the folder shall be');
const hasEngine = readdirSync(join(dist, 'assets')).some((name) => name.endsWith('.wasm'));
if (!hasEngine)
  throw new Error('the page was built without the WebAssembly module; `cargo xtask dist --site` makes it');

rmSync(site, { recursive: true, force: true });
cpSync(dist, site, { recursive: true });
rmSync(join(site, '.vite'), { recursive: true, force: true });
renameSync(join(site, 'site.html'), join(site, 'index.html'));
// A host that builds pages from folders must take this one as it is.
writeFileSync(join(site, '.nojekyll'), '');

// It takes the folder as its argument, too.
await import('./packed.mjs');
const size = (name) => Math.round(readFileSync(join(site, 'assets', name)).length / 1024);
for (const engine of readdirSync(join(site, 'assets')).filter((name) => name.endsWith('.wasm')))
  console.log(`${site}: ${engine} has ${size(engine)} KB, ${size(`${engine}.br`)} KB as brotli`);
