/** A hint in words and in pencil. An island that nobody has seen yet has neither name nor place. */
import type { Around, Click, Sketch, Spot, Translate } from '$quipu/game/kit';
import type { HintGain, MatchState } from '$quipu/generated/protocol';
import { polar, type Point } from '$quipu/board/pen';
import { arcs, centre, directionOf, sideOf } from './geometry';
import { islandOf, partOf, placeOf } from './model';
import type { View, Parts } from './types';

/** On a beach, where boats leave from; on its sand; beyond its pier, where a mark covers no boat; and on the way. */
const INNER = 62;
const BEACH = 72;
const PIER = 98;
const OUTER = 136;
/** About an island's land, with its name. */
const LAND = 54;

/** Among an island's palms: neither on its value nor on its name. */
const aside = ([x, y]: Point): Point => [x - 40, y - 10];

function laidAt(island: string, view: View): { cell: string; turn: number } | undefined {
  const laid = view.position.tiles[island];
  return laid === undefined ? undefined : placeOf(laid);
}

/** A beach, on the side where its first pier is. */
function beachAt(name: string, view: View, parts: Parts, far = INNER): Point | undefined {
  const at = laidAt(islandOf(name), view);
  const pier = partOf(parts, islandOf(name)).island?.beaches.find((part) => part.name === name)?.piers[0];
  return at && (pier === undefined ? centre(at.cell) : sideOf(at.cell, (pier + at.turn) % 6, far));
}

function step(word: string, view: View, t: Translate, parts: Parts): Sketch {
  const [verb = '', one = '', two = ''] = word.split(' ');
  const place = (island: string) => laidAt(island, view);
  const island = (name: string) => t(`tile.${name}`);
  const beach = (name: string, far?: number) => beachAt(name, view, parts, far);
  switch (verb) {
    case 'moor':
      return { text: t('hint.moor', { island: island(islandOf(one)) }), at: beach(one, PIER) };
    case 'land': {
      const seen = place(islandOf(two)) !== undefined;
      const text = seen ? t('hint.land', { island: island(islandOf(two)) }) : t('hint.land.unseen');
      return { text, at: beach(two, PIER) };
    }
    case 'shift':
      return {
        text: t('hint.shift', { island: island(two) }),
        at: place(two) && aside(centre(place(two)!.cell)),
        from: beach(one),
      };
    case 'sail': {
      const at = place(islandOf(one));
      const toward = directionOf(two);
      const text = t('hint.sail', { island: island(islandOf(one)), toward: t(`compass.${two}`) });
      return { text, at: at && sideOf(at.cell, toward, OUTER), from: beach(one) };
    }
    case 'expand':
    case 'restart':
    case 'royal': {
      const at = place(one);
      return { text: t(`hint.${verb}`, { island: island(one) }), at: at && aside(centre(at.cell)) };
    }
    case 'lay':
      return { text: t('hint.lay'), at: centre(one) };
    default:
      return { text: t(`hint.${verb}`) };
  }
}

export const sketch = (
  words: readonly string[],
  _game: MatchState,
  view: View,
  t: Translate,
  { parts }: Around<Parts>,
): Sketch[] => words.map((word) => step(word, view, t, parts));

/** Only islands on the table are known; which of the others comes up nobody knows. */
export const known = (gain: HintGain, view: View): boolean => gain.item in view.position.tiles;

/** The middle of a beach's sand. */
function sandAt(name: string, view: View, parts: Parts): Point | null {
  const [at, island] = [laidAt(islandOf(name), view), partOf(parts, islandOf(name)).island];
  const index = island?.beaches.findIndex((beach) => beach.name === name) ?? -1;
  const arc = at && island && arcs(island, at.turn)[index];
  return arc ? polar(BEACH, (arc.from + arc.to) / 2, ...centre(at.cell)) : null;
}

/** Where something lies that a lesson points at; an island is ringed about its land, a pier where its way begins. */
export function spot(click: Click, view: View, parts: Parts): Spot | null {
  const [kind, what = ''] = [click.slice(0, click.indexOf(':')), click.slice(click.indexOf(':') + 1)];
  if (kind === 'cell') return { at: centre(what) };
  if (kind === 'beach') {
    const at = sandAt(what, view, parts);
    return at && { at };
  }
  const [beach = '', toward] = what.split('@');
  const place = laidAt(islandOf(beach), view);
  if (kind === 'pier' && toward && place) return { at: sideOf(place.cell, directionOf(toward), PIER) };
  return kind === 'island' && place ? { at: centre(place.cell), reach: LAND } : null;
}
