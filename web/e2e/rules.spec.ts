/** The rules and the reference card, on their page and at the table. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { GAMES } from './games';
import { ask } from './seed';
import { settled, shoot } from './shots';
import { expect, prefer, test } from './test';

test.setTimeout(240_000);

const LANGUAGES = ['en', 'it', 'es'];
/** What the book in the top bar of a table is called. */
const BOOK: Record<string, string> = { en: 'Rules', it: 'Regole', es: 'Reglas' };
const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** Sets the language, whatever was set before. */
const speak = (page: Page, language: string) =>
  page.addInitScript(
    (wanted) => localStorage.setItem('quipu.prefs', wanted),
    JSON.stringify({ language, guided: GAMES }),
  );

/** A table against a bot that plays a game with options; the page stands before it. */
async function tableOf(page: Page, game: string, options: [string, string][] = []): Promise<string> {
  await page.goto('/', { waitUntil: 'networkidle' });
  const seats = [{ kind: 'me' }, { kind: 'bot', level: 'novice' }, { kind: 'bot', level: 'novice' }];
  const { id } = await ask(page, '/api/tables', { game, options, seats });
  await ask(page, `/api/tables/${id}/do`, { id: 'start', do: 'start' });
  return `/t/${id}`;
}

/** Opens the rules over a table, by the book in the top bar. */
async function openRules(page: Page, table: string, language = 'en'): Promise<void> {
  await speak(page, language);
  await page.setViewportSize(WIDE);
  await page.goto(table);
  await expect(page.locator('.table[data-step]')).toBeVisible();
  await page.getByRole('button', { name: BOOK[language]!, exact: true }).first().click();
  await expect(page.locator('dialog .helptabs')).toBeVisible();
}

for (const game of GAMES)
  test(`${game}: the card is one screen in every language, and one sheet of paper`, async ({ page }) => {
    for (const language of LANGUAGES) {
      await speak(page, language);
      await page.setViewportSize(WIDE);
      await page.goto(`/rules/${game}?card`);
      await expect(page.locator('.refcard li').first()).toBeVisible();
      const paper = (await page.pdf({ format: 'A4' })).toString('latin1');
      expect.soft(paper.match(/\/Type\s*\/Page\b/g), language).toHaveLength(1);
      for (const size of [WIDE, PHONE]) {
        await page.setViewportSize(size);
        await settled(page);
        const over = await page.evaluate(() => [
          document.documentElement.scrollHeight - innerHeight,
          document.documentElement.scrollWidth - innerWidth,
        ]);
        for (const pixels of over) expect.soft(pixels, `${language}, ${size.width} wide`).toBeLessThanOrEqual(0);
      }
    }
    // On a smaller phone its parts stand one below the other, and nothing beside the page.
    await page.setViewportSize({ width: 360, height: 740 });
    await settled(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.setViewportSize(WIDE);
    await shoot(page, `card-${game}`);
  });

/** Tables whose card has more on it than the default one. */
const FULL: [string, [string, string][]][] = [
  [
    'tikal',
    [
      ['version', 'auction'],
      ['obstacles', 'on'],
      ['machine_gun', 'on'],
    ],
  ],
];
const CARDS = [...GAMES.map((game): (typeof FULL)[number] => [game, []]), ...FULL];

for (const [game, options] of CARDS)
  test(`${game}: the card over a table${options.length ? ' with options' : ''} is one screen`, async ({ page }) => {
    const table = await tableOf(page, game, options);
    for (const language of LANGUAGES) {
      await openRules(page, table, language);
      for (const size of [WIDE, PHONE]) {
        await page.setViewportSize(size);
        await page.locator('dialog .helptabs button').nth(1).click();
        await expect(page.locator('dialog .refcard li').first()).toBeVisible();
        await settled(page);
        const text = page.locator('dialog .dialogtext');
        const over = await text.evaluate((it) => [it.scrollHeight - it.clientHeight, it.scrollWidth - it.clientWidth]);
        for (const pixels of over) expect.soft(pixels, `${language}, ${size.width} wide`).toBeLessThanOrEqual(0);
      }
    }
    await expectAccessible(page, `the card of ${game} over a table`);
    await shoot(page, `card-at-table-${game}${options.length ? '-options' : ''}`);
  });

for (const game of GAMES)
  test(`${game}: axe finds nothing on the rules with a diagram drawn`, async ({ page }) => {
    await prefer(page, { speed: 0, guided: GAMES });
    await page.goto(`/rules/${game}`);
    await expect(page.locator('.rulesection').first()).toBeVisible();
    const figure = page.locator('[data-figure]').first();
    // A new game shows none yet.
    if (!(await figure.count())) return;
    await figure.scrollIntoViewIfNeeded();
    await expect(figure.locator('.art .still svg').first()).toBeVisible();
    await expectAccessible(page, `the rules of ${game} with a diagram`);
  });

test('the rules at a table are those of the variant that it plays', async ({ page }) => {
  const table = await tableOf(page, 'tikal', [['version', 'auction']]);
  await openRules(page, table);
  const dialog = page.locator('dialog');
  await expect(dialog.locator('#auction')).toBeVisible();
  await expect(dialog.locator('#T25')).toBeVisible();
  await expect(dialog.locator('#gun')).toHaveCount(0);
  await dialog.locator('.helptabs button').nth(1).click();
  const card = dialog.locator('.refcard');
  await expect(card).toContainText('Bid for the turn');
  await expect(card).not.toContainText('Draw a tile and lay it');
  await expectAccessible(page, 'the rules of a variant at a table');
});

test('the rules at a table without the variant leave it out', async ({ page }) => {
  await openRules(page, await tableOf(page, 'tikal'));
  const dialog = page.locator('dialog');
  await expect(dialog.locator('#move')).toBeVisible();
  await expect(dialog.locator('#auction')).toHaveCount(0);
  await dialog.locator('.switch input').check();
  await expect(dialog.locator('#auction')).toBeVisible();
  await dialog.locator('.helptabs button').nth(1).click();
  await expect(dialog.locator('.refcard')).toContainText('Draw a tile and lay it');
  await expect(dialog.locator('.refcard')).not.toContainText('Bid for the turn');
});
