/** Inka in words: clicks, prompts, events, the score sheet, and the board for who listens to it. */
import type { Around, ClickLabel, Click, Place, SeatLook, Translate } from '$quipu/game/kit';
import type { Happened, MatchState, SheetLine } from '$quipu/generated/protocol';
import { cornerOf, LOCAL, lying, middle, onSlab, pose, type Corner } from './geometry';
import { indexOf, isSlab, KNOTS, HallScene, slabOf } from './model';
import type { CellPart, Event, Parts, RhombusPart, View } from './types';

/** What a place of the notation is: a rhombus, a gate, a passage, a symbol or the floor. It has no name of its own. */
export function place(name: string, t: Translate, parts?: Parts): string {
  if (isSlab(name)) return t(slabOf(name).startsWith('G') ? 'place.goal-rhombus' : 'place.rhombus');
  const part = parts && indexOf(parts).cell.get(name);
  if (part?.sign === 'start') return t('place.gate', { start: t(`compass.${part.start}`) });
  return t(part?.sign ? `place.${part.sign}` : 'place.cell');
}

/** Where a cell lies, counted by rows from the top and from the left: to tell places apart without seeing them. */
function where(cell: string, t: Translate, parts?: Parts): string {
  const part = parts && indexOf(parts).cell.get(cell);
  return part ? t('where.at', { row: part.strip, place: part.place }) : t('place.cell');
}

/** On which side of the hall a place is: what is lit is seen, and needs no more to be told apart. */
function side(what: string, cells: string, t: Translate): string {
  const at = lying(cells).map((cell) => middle(cell));
  const [x, y] = [0, 1].map((axis) => at.reduce((sum, point) => sum + point[axis]!, 0)) as [number, number];
  return t('side', { what, side: t(`compass.${toward(x, y)}`) });
}

/** A place, what it is and where. */
function placeAt(name: string, view: View, t: Translate, parts?: Parts): string {
  const cell = isSlab(name) ? lying(view.position.rhombi[slabOf(name)] ?? '')[name.endsWith('/B') ? 1 : 0] : name;
  return t('place.with', { what: place(name, t, parts), where: where(cell ?? '', t, parts) });
}

const SIDES = ['e', 'se', 's', 'sw', 'w', 'nw', 'n', 'ne'] as const;
/** The direction of a way on the plane, by the nearest eighth. */
const toward = (dx: number, dy: number) => SIDES[Math.round((Math.atan2(dy, dx) * 4) / Math.PI + 8) % 8]!;

/** A turn, by the side of the rhombus on which its corner is. */
function turnWords(corner: string, sense: string, view: View, t: Translate, picked: readonly Click[] = []): string {
  const id = picked.find((click) => click.startsWith('rhombus:'))?.slice(8);
  const cells = id && view.position.rhombi[id];
  if (!cells) return t('click.turn.plain', { sense: t(`sense.${sense}`) });
  const lies = pose(lying(cells));
  const [x, y] = cornerOf(lies, corner as Corner);
  return t('click.turn', { corner: t(`compass.${toward(x - lies.x, y - lies.y)}`), sense: t(`sense.${sense}`) });
}

export function label(click: Click, view: View, t: Translate, around?: Around<Parts>): ClickLabel {
  const parts = around?.parts;
  const [kind = '', one = '', two = ''] = click.split(':');
  switch (kind) {
    case 'start':
      return { text: t('click.start', { start: t(`compass.${one}`) }), group: t('verb.start') };
    case 'cell':
      return {
        text: t('click.cell', { where: where(one, t, parts) }),
        short: side(t('side.cell'), one, t),
        group: t('verb.lay'),
      };
    case 'face':
      return { text: t(`click.face.${one}`), group: t('verb.lay') };
    case 'rhombus':
      return {
        text: t(one.startsWith('G') ? 'click.goal' : 'click.rhombus', {
          where: where(lying(view.position?.rhombi[one] ?? '')[0], t, parts),
        }),
        short: side(t(one.startsWith('G') ? 'side.goal' : 'side.rhombus'), view.position.rhombi[one] ?? '', t),
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
      return { text: turnWords(one, two, view, t, around?.picked), group: t('verb.turn') };
    case 'steps':
      return { text: t('steps', { count: Number(one) }), group: t('howfar') };
    case 'pawn':
      return { text: t('click.pawn'), group: t('verb.walk') };
    case 'at':
      return {
        text: placeAt(one, view, t, parts),
        short: side(place(one, t, parts), isSlab(one) ? (view.position.rhombi[slabOf(one)] ?? '') : one, t),
        group: t('where'),
      };
    case 'passage':
      return { text: t('click.passage', { where: where(one, t, parts) }), group: t('verb.passage') };
    default:
      return { text: t(one === 'end' ? 'verb.end' : `click.${one}`), group: t('verb.turnend') };
  }
}

export function prompt(game: MatchState, view: View, picked: readonly Click[], t: Translate): string {
  const { stage, phase, ap } = view.position;
  if (stage !== 'lay' && stage !== 'turn') return t(`prompt.${stage}`);
  const waits = (verb: string) => game.offers?.some(({ word }) => word.startsWith(verb)) ?? false;
  const [first = '', second = ''] = picked;
  if (stage === 'lay') {
    if (picked.length < 2) return t(`prompt.lay.${picked.length}`);
    const alike = game.offers?.some(({ facts }) => facts?.['alike']) ?? false;
    return t(alike ? 'prompt.lay.again' : 'prompt.lay.2');
  }
  if (first === 'pawn') return t('prompt.walk');
  if (first === 'verb:end') return t('prompt.end.sure', { count: ap });
  if (first === 'verb:block') return t(second ? 'prompt.block.again' : 'prompt.block');
  if (second.startsWith('slide')) return t('prompt.slide');
  if (second.startsWith('turn')) return t('prompt.turn');
  if (first.startsWith('rhombus')) return t('prompt.shift');
  if (waits('take')) return t('prompt.take');
  const [shifts, walks] = [waits('slide') || waits('turn'), waits('walk') || waits('passage')];
  if (phase === 2 && ap > 0 && (shifts || walks))
    return t(shifts && walks ? 'prompt.second' : walks ? 'prompt.second.walk' : 'prompt.second.shift');
  if (walks || shifts) return t('prompt.third');
  return t(waits('block') ? 'prompt.end' : 'prompt.end.only');
}

export function describe(happened: Happened, seats: readonly SeatLook[], t: Translate, parts?: Parts): string {
  const event = happened.event as unknown as Event;
  // The journal's headings tell whose turn it is.
  if (event.kind === 'turn') return '';
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
      Object.assign(values, {
        what: place(event.rhombus, t),
        direction: t(`compass.${event.direction}`),
        steps: t('steps', { count: event.steps }),
      });
      break;
    case 'turned':
      Object.assign(values, { what: place(event.rhombus, t), sense: t(`sense.${event.sense}`) });
      break;
    case 'walked':
      Object.assign(values, { to: place(event.to, t, parts), price: t('ap', { count: event.price }) });
      return t(event.price ? 'event.walked.paid' : 'event.walked', values);
    case 'blocked':
      values['at'] = place(event.at, t, parts);
      break;
    case 'ended':
      if (event.lapsed) return t('event.ended.lapsed', { ...values, lapsed: t('ap', { count: event.lapsed }) });
      break;
  }
  return t(`event.${event.kind}`, values);
}

export function sheetItem({ item }: SheetLine, t: Translate): string {
  const last = item.split(' ').at(-1) ?? '';
  return item.startsWith('statue') ? t('sheet.statue') : t('sheet.exit', { exit: t(`compass.${last}`) });
}

export const sheetSection = (section: string, t: Translate): string => t(`section.${section}`);

/** What is on a rhombus and towards where. */
function marks(part: RhombusPart, scene: HallScene, t: Translate): string[] {
  const lies = scene.poses.get(part.id);
  if (!lies) return [];
  const said = part.sides.flatMap((mark, index) => {
    if (mark === 'open') return [];
    const [a, b] = [onSlab(lies, LOCAL[index]!), onSlab(lies, LOCAL[(index + 1) % 4]!)];
    const [dx, dy] = [(a[0] + b[0]) / 2 - lies.x, (a[1] + b[1]) / 2 - lies.y];
    return [t(`mark.${mark}`, { side: t(`compass.${toward(dx, dy)}`) })];
  });
  return part.middle === 'open' ? said : [...said, t(`mark.middle.${part.middle}`)];
}

/** Who stands on a place. */
function standing(space: string, view: View, seats: SeatLook[], t: Translate): string[] {
  return seats.flatMap(({ letter, name }) => {
    const at = view.position.pawns?.[letter];
    const pawn =
      at && (isSlab(at) ? slabOf(at) : at) === space
        ? [t(at.includes('/') ? 'stands.half' : 'stands.pawn', { name })]
        : [];
    return view.position.blockers[letter] === space ? [...pawn, t('stands.blocker', { name })] : pawn;
  });
}

export function places(view: View, parts: Parts, seats: SeatLook[], t: Translate): Place[] {
  const scene = new HallScene(view, parts);
  const laying = view.position.stage === 'lay';
  const told = new Set<string>();
  return parts.cells.flatMap((part): Place[] => {
    const id = scene.over.get(part.cell);
    if (!id) {
      const ground = part.sign
        ? t(`ground.${part.sign}`, { start: part.start ? t(`compass.${part.start}`) : '' })
        : t(`ground.${part.ground}`);
      const text = [
        t('place.at', { row: part.strip, place: part.place }),
        ground,
        ...standing(part.cell, view, seats, t),
      ].join(', ');
      return [{ click: startClick(part, view) ?? (laying ? `cell:${part.cell}` : `at:${part.cell}`), text }];
    }
    if (told.has(id)) return [];
    told.add(id);
    const rhombus = indexOf(parts).rhombus.get(id)!;
    const statues = rhombus.goal
      ? seats
          .filter(({ letter }) => !view.position.taken[letter]?.includes(id))
          .map(({ name }) => t('stands.statue', { name }))
      : [];
    const text = [
      t(rhombus.goal ? 'place.goal' : 'place.path', { where: where(part.cell, t, parts) }),
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
  const { stage, seat, ap, phase, pawns, taken, blockers, rhombi } = view.position;
  const name = (letter: string) => seats.find((found) => found.letter === letter)?.name ?? letter;
  const goals = parts.rhombi.filter((part) => part.goal).length;
  const laid = Object.keys(rhombi).length - goals;
  const said = [t('summary.hall', { laid, all: parts.rhombi.length - goals })];
  for (const { letter, name: who } of seats) {
    const at = pawns?.[letter];
    const count = taken[letter]?.length ?? 0;
    said.push(
      at
        ? t('summary.seat', { name: who, place: placeAt(at, view, t, parts), statues: t('statues', { count }) })
        : t('summary.waiting', { name: who }),
    );
    if (blockers[letter])
      said.push(t('summary.blocker', { name: who, place: placeAt(blockers[letter], view, t, parts) }));
  }
  if (stage === 'turn')
    said.push(t(phase === 2 ? 'summary.second' : 'summary.third', { name: name(seat), ap: t('ap', { count: ap }) }));
  else if (stage === 'lay') said.push(t('summary.lay', { name: name(seat) }));
  else if (stage === 'first') said.push(t('prompt.first'));
  else said.push(t(`summary.${stage}`, { name: name(seat) }));
  return said.join(' ');
}

/** Statues taken, for the replay's slider and the journal's headings. */
export const milestone = (happened: Happened, t: Translate): string | null =>
  happened.event.kind === 'taken' ? t('milestone.statue') : null;

/** The values of a refusal in the reader's words: seats by name, directions and senses in the language. */
export function refusalValues(
  values: Record<string, string | number>,
  t: Translate,
  around?: Around<Parts>,
): Record<string, string | number> {
  const spoken = (key: string, value: string | number) => {
    if (key === 'seat') return around?.seats.find(({ letter }) => letter === value)?.name ?? value;
    if (key === 'direction') return t(`compass.${value}`);
    return key === 'sense' ? t(`sense.${value}`) : value;
  };
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, spoken(key, value)]));
}

/** What is left of the turn. */
export const left = ({ position }: View, _: Parts, t: Translate): string =>
  position.stage === 'turn' ? t('bar.have', { left: position.ap, of: KNOTS }) : '';
