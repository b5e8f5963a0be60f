/**
 * How fast the page plays without a server: the module beside its native twin in one run, a click, the first game of a
 * first visit, memory. The page comes from the folder of static files, as a visitor gets it.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test as base, type Page } from '@playwright/test';
import { GAMES } from '../e2e/games';
import { playByMouse } from '../e2e/play';
import { serve } from '../scripts/serve.mjs';
import { clicksShowTheirEffect } from './effect';
import { part, say, workerDuring } from './trace';

const native = process.env['QUIPU_NATIVE'];

interface Site {
  url: string;
  module: string;
}
const test = base.extend<object, { site: Site }>({
  site: [
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'quipu-site-'));
      execFileSync('node', [fileURLToPath(new URL('../scripts/site.mjs', import.meta.url)), folder]);
      const { url, close } = await serve(folder);
      const module = readdirSync(join(folder, 'assets')).find((name) => /^quipu-.*\.wasm$/.test(name))!;
      await use({ url, module: `${url}assets/${module}` });
      close();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
});
test.use({ bypassCSP: false, serviceWorkers: 'allow' });
test.beforeEach(async ({ context }) => {
  const prefs = JSON.stringify({ language: 'en', speed: 0, guided: GAMES });
  await context.addInitScript((kept) => localStorage.setItem('quipu.prefs', kept), prefs);
});

/** The native twin, built for speed: a request a line, an answer a line. */
function twin() {
  if (!native) throw new Error('set QUIPU_NATIVE, as `cargo xtask web-bench` does');
  const child = spawn(native, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    ask: async (request: object) => {
      const start = performance.now();
      child.stdin.write(`${JSON.stringify(request)}\n`);
      const answer = (await lines.next()).value as string;
      return { answer, ms: performance.now() - start };
    },
    end: () => child.stdin.end(),
  };
}

/** The module in a worker of the browser, where bots think. */
async function browserTwin(page: Page, { url, module }: Site) {
  await page.goto(url);
  await page.evaluate(async (address) => {
    const code = await WebAssembly.compileStreaming(fetch(address));
    // The page's policy allows no worker but its own files: its script is used as bots use it.
    const script = performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .find((name) => /worker-[^/]*\.js$/.test(name));
    const list = script ?? (await (await fetch('sw.js')).text()).match(/assets\/worker-[^"']*\.js/)![0];
    const worker = new Worker(new URL(list, location.href), { type: 'module' });
    worker.postMessage({ k: 'mind', code });
    let asked = 0;
    Object.assign(globalThis, {
      askMind: (request: object) =>
        new Promise((resolve) => {
          const id = ++asked;
          const start = performance.now();
          worker.onmessage = ({ data }: MessageEvent) => resolve({ ...data, ms: performance.now() - start });
          worker.postMessage({ k: 'ask', id, request });
        }),
    });
  }, module);
  return (request: object) =>
    page.evaluate(
      (asked) =>
        (globalThis as unknown as { askMind(request: object): Promise<{ answer: unknown; ms: number }> }).askMind(
          asked,
        ),
      request,
    );
}

/** The same work in turns, so that both meet the same machine: how long each took, in milliseconds. */
async function inTurns(page: Page, site: Site, request: object, rounds: number) {
  const [here, there] = [await browserTwin(page, site), twin()];
  const times = { browser: [] as number[], native: [] as number[] };
  let answer = '';
  for (let round = 0; round <= rounds; round++) {
    const [one, other] = [await here(request), await there.ask(request)];
    expect(JSON.stringify(one.answer)).toBe(other.answer);
    answer = other.answer;
    // The first round compiles.
    if (round)
      [times.browser, times.native] = [
        [...times.browser, one.ms],
        [...times.native, other.ms],
      ];
  }
  there.end();
  return { answer, browser: part(times.browser, 0.5), native: part(times.native, 0.5) };
}

for (const game of GAMES) {
  test(`${game}: random play beside native`, async ({ page, site }) => {
    const request = { q: 'playouts', game, seats: 2, seed: 5, games: game === 'inka' ? 4000 : 1500 };
    const { answer, browser, native: alone } = await inTurns(page, site, request, 7);
    const { decisions, draws } = JSON.parse(answer) as { decisions: number; draws: number };
    const rate = (ms: number) => Math.round((decisions + draws) / ms);
    const share = alone / browser;
    say(`${game}: ${rate(browser)} k steps/s, native ${rate(alone)} k: ${(100 * share).toFixed(0)} %`);
    expect(share).toBeGreaterThan(0.6);
  });
}
for (const game of GAMES) {
  test(`${game}: a master's search beside native`, async ({ page, site }) => {
    const request = { q: 'simulate', game, bots: ['master', 'master'], seed: 5, iterations: 40 };
    const { answer, browser, native: alone } = await inTurns(page, site, request, 5);
    const { efforts } = JSON.parse(answer) as { efforts: number[] };
    const rate = (ms: number) => Math.round((1000 * efforts.reduce((sum, one) => sum + one, 0)) / ms);
    const share = alone / browser;
    say(`${game}: ${rate(browser)} prefixes/s, native ${rate(alone)}: ${(100 * share).toFixed(0)} %`);
    expect(share).toBeGreaterThan(0.5);
  });
}

/** Opens a table of two, by the clicks that it takes from the lobby. */
async function openTable(page: Page, game: string): Promise<void> {
  await page.locator(`[href$="/new/${game}?how=bots"]`).first().click();
  await page.locator('.createfoot .seal').click();
  await expect(page.locator('.table[data-step] [data-click], .actionbar button').first()).toBeVisible();
}

for (const game of GAMES) {
  test(`${game}: a local click shows its effect`, async ({ page, site }) => {
    await page.goto(site.url);
    await openTable(page, game);
    await clicksShowTheirEffect(page, `${game}: a local click`, 50, 'picked or played');
  });
}

test('the first game of a first visit, with a processor four times slower', async ({ browser, site }) => {
  const took: number[] = [];
  const workers: number[] = [];
  for (let visits = 0; visits < 5; visits++) {
    const context = await browser.newContext({ serviceWorkers: 'allow' });
    const page = await context.newPage();
    // All that only a table of this device needs comes a second late, which whoever looks at the lobby does not notice.
    await page.route(/\/(quipu-[^/]*\.wasm|worker-[^/]*\.js)$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await route.continue();
    });
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const worked = await workerDuring(page, async () => {
      const start = Date.now();
      await page.goto(site.url, { waitUntil: 'commit' });
      await openTable(page, 'tikal');
      took.push(Date.now() - start);
    });
    workers.push(worked);
    await context.close();
  }
  // Chromium slows the page's own thread alone: what its worker did would have taken three times as long again.
  const slowed = took.map((all, visit) => Math.round(all + 3 * workers[visit]!));
  say(
    `the first local game is playable after ${slowed.join(', ')} ms: ${took.join(', ')} ms with the page slowed, ` +
      `and three times the worker's ${workers.map((ms) => Math.round(ms)).join(', ')} ms`,
  );
  expect(part(slowed, 0.5)).toBeLessThan(2500);
});

test('memory with one table', async ({ browser, site }) => {
  const context = await browser.newContext({ serviceWorkers: 'allow' });
  const page = await context.newPage();
  await page.addInitScript(
    (kept) => localStorage.setItem('quipu.prefs', kept),
    JSON.stringify({ guided: GAMES, speed: 0 }),
  );
  await page.goto(site.url);
  await openTable(page, 'tikal');
  await playByMouse(page, { upTo: 60 });
  const session = await (await browser.newBrowserCDPSession()).send('SystemInfo.getProcessInfo');
  const renderers = session.processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => privateMegabytes(id));
  // Workers live in the page's process; a service worker may have another one.
  const all = renderers.reduce((sum, one) => sum + one, 0);
  say(
    `all ${renderers.length} processes of the page have ${all.toFixed(0)} MB of their own, with tables and a bot; ` +
      `the largest ${Math.max(...renderers).toFixed(0)} MB`,
  );
  expect(all).toBeLessThan(150);
  await context.close();
});

/** What a process has that no other shares, in megabytes. */
function privateMegabytes(id: number): number {
  const rollup = readFileSync(`/proc/${id}/smaps_rollup`, 'utf8');
  const kilobytes = [...rollup.matchAll(/^Private_\w+:\s+(\d+) kB$/gm)].map(([, number]) => Number(number));
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024;
}
