/** The host's page: for hosts alone; whoever is banned there is out, and the log says so. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { shoot } from './shots';
import { asGuest, expect, prefer, test } from './test';

const PARTS = ['', '/people', '/tables', '/reports', '/ratings', '/audit'];

/** Sends a request as the page's person. */
async function ask(page: Page, path: string, data: object): Promise<{ id: string }> {
  const answer = await page.request.post(path, { data, headers: { origin: new URL(page.url()).origin } });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return answer.status() === 204 ? { id: '' } : answer.json();
}

/** Makes an account of whoever visits with a page. */
async function account(page: Page, called: string): Promise<string> {
  const name = `${called}${Math.floor(Math.random() * 1e6)}`;
  await page.goto('/', { waitUntil: 'networkidle' });
  await ask(page, '/api/account', { name, password: 'correct horse' });
  return name;
}

const list = (page: Page) => page.locator('.hostlist');
const row = (page: Page, text: string) => page.locator('.hostrow', { hasText: text });

test('a host finds people, bans one, who is out at once, and the log says so', async ({ browser, url, server }) => {
  test.skip(!server, 'needs the host’s command');
  const [ada, bruno] = [await asGuest(browser, url), await asGuest(browser, url)];
  const [host, other] = [await account(ada, 'Ada'), await account(bruno, 'Bruno')];
  await bruno.reload();

  // For others there is no page, and no way to it.
  await bruno.getByRole('button', { name: 'Menu' }).click();
  await expect(bruno.locator('.menu a[href="/me"]')).toBeVisible();
  await expect(bruno.locator('.menu a[href="/host"]')).toHaveCount(0);
  await bruno.goto('/host');
  await expect(bruno.locator('.why')).toContainText('for the host of this server');
  await expect(bruno.locator('.hosttabs')).toHaveCount(0);

  await server!.admin('host', host);
  await ask(bruno, '/api/tables', { game: 'inka', public: true, seats: [{ kind: 'me' }, { kind: 'open' }] });
  await ask(bruno, '/api/reports', { text: 'Somebody shouted at me, again and again.\nPlease look.' });
  await ada.goto('/');
  await ada.getByRole('button', { name: 'Menu' }).click();
  await ada.locator('.menu a[href="/host"]').click();
  await expect(ada.locator('.hoststats .stat')).toHaveCount(4);
  await expect(ada.locator('.hostcards')).toContainText('SQLite');
  await expect(ada.locator('.hostcards')).toContainText('Running for');
  await shoot(ada, 'host-overview', { whole: true });

  await ada.getByRole('link', { name: 'People' }).click();
  await expect(row(ada, host)).toBeVisible();
  await shoot(ada, 'host-people');
  await ada.getByLabel('Name or id').fill(other.toLowerCase());
  await ada.keyboard.press('Enter');
  await expect(list(ada).locator('.hostrow')).toHaveCount(1);
  await row(ada, other).getByRole('button').click();
  const dialog = ada.getByRole('dialog');
  await shoot(ada, 'host-person');
  await dialog.getByRole('button', { name: 'Ban' }).click();
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await dialog.getByLabel('Reason').fill('shouting');
  await shoot(ada, 'host-ban', { lights: ['light'] });
  await ada.keyboard.press('Enter');
  await expect(dialog).toContainText('shouting');
  await ada.keyboard.press('Escape');
  await expect(ada.locator('.why.good')).toContainText(`${other} is banned`);
  await expect(row(ada, other)).toContainText('Banned: shouting');
  const out = await bruno.request.get('/api/me');
  expect([out.status(), (await out.json()).reason.key]).toEqual([403, 'banned']);

  await ada.goto('/host/tables');
  await expect(row(ada, other)).toContainText('Inka');
  await row(ada, other).getByRole('button', { name: 'Close the table' }).click();
  await expect(dialog.getByLabel('Reason')).toHaveValue('closed by the host');
  await dialog.getByRole('button', { name: 'Close the table' }).click();
  await expect(row(ada, other)).toContainText('Closed');
  await ada.getByLabel('State').selectOption('playing');
  await expect(row(ada, other)).toHaveCount(0);
  await ada.getByLabel('State').selectOption('');
  await shoot(ada, 'host-tables', { whole: true });

  await ada.getByRole('link', { name: 'Reports' }).click();
  await expect(row(ada, 'again and again')).toContainText(other);
  await shoot(ada, 'host-reports', { whole: true });
  await row(ada, 'again and again').getByRole('button', { name: 'Dealt with' }).click();
  await expect(row(ada, 'again and again')).toHaveCount(0);
  await ada.getByRole('button', { name: 'All', exact: true }).click();
  await expect(row(ada, 'again and again')).toBeVisible();

  await ada.getByRole('link', { name: 'Ratings' }).click();
  await ada.getByRole('button', { name: 'Rate everything anew' }).click();
  await dialog.getByRole('button', { name: 'Rate everything anew' }).click();
  await expect(ada.locator('.card')).toContainText('Everything was rated anew');
  await shoot(ada, 'host-ratings', { whole: true });

  await ada.getByRole('link', { name: 'Log' }).click();
  await expect(list(ada).locator('.hostrow b').first()).toHaveText('Everything rated anew');
  await expect(row(ada, `Banned: ${other}`)).toContainText(host);
  await expect(row(ada, `Banned: ${other}`)).toContainText('shouting');
  await expect(row(ada, `Made a host: ${host}`)).toContainText('by command');
  await shoot(ada, 'host-audit', { whole: true });

  // Nothing is done to hosts there; and who is one no longer is shown nothing.
  await ada.goto('/host/people?only=hosts');
  await row(ada, host).getByRole('button').click();
  await expect(dialog).toContainText('Hosts cannot be changed here');
  await expect(dialog.getByRole('button', { name: 'Ban' })).toHaveCount(0);
  await ada.keyboard.press('Escape');
  await server!.admin('unhost', host);
  await ada.getByRole('button', { name: 'Search' }).click();
  await expect(ada.locator('.why')).toContainText('for the host of this server');
  for (const page of [ada, bruno]) await page.context().close();
});

test('the way to somebody who is deleted asks twice, by keys alone', async ({ browser, url, server }) => {
  test.skip(!server, 'needs the host’s command');
  const [ada, bruno] = [await asGuest(browser, url), await asGuest(browser, url)];
  const [host, other] = [await account(ada, 'Ada'), await account(bruno, 'Bruno')];
  await server!.admin('host', host);
  await ada.goto(`/host/people?named=${other}`);
  await row(ada, other).getByRole('button').focus();
  await ada.keyboard.press('Enter');
  const dialog = ada.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Delete for good' }).focus();
  await ada.keyboard.press('Enter');
  await expect(dialog).toContainText('This cannot be undone.');
  expect((await bruno.request.get('/api/me/settings')).status(), 'nothing is done yet').toBe(200);
  await dialog.getByRole('button', { name: 'Delete for good' }).focus();
  await ada.keyboard.press('Enter');
  await expect(ada.locator('.why.good')).toContainText(`${other} is deleted`);
  await expect(list(ada)).toContainText('Nobody.');
  expect((await bruno.request.get('/api/me/settings')).status()).toBe(401);
  for (const page of [ada, bruno]) await page.context().close();
});

test('the page speaks three languages', async ({ browser, url, server }) => {
  test.skip(!server, 'needs the host’s command');
  const ada = await asGuest(browser, url);
  const host = await account(ada, 'Ada');
  await server!.admin('host', host);
  await ask(ada, '/api/tables', { game: 'inka', seats: [{ kind: 'me' }, { kind: 'open' }] });
  const read = (language: string) =>
    JSON.parse(readFileSync(new URL(`../src/i18n/${language}.json`, import.meta.url), 'utf8')) as Record<
      string,
      string
    >;
  const keys = new Set(Object.keys(read('en')).filter((key) => key.includes('.')));
  for (const language of ['it', 'es', 'en']) {
    await prefer(ada, { language });
    await ada.evaluate((wanted) => {
      const kept = JSON.parse(localStorage.getItem('quipu.prefs') ?? '{}') as object;
      localStorage.setItem('quipu.prefs', JSON.stringify({ ...kept, language: wanted }));
    }, language);
    for (const part of PARTS) {
      await ada.goto(`/host${part}`, { waitUntil: 'networkidle' });
      await expect(ada.locator('h1')).toHaveText(read(language)['host.title']!);
      const texts = (await ada.locator('body').innerText()).split('\n');
      expect(
        texts.filter((text) => keys.has(text.trim()) || /\{\{|undefined|NaN/.test(text)),
        part,
      ).toEqual([]);
      // A phone shows all of it without scrolling aside.
      await ada.setViewportSize({ width: 390, height: 844 });
      const wide = await ada.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, `${language} ${part}`).toBeLessThanOrEqual(390);
      await ada.setViewportSize({ width: 1440, height: 900 });
    }
  }
  await ada.context().close();
});
