/**
 * The same rules, proven: the WebAssembly module and its native twin (`crates/wasm/examples/speak.rs`) get the same
 * requests and must answer the same bytes. Recorded games of all titles as every viewer sees them, perft files and
 * scenarios, whole matches of bots by seed and iterations, and parts of a review. Run by `cargo xtask test`.
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const { QUIPU_WASM: wasm, QUIPU_NATIVE: native, QUIPU_REVIEWS: reviews } = process.env;
if (!wasm || !native) throw new Error('set QUIPU_WASM and QUIPU_NATIVE, as `cargo xtask test same` does');

/** The module: a request as text, its answer as text. */
async function module() {
  const { instance } = await WebAssembly.instantiate(readFileSync(wasm), { quipu: { now: () => performance.now() } });
  const { memory, request, answer, answered } = instance.exports;
  return (text) => {
    const bytes = new TextEncoder().encode(text);
    const at = request(bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const length = answer();
    return new TextDecoder().decode(new Uint8Array(memory.buffer, answered(), length));
  };
}

/** The native twin: answers come a line each, in order. */
function twin() {
  const child = spawn(native, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    say: async (text) => {
      child.stdin.write(`${text}\n`);
      return (await lines.next()).value;
    },
    end: () => child.stdin.end(),
  };
}

const games = fileURLToPath(new URL('../../games', import.meta.url));
function files(folder, ending) {
  try {
    return readdirSync(folder, { recursive: true })
      .filter((name) => name.endsWith(ending))
      .map((name) => [name, readFileSync(`${folder}/${name}`, 'utf8')]);
  } catch {
    return [];
  }
}

function* requests(game) {
  const tests = `${games}/${game}/tests`;
  for (const [name, record] of files(`${tests}/records`, '.quipu')) yield [name, { q: 'replay', record }];
  for (const folder of ['perft', 'scenarios'])
    for (const [name, scenario] of files(`${tests}/${folder}`, folder === 'perft' ? '.perft' : '.scn'))
      // A page has no owners' boxes.
      if (!/^box /m.test(scenario)) yield [name, { q: 'prove', game, scenario }];
  // The longest is a whole match, of which some parts are judged by a module that reviews.
  const byLength = files(`${tests}/records`, '.quipu').toSorted(([, a], [, b]) => b.length - a.length);
  for (const [name, record] of reviews ? byLength.slice(0, 1) : []) {
    yield [name, { q: 'reviewable', record }];
    for (const part of [0, 3, 8]) yield [`part ${part} of ${name}`, { q: 'judge', record, level: 'glance', part }];
  }
  for (const seats of [2, 4]) yield [`${seats} at random`, { q: 'playouts', game, seats, seed: 7, games: 3 }];
  // One bit of a value seldom turns a decision: more matches, of bots that think less, cost as much as the first again.
  for (const bots of [
    ['master', 'novice'],
    ['expert', 'master', 'adept', 'novice'],
  ])
    for (const seed of [11, 12, 13]) {
      const iterations = seed === 11 ? 30 : 8;
      yield [`${bots.join(' and ')}, seed ${seed}`, { q: 'simulate', game, bots, seed, iterations }];
    }
}

const [say, other] = [await module(), twin()];
let wrong = 0;
for (const game of readdirSync(games)) {
  const [counts, begun] = [{}, performance.now()];
  for (const [name, request] of requests(game)) {
    const text = JSON.stringify(request);
    const [here, there] = [say(text), await other.say(text)];
    // A scenario that fails would fail alike: it must hold.
    const good = here === there && !here.startsWith('{"refused"');
    if (!good) {
      wrong += 1;
      console.error(
        `${game}: ${name} (${request.q}) differs\n  module: ${here.slice(0, 300)}\n  native: ${there.slice(0, 300)}`,
      );
    }
    counts[request.q] = (counts[request.q] ?? 0) + 1;
  }
  console.log(`${game}: ${JSON.stringify(counts)}, ${Math.round((performance.now() - begun) / 100) / 10} s`);
}
other.end();
if (wrong) process.exit(1);
