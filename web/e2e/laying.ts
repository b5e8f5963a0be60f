/** A tile that lies for now: what tests of laying have in common, by mouse and by finger. */
import type { Locator, Page } from '@playwright/test';
import { playByMouse } from './play';
import { survey } from './survey';
import { expect } from './test';

export const table = (page: Page) => page.locator('.table');
export const picked = (page: Page) => table(page).getAttribute('data-picked');
export const confirm = (page: Page) => page.locator('.ways .seal:not([data-click])');
/** The ghost itself: what is pressed to turn it. */
export const ghost = (page: Page) => page.locator('.stage [data-same="turn 1"]').first();

export async function middle(one: Locator): Promise<{ x: number; y: number }> {
  const box = (await one.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Plays until there is a tile in hand that can lie in several ways on several cells, and lays it down for now. */
export async function layForNow(page: Page, touch = false): Promise<string> {
  for (let tries = 0; tries < 40; tries++) {
    await playByMouse(page, {
      seed: 5 + tries,
      touch,
      until: ({ now, spots }) => now === 'mine' && spots[0]?.click.startsWith('cell:') === true,
    });
    const cells = page.locator('.stage [data-click^="cell:"]');
    for (let index = 0; index < Math.min(8, await cells.count()); index++) {
      const seen = (await survey(page, null, index))!;
      if (!seen.spots[0]?.click.startsWith('cell:')) break;
      const { x, y } = seen.spots[0];
      await (touch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
      await survey(page, seen.mark, 1);
      if ((await ghost(page).count()) && (await cells.count())) return (await picked(page))!;
      await page.keyboard.press('Escape');
    }
    const step = Number(await table(page).getAttribute('data-step'));
    await playByMouse(page, { seed: tries, touch, until: (now) => now.step > step && now.now === 'mine' });
  }
  throw new Error('no tile came that can lie in several ways');
}

/** Founds a new colony in Tongiaki as soon as that is possible: it begins with a tile that is laid by hand. */
export async function colonise(page: Page, touch = false): Promise<void> {
  const verb = page.locator('.actions [data-click="verb:colonise"]');
  await playByMouse(page, { seed: 4, touch, until: ({ now, step }) => now === 'mine' && step > 12 });
  for (let tries = 0; tries < 60 && !(await verb.count()); tries++) {
    const seen = (await survey(page, null, tries))!;
    await playByMouse(page, { seed: tries, touch, until: (next) => next.step > seen.step && next.now === 'mine' });
  }
  await (touch ? verb.tap() : verb.click());
  await expect(confirm(page)).toBeVisible();
  await (touch ? confirm(page).tap() : confirm(page).click());
}

/** Checks of a tile that lies for now that something turns it: it stays on its cell, and Confirm stays where it is. */
export async function turner(page: Page): Promise<(act: () => Promise<unknown>, what: string) => Promise<void>> {
  const tick = await middle(confirm(page));
  return async (act, what) => {
    const before = await picked(page);
    await act();
    await expect(table(page), what).not.toHaveAttribute('data-picked', before!);
    expect((await picked(page))!.split(' ')[0], what).toBe(before!.split(' ')[0]);
    expect(await middle(confirm(page)), `${what}: Confirm stays where it is`).toEqual(tick);
  };
}
