/** A match seen again: by slider, step by step, turn by turn, by its plot, from a file, from a link. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { GAMES, recordOf } from './games';
import { expect, prefer, test } from './test';

const slider = (page: Page) => page.getByRole('slider');
const at = async (page: Page) => Number(await slider(page).getAttribute('aria-valuenow'));
const last = async (page: Page) => Number(await slider(page).getAttribute('aria-valuemax'));
const control = (page: Page, number: number) => page.locator('.controls button').nth(number);

/** A match of bots alone, played to its end. */
async function finished(page: Page, game: string): Promise<string> {
  const bot = { kind: 'bot', level: 'novice' };
  const made = await page.request.post('/api/tables', {
    data: {
      game,
      options: [],
      seats: [bot, bot],
      clock: { kind: 'none' },
      out_of_time: 'bot_turn',
      stand_in: 'novice',
      public: false,
      hints: false,
      keep_going: true,
      shuffle_seats: false,
    },
  });
  expect(made.ok(), await made.text()).toBe(true);
  const { id } = (await made.json()) as { id: string };
  await page.goto(`/t/${id}`);
  await page.locator('.waiting-room .seal').click();
  await expect(page.locator('main.result')).toBeVisible({ timeout: 300_000 });
  return id;
}

test('a finished match, seen again and taken along as a file', async ({ page }) => {
  await prefer(page, { guided: GAMES, speed: 0 });
  // The page makes the visitor a guest. A table that was made before that would be another guest's.
  await Promise.all([page.waitForResponse('/api/me'), page.goto('/')]);
  const id = await finished(page, 'tongiaki');
  await page.locator(`.result a[href="/replay/${id}"]`).click();
  await expect(slider(page)).toBeVisible();
  await expect.poll(() => last(page)).toBeGreaterThan(10);
  expect(await at(page)).toBe(0);

  // Step by step, and turn by turn.
  await control(page, 3).click();
  await expect.poll(() => at(page)).toBe(1);
  await control(page, 4).click();
  const turn = await at(page);
  expect(turn).toBeGreaterThan(1);
  await control(page, 0).click();
  expect(await at(page)).toBeLessThan(turn);
  await control(page, 3).click();
  await control(page, 1).click();

  // The slider by pointer and by keys; the plot by pointer.
  const box = (await slider(page).boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  expect(Math.abs((await at(page)) - (await last(page)) / 2)).toBeLessThanOrEqual(1);
  await slider(page).press('End');
  expect(await at(page)).toBe(await last(page));
  await slider(page).press('Home');
  await page.locator('.side .plot .catch').click();
  expect(await at(page)).toBeGreaterThan(1);
  await expect(page.locator('.side .plot .here')).toHaveCount(1);

  // A word of the record leads to its moment, and the address to the same one.
  await page.locator('.word button').nth(2).click();
  const moment = await at(page);
  expect(new URL(page.url()).searchParams.get('at')).toBe(String(moment));
  const address = page.url();
  const words = await slider(page).getAttribute('aria-valuetext');

  const [file] = await Promise.all([page.waitForEvent('download'), page.locator('.log-section a[download]').click()]);
  const path = await file.path();
  expect(readFileSync(path, 'utf8')).toContain('tongiaki');

  await page.goto(address);
  await expect(slider(page)).toHaveAttribute('aria-valuenow', String(moment));
  await expect(slider(page)).toHaveAttribute('aria-valuetext', words!);
  const steps = await last(page);

  // Played on from here, at a table of one's own.
  await page.locator('.tools button', { hasText: 'Play on from here' }).click();
  await page.locator('dialog[open] .seal').click();
  await expect(page).toHaveURL(/\/t\//);
  expect(page.url()).not.toContain(id);
  await expect(page.locator('.actionbar')).toBeVisible();
  const branch = page.url().split('/t/')[1]!;
  const { table } = (await (await page.request.get(`/api/tables/${branch}`)).json()) as {
    table: { branch_of?: { table: string; step: number } };
  };
  expect(table.branch_of).toEqual({ table: id, step: moment });

  await page.goto('/replay');
  await page
    .locator('.dropzone input')
    .setInputFiles({ name: 'a.quipu', mimeType: 'text/plain', buffer: readFileSync(path) });
  await expect(slider(page)).toHaveAttribute('aria-valuemax', String(steps));
});

for (const game of GAMES) {
  test(`a record of ${game} from a file plays by itself`, async ({ page }) => {
    await prefer(page, { speed: 0 });
    await page.goto('/replay');
    await page.locator('.dropzone input').setInputFiles(recordOf(game));
    await expect(slider(page)).toBeVisible();
    await slider(page).press('PageDown');
    const from = await at(page);
    await control(page, 2).click();
    await expect.poll(() => at(page)).toBeGreaterThan(from + 2);
    await control(page, 2).click();
    const stopped = await at(page);
    expect(stopped).toBeLessThanOrEqual(await last(page));
    await slider(page).press('End');
    expect(await at(page)).toBe(await last(page));
  });
}

test('a file that is no record says so', async ({ page }) => {
  await page.goto('/replay');
  await page
    .locator('.dropzone input')
    .setInputFiles({ name: 'a.quipu', mimeType: 'text/plain', buffer: Buffer.from('not a record\n') });
  await expect(page.getByRole('alert')).toBeVisible();
});
