/**
 * A table that one is at: what is known of it, what is shown of it, and what was asked of it. What is shown may lag
 * behind what is known while events are played.
 */
import type {
  Closed,
  Command,
  Happened,
  Line,
  LineKind,
  News,
  Reason,
  Refusal,
  State,
  ToClient,
  ToServer,
} from '../generated/protocol';
import type { GameKit, Playing } from '../game/kit';
import { isStill, prefs } from '../app/prefs.svelte';
import { isMe, loadParts, me, meet } from '../app/shop.svelte';
import { Queue } from '../board/queue';
import { loadKit } from '../game/kits';
import { reasonText, refusalText, type Speaker } from '../game/reason';
import { loadGame } from '../i18n/index.svelte';
import { after, whole, type Standing } from '../net/follow';
import { seatLooks } from './words';
import { browserWorld, Link, type Answer, type LineState, type Outcome, type World } from '../net/link';

/** A sentence about a refusal, with its rule. */
export interface Complaint {
  text: string;
  rule?: string;
}

type StepLine = Extract<LineKind, { kind: 'step' }>;
const isStep = (line: Line): line is Line & StepLine => line.kind === 'step';

export class Room {
  /** What is known. */
  standing = $state.raw<Standing | null>(null);
  /** What is shown. */
  shown = $state.raw<Standing | null>(null);
  playing = $state.raw<Playing | null>(null);
  last = $state.raw<readonly Happened[]>([]);
  line = $state.raw<LineState>({ kind: 'closed' });
  kit = $state.raw<GameKit | null>(null);
  parts = $state.raw<unknown>(null);
  /** Why there is no such table. */
  gone = $state<string | null>(null);
  /** Why the server said that it stops. */
  closing = $state(false);
  /** Whether the board could not be loaded. */
  boardless = $state(false);
  complaint = $state.raw<Complaint | null>(null);
  /** How many steps happened while the line was down; told once. */
  missed = $state<number | null>(null);
  /** The seat that the curtain hangs for. */
  covered = $state<string | null>(null);
  /** The own seat to which the device is to be passed, before the curtain falls. */
  passing = $state<string | null>(null);
  /** Whether a play or an undo is on its way. */
  busy = $state(false);
  #link: Link;
  #queue: Queue<Standing>;
  #catchingUp = false;
  #eyes: string | undefined;
  #busyUntil = 0;
  #left = false;

  constructor(
    readonly id: string,
    world: World = browserWorld(),
  ) {
    this.#link = new Link(world, {
      state: (state) => this.#lineIs(state),
      welcome: (who) => isMe(who),
      message: (message) => this.#hear(message),
      watching: () => [this.#watch(this.standing?.version)],
    });
    this.#queue = new Queue<Standing>({
      show: (standing, last) => this.#show(standing, last),
      play: (playing) => {
        this.playing = playing;
        if (!playing) this.#mind();
      },
      duration: (happened) => this.#duration(happened),
      later: world.later,
      cancel: world.cancel,
    });
  }

  /** Comes to the table. A new visitor becomes a guest first, since the socket knows people by their cookie. */
  async enter(): Promise<void> {
    await meet().catch(() => {});
    if (!this.#left) this.#link.connect();
  }
  leave(): void {
    this.#left = true;
    this.#link.say({ t: 'unwatch', table: this.id });
    this.#link.close();
  }
  /** Connects at once: the tab woke up, or somebody asks for it. */
  wake(): void {
    this.#queue.skip();
    this.#link.hurry();
  }
  /** Connects again: the server knows people by the name that they had when they connected. */
  renew(): void {
    this.#link.connect();
  }
  /** Shows the newest state at once. */
  skip(): void {
    this.#queue.skip();
  }
  /** Whether what is shown is the newest. */
  get current(): boolean {
    return this.shown === this.standing;
  }
  get pending(): number {
    return this.#link.pending;
  }
  /** The server's time. */
  now(): number {
    return Date.now() + this.#link.offset;
  }

  /** Does something; a refusal is told, nothing is shown as done before the server says so. */
  async do(command: Command): Promise<Outcome> {
    this.complaint = null;
    const acts = command.do === 'play' || command.do === 'undo';
    if (acts) this.busy = true;
    const outcome = await this.#link.do(this.id, command);
    if (outcome.kind === 'refused') {
      if (acts) this.busy = false;
      this.refuse(outcome.refusal);
    } else if (acts) {
      this.#busyUntil = outcome.done.version;
      this.#settleBusy();
      if (outcome.done.stopped) this.complain(outcome.done.stopped);
    }
    return outcome;
  }

  async why(seat: string, word: string): Promise<void> {
    const answer = await this.#link.ask(this.id, { ask: 'why', seat, word });
    if (answer.kind === 'refused') this.refuse(answer.refusal);
    else if (answer.why) this.complain(answer.why);
  }
  /** Which verbs are not on offer to a seat, and why. */
  async closed(seat: string): Promise<readonly Closed[]> {
    const answer = await this.#link.ask(this.id, { ask: 'closed', seat });
    return answer.kind === 'answer' ? (answer.closed ?? []) : [];
  }
  hint(seat: string): Promise<Answer> {
    return this.#link.ask(this.id, { ask: 'hint', seat });
  }

  refuse(refusal: Refusal): void {
    // What is seen is old: the whole is asked for, so that the next click fits.
    if (refusal.code === 'stale') this.#link.say(this.#watch());
    if (refusal.code === 'no_table') return void (this.gone = refusal.reason.text);
    this.complaint = { text: refusalText(refusal, this.#speaker()), rule: refusal.reason.rule };
  }
  complain(reason: Reason): void {
    this.complaint = { text: reasonText(reason, this.#speaker()), rule: reason.rule };
  }

  #speaker(): Speaker | undefined {
    const table = this.standing?.table;
    if (!table) return undefined;
    return { key: table.game, kit: this.kit, around: { parts: this.parts, seats: seatLooks(table.seats) } };
  }

  /** Lets the curtain fall: nobody looks, and nothing that was seen is kept. */
  cover(seat: string): void {
    this.covered = seat;
    this.passing = null;
    this.#eyes = undefined;
    this.#link.say({ t: 'look', table: this.id });
    const known = this.standing;
    if (known)
      this.#queue.jump(
        (this.standing = { ...known, view: null, lines: [], game: known.game && { ...known.game, offers: [] } }),
        null,
      );
  }
  /** Lifts it for the seat that it hangs for. */
  lift(): void {
    if (!this.covered) return;
    this.#eyes = this.covered;
    this.#link.say({ t: 'look', table: this.id, eyes: this.covered });
  }

  addOlder(lines: readonly Line[], more: boolean): void {
    const known = this.standing;
    if (!known) return;
    const standing = { ...known, lines: [...lines, ...known.lines], more };
    const shown = this.shown;
    this.standing = standing;
    this.shown = shown === known || !shown ? standing : { ...shown, lines: [...lines, ...shown.lines], more };
  }

  #watch(since?: number): ToServer {
    return { t: 'watch', table: this.id, since, eyes: this.#eyes };
  }

  #lineIs(state: LineState): void {
    if (state.kind === 'open') {
      this.#catchingUp = this.standing !== null;
      this.closing = false;
    }
    this.line = state;
  }

  #hear(message: ToClient): void {
    switch (message.t) {
      case 'state':
        return void (message.table.id === this.id && this.#whole(message));
      case 'news':
        return void (message.id === this.id && this.#news(message));
      case 'gone':
        if (message.table !== this.id) return;
        this.#link.forget(this.id, { code: 'no_table', reason: { text: message.why } });
        return void (this.gone = message.why);
      case 'refused':
        return this.refuse(message);
      case 'closing':
        return void (this.closing = true);
    }
  }

  #whole(state: State): void {
    const before = this.standing;
    const standing = whole(state, before);
    this.standing = standing;
    if (this.#catchingUp && before?.game && standing.game) this.#tellMissed(standing.game.step - before.game.step);
    this.#catchingUp = false;
    const last = standing.lines.findLast(isStep);
    this.#queue.jump(standing, standing.view, last?.events ?? []);
    this.#settleBusy();
    void this.#load(state.table.game);
  }

  #news(news: News): void {
    const before = this.standing;
    const standing = before && after(before, news);
    if (!standing) return this.#link.say(this.#watch());
    this.standing = standing;
    const steps = (news.lines ?? []).filter(isStep);
    const events = steps.flatMap((line) => line.events);
    const still =
      !this.kit ||
      this.#catchingUp ||
      document.hidden ||
      this.covered !== null ||
      (news.lines ?? []).some((line) => line.kind === 'undo');
    if (this.#catchingUp) this.#tellMissed(steps.length);
    this.#catchingUp = false;
    if (still || events.length === 0) {
      // News about the table alone must not cut short what is being played.
      if (!still && this.#queue.running) this.#queue.add({ moment: standing, view: standing.view, events: [] });
      else this.#queue.jump(standing, standing.view, steps.length ? events : this.last);
    } else this.#queue.add({ moment: standing, view: standing.view, events });
    this.#settleBusy();
  }

  #tellMissed(steps: number): void {
    this.missed = Math.max(0, steps);
  }
  #settleBusy(): void {
    if (this.busy && this.#busyUntil > 0 && (this.standing?.version ?? 0) >= this.#busyUntil) {
      this.busy = false;
      this.#busyUntil = 0;
    }
  }

  #show(standing: Standing, last: readonly Happened[]): void {
    this.shown = standing;
    if (last.length) this.last = last;
    if (!this.#queue.running) this.#mind();
  }

  /** Sees to it that the one who acts looks, where several play at this device; not before all is shown. */
  #mind(): void {
    if (!this.current) return;
    const game = this.shown?.game;
    if (!game || game.yours.length < 2 || game.to_act.kind !== 'seat') return this.#unmind();
    const seat = game.to_act.seat;
    if (!game.yours.includes(seat)) return this.#unmind();
    if (game.eyes === seat) {
      this.#eyes = seat;
      return this.#unmind();
    }
    if (!game.hides) {
      if (this.#eyes !== seat) this.#link.say({ t: 'look', table: this.id, eyes: seat });
      this.#eyes = seat;
    } else if (game.yours.includes(game.eyes)) this.passing = seat;
    else if (this.covered !== seat) this.cover(seat);
  }
  #unmind(): void {
    this.passing = null;
    this.covered = null;
  }

  #duration(happened: Happened): number {
    if (!this.kit || isStill() || prefs.speed === 0) return 0;
    return this.kit.duration(happened) / prefs.speed;
  }

  async #load(game: string): Promise<void> {
    if (this.kit) return;
    try {
      const [kit, parts] = await Promise.all([loadKit(game), loadParts(game), loadGame(game)]);
      this.parts = parts;
      this.kit = kit;
      this.boardless = kit === null;
    } catch {
      this.boardless = true;
    }
  }

  /** Whether the seat is played from this device. */
  isMine(letter: string): boolean {
    const sitter = this.standing?.table.seats.find(({ seat }) => seat === letter)?.sitter;
    const id = me()?.id;
    return (sitter?.kind === 'person' && sitter.id === id) || (sitter?.kind === 'device' && sitter.host === id);
  }
}
