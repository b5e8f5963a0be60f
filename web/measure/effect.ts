/** What a click does, and when it is seen. */
import type { Page } from '@playwright/test';

/**
 * How long it takes from a click to the frame that shows its effect: what is picked or played, or that it is on its
 * way.
 */
export async function effectOf(page: Page, x: number, y: number): Promise<number | null> {
  const told = page.evaluate(
    () =>
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
            seen.observe(table, {
              attributes: true,
              subtree: true,
              childList: true,
              attributeFilter: ['data-step', 'data-picked', 'data-mine', 'class', 'd'],
            });
          },
          { capture: true, once: true },
        );
      }),
  );
  await page.mouse.click(x, y);
  return told;
}
