/** The three languages: from the browser, by the menu, and no key shown in place of a word. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { GAMES } from './games';
import { playByMouse } from './play';
import { aClub, clubPages, VARIANT } from './seed';
import { shoot } from './shots';
import { againstBots, asGuest, expect, prefer, test } from './test';

const read = (path: string) =>
  JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as Record<string, string>;
const KEYS = new Set(
  [read('../src/i18n/en.json'), ...GAMES.map((game) => read(`../../games/${game}/web/messages/en.json`))]
    .flatMap((words) => Object.keys(words))
    .filter((key) => key.includes('.')),
);

/** What of the page's words, labels and titles is the key of a word, or has a value that was not put in. */
async function raw(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (walker.nextNode()) found.push(walker.currentNode.textContent ?? '');
    for (const one of document.querySelectorAll('[aria-label], [title]'))
      found.push(one.getAttribute('aria-label') ?? '', one.getAttribute('title') ?? '');
    return found;
  });
  return texts.filter((text) => KEYS.has(text.trim()) || /\{\{|\bundefined\b|\bNaN\b|\[object/.test(text));
}

for (const [locale, language] of [
  ['en-GB', 'en'],
  ['it-IT', 'it'],
  ['es-MX', 'es'],
] as const) {
  test.describe(locale, () => {
    test.use({ locale });
    test(`the browser's ${language}, on every page and at every table`, async ({ page }) => {
      const words = read(`../src/i18n/${language}.json`);
      await prefer(page, { guided: GAMES, speed: 0, list: true });
      for (const path of [
        '/',
        '/rules',
        '/replay',
        '/me',
        '/nowhere',
        ...GAMES.flatMap((game) => [`/rules/${game}`, `/new/${game}?how=friends`]),
      ]) {
        await page.goto(path);
        await expect(page.locator('main:not([aria-busy])')).toBeVisible();
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        expect(await raw(page), path).toEqual([]);
      }
      for (const game of GAMES) {
        await againstBots(page, game, { seats: 2, level: 'novice' });
        await playByMouse(page, { seed: 4, until: ({ step }) => step >= 6 });
        await expect(page.locator('.side h2').first()).toHaveText(words['table.players']!);
        expect(await raw(page), game).toEqual([]);
      }
    });

    test(`the pages of a club in ${language}`, async ({ page, browser, url }) => {
      const other = await asGuest(browser, url);
      const { name } = await aClub(page, other);
      for (const path of clubPages(name)) {
        await page.goto(path);
        await expect(page.locator('main:not([aria-busy=true]) h1').first()).toBeAttached();
        await page.waitForLoadState('networkidle');
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        await expect(page.locator('main')).not.toContainText(VARIANT.join('='));
        expect.soft(await raw(page), path).toEqual([]);
      }
      // Options by the words of their game.
      const game = read(`../../games/tongiaki/web/messages/${language}.json`);
      await page.goto('/matches');
      await expect(page.locator('.hist')).toContainText(game[`option.${VARIANT.join('.')}`]!);
      await page.goto('/');
      await expect(page.locator('.pairing, .openlist, .lastlist')).toHaveCount(3);
      await page.locator('.pairing summary').click();
      expect(await raw(page)).toEqual([]);
      await shoot(page, `club-home-${language}`, { whole: true, lights: ['light'] });
      await page.goto(`/people/${name}`);
      await shoot(page, `club-profile-${language}`, { whole: true, lights: ['light'] });
      await page.goto(`/ladder/tikal?options=version%3Dauction`);
      await shoot(page, `club-ladder-${language}`, { whole: true, lights: ['light'] });
      await page.goto('/matches');
      await shoot(page, `club-matches-${language}`, { whole: true, lights: ['light'] });
      // Who is new finds the line for pairing.
      await page.context().clearCookies();
      await page.goto('/');
      await expect(page.locator('.pairing.line')).toContainText(read(`../src/i18n/${language}.json`)['pairing.open']!);
      expect(await raw(page)).toEqual([]);
      await other.context().close();
    });
  });
}

test('the language can be changed, and stays', async ({ page }) => {
  await page.goto('/');
  await page.locator('.topbar .iconbutton').last().click();
  await page.locator('.tongues [lang=it]').click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'it');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'it');
  await page.goto('/rules/tikal');
  await expect(page.locator('.ruletext .rule').first()).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'it');
});
