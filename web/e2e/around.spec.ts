/** Around the table: takebacks are told, rematches begin, links differ, sign-outs and files are explained. */
import type { Page } from '@playwright/test';
import { GAMES } from './games';
import { playByMouse } from './play';
import { shoot } from './shots';
import { againstBots, asGuest, expect, prefer, test } from './test';

const step = (page: Page) => page.locator('.table').getAttribute('data-step').then(Number);
const tableOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1)!;

async function leave(page: Page): Promise<void> {
  await page.locator('.topbar button').last().click();
  await page.locator('.menu button', { hasText: 'Leave' }).click();
  await page.locator('dialog[open] .seal').click();
  await expect(page).toHaveURL(/\/$/);
}

test('an undo past a reveal against bots is asked about, and marks match, journal, result, list and record', async ({
  page,
}) => {
  await prefer(page, { guided: GAMES, speed: 0 });
  await againstBots(page, 'tikal', { seats: 2, level: 'novice' });
  // Until one's last decision lies behind something that was turned up since.
  const undoOf = async () => (await (await page.request.get(`/api/tables/${tableOf(page)}`)).json()).game.undo;
  for (let seed = 1; seed < 40; seed++) {
    await expect(page.locator('.table[data-mine=true]')).toBeVisible();
    const { free, takeback } = await undoOf();
    if (free !== undefined && takeback) break;
    await playByMouse(page, { seed, upTo: (await step(page)) + 1 });
  }
  const before = await step(page);
  const undo = page.locator('.actionbar button', { hasText: 'Undo' });
  const asked = page.locator('dialog[open]');
  // A press right behind another one does nothing, on purpose.
  await expect(async () => {
    await undo.click();
    await expect(asked).toContainText('takebacks', { timeout: 3000 });
  }).toPass();
  await shoot(page, 'takeback-asked');
  await asked.getByRole('button', { name: 'Keep the move' }).click();
  expect(await step(page)).toBe(before);
  await undo.click();
  await asked.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => step(page)).toBeLessThan(before);
  await expect(page.locator('.log')).toContainText('undoes a move that had shown something hidden');
  const table = page.url();
  await leave(page);
  await expect(page.locator('.lastlist')).toContainText('with takebacks');
  const record = await (await page.request.get(`/api/tables/${table.split('/').at(-1)}/record`)).text();
  expect(record).toMatch(/\ntakebacks [AB]=1\n/);
  await page.goto(table);
  await expect(page.locator('.resulthead')).toContainText('A match with takebacks');
  await shoot(page, 'result-takebacks');
});

test('an undo of what showed nothing is not asked about and marks nothing', async ({ page }) => {
  await prefer(page, { guided: GAMES, speed: 0 });
  await page.goto('/new/inka?how=device');
  await page.locator('.createfoot .seal').click();
  await expect(page.locator('.table[data-mine=true]')).toBeVisible();
  const id = tableOf(page);
  await playByMouse(page, { upTo: 2 });
  const state = await (await page.request.get(`/api/tables/${id}`)).json();
  expect(state.table.takebacks).toBeUndefined();
});

test('a match that was left has a rematch, on the same seats, which begins at once', async ({ page }) => {
  await prefer(page, { guided: GAMES, speed: 0 });
  await againstBots(page, 'tongiaki', { seats: 3, level: 'novice' });
  const table = page.url();
  const seatsAt = async (id: string) => {
    const state = await (await page.request.get(`/api/tables/${id}`)).json();
    return state.table.seats.map(({ sitter }: { sitter: { kind: string; level?: string } }) => [
      sitter.kind,
      sitter.level,
    ]);
  };
  const before = await seatsAt(tableOf(page));
  await leave(page);
  await page.goto(table);
  await page.locator('.doors .seal', { hasText: 'Rematch' }).click();
  await expect(page.locator('.table[data-step]')).toBeVisible();
  expect(page.url()).not.toBe(table);
  expect(await seatsAt(tableOf(page))).toEqual(before);
});

test('a rematch of two begins when the other one agrees, also after one has left', async ({ browser, url }) => {
  const [one, other] = [await asGuest(browser, url), await asGuest(browser, url)];
  for (const page of [one, other]) await prefer(page, { guided: GAMES, speed: 0 });
  await one.goto('/new/inka?how=friends');
  await one.locator('.createfoot .seal').click();
  const link = one.locator('.linkfield code');
  await expect(link).toContainText('invitation=');
  const seat = (await link.textContent())!;
  // The link for spectators is another one, and offers no seat.
  const watch = (await one.locator('code', { hasText: '?watch' }).textContent())!;
  expect(watch).not.toContain('invitation');
  const third = await asGuest(browser, url);
  await third.goto(watch.startsWith('http') ? watch : `http://${watch}`);
  await expect(third.locator('.waiting-room')).toBeVisible();
  await expect(third.locator('.sitfield')).toHaveCount(0);
  await third.context().close();
  await other.goto(`http://${seat}`);
  await other.locator('.sitfield .seal').click();
  await one.locator('.waiting-room .seal').click();
  for (const page of [one, other]) await expect(page.locator('.table[data-step]')).toBeVisible();
  const table = one.url();
  await leave(other);
  await one.locator('.doors .seal', { hasText: 'Rematch' }).click();
  await expect(one).not.toHaveURL(table);
  await other.goto(table);
  await other.locator('.doors .seal', { hasText: 'To the rematch' }).click();
  for (const page of [one, other]) await expect(page.locator('.table[data-step]')).toBeVisible();
  expect(tableOf(one)).toBe(tableOf(other));
  for (const page of [one, other]) await page.context().close();
});

test('whoever is signed out elsewhere is told so, and signs in again to their seat', async ({ browser, url }) => {
  const page = await asGuest(browser, url);
  await prefer(page, { guided: GAMES, speed: 0 });
  const [name, password] = [`Ada${Date.now() % 100_000}`, 'a long password'];
  await page.goto('/me');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Password').fill(password);
  await page.locator('form .button', { hasText: 'Create an account' }).click();
  await page.getByRole('button', { name: 'I have written it down' }).click();
  await againstBots(page, 'inka', { seats: 2, level: 'novice' });
  const table = page.url();
  const elsewhere = await asGuest(browser, url);
  // A guest's cookie that is still on its way would take the place of the account's.
  await elsewhere.goto('/', { waitUntil: 'networkidle' });
  const origin = { origin: url };
  const asked = async (path: string, data?: object) =>
    expect(await elsewhere.request.post(`${url}${path}`, { data, headers: origin }), path).toBeOK();
  await asked('/api/login', { name, password });
  await asked('/api/logout?everywhere=1');
  await elsewhere.context().close();
  const banner = page.locator('.banner.hard');
  await expect(banner).toContainText('You have been signed out. Sign in again.');
  await shoot(page, 'signed-out');
  // Nobody tries on and on.
  let sockets = 0;
  page.on('websocket', () => (sockets += 1));
  await page.clock.install();
  await page.clock.fastForward('02:00');
  expect(sockets).toBe(0);
  // Whoever comes again is a guest, and is told why they only watch.
  await page.goto(table);
  await expect(page.locator('.table[data-step]')).toBeVisible();
  await expect(banner).toContainText('You have been signed out. Sign in again.');
  await banner.getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);
  await page.getByLabel('Password').fill('wrong password');
  await page.locator('form .button', { hasText: 'Sign in' }).click();
  await expect(page.locator('.card .why')).toContainText(['Wrong name or password.']);
  await page.getByLabel('Password').fill(password);
  await expect(page.getByText('Wrong name or password.')).toHaveCount(0);
  await page.locator('form .button', { hasText: 'Sign in' }).click();
  await expect(page.getByText(`You are signed in as ${name}.`)).toBeVisible();
  await page.goto(table);
  await expect(page.locator('.table[data-step]')).toBeVisible();
  await expect(page.locator('.banner')).toHaveCount(0);
  await page.context().close();
});

test('a record from a file has names and links to its steps, which survive a reload', async ({ page }) => {
  await prefer(page, { guided: GAMES, speed: 0 });
  await againstBots(page, 'inka', { seats: 2, level: 'novice' });
  const id = tableOf(page);
  const me = await (await page.request.get('/api/me')).json();
  await playByMouse(page, { upTo: 4 });
  await leave(page);
  const record = await (await page.request.get(`/api/tables/${id}/record`)).body();
  await page.goto('/replay');
  await expect(page.locator('.dropzone')).toContainText('Choose a file');
  await shoot(page, 'open-a-record');
  await page.locator('.dropzone input').setInputFiles({ name: 'mine.quipu', mimeType: 'text/plain', buffer: record });
  const body = page.locator('body');
  await expect(body).toContainText(me.name);
  await expect(body).not.toContainText('bot/');
  await page.getByRole('button', { name: 'One step forward' }).click();
  await page.getByRole('button', { name: 'One step forward' }).click();
  await expect(page).toHaveURL(/\/replay\?at=2$/);
  await expect(page.getByRole('button', { name: 'Link to this step' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuenow', '2');
});

test('options that need another say so and are off until then', async ({ page, url }) => {
  await page.goto('/new/tikal?how=bots');
  await page.locator('.segments.count button', { hasText: '2' }).click();
  const terrain = page.locator('[data-option=terrain]');
  await expect(terrain).toContainText('Needs: Version: Auction, 3 or more players');
  await expect(terrain.getByRole('button', { name: 'Sudden end' })).toBeDisabled();
  await page.locator('[data-option=version]').getByRole('button', { name: 'Auction' }).click();
  await expect(terrain).toContainText('Needs: 3 or more players');
  await shoot(page, 'options');
  await page.locator('.segments.count button', { hasText: '3' }).click();
  await expect(terrain).not.toContainText('Needs');
  await terrain.getByRole('button', { name: 'Sudden end' }).click();
  await page.locator('[data-option=version]').getByRole('button', { name: 'Basic' }).click();
  await expect(terrain.getByRole('button', { name: 'Letters' })).toHaveAttribute('aria-pressed', 'true');
  // Whoever asks in another way is refused with the reason.
  const seats = [{ kind: 'me' }, { kind: 'bot', level: 'novice' }];
  const data = { game: 'tikal', options: [['tempo', 'jumps']], seats };
  const refused = await page.request.post(`${url}/api/tables`, { data, headers: { origin: url } });
  expect(refused.ok()).toBe(false);
  expect((await refused.json()).reason.key).toBe('option-needs');
});
