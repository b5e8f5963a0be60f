/** The tests' own `test`: a server for each worker, pages that know it, and nobody's errors in the console. */
import { test as base, expect, type Page } from '@playwright/test';
import type { GameInfo } from '../src/generated/protocol';
import { Server } from './server';

interface Shared {
  server: Server | null;
  url: string;
  games: GameInfo[];
}

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
  games: [async ({ url }, use) => use((await (await fetch(`${url}/api/games`)).json()) as GameInfo[]), { scope: 'worker' }],
  baseURL: async ({ url }, use) => use(url),
  quiet: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
      await use();
      expect(errors, 'errors in the page').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** What a visitor would have set before; `guided` leaves the first turn out. */
export async function prefer(page: Page, prefs: Record<string, unknown>): Promise<void> {
  await page.addInitScript((wanted) => {
    const kept = JSON.parse(localStorage.getItem('quipu.prefs') ?? '{}') as object;
    localStorage.setItem('quipu.prefs', JSON.stringify({ ...wanted, ...kept }));
  }, prefs);
}

/** Goes from the home page to a match against bots, by the two clicks that it takes. */
export async function againstBots(page: Page, game: GameInfo): Promise<void> {
  await page.goto('/');
  await page.locator(`[href="/new/${game.key}?how=bots"]`).click();
  await page.locator('.createfoot .seal').click();
  await expect(page.locator('.table[data-step]')).toBeVisible({ timeout: 30_000 });
}
