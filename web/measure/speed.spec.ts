/** The figures that were promised: each is printed, and a worse one than promised is a failure. */
import { GAMES } from '../e2e/games';
import { survey } from '../e2e/survey';
import { againstBots, expect, prefer, test } from '../e2e/test';
import { clicksShowTheirEffect } from './effect';
import { framesOf, part, say } from './trace';

for (const game of GAMES) {
  test(`${game}: a click shows its effect`, async ({ page }) => {
    await prefer(page, { guided: GAMES, speed: 0 });
    await againstBots(page, game, { seats: 2, level: 'novice' });
    await clicksShowTheirEffect(page, `${game}: a click`, 100);
  });
}

for (const game of GAMES) {
  test(`${game}: what follows the pointer`, async ({ page }) => {
    await prefer(page, { guided: GAMES, speed: 0 });
    await againstBots(page, game, { seats: 2, level: 'novice' });
    await survey(page, null, 1);
    const places = await page.evaluate(() =>
      [...document.querySelectorAll('.stage [data-click]')]
        .map((one) => (one.querySelector('.hit') ?? one).getBoundingClientRect())
        .map((box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 })),
    );
    expect(places.length).toBeGreaterThan(0);
    const frames = await framesOf(page, async () => {
      for (let round = 0; round < 6; round++) {
        for (const { x, y } of places.slice(0, 14)) await page.mouse.move(x, y, { steps: 6 });
      }
    });
    const busy = frames.filter(({ worked }) => worked > 0.05);
    const [worked, passed] = [busy.map((frame) => frame.worked), busy.map((frame) => frame.passed)];
    say(
      `${game}: script, layout and paint take ${part(worked, 0.5).toFixed(1)} ms a frame at the median, ` +
        `${part(worked, 0.95).toFixed(1)} ms at p95; ` +
        `by the clock ${part(passed, 0.5).toFixed(1)} and ${part(passed, 0.95).toFixed(1)} ms (${busy.length} frames)`,
    );
    expect(part(worked, 0.95)).toBeLessThan(8);
  });
}
