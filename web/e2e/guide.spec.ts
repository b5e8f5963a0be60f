/** The guided first turn follows the game: its steps are ticked off by doing them, and it ends by itself. */
import { GAMES } from './games';
import { playByMouse } from './play';
import { boardPlaces, watchBoard } from './steady';
import { againstBots, expect, prefer, test } from './test';

test.setTimeout(600_000);

// On a phone it is a sheet over the foot of the board, which keeps its size; nothing of it sticks out.
for (const [game, width] of GAMES.flatMap((one) => [1440, 390].map((wide) => [one, wide] as const))) {
  test(`${game}: the first turn is ticked off by playing, and ends by itself, at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: width > 1000 ? 900 : 844 });
    await prefer(page, { speed: 0, list: false });
    await watchBoard(page);
    await againstBots(page, game, { seats: 2, level: 'novice' });
    await expect(page.locator('.guide')).toHaveAttribute('data-step', '0');
    const ways = await page
      .locator('.guide button')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
    for (const { left, right } of ways) {
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(width);
    }
    if (width < 1000) {
      // Who presses something beside it has read it: it is one line then, and another press shows it again.
      const guide = page.locator('.guide');
      await page.locator('.table').dispatchEvent('click');
      await expect(guide).toHaveClass(/folded/);
      expect((await guide.boundingBox())!.height).toBeLessThanOrEqual(48);
      await guide.locator('[aria-expanded]').click();
      await expect(guide).not.toHaveClass(/folded/);
    }
    const steps: number[] = [];
    await playByMouse(page, {
      seed: 4,
      until: ({ guide, now }) => {
        if (guide !== null && guide !== steps.at(-1)) steps.push(guide);
        return guide === null && now !== 'over';
      },
    });
    expect(steps.length, `steps that were shown: ${steps.join(' ')}`).toBeGreaterThan(1);
    expect(steps, 'it never goes back').toEqual(steps.toSorted((a, b) => a - b));
    await expect(page.locator('.guide')).toHaveCount(0);
    expect(await boardPlaces(page), 'where the board was').toHaveLength(1);
    // It is shown once: the next table of the game begins without it.
    await page.reload();
    await expect(page.locator('.table[data-step]')).toBeVisible();
    await expect(page.locator('.guide')).toHaveCount(0);
  });
}
