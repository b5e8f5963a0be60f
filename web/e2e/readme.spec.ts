/**
 * The pictures of the README: each board in the middle of a recorded match. SHOTS=write makes them (`cargo xtask
 * shots`); else they are compared with what the boards look like now.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { GAMES, recordOf } from './games';
import { settled } from './shots';
import { expect, prefer, test } from './test';

const root = new URL('../../', import.meta.url);
const shotOf = (game: string) => fileURLToPath(new URL(`docs/shots/${game}.webp`, root));

/** Records with a full table, and a step in the middle of each; a further game shows its longest one. */
const POSITIONS: Record<string, { record: string; step: number }> = {
  inka: { record: 'four_greedy', step: 70 },
  thebes: { record: 'four_greedy', step: 330 },
  tikal: { record: 'basic_four', step: 330 },
  tongiaki: { record: 'five_seats_greedy_and_random', step: 150 },
};

/** Wide enough for board, players and record side by side; drawn at two thirds, a picture is about 50 kB. */
test.use({ viewport: { width: 1440, height: 900 }, deviceScaleFactor: 2 / 3, colorScheme: 'light' });

const MOST_BYTES = 60_000;

/**
 * Machines draw letters and edges differently, so that bytes never agree. Pictures are compared in squares of 20 by 20
 * pixels: the mean colour of a square hardly changes with the font, but does with what is drawn there. A square
 * differs if a channel is off by more than LOUD of 255, and up to MOST of all squares may differ.
 */
const SQUARES = { across: 48, down: 30 };
const LOUD = 20;
const MOST = 0.02;

async function squares(page: Page, picture: Buffer): Promise<number[]> {
  return page.evaluate(
    async ({ text, across, down }) => {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes]), {
        resizeWidth: across,
        resizeHeight: down,
        resizeQuality: 'high',
      });
      const canvas = new OffscreenCanvas(across, down).getContext('2d')!;
      canvas.drawImage(bitmap, 0, 0);
      return [...canvas.getImageData(0, 0, across, down).data];
    },
    { text: picture.toString('base64'), ...SQUARES },
  );
}

/** The share of squares that differ. */
async function difference(page: Page, one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = [await squares(page, one), await squares(page, other)];
  const loud = (_: number, square: number) =>
    [0, 1, 2].some((channel) => Math.abs(a[4 * square + channel]! - b[4 * square + channel]!) > LOUD);
  const all = SQUARES.across * SQUARES.down;
  return Array.from({ length: all }, loud).filter(Boolean).length / all;
}

async function goTo(page: Page, step: number): Promise<void> {
  const slider = page.getByRole('slider');
  const at = async () => Number(await slider.getAttribute('aria-valuenow'));
  const last = Number(await slider.getAttribute('aria-valuemax'));
  const box = (await slider.boundingBox())!;
  await slider.click({ position: { x: (box.width * step) / last, y: box.height / 2 } });
  for (let now = await at(); now !== step; now = await at()) {
    const next = now + Math.sign(step - now);
    await slider.press(next > now ? 'ArrowRight' : 'ArrowLeft');
    await expect.poll(at).toBe(next);
  }
  await page.mouse.move(0, 0);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
}

async function picture(page: Page): Promise<Buffer> {
  await settled(page);
  for (let quality = 80; ; quality -= 10) {
    const shot = await page.screenshot({ type: 'webp', quality });
    if (shot.length <= MOST_BYTES || quality <= 30) return shot;
  }
}

for (const game of GAMES) {
  test(`the README's picture of ${game} is fresh`, async ({ page }) => {
    const { record, step } = POSITIONS[game] ?? {};
    const file = record ? fileURLToPath(new URL(`games/${game}/tests/records/${record}.quipu`, root)) : recordOf(game);
    await prefer(page, { speed: 0, theme: 'light', language: 'en' });
    await page.goto('/replay');
    await page.locator('.dropzone input').setInputFiles(file);
    const slider = page.getByRole('slider');
    await expect(slider).toBeVisible();
    await expect.poll(async () => Number(await slider.getAttribute('aria-valuemax'))).toBeGreaterThan(10);
    const last = Number(await slider.getAttribute('aria-valuemax'));
    await goTo(page, step ?? Math.round(last * 0.6));
    const now = await picture(page);
    expect(now.length, 'bytes of the picture').toBeLessThanOrEqual(MOST_BYTES);

    const path = shotOf(game);
    const kept = existsSync(path) ? readFileSync(path) : null;
    const differs = kept ? await difference(page, kept, now) : 1;
    if (process.env['SHOTS'] === 'write') {
      // A picture that still holds is not written again: its bytes would only make noise in a change.
      if (differs <= MOST) return;
      mkdirSync(new URL('docs/shots/', root), { recursive: true });
      return writeFileSync(path, now);
    }
    expect(kept, `docs/shots/${game}.webp is missing; make it with: cargo xtask shots`).not.toBeNull();
    expect(
      differs,
      `docs/shots/${game}.webp is not what the board looks like; run: cargo xtask shots`,
    ).toBeLessThanOrEqual(MOST);
    // The comparison can fail: the opening of the same match looks different.
    await goTo(page, 1);
    expect(await difference(page, kept!, await picture(page)), 'another position').toBeGreaterThan(MOST);
  });
}
