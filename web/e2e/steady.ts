/** Whether the board keeps its place and its size while a match is played. */
import type { Page } from '@playwright/test';

interface Watched {
  edges?: Set<string>;
  places?: Set<string>;
  outlines?: Set<string>;
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
    const outlines = new Set<string>();
    /** The right edge of the ways on in the bar. */
    const edges = new Set<string>();
    Object.assign(window as Watched, { places, outlines, edges });
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
    /** For how many frames nothing has been chosen: what came near has gone back. */
    let rest = 0;
    const look = () => {
      requestAnimationFrame(look);
      const stage = document.querySelector('.table[data-step] > main.stage');
      if (!stage) return;
      const frame = stage.querySelector('.boardbox')!;
      const ways = document.querySelector('.actionbar.mine:not(.revealing) > .ways');
      if (ways) edges.add(ways.getBoundingClientRect().right.toFixed(0));
      rest = document.querySelector('.table')!.getAttribute('data-picked') ? 0 : rest + 1;
      const looked = drawing === true || (drawing === 'rest' && rest > 24);
      if (looked || !drawing) places.add(`${box(stage)}; ${box(frame)}${looked ? `; ${drawn(frame)}` : ''}`);
      else outlines.add(`${box(stage)}; ${box(frame)}`);
    };
    requestAnimationFrame(look);
  }, drawing);
}

/** All places where the board was: one, unless something moved it. */
export const boardPlaces = (page: Page) =>
  page.evaluate(() => {
    const { places = new Set<string>(), outlines = new Set<string>() } = window as Watched;
    const known = (outline: string) => [...places].some((place) => place.startsWith(outline));
    return [...places, ...[...outlines].filter((outline) => !known(outline))];
  });

/** Where the ways on in the bar ended while it was one's own turn: at one place on a wide page. */
export const barEdges = (page: Page) => page.evaluate(() => [...((window as Watched).edges ?? [])]);
