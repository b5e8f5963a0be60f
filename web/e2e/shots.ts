/** Pictures of a page, wide and on a phone, by day and by lamp; and what axe finds on each. */
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';

const SIZES = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
const LIGHTS = ['light', 'dark'] as const;

export const shotPath = (name: string) => fileURLToPath(new URL(`shots/${name}.png`, import.meta.url));

/** Until fonts are there, and what a change of size set going has been drawn. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    let [before, same] = ['', 0];
    for (let frames = 0; frames < 120 && same < 4; frames++) {
      await frame();
      const now = [...document.querySelectorAll('svg.board, .whole')]
        .map((one) => one.getAttribute('viewBox') ?? one.getAttribute('style'))
        .join();
      same = now === before ? same + 1 : 0;
      before = now;
    }
  });
}

export interface Wishes {
  /** Of the page down to its end, not of the window. */
  whole?: boolean;
  sizes?: readonly (keyof typeof SIZES)[];
  lights?: readonly (typeof LIGHTS)[number][];
}

export async function shoot(
  page: Page,
  name: string,
  { whole = false, sizes = ['wide', 'phone'], lights = LIGHTS }: Wishes = {},
): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(SIZES[size]);
    for (const colorScheme of lights) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await settled(page);
      await page.screenshot({ path: shotPath(`${name}-${size}-${colorScheme}`), fullPage: whole });
      // By lamp a phone shows nothing that it does not show by day, in the colours of the wide page by lamp.
      if (size === 'wide' || colorScheme === 'light' || !sizes.includes('wide'))
        await expectAccessible(page, `${name}, ${size}, ${colorScheme}`);
    }
  }
  await page.setViewportSize(SIZES.wide);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}
