/** The game in words: clicks, prompts, events, the board for who listens. */
import type { Around, Click, ClickLabel, Place, SeatLook, Translate } from '$quipu/game/kit';
import type { Happened, MatchState, Offer, SheetLine } from '$quipu/generated/protocol';
import type { Event, IslandPart, View, Parts } from './types';
import { beside, DIRECTIONS } from './geometry';
import { nextAshore } from './clicks';
import { countCrew, crewOn, islandOf, laidTiles, partOf, placeOf, phaseDetail, phaseName, type Laid } from './model';
import { coast } from './voyage';

const letterName = (seats: readonly SeatLook[], letter: string) =>
  seats.find((seat) => seat.letter === letter)?.name ?? letter;
/** Where players' names are not at hand, a boat goes by its colour. */
const colour = (letter: string, t: Translate) => t(`colour.${letter}`);
const tileName = (name: string, t: Translate) => t(`tile.${name}`);
/** Beaches have no names. Where one is lit or being told of, its island says enough. */
const ofIsland = (beach: string, t: Translate) => tileName(islandOf(beach), t);

/** A beach among others, by where its piers point. */
function beachName(beach: string, view: View, t: Translate, parts?: Parts): string {
  const laid = view.position.tiles[islandOf(beach)];
  const part = parts && partOf(parts, islandOf(beach)).island?.beaches.find(({ name }) => name === beach);
  if (!part?.piers.length || laid === undefined) return t('beach', { island: ofIsland(beach, t) });
  const toward = part.piers.map((pier) => t(`compass.${DIRECTIONS[(pier + placeOf(laid).turn) % 6]}`)).join(', ');
  return t('beach.toward', { island: ofIsland(beach, t), toward });
}

/** The tab of a departure: colours there are of colours asked, as far as the way is known. */
export function coloursTab(offer: Offer, t: Translate, long = false): string | null {
  const { colours = 0, asked = 0, unknown = 0, removes = 0, fails = 0 } = offer.facts ?? {};
  if (removes) return t(long ? 'tab.removes' : 'tab.no');
  if (fails) return t(long ? 'tab.exhausted' : 'tab.no');
  if (asked === 0) return unknown ? (long ? t('tab.unknown') : '?') : null;
  if (long) return t('tab.colours', { count: colours, colours, asked });
  return t(unknown ? 'tab.short_unknown' : 'tab.short', { colours, asked });
}

/** A click in words. */
export function label(click: Click, view: View, t: Translate, around?: Around<Parts>): ClickLabel {
  const [kind = '', what = ''] = click.split(/:(.*)/s);
  switch (kind) {
    case 'beach':
      return { text: beachWords(what, view, t, around?.parts), group: t(`group.${groupOfBeach(view)}`) };
    case 'island':
      return { text: tileName(what, t), group: t('group.island') };
    case 'statue':
      return { text: t('click.statue', { island: tileName(what, t) }), group: t('group.royal') };
    case 'pier': {
      const [beach = '', toward = ''] = what.split('@');
      return {
        text: t('click.pier', { beach: ofIsland(beach, t), toward: t(`compass.${toward}`) }),
        group: t('group.sail'),
      };
    }
    case 'boat':
      return {
        text: t('click.boat', {
          colour: colour(what, t),
          count: countCrew(view.position.at_sea ?? '').find(([letter]) => letter === what)?.[1] ?? 0,
        }),
        group: t('group.boat'),
      };
    case 'cell':
      return {
        text: t('click.cell', { number: coast(view).indexOf(what) + 1, beside: neighboursOf(what, view, t) }),
        group: t('group.lay'),
      };
    case 'turn':
      return {
        text: t('click.turn', { toward: t(`compass.${DIRECTIONS[Number(what)]}`) }),
        group: t('group.lay'),
      };
    case 'verb':
      return { text: t(`verb.${what}`), group: t('group.special') };
    default:
      return { text: what };
  }
}

function groupOfBeach(view: View): string {
  const phase = phaseName(view);
  return phase === 'sail' ? 'sail' : phase === 'land' ? 'land' : phase === 'turn' ? 'shift' : 'moor';
}

function beachWords(beach: string, view: View, t: Translate, parts?: Parts): string {
  const crew = crewOn(view, beach);
  const name = beachName(beach, view, t, parts);
  return crew ? t('beach.with', { beach: name, boats: crewWords(crew, t) }) : t('beach.empty', { beach: name });
}

/** Boats by their owners' names, or by their colours: `2 of Ada, 1 of Bruno` or `red 2, blue 1`. */
const crewWords = (crew: string, t: Translate, seats: readonly SeatLook[] = []) =>
  countCrew(crew)
    .map(([letter, many]) =>
      seats.length > 0
        ? t('boats_of', { many, seat: letterName(seats, letter) })
        : t('boats_in', { many, colour: colour(letter, t) }),
    )
    .join(', ');

/** Where an empty cell lies: its direction from each island beside it, and how many seas touch it. */
function neighboursOf(cell: string, view: View, t: Translate): string {
  const near = Object.entries(view.position.tiles).flatMap(([name, place]) => {
    const toward = DIRECTIONS.findIndex((_, side) => beside(placeOf(place).cell, side) === cell);
    return toward < 0 ? [] : [{ name, toward }];
  });
  const seas = near.filter(({ name }) => name.startsWith('sea-')).length;
  const islands = near
    .filter(({ name }) => !name.startsWith('sea-'))
    .map(({ name, toward }) =>
      t('beside.of', { toward: t(`compass.${DIRECTIONS[toward]}`), island: tileName(name, t) }),
    );
  return [...islands, ...(seas ? [t('beside.seas', { count: seas })] : [])].join(', ');
}

/** The sentence that says what the next click does. */
export function prompt(game: MatchState, view: View, picked: readonly Click[], t: Translate): string {
  const phase = phaseName(view);
  if (phase === 'over') return t('prompt.over');
  if (game.to_act.kind === 'chance') return t(phase === 'first' ? 'prompt.first' : 'prompt.draw');
  if (!game.offers) return t(`prompt.other.${phase}`);
  const [first = ''] = picked;
  if (phase === 'turn') return promptTurn(game, first, t);
  if (phase === 'moor') {
    const { island, left, by } = phaseDetail(view, 'moor')!;
    return t(`prompt.moor.${by}`, { island: tileName(island, t), count: left });
  }
  const pier = picked.at(-1)?.startsWith('pier:') ? picked.at(-1)!.slice(5).split('@') : null;
  if (phase === 'sail' && pier)
    return t('prompt.sail.sure', { beach: ofIsland(pier[0]!, t), toward: t(`compass.${pier[1]}`) });
  if (phase === 'sail')
    return first.startsWith('beach:') ? t('prompt.pier', { beach: ofIsland(first.slice(6), t) }) : t('prompt.sail');
  if (phase === 'land') {
    const { shore, fresh = [] } = phaseDetail(view, 'land')!;
    const boat = first.startsWith('boat:') ? first.slice(5) : nextAshore(view);
    return t(fresh.length > 0 ? 'prompt.land' : 'prompt.land_rest', {
      colour: colour(boat, t),
      island: tileName(shore, t),
      count: (view.position.at_sea ?? '').length,
    });
  }
  if (phase === 'lay') {
    const tile = tileName(phaseDetail(view, 'lay')!.tile, t);
    return t(picked.length ? 'prompt.confirm' : 'prompt.lay', { tile });
  }
  return t(`prompt.${phase}`);
}

function promptTurn(game: MatchState, first: Click, t: Translate): string {
  const has = (verb: string) => game.offers!.some(({ word }) => word.startsWith(`${verb} `));
  if (first === 'verb:royal') return t('prompt.royal');
  if (first === 'verb:colonise')
    return t('prompt.colonise', {
      count: game.offers!.find(({ word }) => word === 'colonise')?.facts?.['returned'] ?? 0,
    });
  if (first.startsWith('statue:')) return t('prompt.crown', { island: tileName(first.slice(7), t) });
  if (first.startsWith('beach:')) return t('prompt.shift_to');
  const special = has('royal') || game.offers!.some(({ word }) => word === 'colonise');
  if (has('expand')) return t(special ? 'prompt.turn' : 'prompt.turn.plain');
  if (has('restart')) return t('prompt.restart');
  return t(has('shift') ? 'prompt.shift' : 'prompt.special');
}

/** Boats that are added to an island and then put down there one by one are one line. */
export function together(run: readonly Happened[], seats: readonly SeatLook[], t: Translate): string | null {
  const [first, ...rest] = run.map(({ event }) => event as unknown as Event);
  const added = first?.kind === 'expands' || first?.kind === 'restarts';
  const same = rest.every((event) => event.kind === 'moored' && added && islandOf(event.beach) === first.island);
  return added && same ? describe(run[0]!, seats, t) : null;
}

/** An event in words, with seats by name. */
export function describe(happened: Happened, seats: readonly SeatLook[], t: Translate): string {
  const event = happened.event as unknown as Event;
  // The journal's headings tell whose turn it is.
  if (event.kind === 'turn') return '';
  const values: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(event)) {
    if (key === 'seat') values['seat'] = letterName(seats, String(value));
    else if (key === 'beach' || key === 'from') values[key] = ofIsland(String(value), t);
    else if (key === 'island' || key === 'royal' || key === 'tile' || key === 'sea')
      values[key] = tileName(String(value), t);
    else if (key === 'toward') values[key] = t(`compass.${String(value)}`);
    else if (key === 'boats' && typeof value === 'string') {
      values['boats'] = crewWords(value, t, seats);
      values['count'] = value.length;
    } else if (key === 'boats' || key === 'points') values['count'] = value;
    else if (key !== 'kind') values[key] = value;
  }
  if ((event.kind === 'gains' || event.kind === 'loses') && event.points === 0)
    return t(`event.${event.kind}.none`, values);
  if (event.kind === 'crosses' && event.asked === 0) return t('event.crosses.free', values);
  if (event.kind === 'over') return t(`event.over.${event.rule}`, values);
  return t(`event.${event.kind}`, values);
}

/** The board in words. */
export function summary(view: View, parts: Parts, seats: SeatLook[], t: Translate): string {
  const { position } = view;
  const tiles = laidTiles(view, parts);
  const lines = [
    t('summary.table', {
      islands: tiles.filter(({ island }) => island).length,
      seas: tiles.filter(({ sea }) => sea).length,
      left: view.pile.length,
    }),
    ...seats.slice(0, view.seats).map(({ letter, name }) => {
      const islands = tiles.filter(
        ({ name: tile }) =>
          Object.values(position.boats[tile] ?? {}).some((crew) => crew.includes(letter)) ||
          position.royal[tile] === letter,
      );
      return t('summary.seat', {
        seat: name,
        points: view.points[letter] ?? 0,
        reserve: position.reserve[letter] ?? 0,
        islands: islands.map((tile) => tileName(tile.name, t)).join(', ') || t('summary.nowhere'),
      });
    }),
  ];
  const full = tiles.flatMap(
    ({ island }) => island?.beaches.filter(({ name, moorings }) => crewOn(view, name).length === moorings) ?? [],
  );
  if (full.length > 0)
    lines.push(t('summary.full', { beaches: full.map(({ name }) => beachName(name, view, t, parts)).join('; ') }));
  if (position.at_sea) lines.push(t('summary.at_sea', { boats: crewWords(position.at_sea, t, seats) }));
  return lines.join(' ');
}

/** Reading order: from north to south, then from west to east. */
const byPlace = (a: { cell: string }, b: { cell: string }) => {
  const row = ({ cell }: { cell: string }) =>
    cell
      .split(',')
      .map(Number)
      .reduce((q, r) => 2 * r + q);
  return row(a) - row(b) || parseInt(a.cell) - parseInt(b.cell);
};

/** The places of the board: islands with their beaches, seas with their routes, and the cells where a tile may lie. */
export function places(view: View, parts: Parts, seats: SeatLook[], t: Translate): Place[] {
  const found: Place[] = [];
  for (const tile of laidTiles(view, parts).sort(byPlace)) {
    if (tile.island) found.push(...islandPlaces(tile, tile.island, view, parts, seats, t));
    else if (tile.sea) found.push({ click: `sea:${tile.name}`, text: seaWords(tile, t) });
  }
  if (phaseName(view) === 'lay')
    found.push(...coast(view).map((cell) => ({ click: `cell:${cell}`, text: label(`cell:${cell}`, view, t).text })));
  return found;
}

function islandPlaces(
  tile: Laid,
  island: IslandPart,
  view: View,
  parts: Parts,
  seats: SeatLook[],
  t: Translate,
): Place[] {
  const king = view.position.royal[tile.name];
  const name = tileName(tile.name, t);
  const head = king
    ? t('place.royal', { island: name, points: island.points, seat: letterName(seats, king) })
    : t(view.closed.includes(tile.name) ? 'place.closed' : 'place.island', {
        island: name,
        points: island.points,
      });
  const beaches = king
    ? []
    : island.beaches.map(({ name: beach, moorings, piers }) => {
        const crew = crewOn(view, beach);
        const toward = piers.map((pier) => t(`compass.${DIRECTIONS[(pier + tile.turn) % 6]}`)).join(', ');
        return {
          click: `beach:${beach}`,
          text: t('place.beach', {
            beach: beachName(beach, view, t, parts),
            taken: crew.length,
            moorings,
            toward,
            boats: crew ? crewWords(crew, t, seats) : t('place.nobody'),
          }),
        };
      });
  return [{ click: `island:${tile.name}`, text: head }, ...beaches];
}

function seaWords(tile: Laid, t: Translate): string {
  const routes = tile.sea!.routes.map(({ sides: [a, b], colours }) =>
    t(colours ? 'place.route' : 'place.route_free', {
      from: t(`compass.${DIRECTIONS[(a + tile.turn) % 6]}`),
      to: t(`compass.${DIRECTIONS[(b + tile.turn) % 6]}`),
      colours,
    }),
  );
  return t('place.sea', { routes: routes.join('; ') });
}

export const sheetItem = (line: SheetLine, t: Translate) => tileName(line.item, t);
export const sheetSection = (section: string, t: Translate) => t(`section.${section}`);

/** The values of a refusal in the reader's words. */
export function refusalValues(
  values: Record<string, string | number>,
  t: Translate,
  around?: Around<Parts>,
): Record<string, string | number> {
  const spoken = (key: string, value: string | number) => {
    if (key === 'island' || key === 'tile') return tileName(String(value), t);
    if (key === 'beach') return ofIsland(String(value), t);
    if (key === 'seat') return letterName(around?.seats ?? [], String(value));
    return key === 'toward' ? t(`compass.${value}`) : value;
  };
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, spoken(key, value)]));
}

/** Royal islands and islands that leave the game, for the replay's slider and the journal's headings. */
export function milestone(happened: Happened, t: Translate): string | null {
  const event = happened.event as unknown as Event;
  return event.kind === 'royal' || event.kind === 'removed'
    ? t(`milestone.${event.kind}`, { island: t(`tile.${event.island}`) })
    : null;
}
