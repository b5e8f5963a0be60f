/** Every page by day and by lamp: a picture of each, and axe finds nothing. */
import { fileURLToPath } from 'node:url';
import { expectAccessible } from './axe';
import { againstBots, expect, prefer, test } from './test';

const shotPath = (name: string, project: string, light: string) => fileURLToPath(new URL(`../test-results/shots/${name}-${project}-${light}.png`, import.meta.url));

const PAGES = [
  { name: 'home', path: '/' },
  { name: 'rules', path: '/rules' },
  { name: 'records', path: '/replay' },
  { name: 'me', path: '/me' },
  { name: 'lost', path: '/nowhere' },
];

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`by ${colorScheme === 'light' ? 'day' : 'lamp'}`, () => {
    test.use({ colorScheme });

    for (const { name, path } of PAGES) {
      test(name, async ({ page }, info) => {
        await page.goto(path);
        await expect(page.locator('main:not([aria-busy])')).toBeVisible();
        await page.waitForLoadState('networkidle');
        await page.screenshot({ path: shotPath(name, info.project.name, colorScheme), fullPage: true });
        await expectAccessible(page, name);
      });
    }

    test('each game: rules, a new table, the table, the list of choices', async ({ page, games }, info) => {
      test.setTimeout(300_000);
      await prefer(page, { guided: games.map(({ key }) => key), speed: 0 });
      const shot = async (name: string) => {
        await page.waitForTimeout(400);
        await page.screenshot({ path: shotPath(name, info.project.name, colorScheme) });
        await expectAccessible(page, name);
      };
      for (const game of games) {
        await page.goto(`/rules/${game.key}`);
        await expect(page.locator('.help .ruleno').first()).toBeVisible();
        await shot(`${game.key}-rules`);
        await page.goto(`/new/${game.key}?how=friends`);
        await expect(page.locator('.seatrow').first()).toBeVisible();
        await shot(`${game.key}-new`);
        await againstBots(page, game.key);
        await expect(page.locator('.table[data-mine=true]')).toBeVisible({ timeout: 60_000 });
        await shot(`${game.key}-table`);
        await page.keyboard.press('l');
        await shot(`${game.key}-choices`);
        await page.keyboard.press('l');
      }
    });
  });
}
