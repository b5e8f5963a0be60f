/** A table being planned: what the page of a new table changes, and what is sent. */
import type { BotLevel, ClockRule, GameInfo, NewTable, OptionInfo, OutOfTime, SeatPlan } from '../generated/protocol';

export const SEAT_KINDS = ['me', 'device', 'invited', 'bot', 'open', 'program'] as const;
/** Who can sit at a table of this device. */
export const HERE_KINDS: readonly SeatKind[] = ['me', 'device', 'bot'];
export type SeatKind = (typeof SEAT_KINDS)[number];

/** A seat being planned keeps its name and level while its kind is changed to and fro. */
export interface PlannedSeat {
  kind: SeatKind;
  name: string;
  level: BotLevel;
}

export interface Plan {
  seats: PlannedSeat[];
  clock: ClockRule;
  options: Record<string, string>;
  out_of_time: OutOfTime;
  stand_in: BotLevel;
  hints: boolean;
  keep_going: boolean;
  shuffle_seats: boolean;
  /** Whether the match counts for ratings; hints then do not go with it. */
  rated: boolean;
}

/** The door through which one came. */
export type How = 'bots' | 'friends' | 'device';

/** A plan to begin with, by the door through which one came. */
export function begin(game: GameInfo, how: How): Plan {
  const most = how === 'bots' ? Math.min(3, game.most_seats) : 2;
  const count = Math.max(game.least_seats, most);
  const others: SeatKind = how === 'bots' ? 'bot' : how === 'device' ? 'device' : 'invited';
  const seats = Array.from({ length: count }, (_, index): PlannedSeat => ({
    kind: index === 0 ? 'me' : others,
    name: '',
    level: 'adept',
  }));
  return {
    seats,
    clock: { kind: 'none' },
    options: {},
    out_of_time: 'bot_turn',
    stand_in: 'adept',
    hints: how !== 'friends',
    keep_going: false,
    shuffle_seats: false,
    rated: false,
  };
}

/** Changes the number of seats. New seats are like the last one. */
export function resize(plan: Plan, count: number): void {
  while (plan.seats.length > count) plan.seats.pop();
  while (plan.seats.length < count) {
    const last = plan.seats.at(-1)!;
    plan.seats.push({ ...last, kind: last.kind === 'me' ? 'bot' : last.kind, name: '' });
  }
}

/** Gives a seat to somebody; there is one of oneself only. */
export function seat(plan: Plan, index: number, kind: SeatKind): void {
  if (kind === 'me') {
    const before = plan.seats.find((one) => one.kind === 'me');
    if (before) before.kind = plan.seats[index]!.kind === 'me' ? 'me' : plan.seats[index]!.kind;
  }
  plan.seats[index]!.kind = kind;
}

/** The options that differ from the book. */
export function changedOptions(plan: Plan, options: readonly OptionInfo[]): [string, string][] {
  return options.flatMap(({ key, default: plain }): [string, string][] => {
    const value = plan.options[key];
    return value !== undefined && value !== plain ? [[key, value]] : [];
  });
}

function seatPlan(one: PlannedSeat, index: number, nameless: (index: number) => string): SeatPlan {
  const name = one.name.trim() || nameless(index);
  switch (one.kind) {
    case 'bot':
      return { kind: 'bot', level: one.level };
    case 'device':
      return { kind: 'device', name };
    case 'program':
      return { kind: 'program', name };
    default:
      return { kind: one.kind };
  }
}

/** Whether a match with these seats can count for ratings: several at one device, and programs, cannot. */
export const ratable = (plan: Plan) =>
  plan.seats.some((one) => one.kind === 'me') &&
  plan.seats.every((one) => one.kind !== 'device' && one.kind !== 'program');

/** What is sent to the server. */
export function toNewTable(game: GameInfo, plan: Plan, nameless: (index: number) => string): NewTable {
  const { clock, out_of_time, stand_in, hints, keep_going, shuffle_seats } = plan;
  const rated = plan.rated && ratable(plan);
  return {
    game: game.key,
    options: changedOptions(plan, game.options),
    seats: plan.seats.map((one, index) => seatPlan(one, index, nameless)),
    clock,
    out_of_time,
    stand_in,
    public: plan.seats.some((one) => one.kind === 'open'),
    hints: hints && !rated,
    keep_going,
    shuffle_seats,
    rated,
  };
}

/** Whether nobody has to come before it can begin. */
export const full = (plan: Plan) =>
  plan.seats.every((one) => one.kind !== 'invited' && one.kind !== 'open' && one.kind !== 'program');
