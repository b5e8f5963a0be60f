/** A hint in words and in pencil. Rhombi and places have no names: the marks say which are meant. */
import type { Around, Click, Sketch, Spot, Translate } from '$quipu/game/kit';
import type { MatchState } from '$quipu/generated/protocol';
import type { Point } from '$quipu/board/pen';
import {
  cornerOf,
  cornersOf,
  lying,
  middle,
  pose,
  slid,
  turned,
  type Corner,
  type Direction,
  type Pose,
} from './geometry';
import { isSlab, slabOf } from './model';
import type { Parts, View } from './types';

const COSTS = new Set(['slide', 'turn', 'take', 'passage']);

/** The steps of a hint, each drawn where the steps before it have left things. */
export function sketch(
  words: readonly string[],
  game: MatchState,
  view: View,
  t: Translate,
  { parts }: Around<Parts>,
): Sketch[] {
  const slabs = new Map<string, Pose>(
    Object.entries(view.position.rhombi).map(([id, cells]) => [id, pose(lying(cells))]),
  );
  const spot = (place: string | undefined): Point | undefined => {
    if (!place) return undefined;
    if (!isSlab(place)) return middle(place);
    const lies = slabs.get(slabOf(place));
    return lies && [lies.x, lies.y];
  };
  let pawn = view.position.pawns?.[view.position.seat];
  return words.map((word): Sketch => {
    const [verb = '', one = '', two = '', three = '', four = ''] = word.split(' ');
    const offer = game.offers?.find((found) => found.word === word);
    const price = offer?.price || (COSTS.has(verb) ? 1 : 0);
    const cost = price ? t('ap', { count: price }) : undefined;
    const paid = { cost, price };
    switch (verb) {
      case 'start': {
        const gate = parts.cells.find(({ start }) => start === one);
        return { text: t('hint.start', { start: t(`compass.${one}`) }), at: gate && middle(gate.cell) };
      }
      case 'lay': {
        const lies = pose([one, two]);
        return { text: t('hint.lay'), at: [lies.x, lies.y], outline: cornersOf(lies) };
      }
      case 'slide':
      case 'turn': {
        const lies = slabs.get(one);
        if (!lies) return { text: t(`hint.${verb}`, { direction: '', sense: '' }), ...paid };
        const end =
          verb === 'slide'
            ? slid(lies, two as Direction, Number(three))
            : turned(lies, cornerOf(lies, two as Corner), three, Number(four));
        slabs.set(one, end);
        const values = {
          direction: verb === 'slide' ? t(`compass.${two}`) : '',
          sense: verb === 'turn' ? t(`sense.${three}`) : '',
        };
        const at: Point = [end.x, end.y];
        return { text: t(`hint.${verb}`, values), at, from: [lies.x, lies.y], outline: cornersOf(end), ...paid };
      }
      case 'walk':
      case 'passage': {
        const from = spot(pawn);
        pawn = one;
        return { text: t(`hint.${verb}`), at: spot(one), from, ...paid };
      }
      case 'take':
        return { text: t('hint.take'), at: spot(pawn), ...paid };
      case 'block':
        return { text: t('hint.block'), at: spot(one) };
      default:
        return { text: t(`hint.${verb}`) };
    }
  });
}

/** Where something lies that a lesson points at: a rhombus, the pawn, a gate, a place to come to. */
export function spot(click: Click, { position }: View, parts: Parts): Spot | null {
  const [kind, what = ''] = [click.split(':')[0], click.slice(click.indexOf(':') + 1)];
  const on = (place: string | undefined): Spot | null => {
    if (!place) return null;
    const cells = isSlab(place) ? position.rhombi[slabOf(place)] : undefined;
    if (!isSlab(place)) return { at: middle(place) };
    const lies = cells && pose(lying(cells));
    return lies ? { at: [lies.x, lies.y] } : null;
  };
  if (kind === 'pawn') return on(position.pawns?.[position.seat]);
  if (kind === 'start') return on(parts.cells.find(({ start }) => start === what)?.cell);
  return ['rhombus', 'at', 'cell', 'passage'].includes(kind ?? '') ? on(what) : null;
}
