/** Whole matches through the page, of whatever games the server has. */
import { playByKeys, playByMouse } from './play';
import { againstBots, expect, prefer, test } from './test';

test.setTimeout(900_000);

test('each game against bots by mouse, on the board itself', async ({ page, games }) => {
  await prefer(page, { guided: games.map(({ key }) => key), speed: 0, list: false });
  for (const game of games) {
    await againstBots(page, game);
    const { clicks } = await playByMouse(page);
    await expect(page.locator('.ranks .rank')).toHaveCount(3);
    test.info().annotations.push({ type: game.key, description: `${clicks} clicks` });
  }
});

test('each game against bots by the keyboard alone', async ({ page, games }) => {
  await prefer(page, { guided: games.map(({ key }) => key), speed: 0, list: false });
  for (const game of games) {
    await againstBots(page, game);
    const { clicks } = await playByKeys(page);
    await expect(page.locator('.ranks .rank').first()).toBeVisible();
    test.info().annotations.push({ type: game.key, description: `${clicks} keys` });
  }
});
