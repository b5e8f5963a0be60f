/** What a click does, and when it is seen. */
import { expect, type Page } from '@playwright/test';
import { survey } from '../e2e/survey';
import { part, say } from './trace';

/** What a click is seen by: that it was taken at all (something looks otherwise), or what was picked or played. */
export type Seen = 'anything' | 'picked or played';

/**
 * How long it takes from a click to the frame that shows its effect: what is picked or played, or, where anything
 * counts, that it is on its way.
 */
export async function effectOf(page: Page, x: number, y: number, by: Seen = 'anything'): Promise<number | null> {
  const told = page.evaluate(
    (strict) =>
      new Promise<number | null>((resolve) => {
        const table = document.querySelector('.table')!;
        setTimeout(() => resolve(null), 3000);
        addEventListener(
          'click',
          () => {
            const start = performance.now();
            const seen = new MutationObserver(() => {
              seen.disconnect();
              requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
            });
            // The table itself says what is picked and which step it shows; a look that follows the pointer does not.
            const own = ['data-step', 'data-picked', 'data-mine'];
            if (strict) seen.observe(table, { attributes: true, attributeFilter: own });
            else {
              const attributeFilter = [...own, 'class', 'd'];
              seen.observe(table, { attributes: true, subtree: true, childList: true, attributeFilter });
            }
          },
          { capture: true, once: true },
        );
      }),
    by === 'picked or played',
  );
  await page.mouse.click(x, y);
  return told;
}

/** Plays a while and tells how long each click took to show its effect; p95 must be within some milliseconds. */
export async function clicksShowTheirEffect(page: Page, name: string, within: number, by?: Seen): Promise<void> {
  const times: number[] = [];
  let before: string | null = null;
  for (let clicks = 0; clicks < 30; clicks++) {
    const seen = await survey(page, before, 17 * clicks + 1);
    const spot = seen && ((clicks % 7 === 6 ? seen.end : null) ?? seen.confirm ?? seen.spots[0] ?? seen.end);
    if (!seen || !spot) break;
    const took = await effectOf(page, spot.x, spot.y, by);
    if (took !== null) times.push(took);
    before = seen.mark;
  }
  say(
    `${name} shows its effect after ${part(times, 0.5).toFixed(0)} ms at the median, ` +
      `${part(times, 0.95).toFixed(0)} ms at p95 (${times.length} clicks)`,
  );
  expect(times.length).toBeGreaterThan(10);
  expect(part(times, 0.95)).toBeLessThan(within);
}
