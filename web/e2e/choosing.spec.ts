/** Choosing: what is refused says why, hints are in words, what was clicked can be taken back. */
import type { Locator, Page } from '@playwright/test';
import { GAMES, LONG } from './games';
import { playByMouse } from './play';
import { shoot } from './shots';
import { survey } from './survey';
import { againstBots, expect, prefer, test } from './test';

/**
 * Presses places of the board that are not lit until one is refused; where all that is there is lit, the match goes
 * on. In a match of a small game that may be over before there is anything to refuse: then it says no.
 */
async function refused(page: Page): Promise<boolean> {
  for (let seed = 0; seed < 8; seed++) {
    if (await page.locator('main.result').count()) return false;
    for (const { x, y } of await unlit(page)) {
      await page.mouse.click(x, y);
      const told = await page
        .locator('.stage .toast .rule')
        .waitFor({ timeout: 2000 })
        .then(
          () => true,
          () => false,
        );
      if (told) return true;
    }
    const step = Number(await page.locator('.table').getAttribute('data-step'));
    await playByMouse(page, { seed, until: (seen) => seen.step > step && seen.now === 'mine' });
  }
  throw new Error('nothing on the board was refused');
}

/**
 * A point on each thing of the board that is not lit; where the board itself finds out what was meant, points all
 * over it.
 */
const unlit = (page: Page) =>
  page.evaluate(() => {
    const area = document.querySelector('.stage')!.getBoundingClientRect();
    const found = new Map<Element | string, { x: number; y: number }>();
    for (let row = 1; row < 14; row++) {
      for (let column = 1; column < 20; column++) {
        const [x, y] = [area.x + (area.width * column) / 20, area.y + (area.height * row) / 14];
        const one = document.elementFromPoint(x, y);
        if (!one?.closest('svg.board') || one.closest('[data-click], button')) continue;
        if (one.getBoundingClientRect().width < area.width / 2) found.set(one, { x, y });
        // Near the middle, where every board has something.
        else if (row % 2 === 1 && row > 4 && row < 11 && column % 2 === 0 && column > 5 && column < 14)
          found.set(`${row} ${column}`, { x, y });
      }
    }
    return [...found.values()].slice(0, 12);
  });

/** On a laptop the list of choices shows choices, and nothing but the board stands on its stage. */
async function listsChoices(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.keyboard.press('l');
  await expect(page.locator('[data-choice]').first()).toBeVisible();
  const seen = await page.locator('.side .choices').evaluate((list) => {
    const { top, bottom } = list.getBoundingClientRect();
    const rows = [...list.querySelectorAll('[data-choice]')].map((one) => one.getBoundingClientRect());
    const inSight = rows.filter((row) => row.top >= top - 1 && row.bottom <= Math.min(bottom, innerHeight) + 1);
    return { all: rows.length, inSight: inSight.length };
  });
  expect(seen.inSight, `of ${seen.all} choices`).toBeGreaterThanOrEqual(Math.min(seen.all, 3));
  await expect(page.locator('.stage .stage-note, .stage .asidebox')).toHaveCount(0);
  await page.keyboard.press('l');
  await page.setViewportSize({ width: 1440, height: 900 });
}

for (const game of GAMES) {
  test(`${game}: what is not on offer says why, with its rule`, async ({ page }) => {
    await prefer(page, { guided: GAMES, speed: 0 });
    await againstBots(page, game, { seats: 2, level: 'novice' });
    await playByMouse(page, { seed: 9, until: ({ step, now }) => step >= 8 && now === 'mine' });
    const found = await refused(page);
    test.skip(!found && !LONG.includes(game), 'the match of a small game was over before');
    expect(found, 'something was refused').toBe(true);
    const step = await page.locator('.table').getAttribute('data-step');
    await expect(page.locator('.stage .refused')).toBeVisible();
    await page.locator('.stage .toast .rule').click();
    await expect(page.locator('dialog[open] .help')).toContainText(/\w{4}/);
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog[open]')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.locator('.stage .toast, .stage .refused')).toHaveCount(0);
    expect(await page.locator('.table').getAttribute('data-step'), 'nothing was played').toBe(step);
  });

  test(`${game}: a hint in words, and Escape takes back a click`, async ({ page }) => {
    await prefer(page, { guided: GAMES, speed: 0 });
    await againstBots(page, game, { seats: 2, level: 'novice' });
    await playByMouse(page, { seed: 9, until: ({ step, now }) => step >= 6 && now === 'mine' });
    await listsChoices(page);
    const step = await page.locator('.table').getAttribute('data-step');
    await page.keyboard.press('h');
    const steps = page.locator('.hintsteps li');
    await expect(steps.first()).toBeVisible();
    expect(await steps.count(), 'five marks, and “…”').toBeLessThanOrEqual(6);
    const told = `${await page.locator('.prompt').innerText()} ${(await steps.allInnerTexts()).join(' ')}`;
    expect(told, 'no word of the notation').not.toMatch(/\b[A-Z]\d+\b|[ud]-?\d,|-\d+,\d|\.\d\b|\br\d\b/);
    await page.keyboard.press('Escape');
    await expect(steps).toHaveCount(0);
    for (let clicks = 0; clicks < 6; clicks++) {
      const seen = (await survey(page, null, clicks))!;
      const before = await page.locator('.table').getAttribute('data-picked');
      await page.mouse.click(seen.spots[0]!.x, seen.spots[0]!.y);
      await survey(page, seen.mark, 1);
      if ((await page.locator('.table').getAttribute('data-step')) !== step) return;
      await page.keyboard.press('Escape');
      await expect(page.locator('.table')).toHaveAttribute('data-picked', before!);
    }
  });
}

/** Another idea is told on request, and round again to the first. */
async function nextBest(page: Page, steps: Locator): Promise<void> {
  // The words of two hints may be the same: then they are about other places.
  const told = async () =>
    (await steps.allInnerTexts()).join(' ') +
    (await page.locator('.stage [data-pencil]').evaluateAll((all) => all.map((one) => one.outerHTML).join()));
  const first = await told();
  const next = page.getByRole('button', { name: 'Next best' });
  // What would look the same is left out.
  if (!(await next.count())) return;
  await next.click();
  await expect.poll(told).not.toBe(first);
  for (let more = 0; more < 9 && (await told()) !== first; more++) await next.click();
  expect(await told()).toBe(first);
}

for (const game of GAMES) {
  test(`${game}: a hint is done step by step and wiped away`, async ({ page }) => {
    await prefer(page, { guided: GAMES, speed: 0 });
    await againstBots(page, game, { seats: 2, level: 'novice' });
    await playByMouse(page, { seed: 4, until: ({ step, now }) => step >= 4 && now === 'mine' });
    const steps = page.locator('.hintsteps li');
    await page.keyboard.press('h');
    await expect(steps.first()).toBeVisible();
    await shoot(page, `${game}-hint`);
    await nextBest(page, steps);
    // No step is cut off, however many lines they need.
    for (const width of [1440, 390, 360]) {
      await page.setViewportSize({ width, height: width > 1000 ? 900 : 844 });
      const cut = await page.locator('.hintsteps ol').evaluate((list) => {
        const { right, bottom } = list.getBoundingClientRect();
        return [...list.querySelectorAll('li')]
          .filter(
            (one) => one.getBoundingClientRect().right > right + 1 || one.getBoundingClientRect().bottom > bottom + 1,
          )
          .map((one) => one.textContent!.trim());
      });
      expect(cut, `steps that do not fit ${width} pixels`).toEqual([]);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    const step = Number(await page.locator('.table').getAttribute('data-step'));
    await page.locator('.dostep').click();
    // What is asked about, or lies for now, waits for its tick.
    const tick = page.locator('.ways .seal:not([data-click])');
    await expect
      .poll(async () => (await tick.count()) || (await page.locator('.table').getAttribute('data-step')))
      .not.toBe(String(step));
    if (await tick.count()) await tick.click();
    await expect.poll(async () => Number(await page.locator('.table').getAttribute('data-step'))).toBeGreaterThan(step);
    if (await steps.count()) {
      await page.locator('.ways .button', { hasText: 'Wipe' }).click();
      await expect(steps).toHaveCount(0);
    }
  });
}

test('an action that is closed now stays in its place and says why', async ({ page }) => {
  await prefer(page, { guided: GAMES, speed: 0 });
  await againstBots(page, 'tikal', { seats: 2, level: 'novice' });
  await playByMouse(page, { seed: 3, until: ({ now, step }) => now === 'mine' && step > 2, most: 400 });
  for (let turns = 0; turns < 30 && (await page.locator('.action.closed').count()) === 0; turns++) {
    const now = Number(await page.locator('.table').getAttribute('data-step'));
    await playByMouse(page, { seed: turns, until: (seen) => seen.step > now && seen.now === 'mine' });
  }
  await page.locator('.action.closed').first().focus();
  await expect(page.locator('#why-not')).toBeVisible();
  await expect(page.locator('#why-not .rule')).toBeVisible();
});
