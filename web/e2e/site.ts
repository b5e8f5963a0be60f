/** The folder of static files under a path of a plain file server, for tests of play without a server. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test as base, type Page } from '@playwright/test';
import { serve } from '../scripts/serve.mjs';
import { hear } from './errors';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export interface Site {
  url: string;
  folder: string;
  close(): void;
}

interface Options {
  /** The language of the page. */
  speaks: 'en' | 'it' | 'es';
  /** How long a master thinks, in milliseconds. */
  millis: number;
  /** Whether all that is asked for must lie within the folder. */
  within: boolean;
}

/** What went wrong in any page of the test that runs. */
const strange: string[] = [];

/** The folder is made once; each test serves it for itself, as it may take it away or change it. */
export const test = base.extend<Options & { site: Site; quiet: void }, { folder: string }>({
  speaks: ['en', { option: true }],
  millis: [40, { option: true }],
  within: [true, { option: true }],
  folder: [
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'quipu-site-'));
      execFileSync('node', [here('../scripts/site.mjs'), folder], { env: { ...process.env, QUIPU_FAST: '1' } });
      await use(folder);
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  site: async ({ folder }, use) => {
    const { url, close } = await serve(folder);
    await use({ url, folder, close });
    close();
  },
  quiet: [
    async ({ context, speaks, millis, within }, use) => {
      strange.length = 0;
      await context.addInitScript(
        ([language, thinks]) => {
          if (!location.protocol.startsWith('http')) return;
          try {
            sessionStorage.setItem('quipu.millis', thinks);
            const guided = ['tikal', 'tongiaki', 'thebes', 'inka'];
            localStorage.setItem('quipu.prefs', JSON.stringify({ language, speed: 0, guided }));
          } catch {
            // A browser that is told to keep nothing.
          }
        },
        [speaks, String(millis)] as const,
      );
      context.on('page', listen);
      if (within) context.on('request', (request) => leaves(request.url()));
      await use();
      expect(strange, 'errors in the pages, and what they asked of others').toEqual([]);
    },
    { auto: true },
  ],
});
/** The page's own policy counts here, and its service worker. */
export const AS_IT_IS = { bypassCSP: false, serviceWorkers: 'allow' } as const;
export const hasModule = existsSync(here('../engine/quipu.wasm'));

/** A page that a test opens in a browser of its own is listened to by `context.on('page', listen)`. */
export const listen = (page: Page) => hear(page, strange);

/** The host of a folder may be somebody else's: nothing beside the folder is asked of it. */
function leaves(url: string): void {
  const { protocol, pathname } = new URL(url);
  if (protocol.startsWith('http') && !pathname.startsWith('/quipu/')) strange.push(`asked for ${url}`);
}

export { expect };

/** Opens a table of two, oneself and a bot; gives its path. */
export async function openTable(page: Page, url: string, game: string): Promise<string> {
  await page.goto(`${url}#/new/${game}?how=bots`);
  return open(page);
}
/** The same at the page of a server, which asks where the table shall be. */
export async function openBeside(page: Page, url: string, game: string): Promise<string> {
  await page.goto(`${url}/new/${game}?how=bots`);
  await page.getByRole('group', { name: 'Where', exact: true }).getByText('On this device').click();
  return open(page);
}
/** Opens the table of two that the page proposes. */
export async function open(page: Page): Promise<string> {
  await page
    .getByRole('group', { name: 'Number of players' })
    .or(page.locator('.count'))
    .first()
    .getByText('2', { exact: true })
    .click();
  await page.locator('.createfoot .seal').click();
  await expect(page.locator('.actionbar').first()).toBeVisible();
  return new URL(page.url()).hash;
}

/** How many entries the logs of this device have. */
export const kept = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const open = indexedDB.open('quipu');
        open.onsuccess = () => {
          const all = open.result.transaction('tables').objectStore('tables').getAll();
          all.onsuccess = () => {
            resolve((all.result as { version: number }[]).reduce((sum, { version }) => sum + version, 0));
            open.result.close();
          };
        };
      }),
  );
const isKept = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    for (const name of await caches.keys()) if ((await (await caches.open(name)).keys()).length > 20) return true;
    return false;
  });
export async function untilKept(page: Page): Promise<void> {
  await expect.poll(() => isKept(page)).toBe(true);
}
export const stepOf = (page: Page) => page.locator('.table').getAttribute('data-step').then(Number);
