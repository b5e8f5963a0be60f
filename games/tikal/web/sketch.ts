/** A hint in words and in pencil: what each of its steps does, where, and for how much. */
import type { Around, Click, Sketch, Spot, Translate } from '$quipu/game/kit';
import type { HintGain, MatchState } from '$quipu/generated/protocol';
import type { Point } from '$quipu/board/pen';
import { seatIndex } from '$quipu/board/seats';
import { clickParts, crossings } from './clicks';
import { CELLS, centre, edgeMiddle } from './geometry';
import { ground, row, rowHeight, troops } from './model';
import { tileName } from './words';
import type { Parts, View } from './types';

/** Marks stand at the foot of a cell, and where pieces stand there, at its top: counts and tablet stay readable. */
const foot = (cell: string, view: View): Point => [
  centre(cell)[0],
  centre(cell)[1] + (troops(view, cell).length ? -48 : 40),
];

/** Where the acting seat's piece stands on a cell, or would. */
function stand(cell: string, piece: string, view: View, parts: Parts): Point {
  const here = ground(view, parts, cell);
  const mine =
    here &&
    row(troops(view, cell), rowHeight(here)).find(
      ({ seat, kind }) => seat === seatIndex(view.position.turn) && (kind === piece || kind === 'party'),
    );
  return mine ? [centre(cell)[0] + mine.at[0], centre(cell)[1] + mine.at[1]] : foot(cell, view);
}

/** What a word costs, as far as the engine's offers tell. */
function priceOf(word: string, game: MatchState, parts: Parts): number | undefined {
  for (const offer of game.offers ?? []) {
    const at = [offer.word, ...(offer.then ?? [])].indexOf(word);
    const price = at < 0 ? undefined : offer.then?.length ? crossings(offer)[at] : offer.price;
    if (price !== undefined) return price;
  }
  const prices: Partial<Record<string, number>> = parts.prices;
  return prices[word.split(' ')[0]!];
}

function step(word: string, view: View, t: Translate, parts: Parts): Sketch {
  const [verb = '', one = '', two = '', three = ''] = word.split(' ');
  switch (verb) {
    case 'enter':
      return { text: t(`hint.enter.${one}`, { cell: two }), at: foot(two, view) };
    case 'move':
    case 'shortcut':
      return {
        text: t(`hint.${verb}`, { cell: three }),
        at: foot(three, view),
        from: stand(two, one, view, parts),
        over: verb === 'move' ? [edgeMiddle(two, three)] : [],
      };
    case 'swap':
      return { text: t('hint.swap', { gives: t(`treasure.${one}`), takes: t(`treasure.${three}`) }) };
    case 'obstacle':
      return { text: t('hint.obstacle', { cell: one }), at: edgeMiddle(one, two) };
    case 'bid':
    case 'chips':
      return { text: t(`hint.${verb}`, { count: Number(one) }) };
    case 'take':
      return { text: t('hint.take', { tile: tileName(one, parts, t) }) };
    case 'place':
    case 'uncover':
    case 'dig':
    case 'camp':
    case 'guard':
    case 'gun':
    case 'shoot':
      return { text: t(`hint.${verb}`, { cell: one }), at: foot(one, view) };
    default:
      return { text: t(`hint.${verb}`) };
  }
}

/** The steps of a hint. The piece of a way that goes on stands, in pencil, where its last step left it. */
export function sketch(
  words: readonly string[],
  game: MatchState,
  view: View,
  t: Translate,
  { parts }: Around<Parts>,
): Sketch[] {
  const arrived = new Set<string>();
  return words.map((word) => {
    const [verb, piece, from, to] = word.split(' ');
    const made = step(word, view, t, parts);
    if (verb === 'move' && arrived.has(`${piece} ${from}`)) made.from = foot(from!, view);
    if (verb === 'move') arrived.add(`${piece} ${to}`);
    const price = priceOf(word, game, parts);
    return price === undefined ? made : { ...made, price, cost: t('ap', { count: price }) };
  });
}

/**
 * Which tiles come up where and which treasures will be dug nobody knows: a temple is named only where one stands, and
 * a set only of a kind that the seat to act holds.
 */
export function known({ item }: HintGain, view: View, parts: Parts): boolean {
  const [what = '', kind = ''] = item.split(' ');
  if (what === 'temple' || what === 'guard') return ground(view, parts, kind)?.part.kind === 'temple';
  if (!['single', 'pair', 'triple'].includes(what)) return true;
  const held: Partial<Record<string, number>> = view.position.players[view.position.turn]?.treasures ?? {};
  return (held[kind] ?? 0) > 0;
}

/** About all that lies and stands on a tile. */
const TILE = 60;

/** Where a cell lies that a lesson points at. */
export function spot(click: Click): Spot | null {
  const [sort, cell] = clickParts(click);
  return CELLS.includes(cell) && sort !== 'verb' ? { at: centre(cell), reach: TILE } : null;
}
