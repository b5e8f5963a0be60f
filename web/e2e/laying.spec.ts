/** Laying a tile: a click on a cell, turned and moved by hand in every way, and one Confirm that stays where it is. */
import type { Locator, Page } from '@playwright/test';
import { GAMES } from './games';
import { colonise, confirm, ghost, layForNow, middle, picked, table, turner } from './laying';
import { shoot } from './shots';
import { survey } from './survey';
import { againstBots, expect, prefer, test } from './test';

/** A cell that a tile may be carried to, and that is not under an edge of the stage. */
async function inSight(page: Page): Promise<Locator> {
  const { x, y, width, height } = (await page.locator('.stage .boardbox').boundingBox())!;
  const cells = await page.locator('.stage [data-click^="cell:"]').all();
  for (const cell of cells) {
    const at = await middle(cell);
    if (at.x > x + 20 && at.x < x + width - 20 && at.y > y + 20 && at.y < y + height - 60) return cell;
  }
  throw new Error(`none of ${cells.length} cells is in sight`);
}

for (const game of ['tikal', 'tongiaki'])
  test(`${game}: a tile is turned by click, wheel and keys, carried to another cell, and confirmed once`, async ({
    page,
  }) => {
    await prefer(page, { guided: GAMES, speed: 0 });
    await againstBots(page, game, { seats: 2, level: 'novice' });
    if (game === 'tongiaki') await colonise(page);
    const first = await layForNow(page);
    const step = await table(page).getAttribute('data-step');
    const tick = await middle(confirm(page));
    const bar = await page.locator('.actionbar').boundingBox();
    await shoot(page, `${game}-laying`);

    const turns = await turner(page);
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

    const other = await inSight(page);
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
