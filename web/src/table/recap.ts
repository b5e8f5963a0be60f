/** What others did since one's own turn: a line for each of them, what it changed, and the steps to see again. */
import type { Happened } from '../generated/protocol';
import type { Change, Deed, GameKit, SeatLook, Speech, Translate } from '../game/kit';
import { t } from '../i18n/index.svelte';
import { seatOf } from '../net/follow';
import type { Past } from './room.svelte';
import { ownWords } from './words';

/** Something that is told by itself, and can be seen again by itself. */
export interface Chapter {
  key: number;
  /** What was done, in a few words. */
  did: string;
  steps: readonly Past[];
}

export interface Turn extends Chapter {
  /** Whose turn, by their place in table order. */
  seat: number;
  letter: string;
  /** What it changed for oneself, and whether it did. */
  you: string;
  touches: boolean;
  /** The points that they got by it. */
  scored: number;
  /** A chain of voyages, voyage by voyage; empty where there is no chain. */
  chapters: readonly Chapter[];
}

/** How many things make a line; the journal has the rest. */
const MOST = 2;

/**
 * The steps of each other seat, in the order of their turns. A draw belongs to the turn that it was made for, or else
 * to the decision before it.
 */
export function turnsOf(past: readonly Past[], me: string | null): Past[][] {
  const found = new Map<string, Past[]>();
  let seat: string | undefined;
  for (const step of past) {
    seat = seatOf(step.line) ?? seat;
    if (seat !== undefined) found.set(seat, [...(found.get(seat) ?? []), step]);
  }
  return [...found]
    .filter(([seat, steps]) => seat !== me && steps.some(({ line }) => line.seat === seat))
    .map(([, steps]) => steps);
}

/** The steps cut where something begins that is told by itself. What comes before the first belongs to it. */
export function chaptersOf(steps: readonly Past[], kit: GameKit): Past[][] {
  const found: Past[][] = [];
  let begun = false;
  for (const step of steps) {
    const begins = step.line.events.some((happened) => kit.begins?.(happened));
    if (!found.length || (begins && begun)) found.push([]);
    begun ||= begins;
    found.at(-1)!.push(step);
  }
  return found;
}

/** Whether an event says something about a seat that another one did. */
const concerns = ({ event }: Happened, letter: string) =>
  event['seat'] === letter || event['other'] === letter || event['of'] === letter;

/** What is worth a line comes first: what takes longest to show says most. */
function worth(kit: GameKit, events: readonly Happened[]): Happened[] {
  const ranked = events.toSorted((a, b) => kit.duration(b) - kit.duration(a)).slice(0, MOST);
  return events.filter((one) => ranked.includes(one));
}

/** A name that the line begins with already is not said again. */
const without = (text: string, name: string) => (text.startsWith(`${name} `) ? text.slice(name.length + 1) : text);
const signed = (points: number) => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : '±0');
const deeds = (steps: readonly Past[]): Deed[] =>
  steps.map(({ line, before, standing }) => ({ events: line.events, before: before.view, after: standing.view }));

/** Puts turns into words, as the game does or, where it does not, by its longest events and by the points. */
class Teller {
  #speech: Speech;
  constructor(
    private readonly kit: GameKit,
    private readonly seats: SeatLook[],
    words: Translate,
    parts: unknown,
  ) {
    this.#speech = { t: words, seats, parts };
  }

  #tell = (happened: Happened) => this.kit.describe(happened, this.seats, this.#speech.t, this.#speech.parts);

  did(steps: readonly Past[], letter: string, me: string | null): string {
    const told = this.kit.did?.(deeds(steps), letter, this.#speech);
    if (told) return told;
    const name = this.seats.find((one) => one.letter === letter)?.name ?? '';
    const events = steps.flatMap(({ line }) => line.events);
    const own = events.filter((one) => me === null || !concerns(one, me) || one.event['seat'] === letter);
    const lines = worth(this.kit, own.filter(this.#tell)).map((one) => without(this.#tell(one), name));
    return [...new Set(lines)].join(' · ') || t('recap.nothing');
  }

  /** What a turn changed for a seat: the biggest of what was told of it, and the points that it got or lost by it. */
  you(steps: readonly Past[], letter: string, me: string): string {
    const told = this.kit.changed?.(deeds(steps), letter, me, this.#speech);
    if (told === null) return '';
    if (typeof told === 'string' && told) return told;
    if (typeof told === 'object' && told.text) return this.#completed(told, steps, me);
    const index = this.#index(me);
    const events = steps.flatMap(({ line }) => line.events);
    const about = events
      .filter((one) => concerns(one, me) && one.event['seat'] !== letter && !this.kit.opens?.(one))
      .map(this.#tell);
    const parts = [...new Set(about.filter(Boolean))].slice(0, 1);
    const points = this.#gained(steps, index);
    const then = points ? 0 : this.#then(steps, index);
    if (points) parts.push(t('recap.points', { points: signed(points) }));
    if (then) parts.push(ownWords(this.kit.key, 'recap.then', { points: signed(then) }));
    return parts.join(' · ');
  }
  /** The points that a turn brought a seat. */
  scored(steps: readonly Past[], letter: string): number {
    return this.#gained(steps, this.#index(letter));
  }
  #index = (me: string) => this.seats.findIndex(({ letter }) => letter === me);
  /** The biggest change alone would be less than what a turn changed: where the sum is another one, it is told, too. */
  #completed(told: Change, steps: readonly Past[], me: string): string {
    const [points, then] = [this.#gained(steps, this.#index(me)), this.#then(steps, this.#index(me))];
    const { text } = told;
    if (points !== (told.points ?? 0))
      return `${text} · ${t(told.points ? 'recap.sum' : 'recap.points', { points: signed(points) })}`;
    if (then === (told.then ?? 0)) return text;
    const key = told.then ? 'recap.sum_then' : 'recap.then';
    return `${text} · ${ownWords(this.kit.key, key, { points: signed(then) })}`;
  }
  #gained(steps: readonly Past[], index: number): number {
    return sum(steps, ({ line, before }) => (line.points[index] ?? 0) - (before.game?.points[index] ?? 0));
  }
  /** What a scoring now would bring more or less than before. */
  #then(steps: readonly Past[], index: number): number {
    const worth = (view: unknown) => this.kit.ifScoredNow?.(view)[index] ?? 0;
    return sum(steps, ({ before, standing }) => worth(standing.view) - worth(before.view));
  }
}

const sum = (steps: readonly Past[], of: (step: Past) => number) => steps.reduce((all, step) => all + of(step), 0);

export function turns(
  past: readonly Past[],
  me: string | null,
  kit: GameKit,
  seats: SeatLook[],
  words: Translate,
  parts?: unknown,
): Turn[] {
  const teller = new Teller(kit, seats, words, parts);
  return turnsOf(past, me).map((steps) => {
    const letter = steps.find(({ line }) => line.seat)?.line.seat ?? '';
    const chapter = (steps: readonly Past[]): Chapter => ({
      key: steps[0]!.line.version,
      did: teller.did(steps, letter, me),
      steps,
    });
    const chapters = chaptersOf(steps, kit);
    const you = me === null ? '' : teller.you(steps, letter, me);
    return {
      ...chapter(steps),
      seat: seats.find((one) => one.letter === letter)?.index ?? 0,
      letter,
      you: you || (me === null ? '' : t('recap.unchanged')),
      touches: you !== '',
      scored: Math.max(0, teller.scored(steps, letter)),
      chapters: chapters.length > 1 ? chapters.map(chapter) : [],
    };
  });
}

/** A turn in one line: what it changed for oneself, after the points that it brought; else what was done. */
export const inShort = ({ touches, scored, you, did }: Turn): string =>
  touches ? [...(scored ? [t('recap.scored', { count: scored })] : []), you].join(' · ') : did;
