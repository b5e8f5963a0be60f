/** What a click does, and when it is seen. */
import type { Page } from '@playwright/test';

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
