/** Lessons, diagrams, rules and practice tables, by people who know no rules. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { GAMES } from './games';
import { playByKeys, playByMouse } from './play';
import { settled, shoot } from './shots';
import { againstBots, expect, prefer, test } from './test';

test.setTimeout(240_000);

/** The lessons of a game, by the names of their files. */
function lessonsOf(game: string): string[] {
  const folder = new URL(`../../games/${game}/lessons/`, import.meta.url);
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((name) => name.endsWith('.lesson'));
  return files.toSorted().map((name) => name.replace(/^\d+_/, '').replace(/\.lesson$/, ''));
}

async function open(page: Page, game: string, lesson: string): Promise<void> {
  await prefer(page, { speed: 0, guided: GAMES });
  await page.goto(`/learn/${game}/${lesson}`);
  await expect(page.locator('.coach')).toBeVisible();
}

const isDone = (page: Page, place: number) =>
  expect(page.locator('.lessonlist li').nth(place).locator('.ringed.solid')).toBeVisible();

for (const game of GAMES) {
  lessonsOf(game).forEach((lesson, place) => {
    test(`${game}, ${lesson}: by mouse`, async ({ page }) => {
      await open(page, game, lesson);
      await expectAccessible(page, `${game} ${lesson}`);
      const { lost, covered } = await playByMouse(page, { seed: 3, most: 400 });
      expect([lost, covered]).toEqual([[], []]);
      await isDone(page, place);
    });

    test.describe('in Italian', () => {
      test.use({ locale: 'it-IT' });
      test(`${game}, ${lesson}: by keys`, async ({ page }) => {
        await open(page, game, lesson);
        await playByKeys(page, { seed: 5, most: 400 });
        await isDone(page, place);
      });
    });

    test.describe('in Spanish on a phone', () => {
      test.use({ locale: 'es-ES', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
      test(`${game}, ${lesson}: by finger`, async ({ page }) => {
        await open(page, game, lesson);
        await expectAccessible(page, `${game} ${lesson} on a phone`);
        const { lost } = await playByMouse(page, { seed: 7, most: 400, touch: true });
        expect(lost).toEqual([]);
        await isDone(page, place);
      });
    });
  });
}

const step = (page: Page) => page.locator('.coach').getAttribute('data-step');
const read = (page: Page) => page.locator('.coach .seal').click();

test('a lesson answers what is wrong, shows the way, and goes on where it was left', async ({ page }) => {
  await open(page, 'tikal', 'first_turn');
  await read(page);
  await expect(page.locator('.coach')).toHaveAttribute('data-step', 'lay');
  // A cell that is not lit, twice: the reason with its rule, then the way in pencil.
  const cell = page.locator('.tikal.live .plain path').first();
  await cell.click({ force: true });
  await expect(page.locator('.coach .rule')).toHaveText('T6');
  await expect(page.locator('.coach')).toHaveAttribute('data-tries', '1');
  await cell.click({ force: true });
  await expect(page.locator('[data-pencil] .hint-target')).not.toHaveCount(0);
  await shoot(page, 'lesson-wrong');
  await playByMouse(page, { seed: 1, until: ({ step: now }) => now >= 3 });
  const left = await step(page);
  expect(left).not.toBe('lay');
  await page.locator('.coach header .iconbutton').click();
  await page.locator('.lessonlist .button').first().click();
  await expect(page.locator('.coach')).toHaveAttribute('data-step', left!);
  await page.locator('.coachdoors .iconbutton').click();
  await expect(page.locator('.coach')).not.toHaveAttribute('data-tries', '3');
});

test('the home page leads a first visitor to a lesson by one click', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('.twodoors a[href^="/learn/"]')).toHaveCount(GAMES.length);
  await page.locator('.newhere .seal').click();
  await expect(page.locator('.lessonlist .seal')).toBeVisible();
  await shoot(page, 'learn', { whole: true });
});

test('diagrams are stepped, say why something is refused, and become practice tables', async ({ page }) => {
  await prefer(page, { speed: 0, guided: GAMES });
  await page.goto('/rules/tikal#T13');
  const figure = page.locator('[data-figure^="t13_"]');
  await figure.scrollIntoViewIfNeeded();
  await expect(figure.locator('svg.tikal').first()).toBeVisible();
  await figure.getByRole('button', { name: 'Next step' }).click();
  await expect(figure).toHaveAttribute('data-at', '1');
  await expect(figure.locator('.livewhy .rule')).toHaveText('T13');
  await figure.getByRole('button', { name: 'Next step' }).click();
  await expect(figure.locator('.livewhy')).toHaveCount(0);
  await expectAccessible(page, 'the rules with a diagram');
  await shoot(page, 'rules-figure');
  await figure.getByRole('button', { name: 'Again' }).click();
  await expect(figure).toHaveAttribute('data-at', '0');
  await figure.locator('.tryit').click();
  await page.locator('dialog .seal').click();
  await expect(page.locator('.table[data-mine=true]')).toBeVisible();
  // The same position: two workers of one's own stand on the temple.
  const played = await playByMouse(page, { seed: 2, until: ({ step: now }) => now >= 12 });
  expect(played.lost).toEqual([]);
});

test('rules of variants come with a switch or by their number, and the card is one screen', async ({ page }) => {
  await page.goto('/rules/tikal');
  await expect(page.locator('#move')).toBeVisible();
  await expect(page.locator('#gun')).toHaveCount(0);
  await page.locator('.toc .switch input').check();
  await expect(page.locator('#gun')).toBeVisible();
  await page.goto('/rules/tikal#T33');
  await expect(page.locator('#T33')).toBeInViewport();
  await page.goto('/rules/tikal?card');
  await expect(page.locator('.refcard .cost').first()).toBeVisible();
  const overflow = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await expectAccessible(page, 'the card');
  await shoot(page, 'card');
});

/** A thing on each board that takes no press of its own, and what is said of it: its rule. */
const THINGS: Record<string, { lesson: string; of: string; rule: string }> = {
  tikal: { lesson: 'first_turn', of: 'tile:base', rule: 'T11' },
  thebes: { lesson: 'first_dig', of: 'panel:deck', rule: 'H19' },
  tongiaki: { lesson: 'first_voyage', of: 'piece:mooring', rule: 'O4' },
  inka: { lesson: 'first_statue', of: 'tile:symbol', rule: 'K16' },
};
const bubble = (page: Page) => page.locator('.explain');

for (const game of GAMES.filter((one) => THINGS[one])) {
  const { lesson, of, rule } = THINGS[game]!;
  test(`${game}: things on the board say what they are, to pointer and keys`, async ({ page }) => {
    await open(page, game, lesson);
    const thing = page.locator(`.boardbox [data-term="${of}"]`).last();
    await expect(thing).toBeVisible();
    const box = (await thing.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await expect(bubble(page).locator('.rule')).toHaveText(rule);
    await shoot(page, `explained-${game}`);
    await page.mouse.move(0, 0);
    await expect(bubble(page)).toHaveCount(0);
    // The key goes through all that is in sight: each kind of thing has its sentence.
    const told: string[] = [];
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press('i');
      const text = await bubble(page).innerText();
      if (text === told[0]) break;
      expect(text).toMatch(/\w{3,}/);
      told.push(text);
    }
    expect(told.length).toBeGreaterThan(6);
    await page.keyboard.press('Escape');
    await expect(bubble(page)).toHaveCount(0);
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test('a finger that is held asks, and presses nothing', async ({ page, context }) => {
    await open(page, 'tikal', 'first_turn');
    await read(page);
    const lit = page.locator('.boardbox [data-click]').first();
    const box = (await lit.boundingBox())!;
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const finger = await context.newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchEnd') =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [at] });
    await touch('touchStart');
    await expect(bubble(page).locator('.rule')).toBeVisible();
    await touch('touchEnd');
    await expect(page.locator('.table')).toHaveAttribute('data-picked', '');
    await expect(bubble(page)).toBeVisible();
    await shoot(page, 'explained', { sizes: ['phone'] });
    await page.setViewportSize({ width: 390, height: 844 });
    await settled(page);
    const there = (await lit.boundingBox())!;
    await page.touchscreen.tap(there.x + there.width / 2, there.y + there.height / 2);
    await expect(page.locator('.table')).not.toHaveAttribute('data-picked', '');
    await expect(bubble(page)).toHaveCount(0);
  });
});

test('a player is told what can be done, and what it would bring now', async ({ page }) => {
  await againstBots(page, 'tikal', { seats: 2 });
  await playByMouse(page, { seed: 4, until: ({ step: now }) => now >= 8 });
  await page.getByRole('button', { name: 'What can I do?' }).click();
  const rows = page.locator('dialog .cando:not(.closed) li');
  await expect(rows).not.toHaveCount(0);
  await expect(rows.first().locator('small')).toContainText(/now/);
  await expect(page.locator('dialog .cando .rule').first()).toBeVisible();
  // What is closed says why.
  for (const row of await page.locator('dialog .cando.closed li').all())
    await expect(row.locator('.what')).toHaveText(/\w{3,}/);
  await expectAccessible(page, 'what can be done');
  await shoot(page, 'cando');
});

test('every rule of a page stands in every language', async ({ page }) => {
  for (const language of ['en', 'it', 'es']) {
    const text = readFileSync(new URL(`../../games/tikal/web/help/${language}.md`, import.meta.url), 'utf8');
    expect(text, language).not.toMatch(/`\w+=\w+`/);
  }
  await page.goto('/rules/tikal');
  await expect(page.locator('.ruletext .rule').first()).toBeVisible();
});
