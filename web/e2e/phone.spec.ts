/** By finger on a phone: matches under way, nothing wider than the screen, nothing too small to hit. */
import type { Page } from '@playwright/test';
import { GAMES } from './games';
import { colonise, confirm, layForNow, middle, table, turner } from './laying';
import { playByMouse } from './play';
import { aClub, clubPages } from './seed';
import { shotPath } from './shots';
import { boardPlaces, watchBoard } from './steady';
import { survey } from './survey';
import { asGuest, expect, prefer, test } from './test';

/** What sticks out at the sides, so that the page could be pushed to and fro. */
const tooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/**
 * The buttons that a finger could miss: less than 24 pixels on a side (WCAG 2.5.8). Of a field for files the whole
 * zone counts.
 */
const small = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a.button, input, select, summary, .topbar a, .facing a')]
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

test('no page of a club is wider than the phone, nor too small for a finger', async ({ page, browser, url }) => {
  const other = await asGuest(browser, url);
  const { name } = await aClub(page, other);
  const fits = async (path: string) => {
    await page.waitForLoadState('networkidle');
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 844 });
      expect.soft(await tooWide(page), `${path} at ${width}`).toBe(0);
      expect.soft(await small(page), `${path} at ${width}`).toEqual([]);
    }
  };
  for (const path of clubPages(name)) {
    await page.goto(path);
    await expect(page.locator('main:not([aria-busy=true]) h1').first()).toBeAttached();
    await fits(path);
    await page.screenshot({ path: shotPath(`360${path.replace(/\W+/g, '-')}`), fullPage: true });
  }
  await page.goto('/');
  await page.locator('.pairing summary').tap();
  await fits('/ with the details of pairing');
  // For who is new pairing is a line, which opens.
  await other.context().clearCookies();
  await page.context().clearCookies();
  await page.goto('/');
  await page.locator('.pairing.line button').tap();
  await expect(page.locator('.pairing .pairs').first()).toBeVisible();
  await fits('/ for who is new');
  await page.screenshot({ path: shotPath('360-first'), fullPage: true });
  await other.context().close();
});

/** Journal and chat are sheets over the board; the line of the last event has a place of its own below it. */
async function opensSheets(page: Page): Promise<void> {
  if (await page.locator('main.result').count()) return;
  for (const name of ['Journal', 'Chat']) {
    await page.locator('.topbar').getByRole('button', { name, exact: true }).tap();
    await expect(page.locator('dialog.sheet[open]')).toBeVisible();
    await page.locator('dialog[open]').getByRole('button', { name: 'Close' }).tap();
    await expect(page.locator('dialog[open]')).toHaveCount(0);
  }
  const [line, board] = await page
    .locator('.ticker, .boardbox')
    .evaluateAll((all) =>
      all.toSorted((a) => (a.matches('.ticker') ? -1 : 1)).map((one) => one.getBoundingClientRect()),
    );
  expect(board!.bottom, 'the board ends where the line begins').toBeLessThanOrEqual(line!.top + 0.5);
}

/** Boards that fit a phone whole: there the drawing stays where it is, too; of others the camera shows a part. */
const WHOLE = ['inka', 'thebes'];

for (const game of GAMES) {
  test(`${game} by finger, from the first move to the last: the board stays where it is`, async ({ page }) => {
    await prefer(page, { guided: GAMES, speed: 0 });
    await watchBoard(page, { drawing: WHOLE.includes(game) && 'rest' });
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
    await opensSheets(page);
    expect(await tooWide(page)).toBe(0);
    expect(await small(page)).toEqual([]);
    const rest = await playByMouse(page, { seed: 12, touch: true });
    expect(rest.lost, 'taps on lit places that did nothing').toEqual([]);
    expect([...new Set([...played.covered, ...rest.covered])], 'lit places that something hides').toEqual([]);
    await expect(page.locator('main.result')).toBeVisible();
    const places = await boardPlaces(page);
    expect(places, 'where the board was').toHaveLength(1);
    expect(places[0]!.split('; '), 'with its drawing').toHaveLength(WHOLE.includes(game) ? 3 : 2);
  });
}

for (const game of GAMES) {
  test(`${game} on the smallest phone: nothing sticks out, what is lit is in sight or an arrow leads there`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await prefer(page, { guided: GAMES, speed: 0 });
    await page.goto(`/new/${game}?how=bots`);
    await page.locator('.createfoot .seal').tap();
    await expect(page.locator('.table.phone[data-step]')).toBeVisible();
    for (let turn = 0; turn < 6; turn++) {
      let looks = 0;
      await playByMouse(page, { seed: 20 + turn, touch: true, until: ({ now }) => ++looks > 2 && now !== 'others' });
      if (await page.locator('main.result').count()) break;
      expect(await tooWide(page)).toBe(0);
      const lost = await outOfSight(page);
      const lit = await page.locator('.boardbox [data-click]').count();
      if (lit) expect(lost.length, 'something that is lit is in sight').toBeLessThan(lit);
      if (lost.length) await expect(page.locator('.beyond').first(), lost.join(' ')).toBeVisible();
      if (game === 'inka' && !(await page.locator('.table').getAttribute('data-picked'))) expect(lost).toEqual([]);
    }
    await page.screenshot({ path: shotPath(`${game}-360`) });
  });
}

/** What is lit on the board and lies beyond its edge. */
const outOfSight = (page: Page) =>
  page.evaluate(() => {
    const area = document.querySelector('.boardbox')!.getBoundingClientRect();
    return [...document.querySelectorAll<HTMLElement>('.boardbox [data-click]')]
      .filter((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        const [cx, cy] = [x + width / 2, y + height / 2];
        return cx < area.left || cx > area.right || cy < area.top || cy > area.bottom;
      })
      .map((one) => one.dataset['click']!);
  });

/** Two fingers on either side of a point turn about it by this many degrees. */
async function twist(page: Page, { x, y }: { x: number; y: number }, degrees: number): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const at = (angle: number) =>
    [0, 180].map((half, id) => {
      const turned = ((angle + half) * Math.PI) / 180;
      return { id, x: x + 42 * Math.cos(turned), y: y + 42 * Math.sin(turned) };
    });
  await browser.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  for (let angle = 6; angle <= degrees; angle += 6)
    await browser.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(angle) });
  await browser.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await browser.detach();
}

for (const game of ['tikal', 'tongiaki'])
  test(`${game}: a tile is laid by finger, turned by two and by the buttons of the bar`, async ({ page }) => {
    await prefer(page, { guided: GAMES, speed: 0 });
    await page.goto(`/new/${game}?how=bots`);
    await page.locator('.createfoot .seal').tap();
    await expect(page.locator('.table.phone[data-step]')).toBeVisible();
    if (game === 'tongiaki') await colonise(page, true);
    await layForNow(page, true);
    const step = await table(page).getAttribute('data-step');
    await page.screenshot({ path: shotPath(`${game}-laying-finger`) });
    const turns = await turner(page);
    // Nothing lies over the tile, where two fingers take it.
    await turns(async () => twist(page, await middle(page.locator('.stage .ghost').first()), 78), 'two fingers');
    await turns(() => page.locator('.turning button').first().tap(), 'the button');
    expect(await table(page).getAttribute('data-step'), 'nothing lies yet').toBe(step);
    await confirm(page).tap();
    await survey(page, null, 1);
    expect(Number(await table(page).getAttribute('data-step'))).toBeGreaterThan(Number(step));
  });
