/**
 * Whole matches through the page, of every game that has a board: by mouse on a wide one, to the result; by keys on one
 * that is as narrow as a phone's, as pages are that somebody has enlarged. The board never moves.
 */
import type { Page } from '@playwright/test';
import { GAMES } from './games';
import { playByKeys, playByMouse, type Played } from './play';
import { shoot } from './shots';
import { barEdges, boardPlaces, watchBoard } from './steady';
import { againstBots, expect, prefer, test } from './test';

test.setTimeout(600_000);

function note(game: string, played: Played): void {
  const { clicks, ms, lost, covered } = played;
  const line =
    `${game}: ${clicks} clicks in ${(ms / 1000).toFixed(1)} s; ${lost.length} lost (${lost.join(' ')}); ` +
    `${covered.length} covered (${[...new Set(covered)].slice(0, 8).join(' ')})`;
  test.info().annotations.push({ type: 'played', description: line });
  console.log(line);
}

/** Sums come first, details on demand; the finished board has a way back, and its ruler fits the game. */
async function looksAtResult(page: Page, game: string): Promise<void> {
  const rows = page.locator('.scores tbody tr');
  await expect(rows.first()).toHaveClass(/\bsum\b/);
  await expect(page.locator('.scores .gsum').first()).toBeVisible();
  await expect(page.locator('.scores .gpart')).toHaveCount(0);
  await page.locator('.scores .fold').first().click();
  await expect(page.locator('.scores .gpart').first()).toBeVisible();
  await expect(page.locator('.verify code').first()).toBeHidden();
  await shoot(page, `${game}-result`);
  await page.locator('.doors button', { hasText: 'Look at the board' }).click();
  const ruler = (await page.locator('.ruler .rule-line').boundingBox())!;
  for (const shape of await page.locator('.ruler .piece').all()) {
    const { x, width } = (await shape.boundingBox())!;
    expect(x + width / 2, 'where somebody stands on the ruler').toBeLessThanOrEqual(ruler.x + ruler.width + 10);
  }
  if (game === 'inka') await expect(page.locator('.ruler text')).toHaveText(['0', '1', '2', '3', '4']);
  await page.locator('.topbar .toresult').click();
  await expect(page.locator('main.result')).toBeVisible();
}

for (const game of GAMES) {
  test(`${game} by mouse, on the board itself`, async ({ page }) => {
    await prefer(page, { guided: GAMES, speed: 0, list: false });
    // The islands of Tongiaki grow beyond the page: there the camera goes back.
    await watchBoard(page, { drawing: game !== 'tongiaki' });
    await againstBots(page, game, { seats: 2, level: 'novice' });
    const played = await playByMouse(page);
    note(`${game} by mouse`, played);
    await expect(page.locator('.ranks .rank')).toHaveCount(2);
    await expect(page.locator('.choices')).toHaveCount(0);
    expect(played.lost, 'clicks on lit places that did nothing').toEqual([]);
    expect([...new Set(played.covered)], 'lit places that something hides').toEqual([]);
    expect(await boardPlaces(page), 'where the board was').toHaveLength(1);
    expect(await barEdges(page), 'where Undo and End turn stand').toHaveLength(1);
    await looksAtResult(page, game);
  });

  test(`${game} by the keyboard alone, on a narrow page`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    // With all that comes and goes about a board: choices, the guided first turn, a hint.
    await prefer(page, { speed: 0, list: true });
    await watchBoard(page);
    await againstBots(page, game, { seats: 2, level: 'novice' });
    await expect(page.locator('.table[data-mine=true]')).toBeVisible();
    await page.keyboard.press('h');
    await expect(page.locator('.hintsteps li').first()).toBeVisible();
    await page.keyboard.press('Escape');
    const played = await playByKeys(page, { seed: 2 });
    note(`${game} by keys`, played);
    await expect(page.locator('.ranks .rank')).toHaveCount(2);
    expect(played.lost, 'keys on lit places that did nothing').toEqual([]);
    expect(await boardPlaces(page), 'where the board was').toHaveLength(1);
  });
}
