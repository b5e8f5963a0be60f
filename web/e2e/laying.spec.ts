/** Laying a tile: a click on a cell, turned and moved by hand in every way, and one Confirm that stays where it is. */
import type { Locator, Page } from '@playwright/test';
import { GAMES } from './games';
import { playByMouse } from './play';
import { shoot } from './shots';
import { survey } from './survey';
import { againstBots, expect, prefer, test } from './test';

const table = (page: Page) => page.locator('.table');
const picked = (page: Page) => table(page).getAttribute('data-picked');
const confirm = (page: Page) => page.locator('.ways .seal:not([data-click])');
/** The ghost itself: what is pressed to turn it. */
const ghost = (page: Page) => page.locator('.stage [data-same="turn 1"]').first();

async function middle(one: Locator): Promise<{ x: number; y: number }> {
  const box = (await one.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Plays until there is a tile in hand that can lie in several ways on several cells, and lays it down for now. */
async function layForNow(page: Page): Promise<string> {
  for (let tries = 0; tries < 40; tries++) {
    await playByMouse(page, {
      seed: 5 + tries,
      until: ({ now, spots }) => now === 'mine' && spots[0]?.click.startsWith('cell:') === true,
    });
    const cells = page.locator('.stage [data-click^="cell:"]');
    for (let index = 0; index < Math.min(8, await cells.count()); index++) {
      const seen = (await survey(page, null, index))!;
      if (!seen.spots[0]?.click.startsWith('cell:')) break;
      await page.mouse.click(seen.spots[0].x, seen.spots[0].y);
      await survey(page, seen.mark, 1);
      if ((await ghost(page).count()) && (await cells.count())) return (await picked(page))!;
      await page.keyboard.press('Escape');
    }
    const step = Number(await table(page).getAttribute('data-step'));
    await playByMouse(page, { seed: tries, until: (now) => now.step > step && now.now === 'mine' });
  }
  throw new Error('no tile came that can lie in several ways');
}

test('tikal: a tile is turned by click, wheel and keys, carried to another cell, and confirmed once', async ({
  page,
}) => {
  await prefer(page, { guided: GAMES, speed: 0 });
  await againstBots(page, 'tikal', { seats: 2, level: 'novice' });
  const first = await layForNow(page);
  const step = await table(page).getAttribute('data-step');
  const tick = await middle(confirm(page));
  const bar = await page.locator('.actionbar').boundingBox();
  await shoot(page, 'tikal-laying');

  const turns = async (act: () => Promise<unknown>, what: string) => {
    const before = await picked(page);
    await act();
    await expect(table(page), what).not.toHaveAttribute('data-picked', before!);
    expect((await picked(page))!.split(' ')[0], what).toBe(before!.split(' ')[0]);
    expect(await middle(confirm(page)), `${what}: Confirm stays where it is`).toEqual(tick);
  };
  const at = await middle(ghost(page));
  // A second press at the same place is taken for the same gesture for a moment.
  await page.waitForTimeout(500);
  await turns(() => page.mouse.click(at.x, at.y - 20), 'a click on the tile');
  await turns(() => page.keyboard.press('r'), 'R');
  await turns(() => page.keyboard.press('['), '[');
  await page.mouse.move(at.x, at.y - 20);
  await turns(() => page.mouse.wheel(0, 120), 'the wheel');
  await turns(() => page.locator('.turning button').first().click(), 'the button');
  expect(await page.locator('.dial .at').count()).toBe(1);

  const other = page.locator('.stage [data-click^="cell:"]').first();
  const to = await middle(other);
  const name = await other.getAttribute('data-click');
  await page.mouse.move(at.x, at.y - 20);
  await page.mouse.down();
  await page.mouse.move((at.x + to.x) / 2, (at.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
  await expect.poll(async () => (await picked(page))!.split(' ')[0]).toBe(name);
  expect(first.split(' ')[0]).not.toBe(name);
  expect(await page.locator('.actionbar').boundingBox()).toEqual(bar);
  expect(await table(page).getAttribute('data-step'), 'nothing lies yet').toBe(step);

  // A double click on the tick lays the tile and does no more: the turn does not end with it.
  await page.mouse.dblclick(tick.x, tick.y);
  await survey(page, null, 1);
  expect(Number(await table(page).getAttribute('data-step'))).toBeGreaterThan(Number(step));
  await expect(table(page)).toHaveAttribute('data-mine', 'true');
});

test('tongiaki: a tile of a colonisation is laid in the same way', async ({ page }) => {
  await prefer(page, { guided: GAMES, speed: 0 });
  await againstBots(page, 'tongiaki', { seats: 2, level: 'novice' });
  const colonise = page.locator('.actions [data-click="verb:colonise"]');
  await playByMouse(page, { seed: 4, until: ({ now, step }) => now === 'mine' && step > 12 });
  for (let tries = 0; tries < 60 && !(await colonise.count()); tries++) {
    const seen = (await survey(page, null, tries))!;
    await playByMouse(page, { seed: tries, until: (next) => next.step > seen.step && next.now === 'mine' });
  }
  await colonise.click();
  await expect(confirm(page)).toBeVisible();
  await confirm(page).click();
  await layForNow(page);
  const before = await picked(page);
  await shoot(page, 'tongiaki-laying');
  await page.keyboard.press(']');
  await expect(table(page)).not.toHaveAttribute('data-picked', before!);
  await confirm(page).click();
  await survey(page, null, 1);
  await expect(page.locator('.stage .ghost[visibility=visible]')).toHaveCount(0);
});
