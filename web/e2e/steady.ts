/** Whether the board keeps its place and its size while a match is played. */
import type { Page } from '@playwright/test';

interface Watched {
  places?: Set<string>;
}

/** Looks where the board is with every frame, from the first move to the last. */
export async function watchBoard(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const places = new Set<string>();
    (window as Watched).places = places;
    const look = () => {
      const board = document.querySelector('.table[data-step] > main.stage');
      if (board) {
        const { x, y, width, height } = board.getBoundingClientRect();
        places.add([x, y, width, height].map(Math.round).join(' '));
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** All places where the board was: one, unless something moved it. */
export const boardPlaces = (page: Page) => page.evaluate(() => [...((window as Watched).places ?? [])]);
