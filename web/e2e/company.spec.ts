/** More than one person: two browsers in one match, and two people at one device. */
import type { Browser, Page } from '@playwright/test';
import { GAMES } from './games';
import { playByMouse } from './play';
import { asGuest, expect, prefer, test } from './test';

const step = (page: Page) => page.locator('.table').getAttribute('data-step').then(Number);

/** Two people, each with a browser, at a new table: one invites, the other follows the link. */
async function two(browser: Browser, url: string, game: string): Promise<[Page, Page]> {
  const [one, other] = [await asGuest(browser, url), await asGuest(browser, url)];
  for (const page of [one, other]) await prefer(page, { guided: GAMES, speed: 0 });
  await one.goto(`/new/${game}?how=friends`);
  await one.locator('.createfoot .seal').click();
  const link = one.locator('.linkfield code');
  await expect(link).toContainText('invitation=');
  await other.goto(`http://${await link.textContent()}`);
  await other.locator('.sitfield input').fill('Amaru');
  await other.locator('.sitfield .seal').click();
  await expect(one.locator('.guest', { hasText: 'Amaru' })).toBeVisible();
  await one.locator('.waiting-room .seal').click();
  for (const page of [one, other]) await expect(page.locator('.table[data-step]')).toBeVisible();
  return [one, other];
}

test('two browsers in one match', async ({ browser, url }) => {
  const [one, other] = await two(browser, url, 'tongiaki');
  // Both have pledged a nonce for the shuffle and revealed it, and the match did not wait for one in vain.
  const table = new URL(one.url()).pathname.split('/').pop()!;
  const state = await (await one.request.get(`${url}/api/tables/${table}`)).json();
  expect([state.table.pledges.length, state.table.nonces.length]).toEqual([2, 2]);
  for (let turn = 0; turn < 8; turn++) {
    const mover = await Promise.race(
      [one, other].map((page) => page.waitForSelector('.table[data-mine=true]').then(() => page)),
    );
    const before = await step(mover);
    await playByMouse(mover, { seed: turn + 1, upTo: before + 1 });
    // What one did the other sees, without asking for it.
    const now = await step(mover);
    for (const page of [one, other]) await expect.poll(() => step(page)).toBeGreaterThanOrEqual(now);
  }
  await one.locator('.chat-section input').fill('a fair wind');
  await one.keyboard.press('Enter');
  await expect(other.locator('.chat-section')).toContainText('a fair wind');
  await expect(one.locator('.chat-section input')).toHaveValue('');
  for (const page of [one, other]) await page.context().close();
});

test('two people at one device, with a curtain where something is hidden', async ({ page }) => {
  await prefer(page, { guided: GAMES, speed: 0 });
  await page.goto('/new/thebes?how=device');
  await page.locator('.createfoot .seal').click();
  const seen = new Set<string>();
  for (let curtains = 0; curtains < 4; curtains++) {
    const { curtains: passed } = await playByMouse(page, { seed: curtains + 1, until: ({ now }) => now === 'curtain' });
    expect(passed).toBe(0);
    const pass = page.locator('.actionbar .pass');
    if (await pass.count()) await pass.click();
    await expect(page.locator('.curtainpage')).toBeVisible();
    // Nothing of the match is in the document while the curtain hangs: no board, no hand, no journal.
    await expect(page.locator('.table, .board, .log, [data-click]')).toHaveCount(0);
    seen.add((await page.locator('.curtain h1').textContent())!);
    await page.locator('.plate .seal').click();
    await expect(page.locator('.table[data-mine=true]')).toBeVisible();
  }
  expect(seen.size, 'both had their turn').toBe(2);
});

test('two people at one device, without a curtain where nothing is hidden', async ({ page }) => {
  await prefer(page, { guided: GAMES, speed: 0 });
  await page.goto('/new/inka?how=device');
  await page.locator('.createfoot .seal').click();
  const movers = new Set<string>();
  const played = await playByMouse(page, { until: ({ step: now }) => now >= 12 });
  expect(played.curtains).toBe(0);
  for (const name of await page.locator('.log li').allTextContents()) movers.add(name);
  expect(movers.size).toBeGreaterThan(2);
});
