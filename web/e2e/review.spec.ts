/** The review of a match: chances, key moments, the played turn against the better one; and playing on from there. */
import { expectAccessible } from './axe';
import { GAMES, recordOf } from './games';
import { expect, prefer, test } from './test';

test('a match from a file is reviewed, by pointer and by keys', async ({ page }) => {
  await prefer(page, { guided: GAMES, speed: 0 });
  await page.goto('/replay');
  await page.locator('input[type=file]').setInputFiles(recordOf('tongiaki'));
  await expect(page.getByRole('slider')).toBeVisible();
  await page.goto('/review?level=glance');
  await expect(page.locator('.winplot .mine')).toBeVisible({ timeout: 120_000 });
  await expect(page.locator('.skill tbody tr')).not.toHaveCount(0);
  await expect(page.locator('.versus')).toContainText('Played:');
  await expectAccessible(page, 'a review');

  // The next mistake by its key, the next turn by an arrow, a moment by its line.
  const turn = page.locator('.versus .whose');
  await page.keyboard.press('n');
  await expect(page.locator('.versus')).toContainText('Better:');
  const weak = await turn.textContent();
  await page.keyboard.press('ArrowRight');
  await expect(turn).not.toHaveText(weak!);
  await page.keyboard.press('p');
  await expect(turn).toHaveText(weak!);
  await page.locator('.moments .momentline').first().click();
  await expect(page.locator('.momentline.on').first()).toBeVisible();

  // The same match as points.
  await page.getByRole('button', { name: 'Lead in points' }).click();
  await expect(page.getByRole('img', { name: /expected lead at the end of the match/ })).toBeVisible();
  await expect(page.locator('.winplot .band')).toBeVisible();

  await page.setViewportSize({ width: 360, height: 780 });
  await expect(page.locator('.winplot .mine')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
