/**
 * Prepares diagrams and lessons for the page (`web/prepared`): the engine plays them (`quipu-codegen prepare`), and one
 * that it cannot play fails the build. `QUIPU_CODEGEN` names the program where it is built already.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const out = join(root, 'web/prepared');

function run(program, args) {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: 'inherit' });
  if (error || status !== 0) {
    console.error(`\n${program} ${args.join(' ')}: ${error?.message ?? `ended with ${status}`}`);
    process.exit(1);
  }
}

function built() {
  // The whole workspace is selected, as everywhere: what is built is then built once.
  run(process.env.CARGO ?? 'cargo', ['build', '--workspace', '--bin', 'quipu-codegen', '--quiet']);
  return join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'debug/quipu-codegen');
}

mkdirSync(out, { recursive: true });
run(process.env.QUIPU_CODEGEN ?? built(), ['prepare', out]);
