/**
 * The other end of the line in a lesson: it speaks like a server, from what was prepared. So a lesson is played at a
 * real table, with everything that a table shows, and needs no server. It knows no rules: right is what the lesson
 * lists, legal and refused is what the engine has said beforehand.
 */
import {
  PROTOCOL,
  type Closed,
  type Lesson,
  type LessonScene,
  type LessonStop,
  type LessonWay,
  type Line,
  type MatchState,
  type Reason,
  type Seated,
  type State,
  type Table,
  type ToClient,
  type ToServer,
} from '../generated/protocol';
import type { SocketLike, World } from '../net/link';
import { browserWorld } from '../net/link';

/** The learner at the table. */
export const LEARNER = 'learner';
const TABLE = 'lesson';

/** What a learner tried, and what the lesson says to it. */
export type Tried =
  /** It may be done, but not here. */
  | { kind: 'wrong'; words: string }
  /** A rule refuses it; the reason is known where the engine was asked beforehand. */
  | { kind: 'refused'; words: string; reason: Reason | null };

export interface Pupil {
  /** The names of the seats, from A on. */
  names: readonly string[];
  /** The lesson stands at another stop, or is over: what is told of it comes with the news. */
  moved(stop: number | null): void;
  tried(what: Tried): void;
}

const verbOf = (words: string) => words.split(' ')[0]!;

/** Whether words are those of a pattern, in which `*` stands for any word, and at the end for all that may follow. */
export function fits(pattern: string, words: string): boolean {
  if (!pattern.includes('*')) return pattern === words;
  const [wanted, tokens] = [pattern.split(' '), words.split(' ')];
  const open = wanted.at(-1) === '*';
  if (open) wanted.pop();
  return (
    (open ? tokens.length >= wanted.length : tokens.length === wanted.length) &&
    wanted.every((one, place) => one === '*' || one === tokens[place])
  );
}

export class Teacher implements SocketLike {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  /** Where the lesson stands; null when it is over. */
  at: number | null = 0;
  /** The words that led there, and `null` for each time one read on. */
  trail: (string | null)[] = [];
  #version = 1;
  #step = 0;
  /** What was told last, and the stop that was left for it. */
  #last: LessonScene | null = null;
  #left: LessonStop | null = null;
  /** Whether another position is set, to be shown when the steps before it have been. */
  #jumping = false;
  #closed = false;

  constructor(
    readonly lesson: Lesson,
    private readonly pupil: Pupil,
  ) {
    queueMicrotask(() => {
      const me = { id: LEARNER, name: pupil.names[0] ?? '', guest: true };
      this.#say({ t: 'welcome', me, protocol: PROTOCOL, server: TABLE, now: Date.now() });
    });
  }

  get stop(): LessonStop | null {
    return this.at === null ? null : (this.lesson.stops[this.at] ?? null);
  }

  send(text: string): void {
    const message = JSON.parse(text) as ToServer;
    queueMicrotask(() => this.#hear(message));
  }
  close(): void {
    this.#closed = true;
  }

  /** Replays a saved trail as far as it fits, without sending anything. */
  resume(trail: readonly (string | null)[]): void {
    for (const word of trail) {
      const way = this.#way(word);
      if (!way || way.to === undefined) break;
      this.trail.push(word);
      this.at = way.to;
    }
  }

  /** Reads on, where nothing is to be done. */
  readOn(): void {
    const way = this.#way(null);
    if (way) this.#go([way], [null]);
  }

  /** Goes back to before the last thing that was done. */
  back(): void {
    const trail = this.trail.slice(0, -1);
    this.trail = [];
    this.at = 0;
    this.resume(trail);
    this.#last = null;
    this.#jumping = false;
    this.#standsOtherwise();
    this.pupil.moved(this.at);
  }

  #way(word: string | null): LessonWay | undefined {
    return this.stop?.ways.find((way) => (way.word ?? null) === word);
  }

  #say(message: ToClient): void {
    if (!this.#closed) this.onmessage?.({ data: JSON.stringify(message) });
  }

  #hear(message: ToServer): void {
    switch (message.t) {
      case 'watch':
        return this.#say(this.#state());
      case 'ping':
        return this.#say({ t: 'pong' });
      case 'ask':
        return this.#answer(message);
      case 'do':
        return this.#do(message);
    }
  }

  #answer(message: Extract<ToServer, { t: 'ask' }>): void {
    const { id } = message;
    if (message.ask === 'closed') return this.#say({ t: 'answer', id, closed: this.#notNow() });
    if (message.ask === 'effects') return this.#say({ t: 'answer', id, effects: this.stop?.effects ?? [] });
    if (message.ask !== 'why') return this.#say({ t: 'answer', id });
    const { word } = message;
    if (this.stop?.legal?.includes(word)) {
      this.#say({ t: 'answer', id });
      return this.pupil.tried({ kind: 'wrong', words: word });
    }
    const reason = this.#reason(word);
    this.#say({ t: 'answer', id, why: reason ?? undefined });
    this.pupil.tried({ kind: 'refused', words: word, reason });
  }

  #reason(word: string): Reason | null {
    const found = this.stop?.refused?.find(({ words }) => words.some((one) => fits(one, word)));
    const closed = this.stop?.closed?.find(({ verb }) => verb === verbOf(word));
    return (found && this.lesson.reasons[found.why]) ?? closed?.why ?? null;
  }

  /** The verbs that are closed by the rules, and those that the lesson does not ask for. */
  #notNow(): Closed[] {
    const { stop } = this;
    if (!stop) return [];
    const asked = new Set(stop.ways.flatMap(({ word }) => (word ? [verbOf(word)] : [])));
    const later = new Set((stop.legal ?? []).map(verbOf).filter((verb) => !asked.has(verb)));
    const why: Reason = { key: 'lesson-later', text: 'it can be done, but the lesson asks for something else now' };
    return [...(stop.closed ?? []), ...[...later].map((verb) => ({ verb, why }))];
  }

  #do(message: Extract<ToServer, { t: 'do' }>): void {
    const { id } = message;
    if (message.do !== 'play') {
      const reason: Reason = { key: 'lesson-later', text: 'there is no such thing in a lesson' };
      return this.#say({ t: 'refused', id, code: 'not_now', reason });
    }
    const words = [message.word, ...(message.then ?? [])];
    const ways: LessonWay[] = [];
    let { at } = this;
    for (const word of words) {
      const way = at === null ? undefined : this.lesson.stops[at]?.ways.find((one) => one.word === word);
      if (!way) {
        this.#say({ t: 'refused', id, code: 'not_now', reason: { key: 'lesson-later', text: 'not asked for' } });
        return this.pupil.tried({ kind: 'wrong', words: word });
      }
      ways.push(way);
      at = way.to ?? null;
    }
    const version = this.#version + ways.reduce((sum, { scenes }) => sum + scenes.length, 0);
    this.#say({ t: 'done', id, table: TABLE, version });
    this.#go(ways, words);
  }

  /** Tells what happens on ways, up to the next stop. */
  #go(ways: readonly LessonWay[], words: readonly (string | null)[]): void {
    this.trail.push(...words);
    this.#left = this.stop;
    this.at = ways.at(-1)!.to ?? null;
    const scenes = ways.flatMap((way) => way.scenes);
    const since = this.#version;
    const jump = scenes.findIndex((scene) => scene.jump);
    const lines = scenes.slice(0, jump < 0 ? undefined : jump);
    this.#jumping = jump >= 0;
    this.#last = scenes.at(-1) ?? this.#last;
    const told = lines.map((scene) => this.#line(scene));
    if (jump >= 0) {
      // The steps before the other position are shown first; it is there when they have been.
      if (told.length) this.#news(since, told, this.#between(lines.at(-1)!));
      this.#version += scenes.length - lines.length;
      this.#step += 1;
      this.pupil.moved(this.at);
      return;
    }
    if (told.length) this.#news(since, told, this.#game());
    else this.#standsOtherwise();
    this.pupil.moved(this.at);
  }

  /** Nothing happened, and something else is asked. */
  #standsOtherwise(): void {
    this.#version += 1;
    this.#step += 1;
    this.#say(this.#state());
  }

  /** Whether another position is to be shown than the last one that was told. */
  jumps(): boolean {
    return this.#jumping;
  }
  /** Shows how the lesson stands, at once. */
  show(): void {
    this.#jumping = false;
    this.#say(this.#state());
  }

  #line({ frame }: LessonScene): Line {
    this.#version += 1;
    const line: Line = {
      kind: 'step',
      version: this.#version,
      at: Date.now(),
      step: this.#step,
      words: frame.words,
      events: frame.events,
      points: frame.points,
      changes: [frame.view],
      ...(frame.by ? { seat: frame.by } : {}),
    };
    this.#step += 1;
    return line;
  }

  #news(since: number, lines: Line[], game: MatchState): void {
    this.#say({ t: 'news', id: TABLE, since, version: this.#version, now: Date.now(), lines, game, spectators: 0 });
  }

  /** The match as it stands, or at the end of the lesson as it was left. */
  #game(): MatchState {
    const stop = this.stop ?? this.#left ?? this.lesson.stops[0]!;
    const game = { ...stop.game, step: this.#step };
    if (this.stop) return game;
    const frame = this.#last?.frame;
    return { ...game, ...(frame && { points: frame.points, to_act: frame.to_act }), offers: [] };
  }
  #between({ frame }: LessonScene): MatchState {
    return { ...this.#game(), points: frame.points, to_act: frame.to_act, offers: [] };
  }

  #state(): { t: 'state' } & State {
    return {
      t: 'state',
      version: this.#version,
      now: Date.now(),
      table: this.#table(),
      game: this.#game(),
      view: this.stop?.view ?? this.#last?.frame.view ?? this.#left?.view,
      lines: [],
      more_lines: false,
      spectators: 0,
    };
  }

  #table(): Table {
    const seated = (name: string, index: number): Seated => ({
      seat: String.fromCharCode(65 + index),
      sitter: index === 0 ? { kind: 'person', id: LEARNER, name } : { kind: 'device', host: TABLE, name },
      connected: true,
      given_up: false,
    });
    return {
      id: TABLE,
      game: this.lesson.game,
      options: this.lesson.options,
      seats: this.pupil.names.slice(0, this.lesson.seats).map(seated),
      owner: LEARNER,
      clock: { kind: 'none' },
      out_of_time: 'bot_turn',
      stand_in: 'novice',
      public: false,
      hints: false,
      keep_going: false,
      rated: false,
      shuffle_seats: false,
      stage: { kind: 'playing' },
      commit: '',
      pledges: [],
      sealed: false,
      nonces: [],
      created: 0,
    } satisfies Table;
  }
}

/** A world whose only line leads to the teacher. */
export const lessonWorld = (teacher: Teacher): World => ({ ...browserWorld(), open: () => teacher });

export { TABLE as LESSON_TABLE };
