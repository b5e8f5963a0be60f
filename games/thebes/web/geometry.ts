/** Where everything lies, in three cuts: a wide table, a phone lying on its side, a phone in the hand. */
import { SIZES, type Size } from './art/CardFace.svelte';
import type { Region } from './types';
import { REGIONS } from './notation';

export interface Spot {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Layout {
  name: 'wide' | 'lying' | 'phone';
  width: number;
  height: number;
  /** Letters for a hand: 640 units are 390 px there, so nothing is set below 18.5 units (11 px). */
  big: boolean;
  card: Size;
  track: Spot;
  deck: Spot | null;
  market: Spot;
  spaces: Spot[];
  beside: Spot;
  /** One place for each card beside the board. */
  stalls: Spot[];
  sites: Spot;
  piles: Record<Region, Spot>;
  /** How large a pile is drawn. */
  pileScale: number;
  dig: Spot;
  hand: Spot;
  finds: Spot;
  professors: Spot;
}

/** What the height of a board for the hand depends on. */
export interface Contents {
  beside: number;
  /** Whether a dig is being put together, or something of a pile is shown. */
  digging: boolean;
  hand: number;
  /** Whether finds are shown one by one; else as sums. */
  findRows: number;
}

/** The least scale at which the wide table's letters of 13 units are 11 px. */
export const LEAST_WIDE = 11 / 13;
export const LEAST_BIG = 11 / 18.5;

/** The width of the cut for a phone on its side: two columns. */
const LYING = 1216;

/** The cut for a stage of that many pixels. */
export function cut(width: number, height: number, compact: boolean): Layout['name'] {
  if (width >= 1280 * LEAST_WIDE && !compact) return 'wide';
  return width >= LYING * LEAST_BIG && width > height ? 'lying' : 'phone';
}

/** The cut of a picture in a page, which is as high as it likes. */
export const pictured = (width: number): Layout['name'] => (width >= 560 ? 'lying' : 'phone');

/** Places in rows, as large as the room allows. */
export function rows(room: Spot, count: number, ratio: number, gap: number, most: number): Spot[] {
  if (!count) return [];
  let best = { columns: 1, w: 0 };
  for (let columns = 1; columns <= count; columns += 1) {
    const lines = Math.ceil(count / columns);
    const w = Math.min(most, (room.w - gap * (columns - 1)) / columns, ((room.h - gap * (lines - 1)) / lines) * ratio);
    // Of equal ones the row is better than the heap.
    if (w > best.w - 0.01) best = { columns, w };
  }
  const { columns, w } = best;
  const h = w / ratio;
  return Array.from({ length: count }, (_, at) => ({
    x: room.x + (at % columns) * (w + gap),
    y: room.y + Math.floor(at / columns) * (h + gap),
    w,
    h,
  }));
}

function stallsWide(beside: Spot, count: number, museums: number): Spot[] {
  if (count <= 2) {
    // As the cards are printed: an exhibition broad, a museum narrow.
    let x = beside.x;
    return Array.from({ length: count }, (_, at) => {
      const w = at < count - museums ? (museums === 0 && count === 2 ? 176 : 200) : 150;
      const spot = { x, y: beside.y, w, h: beside.h };
      x += w + 14;
      return spot;
    });
  }
  const columns = count <= 6 ? 3 : count <= 8 ? 4 : 4;
  const lines = Math.ceil(count / columns);
  const w = (beside.w - 9 * (columns - 1)) / columns;
  const h = (beside.h - 9 * (lines - 1)) / lines;
  return Array.from({ length: count }, (_, at) => ({
    x: beside.x + (at % columns) * (w + 9),
    y: beside.y + Math.floor(at / columns) * (h + 9),
    w,
    h,
  }));
}

function wide(contents: Contents, museums: number): Layout {
  const beside = { x: 872, y: 170, w: 368, h: 214 };
  const site = (at: number): Spot => ({ x: 47 + (at % 2) * 142, y: 472 + Math.floor(at / 2) * 164, w: 118, h: 138 });
  return {
    name: 'wide',
    width: 1280,
    height: 838,
    big: false,
    card: 'full',
    pileScale: 1,
    track: { x: 40, y: 96, w: 1200, h: 34 },
    deck: { x: 40, y: 172, w: 112, h: 204 },
    market: { x: 180, y: 170, w: 663, h: 214 },
    spaces: [0, 1, 2, 3].map((at) => ({ x: 180 + at * 171, y: 170, w: 150, h: 214 })),
    beside,
    stalls: stallsWide(beside, contents.beside, museums),
    sites: { x: 40, y: 446, w: 290, h: 360 },
    piles: Object.fromEntries(REGIONS.map((region, at) => [region, site(at)])) as Layout['piles'],
    dig: { x: 350, y: 446, w: 424, h: 360 },
    hand: { x: 804, y: 446, w: 436, h: 126 },
    finds: { x: 804, y: 594, w: 436, h: 156 },
    professors: { x: 804, y: 784, w: 436, h: 34 },
  };
}

/** A column for the hand, as tall as it needs to be. */
function column(
  x: number,
  w: number,
  y: number,
  parts: readonly string[],
  contents: Contents,
): { at: Record<string, Spot>; y: number } {
  const tall: Record<string, number> = {
    market: 46 + SIZES.phone.h + 14,
    beside: contents.beside ? 46 + Math.ceil(contents.beside / 4) * (SIZES.phone.h - 30) + 4 : 0,
    sites: 46 + 160,
    dig: contents.digging ? 486 : 0,
    hand: 46 + (contents.hand ? SIZES.handheld.h + 8 : 0) + 62,
    finds: 46 + (contents.findRows ? contents.findRows * 148 : 74),
    professors: 46 + 60,
  };
  const at: Record<string, Spot> = {};
  for (const part of parts) {
    const h = tall[part] ?? 0;
    at[part] = { x, y, w, h };
    y += h;
  }
  return { at, y };
}

function handheld(name: 'lying' | 'phone', contents: Contents): Layout {
  const lying = name === 'lying';
  const width = lying ? LYING : 640;
  const top = 168;
  const left = column(
    lying ? 10 : 24,
    592,
    top,
    lying ? ['market', 'beside', 'professors'] : ['market', 'beside', 'sites', 'dig', 'hand', 'finds', 'professors'],
    contents,
  );
  const right = lying ? column(614, 592, top, ['sites', 'dig', 'hand', 'finds'], contents) : { at: {}, y: 0 };
  const at: Record<string, Spot> = { ...left.at, ...right.at };
  const { market, beside, sites, dig, hand, finds, professors } = at as Record<
    'market' | 'beside' | 'sites' | 'dig' | 'hand' | 'finds' | 'professors',
    Spot
  >;
  const card = SIZES.phone;
  return {
    name,
    width,
    height: Math.max(left.y, right.y) + 16,
    big: true,
    card: 'phone',
    pileScale: 1.06,
    track: { x: lying ? 12 : 24, y: 104, w: width - (lying ? 24 : 48), h: 40 },
    deck: null,
    market,
    spaces: [0, 1, 2, 3].map((index) => ({ x: market.x + 3 + index * 148, y: market.y + 44, w: card.w, h: card.h })),
    beside,
    stalls: Array.from({ length: contents.beside }, (_, index) => ({
      x: beside.x + 3 + (index % 4) * 148,
      y: beside.y + 40 + Math.floor(index / 4) * (card.h - 30),
      w: card.w,
      h: card.h - 44,
    })),
    sites,
    piles: Object.fromEntries(
      REGIONS.map((region, index) => [region, { x: sites.x + 12 + index * 149, y: sites.y + 42, w: 118, h: 138 }]),
    ) as Layout['piles'],
    dig,
    hand,
    finds,
    professors,
  };
}

export function layout(name: Layout['name'], contents: Contents, museums: number): Layout {
  return name === 'wide' ? wide(contents, museums) : handheld(name, contents);
}
