/** The tests' own `test`: a server for each worker, pages that know it, and nobody's errors in the console. */
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test as base, expect, type Browser, type BrowserContext, type Page, type Route } from '@playwright/test';
import type { GameInfo } from '../src/generated/protocol';
import { hear } from './errors';
import { Server } from './server';

interface Shared {
  server: Server | null;
  url: string;
  games: GameInfo[];
}

const built = new URL('../dist', import.meta.url);

/**
 * QUIPU_DIST=1 takes the page from web/dist, so that the server need not be built anew for each change of the client.
 */
async function fromBuilt(context: BrowserContext): Promise<void> {
  if (process.env['QUIPU_DIST'])
    await context.route((address) => !/^\/(api|socket|healthz)/.test(address.pathname), serveBuilt);
}

async function serveBuilt(route: Route): Promise<void> {
  const path = fileURLToPath(`${built}${new URL(route.request().url()).pathname}`);
  await route.fulfill({
    path: existsSync(path) && statSync(path).isFile() ? path : fileURLToPath(`${built}/index.html`),
  });
}

/** What went wrong in any page of the test that runs: uncaught errors, unhandled rejections, errors in the console. */
const errors: string[] = [];

const listen = (page: Page) => hear(page, errors);

/** What the test that runs brings about on purpose. */
const meant: RegExp[] = [];
export const mayFail = (what: RegExp) => void meant.push(what);

export const test = base.extend<{ quiet: void }, Shared>({
  server: [
    async ({}, use) => {
      const server = process.env['QUIPU_URL'] ? null : await Server.begin();
      await use(server);
      await server?.end();
    },
    { scope: 'worker' },
  ],
  url: [async ({ server }, use) => use(server?.url ?? process.env['QUIPU_URL']!), { scope: 'worker' }],
  games: [
    async ({ url }, use) => use((await (await fetch(`${url}/api/games`)).json()) as GameInfo[]),
    { scope: 'worker' },
  ],
  context: async ({ context }, use) => {
    await fromBuilt(context);
    context.on('page', listen);
    await use(context);
  },
  baseURL: async ({ url }, use) => use(url),
  quiet: [
    async ({}, use) => {
      errors.length = meant.length = 0;
      await use();
      const strange = errors.filter((error) => !meant.some((what) => what.test(error)));
      expect(strange, 'errors in the pages').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Somebody else, with a browser of their own. */
export async function asGuest(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    bypassCSP: true,
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
  });
  await fromBuilt(context);
  context.on('page', listen);
  return context.newPage();
}

/** What a visitor would have set before; `guided` leaves the first turn out. */
export async function prefer(page: Page, prefs: Record<string, unknown>): Promise<void> {
  await page.addInitScript((wanted) => {
    const kept = JSON.parse(localStorage.getItem('quipu.prefs') ?? '{}') as object;
    localStorage.setItem('quipu.prefs', JSON.stringify({ ...wanted, ...kept }));
  }, prefs);
}

/** Who else sits at a new table; as the page proposes it where nothing is said. */
export interface Company {
  seats?: number;
  level?: 'novice' | 'adept' | 'expert' | 'master';
}

const NUMBER = { novice: 0, adept: 1, expert: 2, master: 3 };

/**
 * Goes from the home page to a match against bots, by the two clicks that it takes; more where others shall sit
 * there.
 */
export async function againstBots(page: Page, game: string, { seats, level }: Company = {}): Promise<void> {
  await page.goto('/');
  await page.locator(`[href="/new/${game}?how=bots"]`).click();
  await expect(page.locator('.seatrow').first()).toBeVisible();
  if (seats) await page.locator('.segments.count button', { hasText: String(seats) }).click();
  if (level)
    for (const row of await page.locator('.seatrow .levels').all())
      await row.locator('button').nth(NUMBER[level]).click();
  await page.locator('.createfoot .seal').click();
  await expect(page.locator('.table[data-step]')).toBeVisible();
}
