/** By finger on a phone: matches under way, nothing wider than the screen, nothing too small to hit. */
import type { Page } from '@playwright/test';
import { GAMES } from './games';
import { playByMouse } from './play';
import { boardPlaces, watchBoard } from './steady';
import { expect, prefer, test } from './test';

/** What sticks out at the sides, so that the page could be pushed to and fro. */
const tooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/**
 * The buttons that a finger could miss: less than 24 pixels on a side (WCAG 2.5.8). Of a field for files the whole
 * zone counts.
 */
const small = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a.button, input, select, .topbar a')]
      .filter(
        (one) =>
          one.getClientRects().length > 0 &&
          !one.closest('.hidden, .skip, .choices, .dropzone') &&
          !one.matches('.scrim'),
      )
      .map((one) => ({ one, box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.width < 24 || box.height < 24)
      .map(
        ({ one, box }) =>
          `${one.className || one.tagName} “${one.textContent?.trim().slice(0, 20)}” ` +
          `${Math.round(box.width)}×${Math.round(box.height)}`,
      ),
  );

test('no page is wider than the phone, and nothing on it too small for a finger', async ({ page }) => {
  for (const path of [
    '/',
    '/rules',
    '/rules/tikal',
    '/replay',
    '/me',
    '/nowhere',
    ...GAMES.map((game) => `/new/${game}?how=friends`),
  ]) {
    await page.goto(path);
    await expect(page.locator('main:not([aria-busy])')).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect.soft(await tooWide(page), path).toBe(0);
    expect.soft(await small(page), path).toEqual([]);
  }
});

for (const game of GAMES) {
  test(`${game} by finger`, async ({ page }) => {
    await prefer(page, { guided: GAMES, speed: 0 });
    await watchBoard(page);
    await page.goto(`/new/${game}?how=bots`);
    await page.locator('.createfoot .seal').tap();
    await expect(page.locator('.table.phone[data-step]')).toBeVisible();
    let looks = 0;
    const played = await playByMouse(page, { seed: 11, touch: true, until: () => ++looks > 30 });
    console.log(
      `${game} by finger: ${played.clicks} taps in ${(played.ms / 1000).toFixed(1)} s; ` +
        `lost ${played.lost.join(' ')}; covered ${[...new Set(played.covered)].join(' ')}`,
    );
    expect(played.lost, 'taps on lit places that did nothing').toEqual([]);
    expect(await boardPlaces(page), 'where the board was').toHaveLength(1);
    expect(await tooWide(page)).toBe(0);
    expect(await small(page)).toEqual([]);
  });
}
