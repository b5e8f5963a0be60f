/** Play over days: how one is told, a vacation, a note, and from game to game. */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { GAMES } from './games';
import { tabTo } from './play';
import { shoot } from './shots';
import { asGuest, expect, prefer, test } from './test';

async function ask(page: Page, path: string, data: object): Promise<{ id: string }> {
  const answer = await page.request.post(path, { data, headers: { origin: new URL(page.url()).origin } });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return answer.json();
}

/** A table of two with days for a turn, at which the match has begun. */
async function letters(one: Page, other: Page, game: string): Promise<string> {
  const seats = [{ kind: 'me' }, { kind: 'open' }];
  const clock = { kind: 'days', days: 3 };
  const { id } = await ask(one, '/api/tables', { game, seats, clock });
  await ask(other, `/api/tables/${id}/do`, { id: 'sit', do: 'sit' });
  await ask(one, `/api/tables/${id}/do`, { id: 'start', do: 'start' });
  return id;
}

/** Plays the first words on offer until somebody else is to act. */
async function move(page: Page, table: string): Promise<void> {
  for (let number = 0; number < 60; number++) {
    const { legal, version, eyes } = await (await page.request.get(`/api/tables/${table}/position`)).json();
    if (!legal?.length) return;
    await ask(page, `/api/tables/${table}/play`, { id: `m${number}`, seen: version, word: legal[0], seat: eyes });
  }
}

test('a correspondence player is told, goes from game to game, and takes days off', async ({ browser, url }) => {
  const [ada, bruno] = [await asGuest(browser, url), await asGuest(browser, url)];
  const stamp = Date.now() % 100_000;
  for (const [page, name] of [
    [ada, `Ada${stamp}`],
    [bruno, `Bruno${stamp}`],
  ] as const) {
    await prefer(page, { guided: GAMES, speed: 0 });
    await page.goto('/', { waitUntil: 'networkidle' });
    await ask(page, '/api/account', { name, password: 'correct horse' });
  }
  const service = await pushService();
  const origin = { origin: url };
  const subscribed = await ada.request.put('/api/me/push', { data: service.subscription, headers: origin });
  expect(subscribed.ok(), await subscribed.text()).toBe(true);
  const tables = [await letters(ada, bruno, 'tongiaki'), await letters(ada, bruno, 'inka')];
  // Whoever begins: both wait for Ada in the end.
  for (const table of tables) await move(bruno, table);
  // Ada's browser is told, though no page of hers shows a table.
  const told = (table: string) => expect.objectContaining({ path: `/t/${table}`, tag: table });
  await expect.poll(() => service.told, { timeout: 15_000 }).toEqual(expect.arrayContaining(tables.map(told)));
  service.close();

  await ada.goto('/your-turn');
  await expect(ada.locator('.turnrow.mine')).toHaveCount(2);
  await expect(ada.locator('.turnrow').first()).toContainText('time runs out in 3 days');
  await shoot(ada, 'your-turn', { whole: true });

  // A move by hand, and the bar leads on.
  const [first] = await Promise.all([
    ada.locator('.turnrow .seal').getAttribute('href'),
    ada.locator('.turnrow .seal').click(),
  ]);
  const here = first!.split('/').pop()!;
  await expect(ada.locator('.table[data-mine=true]')).toBeVisible();
  await ada.getByRole('button', { name: 'Menu' }).click();
  await ada.getByRole('button', { name: 'Notes to yourself' }).click();
  await ada.locator('.ownnote').fill('sail north first');
  await ada.locator('dialog .seal').click();
  await expect(ada.locator('dialog .good')).toBeVisible();
  await shoot(ada, 'own-note');
  await ada.keyboard.press('Escape');
  await move(ada, here);
  const on = ada.locator('.actionbar .nextgame');
  await expect(on).toBeVisible();
  await shoot(ada, 'next-game');
  await on.click();
  await expect(ada).toHaveURL(new RegExp(tables.find((table) => table !== here)!));

  // How one is told, and a vacation.
  await ada.goto('/me');
  const news = ada.locator('section', { has: ada.getByRole('heading', { name: 'When it is your turn' }) });
  // Once the page knows what was chosen before.
  await expect(news.getByRole('group', { name: 'Notifications when closed' })).toBeVisible();
  await news.getByLabel('Web address to call').fill('https://example.org/quipu');
  await news.getByRole('button', { name: 'Save' }).click();
  await news.getByRole('group', { name: 'Web address' }).getByRole('button', { name: 'Once a day' }).click();
  await news.getByLabel('Daily digest at').selectOption('7');
  await news.getByLabel('From').selectOption('22');
  await expect(ada.locator('.why.good')).toBeVisible();
  const settings = async () => (await (await ada.request.get('/api/me/settings')).json()).telling;
  await expect.poll(settings).toMatchObject({ webhook: 'daily', hour: 7, quiet: { from: 22, to: 7 } });
  await ada.getByRole('button', { name: 'Go on vacation' }).click();
  await expect(ada.getByText(/You are away until/)).toBeVisible();
  await shoot(ada, 'telling', { whole: true });
  await bruno.goto(`/t/${here}`);
  await expect(bruno.locator('.players')).toContainText('on vacation until');
  for (const page of [ada, bruno]) await page.context().close();
});

test('friends, turns, how one is told and a vacation by keys alone', async ({ browser, url }) => {
  const [ada, bruno] = [await asGuest(browser, url), await asGuest(browser, url)];
  const names = ['Ada', 'Bruno'].map((name) => `${name}${Date.now() % 100_000}`) as [string, string];
  for (const [index, page] of [ada, bruno].entries()) {
    await prefer(page, { guided: GAMES, speed: 0 });
    await page.goto('/', { waitUntil: 'networkidle' });
    await ask(page, '/api/account', { name: names[index], password: 'correct horse' });
  }
  const key = async (page: Page, ...all: string[]) => {
    for (const one of all) await page.keyboard.press(one);
  };

  // One asks by name, the other agrees; a link; and the end of it.
  await ada.goto('/friends', { waitUntil: 'networkidle' });
  await tabTo(ada, '.inline input');
  await ada.keyboard.type(names[1]);
  await key(ada, 'Enter');
  await expect(ada.locator('.why.good')).toContainText(`${names[1]} was asked.`);
  await bruno.goto('/friends', { waitUntil: 'networkidle' });
  await tabTo(bruno, '.friendrow .button:not(.plain)');
  await key(bruno, 'Enter');
  const end = (page: Page) => page.getByRole('button', { name: 'End friendship' });
  await expect(end(bruno)).toBeVisible();
  await ada.goto('/friends', { waitUntil: 'networkidle' });
  await tabTo(ada, 'section.card > .button');
  await key(ada, 'Enter');
  await expect(ada.locator('.linkfield code')).toContainText('/friends/');
  await tabTo(bruno, '.friendrow .button.plain');
  await key(bruno, 'Enter');
  await expect(end(bruno)).toHaveCount(0);

  // From game to game.
  const tables = [await letters(ada, bruno, 'tongiaki'), await letters(ada, bruno, 'inka')];
  for (const table of tables) await move(bruno, table);
  await ada.goto('/your-turn', { waitUntil: 'networkidle' });
  await tabTo(ada, '.turnrow .seal');
  await key(ada, 'Enter');
  await ada.waitForURL(/\/t\//);
  const here = new URL(ada.url()).pathname.split('/').pop()!;
  await expect(ada.locator('.table[data-mine=true]')).toBeVisible();
  await move(ada, here);
  await expect(ada.locator('.actionbar .nextgame')).toBeVisible();
  await tabTo(ada, '.actionbar .nextgame');
  await key(ada, 'Enter');
  await expect(ada).toHaveURL(new RegExp(tables.find((table) => table !== here)!));

  // How one is told.
  await ada.goto('/me', { waitUntil: 'networkidle' });
  await tabTo(ada, 'input[type=url]');
  await ada.keyboard.type('https://example.org/quipu');
  await key(ada, 'Enter');
  const way = '[role=group][aria-label="Web address"] button';
  await expect(ada.locator(way).first()).toBeVisible();
  await tabTo(ada, `${way}:nth-child(2)`);
  await key(ada, 'Space');
  await expect(ada.locator(way).nth(1)).toHaveAttribute('aria-pressed', 'true');
  await tabTo(ada, 'select[aria-label="Daily digest at"]');
  await key(ada, 'ArrowDown', 'Tab', 'ArrowDown');
  await expect(ada.getByRole('combobox', { name: /^From/ })).toHaveValue('0');
  await key(ada, 'Tab', 'ArrowDown');
  const told = async () => (await (await ada.request.get('/api/me/settings')).json()).telling;
  await expect.poll(told).toMatchObject({ webhook: 'daily', hour: 9, quiet: { from: 0, to: 8 } });

  // A vacation, and back.
  await tabTo(ada, 'input[aria-labelledby=vacation-days]');
  await key(ada, 'ControlOrMeta+a', '3', 'Tab', 'Enter');
  await expect(ada.getByText(/You are away until/)).toBeVisible();
  await tabTo(ada, '.option .row .seal');
  await key(ada, 'Enter');
  await expect(ada.getByText(/You are away until/)).toHaveCount(0);
  for (const page of [ada, bruno]) await page.context().close();
});

/** A push service, and a browser's keys: what it was sent, decrypted as a browser does (RFC 8291). */
async function pushService() {
  const own = createECDH('prime256v1');
  const [p256dh, auth] = [own.generateKeys(), randomBytes(16)];
  const derive = (from: Buffer, salt: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', from, salt, info, length));
  function read(body: Buffer): unknown {
    const [salt, sender, record] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
    const about = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, sender]);
    const material = derive(own.computeSecret(sender), auth, about, 32);
    const key = derive(material, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = derive(material, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
    const opened = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16));
    const text = Buffer.concat([opened.update(record.subarray(0, -16)), opened.final()]);
    return JSON.parse(text.subarray(0, -1).toString());
  }
  const told: unknown[] = [];
  const service = createServer((request, answer) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      told.push(read(Buffer.concat(parts)));
      answer.writeHead(201).end();
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}/for/ada`;
  const keys = { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') };
  return { told, subscription: { endpoint, keys }, close: () => service.close() };
}
