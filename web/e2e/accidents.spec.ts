/** What goes wrong goes wrong with a word: the server gone, a line held up, another tab, a table that is no more. */
import type { Page, WebSocketRoute } from '@playwright/test';
import { GAMES } from './games';
import { playByMouse } from './play';
import { survey } from './survey';
import { Server } from './server';
import { againstBots, asGuest, expect, mayFail, prefer, test } from './test';

const step = (page: Page) => page.locator('.table').getAttribute('data-step').then(Number);
const tableOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1)!;

async function sit(page: Page, game: string, steps = 4): Promise<void> {
  await prefer(page, { guided: GAMES, speed: 0 });
  await againstBots(page, game, { seats: 2, level: 'novice' });
  await playByMouse(page, { until: ({ step: now, now: mine }) => now >= steps && mine === 'mine' });
}

test('the server is killed and started again: the match goes on, nothing is lost', async ({ browser }) => {
  const server = await Server.begin();
  const page = await asGuest(browser, server.url);
  await sit(page, 'tikal', 6);
  const before = await step(page);
  await server.kill();
  await expect(page.locator('.banner.soft')).toContainText('Reconnecting');
  await expect(page.locator('.board').first(), 'the board can still be looked at').toBeVisible();
  await expect(page.locator('.banner.hard')).toContainText('No connection');
  await server.start();
  // Whoever does not press the button is connected a little later.
  const again = page.locator('.banner.good');
  await Promise.race([page.locator('.banner .button').click(), again.waitFor()]);
  await expect(again).toContainText('Connected again');
  expect(await step(page)).toBe(before);
  await playByMouse(page, { seed: 3, until: ({ step: now }) => now > before });
  await page.context().close();
  await server.end();
});

test('a click made without a connection is kept and sent once', async ({ browser }) => {
  const server = await Server.begin();
  const page = await asGuest(browser, server.url);
  await sit(page, 'tongiaki', 2);
  const before = await step(page);
  await server.kill();
  await expect(page.locator('.banner')).toBeVisible();
  // One lit place after the other until something is on its way.
  for (let clicks = 0; clicks < 6 && (await page.locator('.sending').count()) === 0; clicks++) {
    const seen = (await survey(page, null, clicks))!;
    const spot = seen.confirm ?? seen.spots[0]!;
    await page.mouse.click(spot.x, spot.y);
  }
  await expect(page.locator('.sending')).toBeVisible();
  expect(await step(page), 'nothing is shown as done before it is').toBe(before);
  await server.start();
  await expect.poll(() => step(page)).toBeGreaterThan(before);
  await expect(page.locator('.sending')).toHaveCount(0);
  await page.context().close();
  await server.end();
});

test('the server says that it is restarted', async ({ browser }) => {
  const server = await Server.begin();
  const page = await asGuest(browser, server.url);
  await sit(page, 'inka', 2);
  await server.kill('SIGTERM');
  await expect(page.locator('.banner')).toContainText('restarting');
  await server.start();
  await expect(page.locator('.banner.good')).toBeVisible();
  await page.context().close();
  await server.end();
});

test('another tab with the same seat follows, and what it did too late is refused in words', async ({ page }) => {
  await sit(page, 'tongiaki', 2);
  const other = await page.context().newPage();
  let hold = false;
  const held: (() => void)[] = [];
  await other.routeWebSocket(/\/socket$/, (line: WebSocketRoute) => {
    const there = line.connectToServer();
    there.onMessage((message) => {
      if (hold && !String(message).includes('"refused"')) held.push(() => line.send(message));
      else line.send(message);
    });
  });
  await other.goto(page.url());
  await expect(other.locator('.table[data-mine=true]')).toBeVisible();
  const before = await step(page);
  expect(await step(other)).toBe(before);
  // The line of the second tab is held up while the first one acts.
  hold = true;
  await playByMouse(page, { seed: 5, until: ({ step: now }) => now > before });
  expect(await step(other)).toBe(before);
  for (let clicks = 0; clicks < 8 && (await other.locator('.toast').count()) === 0; clicks++) {
    const seen = (await survey(other, null, clicks))!;
    const spot = seen.confirm ?? seen.spots[0]!;
    await other.mouse.click(spot.x, spot.y);
    await Promise.race([
      other.locator('.toast').waitFor({ timeout: 2000 }),
      survey(other, seen.mark, 1).then(() => {}),
    ]).catch(() => {});
  }
  await expect(other.locator('.toast')).toContainText('Something changed in the meantime');
  hold = false;
  for (const send of held) send();
  const now = await step(page);
  await expect.poll(() => step(other)).toBeGreaterThanOrEqual(now);
});

test('a table that was deleted or never was', async ({ page, server }) => {
  test.skip(server === null, 'a server of our own is needed to delete a table');
  await sit(page, 'inka', 2);
  await server!.admin('delete-table', tableOf(page));
  // Whoever acts there is told, at the latest.
  for (let clicks = 0; clicks < 8 && (await page.locator('.table').count()) > 0; clicks++) {
    const seen = await survey(page, null, clicks);
    const spot = seen?.confirm ?? seen?.spots[0];
    if (spot) await page.mouse.click(spot.x, spot.y);
    // A locator would wait for a table that is no longer there.
    const picked = await page.evaluate(() => document.querySelector('.table')?.getAttribute('data-picked'));
    await page
      .waitForFunction((mark) => document.querySelector('.table')?.getAttribute('data-picked') !== mark, picked, {
        timeout: 1000,
      })
      .catch(() => {});
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such table');
  await page.goto('/t/zzzzzzzzzzzz');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such table');
});

test('a table that its owner closes before the match', async ({ browser, url }) => {
  const [owner, guest] = [await asGuest(browser, url), await asGuest(browser, url)];
  await owner.goto('/new/thebes?how=friends');
  await owner.locator('.createfoot .seal').click();
  await expect(owner.locator('.linkfield code')).toContainText('invitation=');
  await guest.goto(`http://${await owner.locator('.linkfield code').textContent()}`);
  await expect(guest.locator('.sitfield')).toBeVisible();
  await owner.locator('.waiting-room .plain').click();
  for (const page of [owner, guest])
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The table was closed');
  for (const page of [owner, guest]) await page.context().close();
});

test('a page that is older than the server says so', async ({ page }) => {
  await page.routeWebSocket(/\/socket$/, (line: WebSocketRoute) => {
    const there = line.connectToServer();
    there.onMessage((message) => line.send(String(message).replace(/"protocol":\d+/, '"protocol":999')));
  });
  await prefer(page, { guided: GAMES, speed: 0 });
  await page.goto('/new/inka?how=bots');
  await page.locator('.createfoot .seal').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A new version is here');
  await expect(page.locator('.notice .seal')).toHaveText('Reload');
});

test('a part of the page that the server has no more', async ({ page }) => {
  await page.goto('/');
  mayFail(/\/assets\/RulesPage/);
  await page.route(/\/assets\/RulesPage/, (route) => route.fulfill({ status: 404, body: 'there is no such file' }));
  await page.locator('.topbar .iconbutton').last().click();
  await page.locator('.menu a[href="/rules"]').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A new version is here');
});
