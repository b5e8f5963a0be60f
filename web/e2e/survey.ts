/** What a player sees at a table, read from the page: whose turn it is, what is lit, and where a pointer hits it. */
import type { Page } from '@playwright/test';

/** Where the match is: one's own turn, somebody else's, behind the curtain, or over. */
export type Situation = 'mine' | 'others' | 'curtain' | 'over';

/** A place that is lit. */
export interface Spot {
  click: string;
  /** Where a pointer hits it, and nothing that lies over it. */
  x: number;
  y: number;
  /** Whether it is one of the buttons that all games share. */
  shared: boolean;
}

export interface Survey {
  now: Situation;
  /** Tells this position from the next: how many steps were played, what is picked and what is lit. */
  mark: string;
  step: number;
  /** In an order of their own, by the seed. */
  spots: Spot[];
  /** Lit and in sight, but nowhere to be hit, with what lies over it. */
  covered: string[];
  end: Spot | null;
  /** The button that plays what was spelt, where it waits for that. */
  confirm: Spot | null;
  back: Spot | null;
  pass: Spot | null;
  /** Whether it is told what the others did since one's own turn. */
  recap: boolean;
  /** At which step the guided first turn is; null where there is none. */
  guide: number | null;
}

/** How long a click may be without any effect before it counts as lost. */
const LOOK_TIMEOUT = 10_000;

/**
 * Waits until the page shows something else than `before` and there is something to do, then looks round. Answers null
 * where nothing changed. From the step `upTo` on it does not wait for one's own turn any more.
 */
export function survey(page: Page, before: string | null, seed: number, upTo = Infinity): Promise<Survey | null> {
  return page.evaluate(look, { before, seed, upTo: Math.min(upTo, 1e9), patience: LOOK_TIMEOUT });
}

/** Runs in the page. */
async function look({
  before,
  seed,
  upTo,
  patience,
}: {
  before: string | null;
  seed: number;
  upTo: number;
  patience: number;
}): Promise<Survey | null> {
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
  const attribute = (name: string) => document.querySelector('.table')?.getAttribute(name);
  // A lesson answers what it did not ask for.
  const tries = () => document.querySelector<HTMLElement>('.coach')?.dataset['tries'] ?? '';
  const mark = () => {
    const lit = all('[data-click]').map((one) => one.dataset['click']);
    const page = document.querySelector('main')?.className;
    return [page, attribute('data-step'), tries(), attribute('data-picked'), lit.join()].join(' ');
  };
  const situation = (): Situation => {
    if (document.querySelector('main.result, .coach[data-over]')) return 'over';
    // Something in a lesson that is only read.
    if (document.querySelector('.coach .seal')) return 'curtain';
    if (document.querySelector('.curtainpage')) return 'curtain';
    if (document.querySelector('.actionbar button.pass')) return 'curtain';
    // In a lesson what lies for now may have no other place: then it waits for nothing but to be confirmed.
    const lit = '.table[data-mine=true] [data-click], .table[data-mine=true] .ways .seal';
    // What slides is not pressed: a person waits, too, until they see where it is.
    return document.querySelector(lit) && !document.querySelector('[data-gliding]') ? 'mine' : 'others';
  };
  const feel = (one: HTMLElement): Spot | null => {
    const outline = one.querySelector('.hit') ?? one;
    const box = outline.getBoundingClientRect();
    for (const [fx, fy] of [
      [0.5, 0.5],
      [0.5, 0.25],
      [0.5, 0.75],
      [0.25, 0.5],
      [0.75, 0.5],
      [0.2, 0.2],
      [0.8, 0.2],
      [0.2, 0.8],
      [0.8, 0.8],
      [0.5, 0.08],
      [0.5, 0.92],
      [0.08, 0.5],
      [0.92, 0.5],
    ] as const) {
      const [x, y] = [box.x + box.width * fx, box.y + box.height * fy];
      if (document.elementFromPoint(x, y)?.closest('[data-click], button') === one)
        return { click: one.dataset['click'] ?? '', x, y, shared: one.closest('[data-shared]') !== null };
    }
    return null;
  };
  /** What lies over the middle of something that is in sight; nothing where it is beyond an edge, or what it is for. */
  const cover = (one: HTMLElement): string | null => {
    const { x, y, width, height } = (one.querySelector('.hit') ?? one).getBoundingClientRect();
    const [cx, cy] = [x + width / 2, y + height / 2];
    for (let around = one.parentElement; around; around = around.parentElement) {
      if (getComputedStyle(around).overflow === 'visible') continue;
      const { left, right, top, bottom } = around.getBoundingClientRect();
      if (cx < left || cx > right || cy < top || cy > bottom) return null;
    }
    const over = document.elementFromPoint(cx, cy);
    if (!over) return null;
    const press = over.closest<HTMLElement>('[data-click], button');
    const name = press?.dataset['click'] ?? over.closest('[class]')?.getAttribute('class') ?? over.tagName;
    return `${one.dataset['click']} under ${name}`;
  };
  const button = (selector: string): Spot | null => {
    const one = document.querySelector<HTMLElement>(selector);
    return one && feel(one);
  };

  const start = performance.now();
  for (;;) {
    const now = situation();
    const waited = performance.now() - start;
    if ((now !== 'others' || Number(attribute('data-step')) >= upTo) && mark() !== before) break;
    if (mark() === before && waited > patience) return null;
    // What waits to be turned up is turned up, as people do.
    if (attribute('data-turning') === 'true')
      document.querySelector<HTMLElement>('.actionbar.revealing .seal')?.click();
    if (waited > 120_000) throw new Error('nothing happens: it is nobody’s turn');
    await new Promise((resolve) => setTimeout(resolve, 8));
  }
  // What is pressed must not be on the move: the stage and what is lit on it keep their places for some frames.
  const size = () =>
    JSON.stringify(
      [document.querySelector('.stage'), ...all('.stage [data-click]').slice(0, 3)].map((one) =>
        one?.getBoundingClientRect(),
      ),
    );
  for (let [last, same] = [size(), 0]; same < 3;) {
    await new Promise((resolve) => setTimeout(resolve, 12));
    [same, last] = size() === last ? [same + 1, last] : [0, size()];
  }
  let state = seed;
  const roll = (sides: number) => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return Math.floor((state / 4294967296) * sides);
  };
  const lit = all('.table [data-click]').filter((one) => one.getClientRects().length > 0 && !one.closest('.ways'));
  const own = lit.filter((one) => !one.closest('[data-shared]'));
  // The board first; verbs of the action bar as often as not, where both are lit.
  const order = own.length && roll(3) ? own : lit;
  const spots: Spot[] = [];
  const covered: string[] = [];
  const left = [...order];
  while (left.length && spots.length < 1) {
    const [one] = left.splice(roll(left.length), 1);
    const spot = feel(one!);
    if (spot) spots.push(spot);
    else covered.push(...[cover(one!)].filter((what) => what !== null));
  }
  return {
    now: situation(),
    mark: mark(),
    recap: document.querySelector('.recap .recapline') !== null,
    guide: ((step) => (step === undefined ? null : Number(step)))(
      document.querySelector<HTMLElement>('.guide')?.dataset['step'],
    ),
    step: Number(document.querySelector('.table')?.getAttribute('data-step') ?? -1),
    spots,
    covered,
    end: button('.ways [data-click]'),
    confirm: button('.ways .seal:not([data-click])'),
    back: button('.ways [aria-keyshortcuts=Escape]'),
    pass: button('.actionbar button.pass') ?? button('.plate .seal') ?? button('.coach .seal'),
  };
}
