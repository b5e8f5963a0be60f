/** The game in words: choices, prompts, events, places, the sheet. No word is written here, only keys. */
import { seatLetter } from '$quipu/board/seats';
import type { Happened, MatchState, SheetLine } from '$quipu/generated/protocol';
import type { Around, Click, ClickLabel, Place, SeatLook, Translate } from '$quipu/game/kit';
import { CELLS } from './geometry';
import { ground, guardOf, isSpending, openings, troops, turnPoints, type Ground } from './model';
import { clickParts, pickedOf, wordsOf } from './clicks';
import type { Event, Parts, View } from './types';

const seatName = (letter: string, seats: readonly SeatLook[]): string =>
  seats.find((seat) => seat.letter === letter)?.name ?? letter;

/** A tile by what it shows: its name of letter and number stands in records alone. */
export function tileName(tile: string | null | undefined, parts: Parts | undefined, t: Translate): string {
  const part = tile ? parts?.tiles[tile] : undefined;
  return part ? t(`tile.a.${part.kind}`, { value: part.value, count: part.masks ?? 0 }) : t('tile.a');
}

/** Values of an event as words: seats by name, tiles by what they show, pieces and treasures by their names. */
function said(event: Event, seats: readonly SeatLook[], t: Translate, parts?: Parts): Record<string, unknown> {
  const values: Record<string, unknown> = { ...event };
  if ('tile' in event) values['tile'] = tileName(event.tile, parts, t);
  for (const key of ['seat', 'other'])
    if (typeof values[key] === 'string') values[key] = seatName(values[key] as string, seats);
  for (const key of ['treasure', 'gives', 'takes'])
    if (typeof values[key] === 'string') values[key] = t(`treasure.${values[key] as string}`);
  if ('gone' in event) values['count'] = event.gone;
  if ('price' in event) values['count'] = event.price;
  if ('chips' in event) values['count'] = event.chips;
  if (event.kind === 'paid') values['count'] = -event.points;
  if (event.kind === 'bid') values['count'] = event.points;
  if (event.kind === 'scored') {
    values['count'] = event.points;
    values['item'] = item(event.item, t);
  }
  return values;
}

function item(what: Extract<Event, { kind: 'scored' }>['item'], t: Translate): string {
  if ('temple' in what) return t('sheet.temple', { cell: what.temple });
  if ('guard' in what) return t('sheet.guard', { cell: what.guard });
  const [size, kind] = what.set;
  return t(`sheet.${['', 'single', 'pair', 'triple'][size] ?? 'triple'}`, { treasure: t(`treasure.${kind}`) });
}

export function describe(happened: Happened, seats: readonly SeatLook[], t: Translate, parts?: Parts): string {
  const event = happened.event as Event;
  const values = said(event, seats, t, parts);
  const alone = 'gone' in event && event.gone === 0 ? '.alone' : '';
  if ('piece' in event) return t(`event.${event.kind}.${event.piece}${alone}`, values);
  return t(`event.${event.kind}${alone}`, values);
}

export function label(click: Click, view: View, t: Translate, around?: Around<Parts>): ClickLabel {
  const nameOf = (letter: string | undefined) => seatName(letter ?? '', around?.seats ?? []);
  const [sort, what] = clickParts(click);
  const group = (key: string) => t(`group.${key}`);
  switch (sort) {
    case 'verb':
      return { text: t(`verb.${what}`), group: group('verb') };
    case 'from':
      return { text: t('click.from', { cell: what }), group: group('from') };
    case 'kind':
      return { text: t(`click.kind.${what}`), group: group('kind') };
    case 'tent':
      return { text: t(what === 'a5' ? 'click.tent.base' : 'click.tent', { cell: what }), group: group('tent') };
    case 'work': {
      const value = view.position.values[what];
      return {
        text:
          value === undefined
            ? t('click.work.pit', { cell: what, count: view.position.buried[what] ?? 0 })
            : t('click.work.temple', { cell: what, value }),
        group: group('work'),
      };
    }
    case 'cell':
      return { text: t('click.cell', { cell: what }), group: group('cell') };
    case 'turn':
      return { text: t('click.turn', { turn: Number(what) * 60 }), group: group('turn') };
    case 'edge': {
      const [low, high] = what.split('-');
      return { text: t('click.edge', { low, high }), group: group('edge') };
    }
    case 'give':
      return { text: t('click.give', { treasure: t(`treasure.${what}`) }), group: group('give') };
    case 'take': {
      const [treasure, letter] = what.split('@');
      return {
        text: t('click.take', { treasure: t(`treasure.${treasure}`), seat: nameOf(letter) }),
        group: group('take'),
      };
    }
    case 'foe': {
      const [letter, cell] = what.split('@');
      return { text: t('click.foe', { seat: nameOf(letter), cell }), group: group('foe') };
    }
    case 'tile':
      return { text: t('click.tile', { tile: tileName(what, around?.parts, t) }), group: group('tile') };
    default:
      return { text: t(`click.${sort}`, { count: Number(what) }), group: group(sort) };
  }
}

/** Where the tile that lies for now would lead, and for how much. */
function layPrompt(view: View, picked: readonly Click[], t: Translate, parts: Parts | undefined): string {
  const [cell, tile] = [pickedOf(picked, 'cell')!, view.position.players[view.position.turn]?.tile ?? ''];
  const turn = Number(pickedOf(picked, 'turn') ?? 0);
  const ways = (parts ? openings(view, parts, tile, cell, turn) : []).map(({ to, price }) =>
    t('prompt.lay.way', { cell: to, count: price }),
  );
  if (!ways.length) return t('prompt.lay.closed', { cell });
  const list =
    ways.length > 1 ? t('prompt.lay.and', { list: ways.slice(0, -1).join(', '), last: ways.at(-1) }) : ways[0];
  return t('prompt.lay', { cell, ways: list });
}

/** What action points can be spent on, in the order of the bar. */
const SPENT_ON = ['enter', 'move', 'uncover', 'dig', 'camp', 'guard', 'swap', 'shortcut', 'obstacle', 'gun', 'shoot'];
/** A prompt names this many, the bar shows all; and it has two lines of a phone, marks included. */
const NAMED = 3;
const LONGEST = 76;

/** What can be done with the action points that are left, and how to go on if nothing can. */
function spend(game: MatchState, view: View, t: Translate): string {
  const { ap, occasion } = view.position;
  const offered = new Set((game.offers ?? []).map((offer) => wordsOf(offer)[0]));
  const can = SPENT_ON.filter((verb) => offered.has(verb)).map((verb) => t(`prompt.can.${verb}`));
  if (!ap) return t(occasion === 'scoring' ? 'prompt.spend.none.scoring' : 'prompt.spend.none');
  if (!can.length) return t('prompt.spend.stuck', { count: ap });
  const say = (named: number) => {
    const some = can.slice(0, named);
    const last = some.pop()!;
    const what = some.length ? t('prompt.can.or', { some: some.join(', '), last }) : last;
    return t(`prompt.spend.${occasion}`, { count: ap, what });
  };
  const all = say(NAMED);
  return all.length > LONGEST ? say(NAMED - 1) : all;
}

function spendPrompt(game: MatchState, view: View, picked: readonly Click[], t: Translate): string {
  const [verb, from, kind] = [pickedOf(picked, 'verb'), pickedOf(picked, 'from'), pickedOf(picked, 'kind')];
  const { ap, occasion } = view.position;
  const work = pickedOf(picked, 'work');
  if (verb === 'end') return t('prompt.end.sure', { count: ap });
  if (work && verb !== 'guard' && verb !== 'gun')
    return t(view.position.values[work] === undefined ? 'prompt.dig.sure' : 'prompt.uncover.sure', { cell: work });
  if (from && kind) return t(`prompt.to.${kind}`, { cell: from });
  if (from) return t('prompt.kind', { cell: from });
  if (pickedOf(picked, 'tent') || (verb === 'guard' && pickedOf(picked, 'work')))
    return t(`prompt.kind.${verb === 'guard' ? 'guard' : 'enter'}`);
  if (pickedOf(picked, 'give')) return t('prompt.take', { treasure: t(`treasure.${pickedOf(picked, 'give')}`) });
  if (verb) return t(`prompt.${verb}`);
  if (occasion === 'jump')
    return t(view.position.jump === null ? 'prompt.jump' : ap ? 'prompt.jump.on' : 'prompt.jump.done', { count: ap });
  return spend(game, view, t);
}

export function prompt(
  game: MatchState,
  view: View,
  picked: readonly Click[],
  t: Translate,
  around?: Around<Parts>,
): string {
  const { phase, turn, round, players } = view.position;
  if (phase === 'over' || game.to_act.kind === 'over') return t('prompt.over');
  if (phase === 'first') return t('prompt.first');
  if (!game.offers?.length) return t(`prompt.wait.${phase}`);
  const points = players[turn]?.points ?? 0;
  switch (phase) {
    case 'place': {
      const cell = pickedOf(picked, 'cell');
      return cell
        ? layPrompt(view, picked, t, around?.parts)
        : t('prompt.place', { tile: tileName(players[turn]?.tile, around?.parts, t) });
    }
    case 'spend':
      return spendPrompt(game, view, picked, t);
    case 'bid':
      return round.bid >= points
        ? t('prompt.bid.none', { least: round.bid + 1 })
        : t(round.bid + 1 === points ? 'prompt.bid.only' : 'prompt.bid', { least: round.bid + 1, most: points });
    case 'chips':
      return t('prompt.chips', { count: players[turn]?.chips ?? 0 });
    case 'take':
      return t('prompt.take-tile');
    default:
      return t('prompt.verdict');
  }
}

/** What lies on a cell, in words. */
function groundWords(here: Ground, t: Translate): string {
  const { part, on } = here;
  if (part.kind === 'temple') return t('place.temple', { value: on.value });
  if (part.kind === 'treasure') return t('place.treasure', { count: on.left });
  return t(`place.${part.kind}`);
}

function who(view: View, cell: string, seats: readonly SeatLook[], t: Translate): string[] {
  return troops(view, cell).map((troop) => {
    const name = seatName(seatLetter(troop.seat), seats);
    const key = troop.leader ? (troop.workers ? 'party' : 'leader') : 'workers';
    return t(`place.${key}`, { seat: name, count: troop.workers });
  });
}

export function placeText(view: View, parts: Parts, cell: string, seats: readonly SeatLook[], t: Translate): string {
  const here = ground(view, parts, cell);
  if (!here) return t('place.unexplored', { cell });
  const out = [`${cell}: ${groundWords(here, t)}`];
  const guard = guardOf(view, cell);
  if (guard) out.push(t(guard.armed ? 'place.gun' : 'place.guard', { seat: seatName(seatLetter(guard.seat), seats) }));
  if (here.on.camp !== undefined) out.push(t('place.camp', { seat: seatName(seatLetter(here.on.camp), seats) }));
  out.push(...who(view, cell, seats, t));
  return out.join('; ');
}

export const places = (view: View, parts: Parts, seats: SeatLook[], t: Translate): Place[] =>
  CELLS.map((cell) => ({ click: `cell:${cell}`, text: placeText(view, parts, cell, seats, t) }));

export function summary(view: View, parts: Parts, seats: SeatLook[], t: Translate): string {
  const { position } = view;
  const left = Object.values(view.stack).reduce((sum, count) => sum + count, 0);
  const out = [
    t('summary.explored', { count: Object.keys(position.tiles).length + Object.keys(parts.printed).length, left }),
  ];
  for (const [letter, player] of Object.entries(position.players)) {
    const finds = Object.values(player.treasures).reduce((sum, count) => sum + count, 0);
    out.push(
      t('summary.seat', {
        seat: seatName(letter, seats),
        points: player.points,
        more: view.if_scored_now[letter] ?? 0,
        supply: player.supply,
        camps: parts.camps - player.camps.length,
        finds,
      }),
    );
  }
  const busy = CELLS.filter((cell) => troops(view, cell).length || guardOf(view, cell));
  for (const cell of busy) out.push(placeText(view, parts, cell, seats, t));
  return out.join('. ');
}

export function sheetItem(line: SheetLine, t: Translate): string {
  const [kind = '', what = ''] = line.item.split(' ');
  if (kind === 'temple' || kind === 'guard') return t(`sheet.${kind}`, { cell: what });
  if (kind === 'auction') return t('sheet.auction');
  return t(`sheet.${kind}`, { treasure: t(`treasure.${what}`) });
}

/** A volcano by the letter on the back of its tile: each has its own. */
const volcanoName = (tile: string | undefined, t: Translate): string =>
  t('section.volcano', { letter: tile?.charAt(0) ?? '' });

/** Temples held, temples guarded, treasures, auctions. */
export function sheetGroup(line: SheetLine, t: Translate): string {
  const kind = line.item.split(' ')[0] ?? '';
  return t(`sheet.group.${['temple', 'guard', 'auction'].includes(kind) ? kind : 'treasure'}`);
}

export function sheetSection(section: string, t: Translate): string {
  const [kind, what] = section.split(' ');
  if (kind === 'volcano') return volcanoName(what, t);
  if (kind === 'round') return t('section.round', { round: what });
  return t('section.final');
}

export const ifScoredNow = (view: View): number[] =>
  Array.from({ length: view.seats }, (_, i) => view.if_scored_now[seatLetter(i)] ?? 0);

/** The values of a refusal in the reader's words: seats and verbs by name. */
export function refusalValues(
  values: Record<string, string | number>,
  t: Translate,
  around?: Around<Parts>,
): Record<string, string | number> {
  const isSeat = (key: string) => ['seat', 'owner', 'rival', 'other', 'guard'].includes(key);
  const spoken = (key: string, value: string | number) => {
    if (key === 'verb') return t(`verb.${value}`);
    return isSeat(key) ? seatName(String(value), around?.seats ?? []) : value;
  };
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, spoken(key, value)]));
}

/** The scorings, for the replay's slider and the journal's headings. */
export function milestone(happened: Happened, t: Translate): string | null {
  const event = happened.event as Event;
  if (event.kind === 'erupts') return volcanoName(event.tile, t);
  return event.kind === 'final-round' ? t('section.final') : null;
}

/** What is left of the turn. */
export const left = (view: View, parts: Parts, t: Translate): string =>
  isSpending(view) ? t('bar.have', { left: view.position.ap, of: turnPoints(view, parts) }) : '';
