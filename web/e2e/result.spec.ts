/** After the end: nothing to check unless one asks, and a way from the board back to the result. */
import { GAMES } from './games';
import { againstBots, expect, prefer, test } from './test';

test('the seed of a match that is over is under Verify, and its board leads back to the result', async ({ page }) => {
  await prefer(page, { guided: GAMES, speed: 0 });
  await againstBots(page, 'tikal', { seats: 2, level: 'novice' });
  const table = page.url();
  await page.locator('.topbar button').last().click();
  await page.locator('.menu button', { hasText: 'Leave' }).click();
  await page.locator('dialog[open] .seal').click();
  await expect(page).not.toHaveURL(table);
  await page.goto(table);
  await expect(page.locator('main.result')).toBeVisible();
  await expect(page.locator('.verify code').first()).toBeHidden();
  await page.locator('.verify summary').click();
  await expect(page.locator('.verify code').first()).toBeVisible();
  await page.locator('.doors button', { hasText: 'Look at the board' }).click();
  await page.locator('.topbar .toresult').click();
  await expect(page.locator('main.result')).toBeVisible();
});
