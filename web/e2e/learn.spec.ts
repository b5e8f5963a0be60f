/** Lessons, diagrams and practice tables, by people who know no rules. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { GAMES } from './games';
import { playByKeys, playByMouse, type Manner } from './play';
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

/** Ways to do a lesson; each meets every lesson. */
const INPUTS = {
  'by mouse': { phone: false, play: playByMouse },
  'by keys': { phone: false, play: playByKeys },
  'by finger on a phone': {
    phone: true,
    play: (page: Page, manner: Manner) => playByMouse(page, { ...manner, touch: true }),
  },
};
const LOCALES = ['en-GB', 'it-IT', 'es-ES'];
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** The lesson is over: the board stays, the coach leads on, and it is kept as done. */
async function isDone(page: Page, place: number, of: number): Promise<void> {
  await expect(page.locator('.coach[data-over] h2')).toBeVisible();
  await expect(page.locator('.stage .boardbox')).toBeVisible();
  const next = page.locator('.coach[data-over] a.seal');
  await expect(next).toHaveAttribute('href', place + 1 < of ? /^\/learn\// : /^\/new\//);
  await page.locator('.coach header .iconbutton').click();
  await expect(page.locator('.lessonlist li').nth(place).locator('.ringed.solid')).toBeVisible();
}

/** Which language a lesson is done in: each lesson meets all three, and each input too. */
const localeOf = (game: number, place: number, manner: number) => LOCALES[(game + place + manner) % LOCALES.length]!;

for (const [manner, [name, { phone, play }]] of Object.entries(INPUTS).entries())
  for (const [number, game] of GAMES.entries())
    lessonsOf(game).forEach((lesson, place, all) => {
      const locale = localeOf(number, place, manner);
      test.describe(`in ${locale}, ${name}`, () => {
        test.use(phone ? { locale, ...PHONE } : { locale });
        test(`${game}, ${lesson}`, async ({ page }) => {
          await open(page, game, lesson);
          // axe sees the beginning, the middle and the end of each lesson, wide and on a phone.
          const looks = manner !== 1;
          if (looks) {
            await expectAccessible(page, `${game} ${lesson} at the beginning`);
            let seen = 0;
            await play(page, { seed: 3, most: 400, until: () => ++seen > 8 });
            await expectAccessible(page, `${game} ${lesson} in the middle`);
          }
          const { lost, covered } = await play(page, { seed: 3 + manner, most: 400 });
          expect([lost, manner === 0 ? covered : []]).toEqual([[], []]);
          if (looks) await expectAccessible(page, `${game} ${lesson} at the end`);
          await isDone(page, place, all.length);
        });
      });
    });

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });
  test('a lesson shows what happens, and what it brought at the end', async ({ page }) => {
    await prefer(page, { speed: 2, guided: GAMES });
    await page.goto('/learn/inka/blocker');
    await expect(page.locator('.coach')).toBeVisible();
    await playByMouse(page, { seed: 2, most: 400 });
    await expect(page.locator('.coach[data-over] .coachdone b').first()).toHaveText('+1 point');
    await expect(page.locator('.coach[data-over] .coachdone')).toContainText('have won');
    await shoot(page, 'lesson-over');
  });
});

/** What is said where no reason was prepared. */
const NO_REASON = (
  JSON.parse(readFileSync(new URL('../src/i18n/en.json', import.meta.url), 'utf8')) as Record<string, string>
)['lesson.refused.text']!;
interface Press {
  lesson: string;
  /** How many steps are only read before. */
  reads: number;
  at: string;
  nth: number;
}
/** Opens a lesson and presses something in it. */
async function tries(page: Page, game: string, { lesson, reads, at, nth }: Press): Promise<void> {
  await open(page, game, lesson);
  for (let read = 0; read < reads; read++) await page.locator('.coach .seal').click();
  await expect(page.locator('.table[data-mine=true] .boardbox [data-click]').first()).toBeVisible();
  const box = (await page.locator(`.boardbox ${at}`).nth(nth).boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}
/** Something that can be pressed and is not asked for. */
const WRONG: Record<string, Press> = {
  thebes: { lesson: 'first_dig', reads: 1, at: '.target:not(.lit)', nth: 0 },
  tongiaki: { lesson: 'first_voyage', reads: 1, at: '.target:not(.lit) .hit', nth: 0 },
  inka: { lesson: 'first_statue', reads: 0, at: '[data-term="tile:gate"]', nth: 1 },
};
for (const game of GAMES.filter((one) => WRONG[one])) {
  const press = WRONG[game]!;
  test(`${game}: a lesson answers what is wrong`, async ({ page }) => {
    await tries(page, game, press);
    await expect(page.locator('.coach')).toHaveAttribute('data-tries', '1');
    await expect(page.locator('.coach .coachtext')).toHaveText(/\w{3,}/);
    await expect(page.locator('.coach .coachnote')).toHaveText(/\w{3,}/);
  });
}

/** Something that a rule refuses, of verbs that the lesson does not ask for, and the rule. */
const REFUSED: Record<string, Press & { rule: string }> = {
  thebes: { lesson: 'first_dig', reads: 1, at: '[aria-label^="Dig site"]', nth: 0, rule: 'H16' },
};
for (const game of GAMES.filter((one) => REFUSED[one]))
  test(`${game}: a lesson answers what is refused with the reason of a rule`, async ({ page }) => {
    const press = REFUSED[game]!;
    await tries(page, game, press);
    await expect(page.locator('.coach')).toHaveAttribute('data-tries', '1');
    await expect(page.locator('.coach h2').first()).toHaveText('That is not possible');
    // That it is refused would be no help.
    await expect(page.locator('.coach .coachtext')).not.toContainText(NO_REASON);
    await expect(page.locator('.coach .coachtext .rule')).toHaveText(press.rule);
  });

/** A cell of Tikal beside nothing that is explored, in sight where the lesson begins. */
const CELL_E4 = 23;
const step = (page: Page) => page.locator('.coach').getAttribute('data-step');
const read = (page: Page) => page.locator('.coach .seal').click();

test('a lesson answers what is wrong, shows the way, and goes on where it was left', async ({ page }) => {
  await open(page, 'tikal', 'first_turn');
  await read(page);
  await expect(page.locator('.coach')).toHaveAttribute('data-step', 'lay');
  // A cell that is not lit, twice: the reason with its rule, then the way in pencil.
  const cell = page.locator('.tikal.live .plain path').nth(CELL_E4);
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

test('what came of a step is read on its own board, before the lesson goes on at another one', async ({ page }) => {
  await open(page, 'inka', 'first_statue');
  const coach = page.locator('.coach');
  const lit = page.locator('.table[data-mine=true] .boardbox [data-click]').first();
  await lit.click();
  await expect(coach).toHaveAttribute('data-step', 'lay');
  await lit.click();
  await expect(page.locator('.coach[data-pausing][data-step=lay] .coachtext')).toContainText('Your path');
  await read(page);
  await expect(coach).toHaveAttribute('data-step', 'slide');
  await expect(page.locator('.coachdone')).toHaveCount(0);
});

test('the home page leads a first visitor into a lesson by one click, and back into it', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('.twodoors a[href^="/learn/"]')).toHaveCount(GAMES.length);
  await page.locator('.newhere .seal').click();
  await expect(page.locator('.coach')).toBeVisible();
  await playByMouse(page, { seed: 1, until: ({ step: now }) => now >= 3 });
  const left = await step(page);
  await page.goto('/');
  await shoot(page, 'home-lesson', { lights: ['light'] });
  await page.locator('.newhere .seal').click();
  await expect(page.locator('.coach')).toHaveAttribute('data-step', left!);
  await page.goto('/learn/tikal');
  await expect(page.locator('.lessonlist .seal')).toBeVisible();
  await shoot(page, 'learn', { whole: true });
});

test('diagrams are stepped, say why something is refused, and become practice tables', async ({ page }) => {
  await prefer(page, { speed: 0, guided: GAMES });
  await page.goto('/rules/tikal#T13');
  const figure = page.locator('[data-figure^="t13_"]');
  await figure.scrollIntoViewIfNeeded();
  await expect(figure.locator('svg.tikal').first()).toBeVisible();
  await figure.getByRole('button', { name: 'What may be done here' }).click();
  await expect(figure.locator('.art .target.lit')).not.toHaveCount(0);
  await expect(figure.locator('.maybe')).toContainText('Move');
  await figure.getByRole('button', { name: 'What may be done here' }).click();
  await expect(figure.locator('.art .target.lit')).toHaveCount(0);
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
  await page.waitForURL(/\/t\//);
  await expect(page.locator('.table[data-mine=true]')).toBeVisible();
  // The same position: two workers of one's own stand on the temple.
  const played = await playByMouse(page, { seed: 2, until: ({ step: now }) => now >= 12 });
  expect(played.lost).toEqual([]);
});

test('a lesson becomes a practice table, where everything is undone freely', async ({ page }) => {
  await open(page, 'tikal', 'first_turn');
  await read(page);
  await page.locator('.coach .tryit').click();
  await page.locator('dialog .seal').click();
  await page.waitForURL(/\/t\//);
  await expect(page.locator('.table[data-mine=true]')).toBeVisible();
  // Past the tile that the bot drew: at any other table that would be marked.
  await playByMouse(page, { seed: 2, until: ({ step: now }) => now >= 12 });
  const played = Number(await page.locator('.table').getAttribute('data-step'));
  await page.keyboard.press('u');
  await expect.poll(async () => Number(await page.locator('.table').getAttribute('data-step'))).toBeLessThan(played);
  await expect(page.locator('dialog[open]')).toHaveCount(0);
});

test('rules of variants come with a switch or by their number', async ({ page }) => {
  await page.goto('/rules/tikal');
  await expect(page.locator('#move')).toBeVisible();
  await expect(page.locator('#gun')).toHaveCount(0);
  await page.locator('.toc .switch input').check();
  await expect(page.locator('#gun')).toBeVisible();
  await page.goto('/rules/tikal#T33');
  await expect(page.locator('#T33')).toBeInViewport();
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

for (const game of GAMES)
  test(`${game}: a player is told what can be done, and what it would bring now`, async ({ page }) => {
    await againstBots(page, game, { seats: 2 });
    await playByMouse(page, { seed: 4, until: ({ step: now }) => now >= 8 });
    await page.getByRole('button', { name: 'What can I do?' }).click();
    const rows = page.locator('dialog .cando:not(.closed) li');
    await expect(rows).not.toHaveCount(0);
    await expect(page.locator('dialog .cando .rule').first()).toBeVisible();
    // What is open says what it does, what is closed says why not.
    for (const row of await page.locator('dialog .cando li').all()) {
      await expect(row.locator('.what')).toHaveText(/\w{3,}/);
      await expect(row.locator('b').first()).toHaveText(/^[A-Z][\w ,]+$/);
    }
    // The engine tells of each what it would bring, were it nothing.
    for (const row of await rows.locator('small').all()) await expect(row).toContainText(/now/);
    await expectAccessible(page, `what can be done in ${game}`);
    if (game === 'tikal') await shoot(page, 'cando');
  });

/** A step of a lesson in which something brings points at once, and which verb that is. */
const GAINS: Record<string, { lesson: string; at: string; verb: string }> = {
  tikal: { lesson: 'first_turn', at: 'uncover', verb: 'Uncover' },
  thebes: { lesson: 'exhibitions', at: 'small', verb: 'Hold an exhibition' },
  inka: { lesson: 'first_statue', at: 'take', verb: 'Take' },
  tongiaki: { lesson: 'royal', at: 'settle', verb: 'Place a boat' },
};
for (const game of GAMES.filter((one) => GAINS[one])) {
  const { lesson, at, verb } = GAINS[game]!;
  test(`${game}: what can be done says which points it would gain`, async ({ page }) => {
    await open(page, game, lesson);
    // One press after the other, up to the step.
    for (let presses = 0; (await step(page)) !== at && presses < 80; presses++) {
      let looks = 0;
      await playByMouse(page, { seed: 2 + presses, until: () => ++looks > 1 });
    }
    await expect(page.locator('.coach')).toHaveAttribute('data-step', at);
    await page.locator('.coach .tryit').click();
    await page.locator('dialog .seal').click();
    await page.waitForURL(/\/t\//);
    await expect(page.locator('.table[data-mine=true]')).toBeVisible();
    await page.getByRole('button', { name: 'What can I do?' }).click();
    const row = page.locator('dialog .cando:not(.closed) li', { hasText: verb }).first();
    await expect(row.locator('small')).toContainText(/\+[1-9]\d* (if scored now|points?)/);
  });
}

test('things in diagrams and replays say what they are', async ({ page }) => {
  const asks = async (root: string) => {
    const thing = page.locator(`${root} [data-term="tile:temple"]`).first();
    await thing.scrollIntoViewIfNeeded();
    const box = (await thing.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await expect(bubble(page).locator('.rule')).toHaveText('T14');
    await page.mouse.move(0, 0);
    await expect(bubble(page)).toHaveCount(0);
  };
  await prefer(page, { speed: 0, guided: GAMES });
  await page.goto('/rules/tikal#T13');
  await expect(page.locator('[data-figure^="t13_"] svg.tikal').first()).toBeVisible();
  await asks('[data-figure^="t13_"]');
  await againstBots(page, 'tikal', { seats: 2 });
  await page.goto(page.url().replace('/t/', '/replay/'));
  await expect(page.locator('.replay svg.tikal').first()).toBeVisible();
  await asks('.replay .boardbox');
});
