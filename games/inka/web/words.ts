/** Inka in words: clicks, prompts, events, the score sheet, and the board for who listens to it. */
import type { ClickLabel, Click, Place, SeatLook, Translate } from '$quipu/game/kit';
import type { Happened, MatchState, SheetLine } from '$quipu/generated/protocol';
import { LOCAL, lying, onSlab } from './geometry';
import { indexOf, isSlab, Scene, slabOf } from './model';
import type { CellPart, Event, Parts, RhombusPart, View } from './types';

/** A cell, a rhombus or half of one. */
export function place(name: string, t: Translate): string {
  if (!isSlab(name)) return t('place.cell', { cell: name });
  return name.includes('/')
    ? t('place.half', { rhombus: slabOf(name), half: name.at(-1) })
    : t('place.rhombus', { rhombus: name });
}

export function label(click: Click, view: View, t: Translate): ClickLabel {
  const [kind = '', one = '', two = ''] = click.split(':');
  switch (kind) {
    case 'start':
      return { text: t('click.start', { start: t(`compass.${one}`) }), group: t('verb.start') };
    case 'cell':
      return { text: t('click.cell', { cell: one }), group: t('verb.lay') };
    case 'face':
      return { text: t(`click.face.${one}`), group: t('verb.lay') };
    case 'rhombus':
      return {
        text: t(one.startsWith('G') ? 'click.goal' : 'click.rhombus', {
          rhombus: one,
          cells: view.position?.rhombi[one] ?? '',
        }),
        group: t('verb.shift'),
      };
    case 'slide':
      return { text: t('click.slide', { direction: t(`compass.${one}`) }), group: t('verb.slide') };
    case 'stop':
      return {
        text: t('click.stop', { direction: t(`compass.${one}`), steps: t('steps', { count: Number(two) }) }),
        group: t('verb.slide'),
      };
    case 'turn':
      return { text: t('click.turn', { corner: one, sense: t(`sense.${two}`) }), group: t('verb.turn') };
    case 'steps':
      return { text: t('steps', { count: Number(one) }), group: t('howfar') };
    case 'pawn':
      return { text: t('click.pawn'), group: t('verb.walk') };
    case 'at':
      return { text: place(one, t), group: t('where') };
    case 'passage':
      return { text: t('click.passage', { cell: one }), group: t('verb.passage') };
    default:
      return { text: t(`click.${one}`), group: t('verb.turnend') };
  }
}

export function prompt(game: MatchState, view: View, picked: readonly Click[], t: Translate): string {
  const { stage, hand, phase, ap } = view.position;
  if (stage !== 'lay' && stage !== 'turn') return t(`prompt.${stage}`);
  const waits = (verb: string) => game.offers?.some(({ word }) => word.startsWith(verb)) ?? false;
  const [first = '', second = ''] = picked;
  if (stage === 'lay') {
    if (picked.length < 2) return t(`prompt.lay.${picked.length}`, { rhombus: hand });
    const alike = game.offers?.some(({ facts }) => facts?.['alike']) ?? false;
    return t(alike ? 'prompt.lay.again' : 'prompt.lay.2', { rhombus: hand });
  }
  const rhombus = first.slice(8);
  if (first === 'pawn') return t('prompt.walk');
  if (first === 'verb:block') return t(second ? 'prompt.block.again' : 'prompt.block');
  if (second.startsWith('slide')) return t('prompt.slide', { rhombus });
  if (second.startsWith('turn')) return t('prompt.turn', { rhombus });
  if (first.startsWith('rhombus')) return t('prompt.shift', { rhombus });
  if (waits('take')) return t('prompt.take');
  if (phase === 2 && ap > 0) return t('prompt.second');
  return t(waits('walk') || waits('passage') || waits('slide') ? 'prompt.third' : 'prompt.end');
}

export function describe(happened: Happened, seats: SeatLook[], t: Translate): string {
  const event = happened.event as unknown as Event;
  const name = (letter: string) => seats.find((seat) => seat.letter === letter)?.name ?? letter;
  const values: Record<string, unknown> = { ...event };
  if ('seat' in event) values['name'] = name(event.seat);
  switch (event.kind) {
    case 'started':
      values['start'] = t(`compass.${event.start}`);
      break;
    case 'left':
      values['exit'] = t(`compass.${event.exit}`);
      break;
    case 'slid':
      Object.assign(values, { direction: t(`compass.${event.direction}`), steps: t('steps', { count: event.steps }) });
      break;
    case 'turned':
      Object.assign(values, { sense: t(`sense.${event.sense}`), steps: t('sixths', { count: event.steps }) });
      break;
    case 'walked':
      Object.assign(values, {
        from: place(event.from, t),
        to: place(event.to, t),
        price: t('ap', { count: event.price }),
      });
      return t(event.price ? 'event.walked.paid' : 'event.walked', values);
    case 'took-back':
      values['from'] = place(event.from, t);
      break;
    case 'blocked':
      values['at'] = place(event.at, t);
      break;
    case 'ended':
      if (event.lapsed) return t('event.ended.lapsed', { ...values, lapsed: t('ap', { count: event.lapsed }) });
      break;
  }
  return t(`event.${event.kind}`, values);
}

export function sheetItem({ item }: SheetLine, t: Translate): string {
  const last = item.split(' ').at(-1) ?? '';
  return item.startsWith('statue')
    ? t('sheet.statue', { goal: last })
    : t('sheet.exit', { exit: t(`compass.${last}`) });
}

export const sheetSection = (section: string, t: Translate): string => t(`section.${section}`);

const SIDES = ['e', 'se', 's', 'sw', 'w', 'nw', 'n', 'ne'] as const;

/** What is on a rhombus and towards where. */
function marks(part: RhombusPart, scene: Scene, t: Translate): string[] {
  const lies = scene.poses.get(part.id);
  if (!lies) return [];
  const said = part.sides.flatMap((mark, index) => {
    if (mark === 'open') return [];
    const [a, b] = [onSlab(lies, LOCAL[index]!), onSlab(lies, LOCAL[(index + 1) % 4]!)];
    const [dx, dy] = [(a[0] + b[0]) / 2 - lies.x, (a[1] + b[1]) / 2 - lies.y];
    const eighth = Math.round((Math.atan2(dy, dx) * 4) / Math.PI + 8) % 8;
    return [t(`mark.${mark}`, { side: t(`compass.${SIDES[eighth]}`) })];
  });
  return part.middle === 'open' ? said : [...said, t(`mark.middle.${part.middle}`)];
}

/** Who stands on a place. */
function standing(space: string, view: View, seats: SeatLook[], t: Translate): string[] {
  return seats.flatMap(({ letter, name }) => {
    const at = view.position.pawns?.[letter];
    const pawn =
      at && (isSlab(at) ? slabOf(at) : at) === space
        ? [t(at.includes('/') ? 'stands.half' : 'stands.pawn', { name, half: at.at(-1) })]
        : [];
    return view.position.blockers[letter] === space ? [...pawn, t('stands.blocker', { name })] : pawn;
  });
}

export function places(view: View, parts: Parts, seats: SeatLook[], t: Translate): Place[] {
  const scene = new Scene(view, parts);
  const laying = view.position.stage === 'lay';
  const told = new Set<string>();
  return parts.cells.flatMap((part): Place[] => {
    const id = scene.over.get(part.cell);
    if (!id) {
      const ground = part.sign
        ? t(`ground.${part.sign}`, { start: part.start ? t(`compass.${part.start}`) : '' })
        : t(`ground.${part.ground}`);
      const text = [
        t('place.at', { cell: part.cell, strip: part.strip, place: part.place }),
        ground,
        ...standing(part.cell, view, seats, t),
      ].join(', ');
      return [{ click: startClick(part, view) ?? (laying ? `cell:${part.cell}` : `at:${part.cell}`), text }];
    }
    if (told.has(id)) return [];
    told.add(id);
    const rhombus = indexOf(parts).rhombus.get(id)!;
    const cells = lying(view.position.rhombi[id]!).join(', ');
    const statues = rhombus.goal
      ? seats
          .filter(({ letter }) => !view.position.taken[letter]?.includes(id))
          .map(({ name }) => t('stands.statue', { name }))
      : [];
    const text = [
      t(rhombus.goal ? 'place.goal' : 'place.path', { rhombus: id, cells }),
      ...marks(rhombus, scene, t),
      ...statues,
      ...standing(id, view, seats, t),
    ].join(', ');
    return [{ click: `rhombus:${id}`, text }];
  });
}

const startClick = (part: CellPart, view: View): Click | null =>
  part.start && view.position.stage === 'start' ? `start:${part.start}` : null;

export function summary(view: View, parts: Parts, seats: SeatLook[], t: Translate): string {
  const { stage, seat, ap, phase, hand, pawns, taken, blockers, rhombi } = view.position;
  const name = (letter: string) => seats.find((found) => found.letter === letter)?.name ?? letter;
  const goals = parts.rhombi.filter((part) => part.goal).length;
  const laid = Object.keys(rhombi).length - goals;
  const said = [t('summary.hall', { laid, all: parts.rhombi.length - goals })];
  for (const { letter, name: who } of seats) {
    const at = pawns?.[letter];
    const count = taken[letter]?.length ?? 0;
    said.push(
      at
        ? t('summary.seat', { name: who, place: place(at, t), statues: t('statues', { count }) })
        : t('summary.waiting', { name: who }),
    );
    if (blockers[letter]) said.push(t('summary.blocker', { name: who, place: place(blockers[letter], t) }));
  }
  if (stage === 'turn')
    said.push(t(phase === 2 ? 'summary.second' : 'summary.third', { name: name(seat), ap: t('ap', { count: ap }) }));
  else if (stage === 'lay') said.push(t('summary.lay', { name: name(seat), rhombus: hand }));
  else said.push(t(`summary.${stage}`, { name: name(seat) }));
  return said.join(' ');
}

/** Statues taken, for the replay's slider and the journal's headings. */
export const milestone = (happened: Happened, t: Translate): string | null =>
  happened.event.kind === 'taken' ? t('milestone.statue') : null;
