/** Whether the board keeps its place and its size while a match is played. */
import type { Page } from '@playwright/test';

interface Watched {
  places?: Set<string>;
  frames?: Set<string>;
}

/**
 * Looks where the board is with every frame, from the first move to the last: its stage and its frame; where all of it
 * is in sight, also the drawing itself, which a camera could move within them. On a phone what was chosen may come near
 * (`rest`): then the drawing is looked at while nothing is chosen. What is scrolled by hand or follows what is told
 * counts as if it lay at its top.
 */
export async function watchBoard(page: Page, { drawing = false }: { drawing?: boolean | 'rest' } = {}): Promise<void> {
  await page.addInitScript((drawing) => {
    const places = new Set<string>();
    /** Where stage and frame were while something was chosen. */
    const frames = new Set<string>();
    Object.assign(window as Watched, { places, frames });
    const box = (one: Element | null) => {
      const { x, y, width, height } = one!.getBoundingClientRect();
      return [x, y, width, height].map((size) => size.toFixed(1)).join(' ');
    };
    const drawn = (frame: Element) => {
      const board = frame.querySelector<SVGSVGElement>('svg.board');
      const place = board?.getScreenCTM();
      if (!board || !place) return '';
      let scrolled = 0;
      for (let one = board.parentElement; one && one !== frame; one = one.parentElement) scrolled += one.scrollTop;
      return [place.a, place.e, place.f + scrolled].map((size) => size.toFixed(1)).join(' ');
    };
    /** Since so many frames nothing is chosen: what came near has gone back. */
    let rest = 0;
    const look = () => {
      requestAnimationFrame(look);
      const stage = document.querySelector('.table[data-step] > main.stage');
      if (!stage) return;
      const frame = stage.querySelector('.boardbox')!;
      rest = document.querySelector('.table')!.getAttribute('data-picked') ? 0 : rest + 1;
      const looked = drawing === true || (drawing === 'rest' && rest > 24);
      if (looked || !drawing) places.add(`${box(stage)}; ${box(frame)}${looked ? `; ${drawn(frame)}` : ''}`);
      else frames.add(`${box(stage)}; ${box(frame)}`);
    };
    requestAnimationFrame(look);
  }, drawing);
}

/** All places where the board was: one, unless something moved it. */
export const boardPlaces = (page: Page) =>
  page.evaluate(() => {
    const { places = new Set<string>(), frames = new Set<string>() } = window as Watched;
    const known = (frame: string) => [...places].some((place) => place.startsWith(frame));
    return [...places, ...[...frames].filter((frame) => !known(frame))];
  });
