/** Whole matches through the page, of every game that has a board. */
import { GAMES } from './games';
import { playByKeys, playByMouse, type Played } from './play';
import { boardPlaces, watchBoard } from './steady';
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

for (const game of GAMES) {
  test(`${game} by mouse, on the board itself`, async ({ page }) => {
    await prefer(page, { guided: GAMES, speed: 0, list: false });
    await watchBoard(page);
    await againstBots(page, game, { seats: 2, level: 'novice' });
    const played = await playByMouse(page);
    note(`${game} by mouse`, played);
    await expect(page.locator('.ranks .rank')).toHaveCount(2);
    await expect(page.locator('.choices')).toHaveCount(0);
    expect(played.lost, 'clicks on lit places that did nothing').toEqual([]);
    expect(await boardPlaces(page), 'where the board was').toHaveLength(1);
  });

  test(`${game} by the keyboard alone`, async ({ page }) => {
    await prefer(page, { guided: GAMES, speed: 0, list: true });
    await againstBots(page, game, { seats: 2, level: 'novice' });
    const played = await playByKeys(page, { seed: 2 });
    note(`${game} by keys`, played);
    await expect(page.locator('.ranks .rank')).toHaveCount(2);
    expect(played.lost, 'keys on lit places that did nothing').toEqual([]);
  });
}
