/** What is hidden is turned up with a rhythm: a tap or a key shows the next part, holding shows all; a sum follows. */
import type { Locator, Page } from '@playwright/test';
import { GAMES } from './games';
import { playByMouse } from './play';
import { shoot } from './shots';
import { boardPlaces, watchBoard } from './steady';
import { survey } from './survey';
import { againstBots, expect, prefer, test } from './test';

test.setTimeout(600_000);

/** Changes the speed at which a page shows what happens; 0 shows it at once. */
async function atSpeed(page: Page, speed: number): Promise<void> {
  await page.evaluate((wanted) => {
    const kept = JSON.parse(localStorage.getItem('quipu.prefs') ?? '{}') as object;
    localStorage.setItem('quipu.prefs', JSON.stringify({ ...kept, speed: wanted }));
  }, speed);
  await page.reload();
  await survey(page, null, 1);
}

const table = (page: Page) => page.locator('.table');
const confirm = (page: Page) => page.locator('.ways .seal:not([data-click])');
const bar = (page: Page) => page.locator('.actionbar.revealing');
const waits = (page: Page) => expect(table(page)).toHaveAttribute('data-turning', 'true');
const points = (page: Page) =>
  page.locator('.player .score').evaluateAll((all) => all.map((one) => parseInt(one.textContent!)));

/** Presses the board where nothing is. */
async function tapBoard(page: Page): Promise<void> {
  const area = (await page.locator('main.stage').boundingBox())!;
  await page.mouse.click(area.x + area.width / 2, area.y + 8);
}

/** Holds the board until all is turned up. */
async function holdBoard(page: Page): Promise<void> {
  const area = (await page.locator('main.stage').boundingBox())!;
  await page.mouse.move(area.x + area.width / 2, area.y + 8);
  await page.mouse.down();
  await expect(bar(page)).toHaveCount(0);
  await page.mouse.up();
}

/** How far the match is, and what is chosen. */
const stands = (page: Page) => table(page).evaluate((one) => `${one.dataset['step']} ${one.dataset['picked']}`);

/** Holds a key until one may act; what it was held for is done, and it chooses nothing of what comes up there. */
async function holdKey(page: Page, key: 'Space' | 'Enter'): Promise<void> {
  const again = () => page.keyboard.down(key);
  await expect
    .poll(async () => (await again(), await table(page).getAttribute('data-mine')), { timeout: 120_000 })
    .toBe('true');
  await expect(bar(page)).toHaveCount(0);
  const before = await stands(page);
  for (let repeats = 0; repeats < 8; repeats++) {
    await again();
    await page.waitForTimeout(30);
  }
  expect(await stands(page), 'what a key chose that was still held').toBe(before);
  await page.keyboard.up(key);
  expect(await stands(page)).toBe(before);
}

/** The score sheet would name and count what is still to be turned up: it waits. */
async function sheetWaits(page: Page): Promise<void> {
  await page.locator('.topbar').getByRole('button', { name: 'Score sheet' }).click();
  const dialog = page.locator('dialog[open]');
  await expect(dialog.locator('.empty')).toHaveText(/has to be shown first/);
  await expect(dialog.locator('table')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Close' }).click();
}

/** Plays on until a dig of at least this many cards waits to be confirmed. */
async function digOf(page: Page, cards: number): Promise<number> {
  for (let tries = 0; tries < 80; tries++) {
    for (const pile of await page.locator('.stage [data-click^="pile:"]').all()) {
      await pile.dispatchEvent('click');
      const weeks = page.locator('[data-click^="weeks:"]');
      if (await weeks.count()) {
        await weeks.last().dispatchEvent('click');
        const many = parseInt(
          (await page
            .locator('.time b')
            .textContent()
            .catch(() => '0')) ?? '0',
        );
        if ((await confirm(page).count()) && many >= cards) return many;
      }
      while (await page.locator('.ways [aria-keyshortcuts=Escape]').count()) await page.keyboard.press('Escape');
    }
    const step = Number(await table(page).getAttribute('data-step'));
    await playByMouse(page, { seed: 7 + tries, until: (seen) => seen.step > step && seen.now === 'mine' });
  }
  throw new Error('no dig of this many cards came up');
}

/** Whether another card waits to be turned up, and not the dig was over with the last one. */
async function goesOn(page: Page): Promise<boolean> {
  await expect(page.locator('.table[data-turning=true], .table[data-mine=true]')).toBeVisible({ timeout: 120_000 });
  return (await table(page).getAttribute('data-turning')) === 'true';
}

/** Digs until this many cards are to be turned up (a pile may have fewer, H17). Returns the points before it. */
async function digThatTurnsUp(page: Page, cards: number): Promise<number[]> {
  for (let tries = 0; tries < 20; tries++) {
    // All that comes before is shown at once: the way to a dig is long.
    await atSpeed(page, 0);
    await digOf(page, cards);
    await atSpeed(page, 0.5);
    await digOf(page, cards);
    const before = await points(page);
    const step = Number(await table(page).getAttribute('data-step'));
    await confirm(page).click();
    await expect.poll(async () => Number(await table(page).getAttribute('data-step'))).toBeGreaterThan(step);
    await expect(page.locator('.table[data-turning=true], .table[data-mine=true]')).toBeVisible({ timeout: 120_000 });
    if ((await bar(page).locator('.places > span').count()) >= cards) return before;
    if (await bar(page).count()) await holdBoard(page);
    await survey(page, null, 1);
  }
  throw new Error('no dig had this many cards to turn up');
}

/** Digs until cards came up; an empty pile has none. Returns how many the dig was to have. */
async function digUntilFound(page: Page, sum: Locator): Promise<number> {
  for (let tries = 0; tries < 20; tries++) {
    const cards = await digOf(page, 2);
    const step = Number(await table(page).getAttribute('data-step'));
    await confirm(page).click();
    await expect.poll(async () => Number(await table(page).getAttribute('data-step'))).toBeGreaterThan(step);
    await survey(page, null, 1);
    // An empty pile has a sum, too, which names no card.
    if ((await sum.count()) && (await sum.textContent())!.includes(': ')) return cards;
  }
  throw new Error('no dig turned up a card');
}

/** Plays on until a voyage into unknown waters can be begun, and chooses it. */
async function setSail(page: Page): Promise<void> {
  let seen = 0;
  for (let tries = 0; tries < 80; tries++) {
    const piers = page.locator('.stage [data-click^="pier:"]');
    seen += await piers.count();
    for (let index = 0; index < (await piers.count()); index++) {
      const step = await table(page).getAttribute('data-step');
      await piers.nth(index).dispatchEvent('click');
      if (await confirm(page).count()) return;
      if ((await table(page).getAttribute('data-step')) !== step) break;
    }
    const step = Number(await table(page).getAttribute('data-step'));
    await playByMouse(page, { seed: 3 + tries, until: (seen) => seen.step > step && seen.now === 'mine' });
  }
  throw new Error(`no voyage came up; ${seen} piers were lit`);
}

test.describe('in motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('thebes: a dig is turned up card by card, its points wait', async ({ page }) => {
    await prefer(page, { guided: GAMES, speed: 0, list: false });
    await watchBoard(page);
    await againstBots(page, 'thebes', { seats: 2, level: 'novice' });
    const turned = bar(page).locator('.places .find, .places .rub');
    let before: number[];
    // A pile may have fewer cards than were dug for, which nobody knows before: then dig again.
    for (let tries = 0; ; tries++) {
      expect(tries, 'digs that ended early').toBeLessThan(8);
      before = await digThatTurnsUp(page, 3);
      await expect(turned).toHaveCount(0);
      await expect(bar(page).locator('.oddsbar')).toBeVisible();
      await sheetWaits(page);
      await tapBoard(page);
      await expect(turned).toHaveCount(1);
      if (!(await goesOn(page))) continue;
      await page.keyboard.press('Space');
      await expect(turned).toHaveCount(2);
      if (await goesOn(page)) break;
    }
    expect(await points(page), 'points before the last card lies').toEqual(before);
    expect(await boardPlaces(page), 'where the board was').toHaveLength(1);
    await shoot(page, 'thebes-dig');
    await waits(page);
    await expect(turned, 'nothing turns up by itself').toHaveCount(2);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await holdBoard(page);
    await survey(page, null, 1);
    await expect(page.locator('.player .held')).toHaveCount(0);
    await expect(page.locator('.recap .found')).toBeVisible();
  });

  test('tongiaki: a voyage is turned up tile by tile, and its bar is the log', async ({ page }) => {
    await prefer(page, { guided: GAMES, speed: 0, list: false });
    await watchBoard(page);
    await againstBots(page, 'tongiaki', { seats: 2, level: 'novice' });
    let shot = false;
    for (let tries = 0; ; tries++) {
      if (tries > 20) throw new Error('no voyage came to a tile');
      // All that comes before is shown at once: the way to a voyage is long.
      await atSpeed(page, 0);
      await setSail(page);
      await atSpeed(page, 0.5);
      await setSail(page);
      const tiles = await page.locator('.still .tile-edge').count();
      await confirm(page).click();
      await expect(page.locator('.table[data-turning=true], .table[data-mine=true]')).toBeVisible();
      if ((await table(page).getAttribute('data-turning')) !== 'true') continue;
      await expect(bar(page).locator('.leg.now')).toBeVisible();
      await expect(page.locator('.next-tile')).toBeVisible();
      expect(await page.locator('.still .tile-edge').count(), 'tiles on the table').toBe(tiles);
      if (!shot) {
        expect(await boardPlaces(page), 'where the board was').toHaveLength(1);
        // Pictures of a phone put the board elsewhere.
        await shoot(page, 'tongiaki-voyage');
        shot = true;
        await waits(page);
        await page.emulateMedia({ reducedMotion: 'no-preference' });
      }
      await page.keyboard.press('Enter');
      await expect(page.locator('.still .tile-edge')).toHaveCount(tiles + 1);
      if (await goesOn(page)) break;
    }
    // Held down, a key shows the rest.
    await holdKey(page, 'Enter');
  });
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('thebes: a dig shows its result at once, with a sum', async ({ page }) => {
    await prefer(page, { guided: GAMES, speed: 0, list: false });
    await againstBots(page, 'thebes', { seats: 2, level: 'novice' });
    await atSpeed(page, 1);
    const sum = page.locator('.recap .found');
    const cards = await digUntilFound(page, sum);
    await expect(bar(page)).toHaveCount(0);
    const rubble = Number(/(\d+) × rubble/.exec((await sum.textContent())!)?.[1] ?? 1);
    const listed = (await sum.textContent())!
      .split(': ')
      .at(-1)!
      .replace(/ \([^()]*\)\s*$/, '')
      .split(', ');
    const loose = listed.filter((one) => !one.includes('rubble')).length;
    // A pile that has fewer cards than the dig draws all that it has (H17).
    const named = loose + (listed.length > loose ? rubble : 0);
    expect(named, 'cards that the sum names').toBeGreaterThan(0);
    expect(named, 'cards that the sum names').toBeLessThanOrEqual(cards);
    await shoot(page, 'thebes-dig-at-once', { lights: ['light'] });
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.locator('.ticker')).toContainText(listed[0]!);
  });
});

test.describe('with the speed instant', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('tongiaki: a voyage shows its result at once, with a sum', async ({ page }) => {
    await prefer(page, { guided: GAMES, speed: 0, list: false });
    await againstBots(page, 'tongiaki', { seats: 2, level: 'novice' });
    const sum = page.locator('.recap .found');
    // A voyage may stay in waters that are known: it turns up nothing.
    for (let voyages = 0; voyages < 20 && !(await sum.count()); voyages++) {
      await setSail(page);
      await confirm(page).click();
      await survey(page, null, 1);
    }
    await expect(sum).toHaveText(/From .+ to .+\.|the voyage from .+ (has failed|is over)\./);
    await expect(bar(page)).toHaveCount(0);
    await shoot(page, 'tongiaki-voyage-at-once', { lights: ['light'] });
  });
});
