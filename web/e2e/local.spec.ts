/** Play without a server: from the folder of static files, under a path of a plain file server. */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { serve } from '../scripts/serve.mjs';
import { expectAccessible } from './axe';
import { playByMouse } from './play';
import { BINARY, Server } from './server';
import {
  AS_IT_IS,
  expect,
  hasModule,
  kept,
  listen,
  open,
  openBeside,
  openTable,
  stepOf,
  test,
  untilKept,
} from './site';

test.use(AS_IT_IS);
test.skip(!hasModule, 'the page was built without the module');

for (const game of ['tikal', 'tongiaki', 'thebes', 'inka'])
  test(`a whole match of ${game} against a bot`, async ({ page, site }) => {
    await openTable(page, site.url, game);
    await expect(page.getByRole('button', { name: 'On this device' })).toBeVisible();
    const played = await playByMouse(page, { seed: 3 });
    expect(played.lost).toEqual([]);
    await expect(page.locator('.result')).toBeVisible();
    expect(await kept(page)).toBeGreaterThan(10);
    await expectFairShuffle(page);
    if (game === 'inka') await lookBack(page);
  });

const FAIR = /the seed fits its commitment, and all [1-9]\d* draws follow from it/;
/** The record of a match that is over proves that what was dealt was fixed before it began, as a server's does. */
async function expectFairShuffle(page: Page): Promise<void> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('.result a[download]').click()]);
  const said = execFileSync(BINARY, ['verify', await download.path()], { encoding: 'utf8' });
  for (const line of [/ok: all \d+ steps are legal/, /over by/, /[1-9]\d* nonces fit their pledges/, FAIR])
    expect(said).toMatch(line);
}

/** All doors of a result lead somewhere: the match is reviewed, seen again and played on. */
async function lookBack(page: Page): Promise<void> {
  const id = new URL(page.url()).hash.split('/').at(-1)!;
  // The least thorough review, for which no button asks.
  await page.evaluate((table) => (location.hash = `#/review/${table}?level=glance`), id);
  await expect(page.locator('.winplot .mine')).toBeVisible();
  await expect(page.locator('.skill tbody tr')).not.toHaveCount(0);
  await expect(page.locator('.versus')).toContainText('Played:');
  await expectAccessible(page, 'a review on this device');
  // A thorough one takes minutes: it tells how far it is, and can be stopped.
  await page.getByRole('button', { name: 'Look more thoroughly' }).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.locator(`.result a[href$="/replay/${id}"]`).click();
  const slider = page.getByRole('slider');
  await slider.press('PageDown');
  await expect(slider).not.toHaveAttribute('aria-valuenow', '0');
  await expectAccessible(page, 'a replay on this device');
  await page.locator('.tools button', { hasText: 'Play on from here' }).click();
  await page.locator('dialog[open] .seal').click();
  await expect(page.locator('.table[data-step]')).toBeVisible();
  await expect(page).not.toHaveURL(new RegExp(id));
  await playByMouse(page, { upTo: (await stepOf(page)) + 2 });
}

test('without a connection after the first visit', async ({ page, context, site }) => {
  await page.goto(site.url);
  await untilKept(page);
  site.close();
  await context.setOffline(true);
  await page.reload();
  await openTable(page, site.url, 'inka');
  await expect(page.getByRole('button', { name: 'Offline, on this device' })).toBeVisible();
  await playByMouse(page, { upTo: 12 });
  // All else that the page has is here, too: another game's lesson, rules with their figures, and a match.
  await page.goto(`${site.url}#/learn/tikal`);
  await page.locator('.lessonlist .seal').click();
  await expect(page.locator('.coach')).toBeVisible();
  await playByMouse(page, { seed: 5, until: ({ step }) => step >= 1 });
  await page.goto(`${site.url}#/rules/tongiaki`);
  const figure = page.locator('[data-figure]').first();
  await figure.scrollIntoViewIfNeeded();
  await expect(figure.locator('svg').first()).toBeVisible();
  await openTable(page, site.url, 'thebes');
  await playByMouse(page, { upTo: 6 });
});

test.describe('with a bot that thinks long enough to be met thinking', () => {
  test.use({ millis: 60_000 });

  test('a tab that is killed in a bot’s turn loses nothing', async ({ page, context, site }) => {
    const path = await openTable(page, site.url, 'tikal');
    const thinks = page.locator('.table[data-mine=false]');
    // Played beside the look, which would come too late after a turn. It ends with the page.
    void playByMouse(page, { seed: 3 }).catch(() => {});
    await expect(thinks).toBeVisible();
    const [before, step] = [await kept(page), await stepOf(page)];
    const session = await context.newCDPSession(page);
    const crashed = page.waitForEvent('crash');
    session.send('Page.crash').catch(() => {});
    await crashed;
    await page.close();
    const again = await context.newPage();
    await again.goto(`${site.url}${path}`);
    await expect(again.locator('.actionbar').first()).toBeVisible();
    expect(await kept(again)).toBeGreaterThanOrEqual(before);
    expect(await stepOf(again)).toBeGreaterThanOrEqual(step);
    await playByMouse(again, { upTo: step + 8 });
  });
});

test('two tabs show one table, and either goes on alone', async ({ page, context, site }) => {
  const path = await openTable(page, site.url, 'inka');
  await playByMouse(page, { upTo: 6 });
  const other = await context.newPage();
  await other.goto(`${site.url}${path}`);
  await expect(other.locator('.actionbar').first()).toBeVisible();
  await playByMouse(other, { upTo: 14 });
  await expect.poll(() => stepOf(page)).toBeGreaterThanOrEqual(14);
  await page.close();
  await playByMouse(other, { upTo: 24 });
});

/** A copy of the folder in which one file has more at its end. */
function changed(folder: string, file: RegExp, more: string): { copy: string; change(): void } {
  const copy = mkdtempSync(join(tmpdir(), 'quipu-changed-'));
  cpSync(folder, copy, { recursive: true });
  const name = (readdirSync(copy, { recursive: true }) as string[]).find((one) => file.test(one))!;
  for (const twin of ['br', 'gz']) rmSync(join(copy, `${name}.${twin}`));
  return { copy, change: () => appendFileSync(join(copy, name), more) };
}

/** How a browser says that it keeps nothing: when something is put there, or when all of it is to be made durable. */
const failing = (name: string) => ({
  'at once': `IDBObjectStore.prototype.add = () => { throw new DOMException('no', '${name}'); };`,
  'at the end': `const add = IDBObjectStore.prototype.add;
    IDBObjectStore.prototype.add = function (...given) {
      const { transaction } = this;
      const why = new DOMException('no', '${name}');
      Object.defineProperty(transaction, 'error', { get: () => why });
      const request = add.apply(this, given);
      request.onsuccess = () => transaction.abort();
      return request;
    };`,
});
const UNKEPT = [
  { what: 'a device without room', says: 'no room left', ways: failing('QuotaExceededError') },
  { what: 'a browser that keeps nothing any more', says: 'keeps nothing any more', ways: failing('UnknownError') },
];
for (const { what, says, ways } of UNKEPT)
  for (const [when, refusal] of Object.entries(ways))
    test(`${what}, which says so ${when}, gives the record`, async ({ page, folder }) => {
      const unkept = `new BroadcastChannel('unkept').onmessage = () => { ${refusal} };`;
      const { copy, change } = changed(folder, /worker-[^/]*\.js$/, `\n;${unkept}`);
      change();
      const site = await serve(copy);
      await openTable(page, site.url, 'tikal');
      await playByMouse(page, { upTo: 6 });
      const before = await kept(page);
      await page.evaluate(() => new BroadcastChannel('unkept').postMessage(null));
      await playByMouse(page, { upTo: 40, most: 5 }).catch(() => {});
      await expectCopy(page, says);
      expect(await kept(page)).toBe(before);
      site.close();
      rmSync(copy, { recursive: true, force: true });
    });

test.describe('with little room for all that the page keeps', () => {
  // What a service worker keeps would take it.
  test.use({ serviceWorkers: 'block' });

  test('a device that is full gives the record, and goes on when there is room', async ({ page, context, site }) => {
    // Said before anything is kept: the browser believes for half a minute what room there was.
    const session = await context.newCDPSession(page);
    const { origin } = new URL(site.url);
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 4_000_000 });
    const path = await openTable(page, site.url, 'tikal');
    await playByMouse(page, { upTo: 6 });
    await page.evaluate(fill);
    await playByMouse(page, { upTo: 60, most: 8 }).catch(() => {});
    await expectCopy(page, 'no room left');
    // What was kept is still there, and the match goes on from it.
    const before = await kept(page);
    await session.send('Storage.overrideQuotaForOrigin', { origin });
    await page.evaluate(empty);
    await page.goto('about:blank');
    await page.goto(`${site.url}${path}`);
    await expect(page.locator('.actionbar').first()).toBeVisible();
    expect(await kept(page)).toBe(before);
    await playByMouse(page, { upTo: (await stepOf(page)) + 4 });
    expect(await kept(page)).toBeGreaterThan(before);
  });
});

/** Takes all room that there is, in another database: in a page. */
async function fill(): Promise<void> {
  const open = indexedDB.open('filling', 1);
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    open.onupgradeneeded = () => open.result.createObjectStore('all', { autoIncrement: true });
    open.onsuccess = () => resolve(open.result);
    open.onerror = () => reject(open.error!);
  });
  const put = (size: number) =>
    new Promise<boolean>((resolve) => {
      const transaction = database.transaction('all', 'readwrite');
      // What can be packed would take less.
      transaction.objectStore('all').add(crypto.getRandomValues(new Uint8Array(size)));
      transaction.oncomplete = () => resolve(true);
      transaction.onabort = () => resolve(false);
    });
  let count = 0;
  for (let size = 65_536; size >= 64; size /= 2)
    while (await put(size)) {
      count += 1;
      if (count > 2000) throw new Error('there is no end to the room');
    }
  database.close();
}
/** Gives it back. */
async function empty(): Promise<void> {
  const gone = indexedDB.deleteDatabase('filling');
  await new Promise((resolve) => (gone.onsuccess = resolve));
}

/** The banner says why nothing is kept, and has the record as a download. */
async function expectCopy(page: Page, says: string): Promise<void> {
  // The board says so, too, for a moment.
  const banner = page.locator('.banner[role=alert]', { hasText: says });
  await expect(banner).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    banner.getByRole('button', { name: 'Save a copy' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.quipu$/);
}

for (const promised of [true, false])
  test(`the browser is asked once to keep what is here, and ${promised ? 'promises it' : 'does not'}`, async ({
    page,
    site,
  }) => {
    await page.addInitScript((is) => {
      const { storage } = navigator;
      storage.persist = () => {
        localStorage.setItem('asked', `${localStorage.getItem('asked') ?? ''}x`);
        return Promise.resolve(is);
      };
      storage.persisted = () => Promise.resolve(is);
    }, promised);
    const asked = () => page.evaluate(() => localStorage.getItem('asked'));
    await page.goto(site.url);
    await expect(page.locator('.games, .twodoors').first()).toBeVisible();
    expect(await asked()).toBe(null);
    for (const game of ['inka', 'tikal']) {
      await openTable(page, site.url, game);
      await expect.poll(asked).toBe('x');
    }
    await page.getByRole('button', { name: 'On this device' }).click();
    const told = page.locator(`[data-promised=${promised}]`);
    await expect(told).toContainText(promised ? 'The browser keeps it' : 'The browser may delete it');
    await expectAccessible(page, 'the sheet of a table of this device');
  });

test('a host that knows neither the types of files nor packed ones is enough', async ({ page, folder }) => {
  const site = await serve(folder, 0, '/quipu/', true);
  const types: (string | undefined)[] = [];
  page.on('response', (answer) => {
    if (answer.url().endsWith('.wasm')) types.push(answer.headers()['content-type']);
  });
  await openTable(page, site.url, 'inka');
  await playByMouse(page, { upTo: 8 });
  expect(types[0]).toBe('application/octet-stream');
  site.close();
});

test('a browser that keeps nothing shows all pages, and says why no match begins', async ({ page, folder }) => {
  // As in private browsing, or where a site may keep nothing: whoever asks for storage gets an exception.
  const refuse = `for (const name of ['indexedDB', 'localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, { get() { throw new DOMException('not allowed', 'SecurityError'); } });`;
  const { copy, change } = changed(folder, /worker-[^/]*\.js$/, `\n;${refuse}`);
  change();
  const site = await serve(copy);
  await page.addInitScript(refuse);
  await page.goto(site.url);
  await page.locator('[href="/new/inka?how=bots"]').first().click();
  await page.locator('.createfoot .seal').click();
  await expect(page.getByRole('alert')).toContainText('This browser keeps nothing');
  await page.goto(`${site.url}#/learn/inka`);
  await page.locator('.lessonlist .seal').click();
  await expect(page.locator('.coach')).toBeVisible();
  site.close();
  rmSync(copy, { recursive: true, force: true });
});

/**
 * A host on which a newer version appears, as a build makes it: one of the files that a page loads when it needs them
 * has another name, all that names it is changed, the service worker has another list, and the old file is gone.
 */
function renewing(folder: string) {
  const copy = mkdtempSync(join(tmpdir(), 'quipu-newer-'));
  cpSync(folder, copy, { recursive: true });
  for (const file of readdirSync(copy, { recursive: true }) as string[])
    if (/\.(br|gz)$/.test(file)) rmSync(join(copy, file));
  const assets = join(copy, 'assets');
  const old = readdirSync(assets).find((name) => /^RulesPage-[^.]*\.js$/.test(name))!;
  const fresh = old.replace(/-[^-]*\.js$/, '-NEWER000.js');
  return {
    copy,
    old,
    fresh,
    renew() {
      renameSync(join(assets, old), join(assets, fresh));
      for (const file of readdirSync(copy, { recursive: true }) as string[]) {
        if (!/\.(js|html)$/.test(file)) continue;
        const text = readFileSync(join(copy, file), 'utf8');
        const changed = text.replaceAll(old, fresh);
        const version = file === 'sw.js' ? changed.replace(/(const VERSION = )"\w+"/, '$1"0123456789abcdef"') : changed;
        if (version !== text) writeFileSync(join(copy, file), version);
      }
    },
    end: () => rmSync(copy, { recursive: true, force: true }),
  };
}
/** Looks for a newer version, as a page does every hour. */
const lookForNewer = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
const filesOf = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1)!));
const loadIt = (page: Page) =>
  Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Load it' }).click()]);

test('a new version waits, and loses no match; tabs of the old one go on with its files', async ({ page, folder }) => {
  const host = renewing(folder);
  const site = await serve(host.copy);
  const path = await openTable(page, site.url, 'inka');
  await playByMouse(page, { upTo: 8 });
  await untilKept(page);
  const before = await kept(page);
  host.renew();
  await lookForNewer(page);
  await expect(page.getByRole('button', { name: 'New version' })).toBeVisible();
  // The old page still loads what the host has no more.
  await page.evaluate(() => (location.hash = '#/rules/inka'));
  await expect(page.locator('#goal')).toBeVisible();
  expect(await filesOf(page)).toContain(host.old);
  expect((await page.request.get(`${site.url}assets/${host.old}`)).status()).toBe(404);
  await page.evaluate((to) => (location.hash = to), path);
  await expect(page.locator('.actionbar').first()).toBeVisible();
  await page.getByRole('button', { name: 'New version' }).click();
  await loadIt(page);
  await expect(page.locator('.actionbar').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'New version' })).toHaveCount(0);
  expect(await kept(page)).toBeGreaterThanOrEqual(before);
  await playByMouse(page, { upTo: 14 });
  await page.evaluate(() => (location.hash = '#/rules/inka'));
  await expect(page.locator('#goal')).toBeVisible();
  expect(await filesOf(page)).toContain(host.fresh);
  site.close();
  host.end();
});

test('a new version is loaded in one tab after the other', async ({ page, context, folder }) => {
  const host = renewing(folder);
  const site = await serve(host.copy);
  await page.goto(site.url);
  await untilKept(page);
  const other = await context.newPage();
  await other.goto(site.url);
  host.renew();
  await lookForNewer(page);
  for (const tab of [page, other]) {
    await tab.getByRole('button', { name: 'New version' }).click();
    await loadIt(tab);
    await expect(tab.getByRole('button', { name: 'New version' })).toHaveCount(0);
    await tab.evaluate(() => (location.hash = '#/rules/inka'));
    await expect(tab.locator('#goal')).toBeVisible();
    expect(await filesOf(tab)).toContain(host.fresh);
  }
  site.close();
  host.end();
});

test('what few need is kept when the page has come to rest, and no sooner', async ({ page, folder }) => {
  // The module for reviews may be the same file as the one that plays; a picture stands for it here.
  const host = renewing(folder);
  const script = join(host.copy, 'sw.js');
  const late = 'icon-512.png';
  const text = readFileSync(script, 'utf8')
    .replace(`,"${late}"`, '')
    .replace(/const LATER = .*;/, `const LATER = ["${late}"];`);
  writeFileSync(script, text);
  const site = await serve(host.copy);
  await page.goto(site.url);
  await untilKept(page);
  const isThere = () => page.evaluate(async (name) => (await caches.match(name)) !== undefined, late);
  expect(await isThere()).toBe(false);
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active!.postMessage('rest'));
  await expect.poll(isThere).toBe(true);
  site.close();
  host.end();
});

test('games go out as a file and come back; a broken file changes nothing', async ({ page, browser, site }) => {
  await openTable(page, site.url, 'thebes');
  await playByMouse(page, { upTo: 6 });
  await page.goto(`${site.url}#/me`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save all as a file' }).click(),
  ]);
  const file = await download.path();
  const fresh: BrowserContext = await browser.newContext();
  fresh.on('page', listen);
  const other = await fresh.newPage();
  await other.goto(`${site.url}#/me`);
  const input = other.locator('.localgames input[type=file]');
  await input.setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"broken') });
  await expect(other.getByRole('alert')).toContainText('holds no games');
  await input.setInputFiles(file);
  await expect(other.getByText('One game was taken')).toBeVisible();
  await expect(other.locator('.localgames li')).toHaveCount(1);
  // A file in which a step is none takes nothing away either.
  const wrong = Buffer.from(readFileSync(file, 'utf8').replace('\\"step\\"', '\\"leap\\"'));
  await input.setInputFiles({ name: 'y.json', mimeType: 'application/json', buffer: wrong });
  await expect(other.getByRole('alert')).toContainText('holds no games');
  await expect(other.locator('.localgames li')).toHaveCount(1);
  await fresh.close();
});

test.describe('at the page of a server', () => {
  test.use({ within: false });

  test('matches are played on this device when the server is away', async ({ page }) => {
    const server = await Server.begin();
    await page.goto(server.url);
    await untilKept(page);
    await server.kill();
    await page.reload();
    await page.locator('[href="/new/inka?how=bots"]').first().click();
    await open(page);
    await expect(page.getByRole('button', { name: 'Offline, on this device' })).toBeVisible();
    await playByMouse(page, { upTo: 8 });
    expect(page.url()).toContain('here-');
    const before = await stepOf(page);
    // It is there when the page is loaded again, with the server or without it.
    await page.reload();
    await expect.poll(() => stepOf(page)).toBeGreaterThanOrEqual(before);
    await server.start();
    await page.reload();
    await playByMouse(page, { upTo: before + 2 });
    await server.end();
  });

  test('matches move to the account of whoever signs in, and go on there', async ({ page }) => {
    const server = await Server.begin();
    const begin = async () => {
      await openBeside(page, server.url, 'inka');
      await expect(page.getByRole('button', { name: 'On this device' })).toBeVisible();
      await playByMouse(page, { upTo: 8 });
    };
    await begin();
    await page.goto(`${server.url}/me`);
    await page
      .getByLabel('Name', { exact: true })
      .last()
      .fill(`Ana${Date.now() % 100_000}`);
    await page.locator('input[type=password]').fill('correct horse');
    await page.locator('form .button', { hasText: 'Create an account' }).click();
    await page.getByRole('button', { name: 'Move to my account' }).click();
    await expect(page.getByText('One match moved to your account')).toBeVisible();
    await expect(page.locator('.localgames li')).toHaveCount(0);
    expect(await kept(page)).toBe(0);
    // The other way: from the table itself, whose match goes on at once.
    await begin();
    await page.getByRole('button', { name: 'On this device' }).click();
    await page.getByRole('button', { name: 'Move online' }).click();
    await expect(page.getByRole('button', { name: 'On this device' })).toHaveCount(0);
    await playByMouse(page, { upTo: 12 });
    expect(page.url()).not.toContain('here-');
    const mine = await page.evaluate(async () => (await (await fetch('/api/tables?mine=1')).json()) as unknown[]);
    expect(mine).toHaveLength(2);
    await server.end();
  });
});
