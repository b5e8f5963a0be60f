/** The game in words: events, prompts, the board for those who listen to it, the score sheet. */
import type { Happened, MatchState, Reason, SheetLine } from '$quipu/generated/protocol';
import type { Click, ClickLabel, Place, SeatLook, Translate } from '$quipu/game/kit';
import { readDig } from './digs';
import type { Event, View, Parts } from './types';
import {
  aCard,
  cardName,
  copies,
  count,
  findName,
  findsOf,
  handOf,
  inRegion,
  ownSeat,
  phaseName,
  regionName,
  REGIONS,
  seatName,
} from './notation';

/** Cards that are laid on piles unseen come by the dozen: one line counts them. */
export function together(run: readonly Happened[], _seats: readonly SeatLook[], t: Translate): string | null {
  const events = run.map(({ event }) => event as unknown as Event);
  const regions = events.flatMap((event) => (event.kind === 'laid' && event.find === null ? [event.region] : []));
  if (regions.length < events.length) return null;
  const piles = REGIONS.flatMap((region) => {
    const many = regions.filter((one) => one === region).length;
    return many ? [`${regionName(region, t)} ${many}`] : [];
  });
  return t('event.laid.many', { count: regions.length, piles: piles.join(', ') });
}

/** An event in words. */
export function describe(happened: Happened, seats: readonly SeatLook[], t: Translate): string {
  const event = happened.event as unknown as Event;
  const name = 'seat' in event ? seatName(event.seat, seats) : '';
  const key = `event.${event.kind}`;
  switch (event.kind) {
    case 'began':
      return t(key, { order: [...event.order].map((letter) => seatName(letter, seats)).join(', ') });
    case 'turned-up':
      return t(event.space === null ? 'event.turned-up.beside' : key, {
        card: cardName(event.card, t),
        space: event.space,
      });
    case 'laid':
      return t(event.find ? 'event.laid.open' : key, {
        ...inRegion(event.region, t),
        find: event.find ? findName(event.find, t) : '',
      });
    case 'took':
      return t(key, { name, card: aCard(event.card, t), count: event.weeks, week: event.week });
    case 'exhibited':
    case 'museum':
      return t(key, {
        name,
        card: aCard(event.card, t),
        count: event.weeks,
        week: event.week,
        points: event.points,
      });
    case 'donated':
      return t(key, { name, find: findName(event.find, t), count: -event.points });
    case 'played':
      return t(key, {
        name,
        card: t(`played.${event.card.split('-')[0]}`),
        ...inRegion(event.region, t),
        count: event.weeks,
        week: event.week,
      });
    case 'looked':
      return looked(event, name, t);
    case 'dug':
      return t(event.assistants ? 'event.dug.crew' : key, {
        name,
        ...inRegion(event.region, t),
        count: event.weeks,
        cards: t('cards', { count: event.cards }),
        leave: t(`leave.by.${event.leave}`),
        crew: t('click.assist', { count: event.assistants }),
        week: event.week,
      });
    case 'found':
      return t(event.points ? key : 'event.found.knowledge', {
        name,
        ...inRegion(event.region, t),
        find: findName(event.find, t),
        count: event.points,
      });
    case 'dig-over':
      return t(event.rubble ? key : 'event.dig-over.clean', {
        name,
        ...inRegion(event.region, t),
        count: event.rubble,
      });
    case 'professor-came':
    case 'professor-left':
      return t(key, { name, professor: t(`professor.${event.of}`), count: Math.abs(event.points) });
    case 'congress':
      return t(key, { name, count: event.cards, points: event.points });
    case 'time-bonus':
      return t(key, { name, count: event.behind, points: event.points });
    case 'nothing-there':
    case 'rubble':
      return t(key, { name, ...inRegion(event.region, t) });
    case 'over':
      return t('event.over.H19');
  }
}

function looked(event: Extract<Event, { kind: 'looked' }>, name: string, t: Translate): string {
  const values = { name, ...inRegion(event.region, t) };
  if (!event.saw) return t('event.looked', values);
  if (!event.saw.length) return t('event.looked.empty', values);
  const list = event.saw
    .map(([word, copies]) => (copies > 1 ? `${findName(word, t)} ×${copies}` : findName(word, t)))
    .join(', ');
  return t('event.looked.saw', { ...values, list });
}

/** What a turn can be spent on, as far as it can be now. */
function turnPrompt(game: MatchState, t: Translate): string {
  const offered = new Set((game.offers ?? []).map(({ word }) => word.split(' ')[0]));
  const can = ['take', 'exhibit', 'museum', 'play', 'dig'].filter((verb) => offered.has(verb));
  const words = (can.length ? can : ['take']).map((verb) => t(`prompt.can.${verb}`));
  const last = words.pop()!;
  return t('prompt.turn', { what: words.length ? t('prompt.can.or', { some: words.join(', '), last }) : last });
}

/** The sentence that says what the next click does. */
export function prompt(game: MatchState, view: View, picked: readonly Click[], t: Translate): string {
  const phase = view.phase;
  if (typeof phase === 'object' && 'donate' in phase) return t('prompt.donate', { count: phase.donate.left });
  if (typeof phase === 'object' && 'choose' in phase)
    return t(`prompt.choose.${phase.choose.by}`, inRegion(phase.choose.region, t));
  const waits: Record<string, string> = { card: 'card-up', dig: 'under-way' };
  if (phaseName(view) !== 'turn') return t(`prompt.${waits[phaseName(view)] ?? phaseName(view)}`);
  const picture = picked.map((click) => click.split(':') as [string, string]);
  const of = (kind: string): string | undefined => picture.find(([made]) => made === kind)?.[1];
  const pile = of('pile');
  const hand = of('hand');
  if (!picked.length) return turnPrompt(game, t);
  if (hand && !pile) {
    if (hand === 'dig' || hand === 'assistant') return t('prompt.hand.dig', { card: cardName(hand, t) });
    return t(hand.startsWith('scientist') ? 'prompt.hand.scientist' : 'prompt.hand.loot', { card: cardName(hand, t) });
  }
  if (pile && hand?.startsWith('scientist'))
    return t('prompt.hand.scientist.confirm', { card: cardName(hand, t), ...inRegion(pile, t) });
  if (pile && of('weeks')) {
    const digs = (game.offers ?? [])
      .map(readDig)
      .filter((dig) => dig?.region === pile && dig.weeks === Number(of('weeks')));
    const leave = of('leave') ?? (hand === 'dig' ? 'card' : undefined);
    const crew = of('assist') ?? (hand === 'assistant' ? '1' : undefined);
    const dig =
      digs.find((each) => (!leave || each!.leave === leave) && each!.assistants === Number(crew ?? 0)) ?? digs[0];
    const facts = dig?.offer.facts ?? {};
    return t('prompt.dig.confirm', {
      ...inRegion(pile, t),
      count: dig?.weeks ?? 0,
      cards: t('cards', { count: facts['cards'] ?? 0 }),
      odds: facts['odds'] ?? 0,
      week: facts['week'] ?? 0,
    });
  }
  if (pile) return t('prompt.dig', inRegion(pile, t));
  const card = of('card');
  return card ? t('prompt.card', { card: cardName(card, t) }) : turnPrompt(game, t);
}

/** The board in words. */
export function summary(view: View, parts: Parts, seats: SeatLook[], t: Translate): string {
  const lines = [
    t('summary.deck', { count: view.deck }),
    t('summary.track', {
      list: [...view.order]
        .map((letter) => t('summary.marker', { name: seatName(letter, seats), week: view.seats[letter]?.weeks ?? 0 }))
        .join(', '),
    }),
    t('summary.display', {
      list: view.display
        .filter((word) => parts.cards[word])
        .map((word) => t('say.card', { card: cardName(word, t), count: parts.cards[word]?.weeks ?? 0 }))
        .join(', '),
    }),
  ];
  if (view.beside.length)
    lines.push(
      t('summary.beside', {
        list: copies(view.beside)
          .map(({ word, count }) => (count > 1 ? `${cardName(word, t)} ×${count}` : cardName(word, t)))
          .join(', '),
      }),
    );
  for (const seat of seats) lines.push(seatSummary(view, seat, t));
  const own = ownSeat(view);
  const hand = handOf(view, own);
  if (hand) {
    const permits = Object.entries(hand.permits).map(
      ([of, count]) => `${of === 'generic' ? t('leave.generic') : t('say.permit', inRegion(of, t))} ×${count}`,
    );
    lines.push(
      t('summary.hand', {
        name: seatName(own, seats),
        list:
          [
            ...copies(hand.cards).map(({ word, count }) =>
              count > 1 ? `${cardName(word, t)} ×${count}` : cardName(word, t),
            ),
            ...permits,
          ].join(', ') || t('hand.none'),
      }),
    );
  }
  return lines.join(' ');
}

function seatSummary(view: View, seat: SeatLook, t: Translate): string {
  const page = view.seats[seat.letter];
  if (!page) return '';
  const knows = REGIONS.map((region) => `${regionName(region, t)} ${page.knowledge[region] ?? 0}`).join(', ');
  const chairs = Object.entries(view.professors)
    .filter(([, letter]) => letter === seat.letter)
    .map(([of]) => t(`professor.${of}`));
  const text = t('summary.seat', {
    name: seat.name,
    week: page.weeks,
    points: page.points,
    knows,
    general: page.general,
    finds: findsOf(view, seat.letter).length,
    hand: page.hand,
    permits: page.permits,
  });
  return chairs.length ? `${text} ${t('summary.professors', { list: chairs.join(', ') })}` : text;
}

/** The places of the board in reading order. */
export function places(view: View, parts: Parts, seats: SeatLook[], t: Translate): Place[] {
  const list: Place[] = [];
  const add = (click: Click, text: string): void => {
    if (!list.some((place) => place.click === click)) list.push({ click, text });
  };
  for (const word of view.display) {
    const card = parts.cards[word];
    if (card) add(`card:${word}`, t('say.card', { card: cardName(word, t), count: card.weeks }));
  }
  for (const { word } of copies(view.beside)) {
    const card = parts.cards[word];
    const levels = (card?.levels ?? [])
      .map(({ weeks, need }) =>
        t('say.level', {
          count: weeks,
          need: REGIONS.filter((region) => need[region])
            .map((region) => `${need[region]} ${regionName(region, t)}`)
            .join(', '),
        }),
      )
      .join('; ');
    add(
      `card:${word}`,
      levels
        ? `${cardName(word, t)}: ${levels}. ${t('points', { count: card?.points ?? 0 })}`
        : t('say.card', { card: cardName(word, t), count: card?.weeks ?? 0 }),
    );
  }
  for (const region of REGIONS) {
    const pile = view.piles[region];
    const text = t('say.pile.known', {
      ...inRegion(region, t),
      count: count(pile?.left),
      rubble: pile?.rubble_shown ?? 0,
      odds: view.odds[region] ?? 0,
    });
    add(
      `pile:${region}`,
      pile?.look
        ? `${text} ${t('say.pile.look', {
            list:
              copies(pile.look.saw)
                .map(({ word, count }) => (count > 1 ? `${findName(word, t)} ×${count}` : findName(word, t)))
                .join(', ') || t('seen.empty'),
          })}`
        : text,
    );
  }
  const own = ownSeat(view);
  for (const { word } of copies(handOf(view, own)?.cards)) {
    const group = parts.cards[word]?.group;
    add(
      group === 'dig' || group === 'assistant' ? `hand:${group}` : `hand:${word}`,
      t('say.hand', { card: cardName(word, t), count: parts.cards[word]?.play ?? 0 }),
    );
  }
  for (const { word } of findsOf(view, own)) {
    add(
      `find:${word}`,
      t('say.find', { find: findName(word, t), name: seatName(own, seats), count: parts.finds[word]?.points ?? 0 }),
    );
  }
  return list;
}

/** A line of the score sheet. */
export function sheetItem(line: SheetLine, t: Translate): string {
  if (line.item.startsWith('professor-')) return t(`professor.${line.item.slice(10)}`);
  if (line.section === 'artifacts') return findName(line.item, t);
  if (line.section === 'time') return t('sheet.time');
  return cardName(line.item, t);
}

/** A section of the score sheet. */
export const sheetSection = (section: string, t: Translate): string => t(`section.${section}`);

/** A refusal with cards, finds and regions by their names instead of their words. */
export function refusal(reason: Reason, t: Translate): string | null {
  if (!reason.key) return null;
  const { card, find, region, ...rest } = reason.values ?? {};
  return t(`refusal.${reason.key}`, {
    ...rest,
    ...(rest['weeks'] === undefined ? {} : { count: rest['weeks'] }),
    card: card === undefined ? '' : cardName(String(card), t),
    find: find === undefined ? '' : findName(String(find), t),
    ...(region === undefined ? {} : inRegion(String(region), t)),
  });
}

/** A click in words. */
export function label(click: Click, view: View, t: Translate): ClickLabel {
  const at = click.indexOf(':');
  const [kind, word] = [click.slice(0, at), click.slice(at + 1)];
  switch (kind) {
    case 'card': {
      const group = word.startsWith('exhibition') ? 'exhibit' : word.startsWith('museum') ? 'museum' : 'take';
      return { text: cardName(word, t), group: t(`verb.${group}`) };
    }
    case 'hand':
      return { text: cardName(word, t), group: t('verb.play') };
    case 'find':
      return {
        text: findName(word, t),
        group: t(
          view.phase !== null && typeof view.phase === 'object' && 'donate' in view.phase
            ? 'verb.donate'
            : 'verb.choose',
        ),
      };
    case 'pile':
      return { text: t('click.pile', inRegion(word, t)), group: t('verb.dig') };
    case 'leave':
      return { text: t(`leave.${word}`), group: t('click.leave') };
    case 'assist':
      return { text: t('click.assist', { count: Number(word) }), group: t('click.assistants') };
    case 'weeks':
      return { text: t('weeks', { count: Number(word) }), group: t('click.weeks') };
    default:
      return { text: word };
  }
}

export const ifScoredNow = (view: View): number[] => Object.keys(view.seats).map((letter) => view.bonus[letter] ?? 0);
