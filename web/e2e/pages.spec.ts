/** Every page and board, by day and by lamp, wide and on a phone: a picture of each, and axe finds nothing. */
import type { Page } from '@playwright/test';
import { GAMES, recordOf } from './games';
import { playByMouse } from './play';
import { shoot } from './shots';
import { survey } from './survey';
import { againstBots, expect, prefer, test } from './test';

const there = (page: Page) => expect(page.locator('main:not([aria-busy])')).toBeVisible();

for (const [name, path] of [
  ['home', '/'],
  ['rules', '/rules'],
  ['records', '/replay'],
  ['me', '/me'],
  ['lost', '/nowhere'],
] as const) {
  test(`the page ${name}`, async ({ page }) => {
    await page.goto(path);
    await there(page);
    await page.waitForLoadState('networkidle');
    await shoot(page, name, { whole: true });
  });
}

test('an address that cannot be read is a page that says so', async ({ page }) => {
  await page.goto('/nowhere');
  const says = await page.locator('main.notice h1').innerText();
  await page.goto('/t/%ff');
  await expect(page.locator('main.notice h1')).toHaveText(says);
  await expect(page.locator('main.notice a')).toBeVisible();
});

for (const game of GAMES) {
  test(`${game}: rules and a new table`, async ({ page }) => {
    await page.goto(`/rules/${game}`);
    await expect(page.locator('.ruletext .rule').first()).toBeVisible();
    await shoot(page, `${game}-rules`);
    await page.goto(`/new/${game}?how=friends`);
    await expect(page.locator('.seatrow').first()).toBeVisible();
    await shoot(page, `${game}-new`);
  });

  test(`${game}: the table`, async ({ page }) => {
    await prefer(page, { speed: 0 });
    await againstBots(page, game);
    await expect(page.locator('.table[data-mine=true]')).toBeVisible();
    await shoot(page, `${game}-first-turn`);
    await page.locator('.guide').getByRole('button', { name: 'Close' }).click();
    await playByMouse(page, { seed: 7, most: 400, until: ({ step, now }) => step >= 36 && now === 'mine' });
    await shoot(page, `${game}-table`);
    // A short game is over by now.
    if (await page.locator('main.result').count()) return;
    // In the midst of a choice.
    for (let clicks = 0; clicks < 5 && (await page.locator('.table').getAttribute('data-picked')) === ''; clicks++) {
      const seen = (await survey(page, null, clicks))!;
      if (seen.spots[0]) await page.mouse.click(seen.spots[0].x, seen.spots[0].y);
      await survey(page, seen.mark, 1);
    }
    await shoot(page, `${game}-choosing`);
    await page.keyboard.press('l');
    await shoot(page, `${game}-choices`, { sizes: ['phone'] });
  });

  test(`${game}: a record`, async ({ page }) => {
    await prefer(page, { speed: 0 });
    await page.goto('/replay');
    await page.locator('.dropzone input').setInputFiles(recordOf(game));
    const slider = page.getByRole('slider');
    await expect(slider).toBeVisible();
    const box = (await slider.boundingBox())!;
    await page.mouse.click(box.x + box.width * 0.7, box.y + box.height / 2);
    await shoot(page, `${game}-replay`);
  });
}

test('an invitation, a table that fills, the curtain', async ({ page }) => {
  await prefer(page, { guided: GAMES, speed: 0 });
  await page.goto('/new/tikal?how=friends');
  await page.locator('.createfoot .seal').click();
  await expect(page.locator('.linkfield code')).toContainText('invitation=');
  await shoot(page, 'invitation');
  await page.goto('/new/thebes?how=device');
  await page.locator('.createfoot .seal').click();
  await playByMouse(page, { until: ({ now }) => now === 'curtain' });
  // Where nobody has looked yet there is nothing to cover first.
  if (await page.locator('.actionbar .pass').count()) await page.locator('.actionbar .pass').click();
  await expect(page.locator('.curtainpage')).toBeVisible();
  await shoot(page, 'curtain');
});

test('what opens over a table, and its end', async ({ page }) => {
  await prefer(page, { guided: GAMES, speed: 0 });
  await againstBots(page, 'inka', { seats: 2, level: 'novice' });
  await expect(page.locator('.table[data-mine=true]')).toBeVisible();
  for (const [name, number] of [
    ['dialog-rules', 0],
    ['dialog-sheet', 2],
    ['dialog-words', 3],
    ['dialog-keys', 4],
  ] as const) {
    await page.locator('.topbar .iconbutton').last().click();
    await page.locator('.menu > button').nth(number).click();
    await expect(page.locator('dialog[open]')).toBeVisible();
    await shoot(page, name, { lights: ['light'] });
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog[open]')).toHaveCount(0);
  }
  await playByMouse(page, { seed: 2 });
  await expect(page.locator('.plot')).toBeVisible();
  await shoot(page, 'result', { whole: true });
});
