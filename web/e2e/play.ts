/** Players for tests: one with a mouse on the board, one with the keyboard alone. Neither knows any rules. */
import type { Page } from '@playwright/test';
import { survey, type Spot, type Survey } from './survey';

/** The same choices for the same seed. */
export function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return Math.floor((state / 4294967296) * sides);
  };
}

/** How a match went. */
export interface Played {
  clicks: number;
  /** How many lifted the curtain. */
  curtains: number;
  /** Clicks on lit places that did nothing: each is a defect. */
  lost: string[];
  /** Lit places in sight that no pointer can hit, with what lies over them: each is a defect. */
  covered: string[];
  ms: number;
}

export interface Manner {
  seed?: number;
  most?: number;
  /** Stops here, when a match need not be whole. */
  until?: (seen: Survey) => boolean;
  /** Stops at this step, whoever is to act then. */
  upTo?: number;
  touch?: boolean;
}

/** The number of clicks after which the turn is ended where it can be. */
const TIRED = 7;

type Act = (seen: Survey, roll: (sides: number) => number, tired: boolean) => Promise<string | null>;

async function play(page: Page, { seed = 1, most = 3000, until, upTo = Infinity }: Manner, act: Act): Promise<Played> {
  const roll = dice(seed);
  const played: Played = { clicks: 0, curtains: 0, lost: [], covered: [], ms: 0 };
  const start = Date.now();
  let before: string | null = null;
  let what: string | null = null;
  let inTurn = 0;
  let empty = 0;
  while (played.clicks < most) {
    const seen = await survey(page, before, roll(4294967296), upTo);
    if (!seen) {
      played.lost.push(`${what ?? 'a key'} (picked: ${await page.locator('.table').getAttribute('data-picked')})`);
      if (played.lost.length > 10) throw new Error(`clicks do nothing: ${played.lost.join(' ')}`);
      before = null;
      await page.keyboard.press('Escape');
      continue;
    }
    played.ms = Date.now() - start;
    if (seen.now === 'over' || seen.step >= upTo || until?.(seen)) return played;
    played.covered.push(...seen.covered);
    if (seen.now === 'curtain') played.curtains += 1;
    const tired = inTurn >= TIRED && seen.end !== null;
    inTurn = tired || seen.now === 'curtain' ? 0 : inTurn + 1;
    what = await act(seen, roll, tired);
    if (what === null) {
      // A page that has just come up may draw what is lit a moment later.
      empty += 1;
      if (empty > 50) throw new Error(`nothing can be pressed; covered: ${seen.covered.join(' ')}`);
      await page.waitForTimeout(20);
      before = null;
      continue;
    }
    empty = 0;
    played.clicks += 1;
    before = seen.mark;
  }
  throw new Error(`not over after ${most} clicks`);
}

/**
 * Where each page was pressed last, also by a player before: two presses at one place within a third of a second are a
 * double click, whose second half the table holds back; longer where it would end the turn or confirm something.
 */
const presses = new WeakMap<Page, { x: number; y: number; at: number }>();

/** Plays by pressing lit places of the board: of what is lit one is chosen by chance, and turns end in time. */
export function playByMouse(page: Page, manner: Manner = {}): Promise<Played> {
  const press = async (spot: Spot, span = 400) => {
    const last = presses.get(page);
    if (last && Math.hypot(spot.x - last.x, spot.y - last.y) < 24)
      await page.waitForTimeout(Math.max(0, span - (Date.now() - last.at)));
    await (manner.touch ? page.touchscreen.tap(spot.x, spot.y) : page.mouse.click(spot.x, spot.y));
    presses.set(page, { x: spot.x, y: spot.y, at: Date.now() });
    return spot.click;
  };
  return play(page, manner, async (seen, roll, tired) => {
    if (seen.now === 'curtain') return press(seen.pass!);
    // What waits to be confirmed is confirmed as often as not, so that the alternatives are tried, too.
    const spot =
      (tired ? seen.end : null) ??
      (seen.confirm && roll(2) ? seen.confirm : null) ??
      seen.spots[0] ??
      seen.confirm ??
      seen.end ??
      seen.back;
    if (!spot) return null;
    return press(spot, spot === seen.confirm || spot === seen.end ? 800 : undefined);
  });
}

const ARROWS = ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'];

/** Plays without ever touching the mouse: by arrows on the board, by numbers in the list of choices, by letters. */
export function playByKeys(page: Page, manner: Manner = {}): Promise<Played> {
  const key = (name: string) => page.keyboard.press(name);
  return play(page, manner, async (seen, roll, tired) => {
    if (seen.now === 'curtain') {
      // The button to pass on is reached by Tab; the curtain's own has the focus already.
      const pass = '.plate .seal, .actionbar button.pass, .coach .seal';
      if (!(await focusIs(page, pass))) await tabTo(page, pass);
      await key('Enter');
      return 'curtain';
    }
    if (tired) return key('e').then(() => 'end');
    if (seen.confirm && (roll(2) || !seen.spots.length)) {
      if (!(await focusIs(page, 'button, a, [data-click]'))) return key('Enter').then(() => 'confirm');
      await tabTo(page, '.ways .seal');
      return key('Enter').then(() => 'confirm');
    }
    if (roll(2)) {
      const choices = await choiceCount(page);
      if (choices) {
        const number = 1 + roll(Math.min(9, choices));
        return key(String(number)).then(() => `the ${number}. choice`);
      }
    }
    for (let moves = roll(4); moves >= 0; moves--) await key(ARROWS[roll(4)]!);
    if (!(await focusIs(page, '[data-click]'))) await tabTo(page, '[data-click]');
    await key('Enter');
    return 'the place with the focus';
  });
}

const choiceCount = async (page: Page) => {
  if (!(await page.locator('.choices').count())) await page.keyboard.press('l');
  return page.locator('[data-choice]').count();
};

const focusIs = (page: Page, selector: string) =>
  page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);

/** Goes by Tab to what a selector names. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let tabs = 0; tabs < 400; tabs++) {
    await page.keyboard.press('Tab');
    if (await focusIs(page, selector)) return;
  }
  throw new Error(`no Tab leads to ${selector}`);
}
