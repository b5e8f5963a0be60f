/** A puzzle on the static page: a turn is played and judged, the solution is drawn, and what was done is kept. */
import { expectAccessible } from './axe';
import { playByMouse } from './play';
import { AS_IT_IS, expect, hasModule, test } from './site';

test.use(AS_IT_IS);
test.skip(!hasModule, 'the page was built without the module');

test('a puzzle is played, judged and shown, and kept on the device', async ({ page, site }) => {
  await page.goto(`${site.url}#/`);
  await expect(page.getByRole('heading', { name: 'Puzzle of the day' })).toBeVisible();
  await page.goto(`${site.url}#/puzzle/inka/1`);
  const task = page.locator('.puzzlesay');
  await expect(task.getByRole('heading')).toHaveText('One turn is best');
  await expect(page.locator('.table[data-mine=true]')).toBeVisible();
  await expectAccessible(page, 'a puzzle');
  await playByMouse(page, { seed: 3 });
  await expect(task).toHaveAttribute('data-solved', /true|false/);
  await expect(task).toContainText('of 100 matches');
  const solved = (await task.getAttribute('data-solved')) === 'true';

  await task.getByRole('button', { name: 'Show the solution' }).click();
  await expect(task.locator('.solution li').first()).toBeVisible();
  await expect(page.locator('.table[data-mine=true]')).toBeVisible();

  await page.goto(`${site.url}#/puzzles`);
  await page.reload();
  const first = page.getByRole('link', { name: /^Inka\s+1\s*,/ });
  await expect(first).toHaveAccessibleName(solved ? /solved/ : /not found/);
  await expectAccessible(page, 'all puzzles');
  await page.setViewportSize({ width: 360, height: 780 });
  await first.click();
  await expect(task).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
