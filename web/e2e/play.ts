/** Players for tests: one with a mouse on the board, one with the keyboard alone. Neither knows any rules. */
import type { Locator, Page } from '@playwright/test';

/** The same choices for the same seed. */
export function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return Math.floor((state / 4294967296) * sides);
  };
}

/** Where the match is: one's own turn, somebody else's, behind the curtain, or over. */
export async function situation(page: Page): Promise<'mine' | 'others' | 'curtain' | 'over'> {
  return page.evaluate(() => {
    if (document.querySelector('main.result')) return 'over';
    if (document.querySelector('.curtainpage')) return 'curtain';
    return document.querySelector('.table[data-mine=true] [data-click]') ? 'mine' : 'others';
  });
}

/** Waits until something is to be done; skips what is being shown. */
export async function ready(page: Page, patience = 60_000): Promise<'mine' | 'curtain' | 'over'> {
  const end = Date.now() + patience;
  for (;;) {
    const now = await situation(page);
    if (now !== 'others') return now;
    if (Date.now() > end) throw new Error('nothing happens: it is nobody’s turn');
    const pass = page.locator('.ways .seal');
    if (await pass.count()) await pass.first().click({ timeout: 1000 }).catch(() => {});
    await page.waitForTimeout(40);
  }
}

/** How the position is told apart from the next one: what was played, and what is lit. */
const mark = (page: Page) => page.evaluate(() => `${document.querySelector('.table')?.getAttribute('data-step')} ${[...document.querySelectorAll('[data-click]')].map((one) => one.getAttribute('data-click')).join()}`);

async function changed(page: Page, before: string): Promise<boolean> {
  for (let tries = 0; tries < 50; tries++) {
    if ((await mark(page)) !== before || (await page.locator('main.result').count())) return true;
    await page.waitForTimeout(30);
  }
  return false;
}

/** The lit places on board, bar and aside that can be seen, without the buttons that all games share. */
const lit = (page: Page): Locator => page.locator('.table [data-click]:visible:not([data-shared] *)');
const end = (page: Page): Locator => page.locator('.ways [data-click]:visible');

export interface Played {
  clicks: number;
  steps: number;
}

/** Plays to the end by clicking lit places with the mouse. Of what is lit one is chosen by chance; turns end in time. */
export async function playByMouse(page: Page, seed = 1, most = 4000): Promise<Played> {
  const roll = dice(seed);
  let inTurn = 0;
  for (let clicks = 0; clicks < most; clicks++) {
    const now = await ready(page);
    if (now === 'over') return { clicks, steps: 0 };
    if (now === 'curtain') {
      await page.locator('.plate .seal').click();
      continue;
    }
    const before = await mark(page);
    const tired = ++inTurn > 8 && (await end(page).count()) > 0;
    if (tired) inTurn = 0;
    if (!(tired && (await press(end(page).first()))) && !(await pressOne(page, roll))) {
      // Nothing of it can be hit: the last click led nowhere.
      await page.keyboard.press('Escape');
    }
    if (!(await changed(page, before))) await page.keyboard.press('Escape');
  }
  throw new Error(`not over after ${most} clicks`);
}

async function pressOne(page: Page, roll: (sides: number) => number): Promise<boolean> {
  const places = lit(page);
  const count = await places.count();
  for (let tries = 0; count > 0 && tries < 6; tries++) if (await press(places.nth(roll(count)))) return true;
  const others = page.locator('.table [data-click]:visible');
  const more = await others.count();
  return more > 0 && press(others.nth(roll(more)));
}

const press = (place: Locator): Promise<boolean> => place.click({ timeout: 1200 }).then(() => true, () => false);

/** Plays to the end without ever touching the mouse. */
export async function playByKeys(page: Page, seed = 1, most = 4000): Promise<Played> {
  const roll = dice(seed);
  const arrows = ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'];
  let inTurn = 0;
  for (let clicks = 0; clicks < most; clicks++) {
    const now = await ready(page);
    if (now === 'over') return { clicks, steps: 0 };
    if (now === 'curtain') {
      await page.keyboard.press('Enter');
      await page.waitForTimeout(50);
      continue;
    }
    const before = await mark(page);
    if (++inTurn > 8) {
      inTurn = 0;
      await page.keyboard.press('e');
      if (await changed(page, before)) continue;
    }
    for (let moves = roll(5); moves >= 0; moves--) await page.keyboard.press(arrows[roll(4)]!);
    if (!(await onLit(page))) await tabToLit(page);
    await page.keyboard.press('Enter');
    if (!(await changed(page, before))) await page.keyboard.press('Escape');
  }
  throw new Error(`not over after ${most} keys`);
}

const onLit = (page: Page) => page.evaluate(() => document.activeElement?.closest('[data-click]') !== null && document.activeElement !== document.body);

async function tabToLit(page: Page): Promise<void> {
  for (let tabs = 0; tabs < 80; tabs++) {
    await page.keyboard.press('Tab');
    if (await onLit(page)) return;
  }
}
