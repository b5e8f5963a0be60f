/**
 * Gives every text and the module of a built page compressed twins: `node scripts/packed.mjs FOLDER`. Hosts of files
 * serve them, and the binary keeps nothing else of the page.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const folder = process.argv[2];
if (!folder) throw new Error('say which folder');
// Tests serve the folder a minute long: their files need not be as small as can be.
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: process.env.QUIPU_FAST ? 1 : 11 } };
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath, entry.name);
  if (!entry.isFile() || !/\.(html|js|css|json|svg|wasm|webmanifest)$/.test(file) || existsSync(`${file}.br`)) continue;
  const bytes = readFileSync(file);
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, quality));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
