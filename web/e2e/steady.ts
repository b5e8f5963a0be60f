/** Whether the board keeps its place and its size while a match is played. */
import type { Page } from '@playwright/test';

interface Watched {
  places?: Set<string>;
}

/**
 * Looks where the board is with every frame, from the first move to the last: its stage and its frame; where all of it
 * is in sight, also the drawing itself, which a camera could move within them.
 */
export async function watchBoard(page: Page, { drawing = false } = {}): Promise<void> {
  await page.addInitScript((drawing) => {
    const places = new Set<string>();
    (window as Watched).places = places;
    const box = (one: Element | null) => {
      const { x, y, width, height } = one!.getBoundingClientRect();
      return [x, y, width, height].map((size) => size.toFixed(1)).join(' ');
    };
    const drawn = (frame: Element) => {
      const board = frame.querySelector<SVGSVGElement>('svg.board');
      const place = board?.getScreenCTM();
      return place ? [place.a, place.e, place.f].map((size) => size.toFixed(1)).join(' ') : '';
    };
    const look = () => {
      requestAnimationFrame(look);
      const stage = document.querySelector('.table[data-step] > main.stage');
      if (!stage) return;
      const frame = stage.querySelector('.boardbox')!;
      places.add(`${box(stage)}; ${box(frame)}${drawing ? `; ${drawn(frame)}` : ''}`);
    };
    requestAnimationFrame(look);
  }, drawing);
}

/** All places where the board was: one, unless something moved it. */
export const boardPlaces = (page: Page) => page.evaluate(() => [...((window as Watched).places ?? [])]);
