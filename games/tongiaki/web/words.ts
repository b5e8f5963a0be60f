/** The game in words: clicks, prompts, events, the board for who listens. */
import type { Click, ClickLabel, Place, SeatLook, Translate } from '$quipu/game/kit';
import type { Happened, MatchState, Offer, SheetLine } from '$quipu/generated/protocol';
import type { Event, IslandPart, Open, Parts } from './types';
import { DIRECTIONS } from './geometry';
import { nextAshore } from './clicks';
import { countCrew, crewOn, islandOf, laidTiles, numberOf, stageDetail, stageName, type Laid } from './model';
import { coast } from './voyage';

const letterName = (seats: readonly SeatLook[], letter: string) =>
  seats.find((seat) => seat.letter === letter)?.name ?? letter;
/** Where players' names are not at hand, a boat goes by its colour. */
const colour = (letter: string, t: Translate) => t(`colour.${letter}`);
const tileName = (name: string, t: Translate) => t(`tile.${name}`);
const beachName = (beach: string, t: Translate) =>
  t('beach', { island: tileName(islandOf(beach), t), number: numberOf(beach) });

/** The tab of a departure: colours there are of colours asked, as far as the way is known. */
export function coloursTab(offer: Offer, t: Translate, long = false): string | null {
  const { colours = 0, asked = 0, unknown = 0, removes = 0, fails = 0 } = offer.facts ?? {};
  if (removes) return t(long ? 'tab.removes' : 'tab.no');
  if (fails) return t(long ? 'tab.exhausted' : 'tab.no');
  if (asked === 0) return unknown ? (long ? t('tab.unknown') : '?') : null;
  if (long) return t('tab.colours', { colours, asked });
  return t(unknown ? 'tab.short_unknown' : 'tab.short', { colours, asked });
}

/** A click in words. */
export function label(click: Click, view: Open, t: Translate): ClickLabel {
  const [kind = '', what = ''] = click.split(/:(.*)/s);
  switch (kind) {
    case 'beach':
      return { text: beachWords(what, view, t), group: t(`group.${groupOfBeach(view)}`) };
    case 'island':
      return { text: tileName(what, t), group: t('group.island') };
    case 'statue':
      return { text: t('click.statue', { island: tileName(what, t) }), group: t('group.royal') };
    case 'pier': {
      const [beach = '', toward = ''] = what.split('@');
      return {
        text: t('click.pier', { beach: beachName(beach, t), toward: t(`compass.${toward}`) }),
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
      return { text: t('click.cell', { cell: what, beside: neighboursOf(what, view, t) }), group: t('group.lay') };
    case 'turn':
      return {
        text: t('click.turn', { turn: what, toward: t(`compass.${DIRECTIONS[Number(what)]}`) }),
        group: t('group.lay'),
      };
    case 'verb':
      return { text: t(`verb.${what}`), group: t('group.special') };
    default:
      return { text: what };
  }
}

function groupOfBeach(view: Open): string {
  const stage = stageName(view);
  return stage === 'sail' ? 'sail' : stage === 'land' ? 'land' : stage === 'turn' ? 'shift' : 'moor';
}

function beachWords(beach: string, view: Open, t: Translate): string {
  const crew = crewOn(view, beach);
  return crew
    ? t('beach.with', { beach: beachName(beach, t), boats: crewWords(crew, t) })
    : t('beach.empty', { beach: beachName(beach, t) });
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

function neighboursOf(cell: string, view: Open, t: Translate): string {
  const near = Object.entries(view.position.tiles).flatMap(([name, place]) => {
    const [q, r] = cell.split(',').map(Number) as [number, number];
    const [tq, tr] = place.split(' ')[0]!.split(',').map(Number) as [number, number];
    const [dq, dr] = [q - tq, r - tr];
    return Math.max(Math.abs(dq), Math.abs(dr), Math.abs(dq + dr)) === 1 ? [tileName(name, t)] : [];
  });
  return near.join(', ');
}

/** The sentence that says what the next click does. */
export function prompt(game: MatchState, view: Open, picked: readonly Click[], t: Translate): string {
  const stage = stageName(view);
  if (stage === 'over') return t('prompt.over', { rule: stageDetail(view, 'over')?.rule ?? '' });
  if (game.to_act.kind === 'chance') return t(stage === 'first' ? 'prompt.first' : 'prompt.draw');
  if (!game.offers) return t(`prompt.other.${stage}`);
  const [first = ''] = picked;
  if (stage === 'turn') return promptTurn(game, first, t);
  if (stage === 'moor') {
    const { island, left, by } = stageDetail(view, 'moor')!;
    return t(`prompt.moor.${by}`, { island: tileName(island, t), count: left });
  }
  if (stage === 'sail')
    return first.startsWith('beach:') ? t('prompt.pier', { beach: beachName(first.slice(6), t) }) : t('prompt.sail');
  if (stage === 'land') {
    const { shore, fresh = [] } = stageDetail(view, 'land')!;
    const boat = first.startsWith('boat:') ? first.slice(5) : nextAshore(view);
    return t(fresh.length > 0 ? 'prompt.land' : 'prompt.land_rest', {
      colour: colour(boat, t),
      island: tileName(shore, t),
      count: (view.position.at_sea ?? '').length,
    });
  }
  if (stage === 'lay') {
    const tile = tileName(stageDetail(view, 'lay')!.tile, t);
    return t(picked.length > 1 ? 'prompt.confirm' : picked.length === 1 ? 'prompt.turn_tile' : 'prompt.lay', { tile });
  }
  return t(`prompt.${stage}`);
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
  if (has('expand')) return t('prompt.turn');
  if (has('restart')) return t('prompt.restart');
  return t(has('shift') ? 'prompt.shift' : 'prompt.special');
}

/** An event in words, with seats by name. */
export function describe(happened: Happened, seats: SeatLook[], t: Translate): string {
  const event = happened.event as unknown as Event;
  const values: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(event)) {
    if (key === 'seat') values['seat'] = letterName(seats, String(value));
    else if (key === 'beach' || key === 'from') values[key] = beachName(String(value), t);
    else if (key === 'island' || key === 'royal' || key === 'tile' || key === 'sea')
      values[key] = tileName(String(value), t);
    else if (key === 'toward') values[key] = t(`compass.${String(value)}`);
    else if (key === 'boats' && typeof value === 'string') {
      values['boats'] = crewWords(value, t, seats);
      values['count'] = value.length;
    } else if (key === 'boats' || key === 'points') values['count'] = value;
    else if (key === 'turn') values['turn'] = String(value).slice(1);
    else if (key !== 'kind') values[key] = value;
  }
  if (event.kind === 'crosses' && event.asked === 0) return t('event.crosses.free', values);
  if (event.kind === 'over') return t(`event.over.${event.rule}`, values);
  return t(`event.${event.kind}`, values);
}

/** The board in words. */
export function summary(view: Open, parts: Parts, seats: SeatLook[], t: Translate): string {
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
    lines.push(t('summary.full', { beaches: full.map(({ name }) => beachName(name, t)).join(', ') }));
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
export function places(view: Open, parts: Parts, seats: SeatLook[], t: Translate): Place[] {
  const found: Place[] = [];
  for (const tile of laidTiles(view, parts).sort(byPlace)) {
    if (tile.island) found.push(...islandPlaces(tile, tile.island, view, seats, t));
    else if (tile.sea) found.push({ click: `sea:${tile.name}`, text: seaWords(tile, t) });
  }
  if (stageName(view) === 'lay')
    found.push(...coast(view).map((cell) => ({ click: `cell:${cell}`, text: label(`cell:${cell}`, view, t).text })));
  return found;
}

function islandPlaces(tile: Laid, island: IslandPart, view: Open, seats: SeatLook[], t: Translate): Place[] {
  const king = view.position.royal[tile.name];
  const name = tileName(tile.name, t);
  const head = king
    ? t('place.royal', { island: name, points: island.points, seat: letterName(seats, king), cell: tile.cell })
    : t(view.closed.includes(tile.name) ? 'place.closed' : 'place.island', {
        island: name,
        points: island.points,
        cell: tile.cell,
      });
  const beaches = king
    ? []
    : island.beaches.map(({ name: beach, moorings, piers }) => {
        const crew = crewOn(view, beach);
        const toward = piers.map((pier) => t(`compass.${DIRECTIONS[(pier + tile.turn) % 6]}`)).join(', ');
        return {
          click: `beach:${beach}`,
          text: t('place.beach', {
            beach: beachName(beach, t),
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
  return t('place.sea', { sea: tileName(tile.name, t), cell: tile.cell, routes: routes.join('; ') });
}

export const sheetItem = (line: SheetLine, t: Translate) => tileName(line.item, t);
export const sheetSection = (section: string, t: Translate) => t(`section.${section}`);

/** The values of a refusal in the reader's words. */
export function refusalValues(values: Record<string, string | number>, t: Translate): Record<string, string | number> {
  const spoken = (key: string, value: string | number) => {
    if (key === 'island' || key === 'tile') return tileName(String(value), t);
    if (key === 'beach') return beachName(String(value), t);
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
