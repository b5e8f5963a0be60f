/** The journal: lines of the log as sentences. */
import type { Happened, Line } from '../generated/protocol';
import type { GameKit, SeatLook, Translate } from '../game/kit';
import { has, t, type Key } from '../i18n/index.svelte';
import { dayOf } from '../lobby/lines';
import { standingSteps } from '../net/follow';

export interface JournalEntry {
  key: string;
  /** The seat's place in table order; none for draws and notes. */
  seat: number | null;
  /** The seat in whose turn it stands; none where that is not among the lines. */
  turn: number | null;
  text: string;
  /** A heading: a turn's, with its seat, or a moment's. */
  heading?: boolean;
  /** Taken back since. */
  undone?: boolean;
  at: number;
}

/** A line that is a note about the table, in words. */
function note(line: Extract<Line, { kind: 'note' }>, seats: readonly SeatLook[]): string {
  const seat = seats.find(({ letter }) => letter === line.seat)?.name ?? '';
  const key = `note.${line.key}`;
  // How long a vacation lasts is told as a time.
  if (line.key === 'vacation') return t('note.vacation', { seat, date: dayOf(Number(line.name)) });
  return has('app', key) ? t(key as Key, { name: line.name ?? seat, seat }) : `${seat} ${line.key}`.trim();
}

/** What was told of a step, and of those before it that one sentence tells with it. */
interface Run {
  events: Happened[];
  entry: JournalEntry;
}

/** Writes the journal line by line: a heading where another seat's turn begins, what happened in it below. */
class Journal {
  entries: JournalEntry[] = [];
  #group: number | null = null;
  #run: Run | null = null;

  constructor(
    private readonly kit: GameKit,
    private readonly seats: SeatLook[],
    private readonly words: Translate,
    private readonly parts: unknown,
  ) {}

  #index(letter: unknown): number | null {
    return this.seats.find((seat) => seat.letter === letter)?.index ?? null;
  }

  add(entry: Omit<JournalEntry, 'turn'>): void {
    this.#run = null;
    this.entries.push({ ...entry, turn: this.#group });
  }

  /**
   * The sentences of a step; what has none is left out. All that a decision brings belongs to the turn of its seat,
   * but for what opens the next one; a draw belongs to the turn that it was made for, or else to the one under way.
   */
  step(line: Extract<Line, { kind: 'step' }>, undone: boolean): void {
    const seat = this.#index(line.seat);
    line.events.forEach((happened, index) => {
      const key = `${line.version}.${index}`;
      const heading = this.kit.milestone?.(happened, this.words);
      const text = this.kit.describe(happened, this.seats, this.words, this.parts);
      if (!text && !heading) return;
      if (this.#goesOn(happened, undone)) return;
      const named = this.#index(happened.event['seat']);
      const whose = this.kit.opens?.(happened) ? named : (seat ?? named);
      this.#turn(whose, key, line.at);
      if (heading) this.add({ key: `${key}!`, seat: null, text: heading, heading: true, at: line.at });
      if (!text) return;
      this.add({ key, seat: whose, text, undone, at: line.at });
      this.#run = { events: [happened], entry: this.entries.at(-1)! };
    });
  }

  /** A flood of the same is one line, which grows. */
  #goesOn(happened: Happened, undone: boolean): boolean {
    const run = this.#run;
    const events = run && [...run.events, happened];
    const text = events && run.entry.undone === undone && this.kit.together?.(events, this.seats, this.words);
    if (!text) return false;
    run.events = events;
    run.entry.text = text;
    return true;
  }

  /** A draw may bring something to several seats, so a line may have several headings: each has a key of its own. */
  #turn(seat: number | null, key: string, at: number): void {
    if (seat === null || seat === this.#group) return;
    this.#group = seat;
    this.add({ key: `${key}>`, seat, text: this.seats[seat]?.name ?? '', heading: true, at });
  }
}

export function entries(
  lines: readonly Line[],
  kit: GameKit,
  seats: SeatLook[],
  words: Translate,
  parts?: unknown,
): JournalEntry[] {
  const stands = standingSteps(lines);
  const journal = new Journal(kit, seats, words, parts);
  for (const line of lines) {
    const { version, at } = line;
    if (line.kind === 'step') journal.step(line, !stands.has(line));
    else if (line.kind === 'undo') {
      const seat = seats.find(({ letter }) => letter === line.seat);
      const text = t(line.takeback ? 'note.takeback' : 'note.undo', { name: seat?.name ?? line.seat });
      journal.add({ key: `${version}`, seat: seat?.index ?? null, text, at });
    } else if (line.kind === 'note') {
      const text = note(line, seats);
      // A game may say the same of its end.
      if (journal.entries.at(-1)?.text !== text) journal.add({ key: `${version}`, seat: null, text, at });
    }
  }
  return journal.entries;
}

/** How many lines are searched for the newest sentence: the last ones may be headings or undone. */
const LATE = 20;

/** The newest sentence: a phone's line over the bar, what the bar tells of others, what is read aloud. */
export function newestOf(
  lines: readonly Line[],
  kit: GameKit,
  seats: SeatLook[],
  words: Translate,
  parts?: unknown,
): JournalEntry | undefined {
  return entries(lines.slice(-LATE), kit, seats, words, parts).findLast((entry) => !entry.heading && !entry.undone);
}
