/**
 * A table that one is at: what is known of it, what is shown of it, and what was asked of it. What is shown lags behind
 * what is known while steps are played: everything but the board stands as before the step being shown, until its last
 * event was shown; the board draws the step's events, from the view before it to the view after it.
 */
import type {
  Closed,
  Command,
  Effect,
  Happened,
  Line,
  Looked,
  Me,
  News,
  Reason,
  Refusal,
  State,
  ToClient,
  ToServer,
} from '../generated/protocol';
import type { GameKit, Playing } from '../game/kit';
import { isStill, prefs } from '../app/prefs.svelte';
import { setMe, loadParts, me, meet } from '../app/shop.svelte';
import { Queue, type Scene } from '../board/queue';
import { loadKit } from '../game/kits';
import { reasonText, refusalText, type Speaker } from '../game/reason';
import { loadGame } from '../i18n/index.svelte';
import {
  after,
  isStep,
  lastTurn,
  looked,
  seatOf,
  standingSteps,
  turnsSince,
  whole,
  type Moment,
  type Snapshot,
  type StepLine,
} from '../net/follow';
import { seatLooks } from './words';
import { dismissal } from '../net/api';
import { browserWorld, Link, type Answer, type LineState, type Outcome, type World } from '../net/link';

/** A sentence about a refusal, with its rule. */
export interface Complaint {
  text: string;
  rule?: string;
}

/** A step that was shown, to be shown again. */
export interface Past extends Moment {
  before: Snapshot;
  line: StepLine;
}

/** How many steps since one's own last action can be shown again. */
const PAST = 300;
/** How long something waits to be turned up by hand, at normal speed; then nobody is there: it turns up by itself. */
const TURNED_UP_AFTER = 20_000;
/** How long it rests between two actions of a seat, and between two seats. */
const REST = { action: 240, seat: 480 };
/** How long the board stays when the match is over, at normal speed, before its result comes. */
const LAST_LOOK = 4000;

export class Room {
  /** What is known. */
  standing = $state.raw<Snapshot | null>(null);
  /** What is shown beside the board: how things stood before the step being shown, with what was told of it so far. */
  shown = $state.raw<Snapshot | null>(null);
  /** The view that the board draws: after the step being shown, whose events it shows. */
  board = $state.raw<unknown>(null);
  playing = $state.raw<Playing | null>(null);
  /** Whether the show holds. */
  paused = $state(false);
  /** What waits to be turned up by a tap. */
  turning = $state.raw<Happened | null>(null);
  /** Whether something is turned up, part by part: a dig, a voyage. */
  revealing = $state(false);
  /** The points of the match, where those that are shown wait until the last part is turned up. */
  held = $state.raw<readonly number[] | null>(null);
  /** The steps since one's own last action. */
  past = $state.raw<readonly Past[]>([]);
  /** The steps between one's own last action and the one before, to be looked up. */
  #earlier = $state.raw<readonly Past[]>([]);
  /** The seat whose turn is shown again, or was; its marks lie on the board. */
  again = $state<string | null>(null);
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
  /** Why this device could not keep the last move: it has no room, or its browser keeps nothing. */
  unkept = $state<'full' | 'refused' | null>(null);
  /** How many steps happened while the line was down; told once. */
  missed = $state<number | null>(null);
  /** The seat that the curtain hangs for. */
  covered = $state<string | null>(null);
  /** The own seat to which the device is to be passed, before the curtain falls. */
  passing = $state<string | null>(null);
  /** Whether the match came to its end before one's eyes: board and bar say why, and then the result comes. */
  resting = $state(false);
  /** Whether a play or an undo is on its way. */
  busy = $state(false);
  #world: World;
  #resting: unknown = null;
  #link: Link;
  #queue: Queue<Moment>;
  #catchingUp = false;
  #eyes: string | undefined;
  #busyUntil = 0;
  #left = false;

  constructor(
    readonly id: string,
    world: World = browserWorld(id),
    welcome: (who: Me) => void = setMe,
  ) {
    this.#world = world;
    this.#link = new Link(world, {
      state: (state) => this.#lineIs(state),
      welcome,
      message: (message) => this.#hear(message),
      dismissal: () => dismissal(id),
      watching: () => [this.#watch(this.standing?.version)],
    });
    this.#queue = new Queue<Moment>({
      begin: (scene) => this.#begin(scene),
      tell: (scene, count) => this.#tell(scene, count),
      show: (moment) => this.#show(moment.standing),
      play: (playing) => {
        this.playing = playing;
        if (!playing) this.#mind();
      },
      duration: (happened) => this.#duration(happened),
      rest: (done, next) => this.#rest(done, next),
      wait: (scene) => this.#wait(scene),
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
    this.endRest();
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
    this.paused = false;
    this.#queue.skip();
  }
  /** Goes to the end: of what is being turned up, or else of all that happened. */
  toEnd(): void {
    this.paused = false;
    if (this.revealing) this.#queue.finish();
    else this.#queue.skip();
  }
  /** Shows the next event at once. */
  tap(): void {
    if (this.paused) this.pause(false);
    else this.#queue.tap();
  }
  pause(paused: boolean): void {
    this.paused = paused;
    this.#queue.pause(paused);
  }
  /** Shows steps again, and then how things stand. */
  replay(steps: readonly Past[]): void {
    const [first] = steps;
    if (!first || !this.standing) return;
    this.paused = false;
    // A turn may begin with a draw, which is nobody's.
    this.again = steps.find(({ line }) => line.seat)?.line.seat ?? null;
    this.#queue.jump({ standing: first.before, line: null }, first.before.view);
    for (const step of steps) this.#queue.add(this.#scene(step));
    this.#queue.add(this.#scene({ standing: this.standing, line: null }));
  }
  /**
   * What is marked on the board: what all others did since one's own last action, or what was shown again; of one's own
   * turn the last step. Who only looks on sees what the last one did.
   */
  get marks(): readonly Happened[] {
    const { shown, again } = this;
    if (!shown) return [];
    if (again) return this.others.flatMap(({ line }) => (line.seat === again ? line.events : []));
    const yours = shown.game?.yours ?? [];
    const others = yours.length ? turnsSince(shown.lines, yours) : [];
    if (others.length) return others.flatMap(({ events }) => events);
    const steps = lastTurn(shown.lines);
    const from = yours.length ? steps.findLastIndex((line) => line.seat) : 0;
    return steps.slice(Math.max(0, from)).flatMap(({ events }) => events);
  }
  /** What others did since one's own last action; where that is nothing yet, what they did before it. */
  get others(): readonly Past[] {
    return this.past.length ? this.past : this.#earlier;
  }
  /** What was told since the last decision, that decision included. */
  get told(): readonly Happened[] {
    const steps = this.shown?.lines.filter(isStep) ?? [];
    return steps
      .slice(
        Math.max(
          0,
          steps.findLastIndex(({ seat }) => seat),
        ),
      )
      .flatMap(({ events }) => events);
  }
  /** What one's own last decision turned up, until the next one; nothing while it is being turned up. */
  get found(): readonly Happened[] {
    const { shown, kit } = this;
    const yours = shown?.game?.yours ?? [];
    if (!shown || !kit?.reveals || this.revealing) return [];
    const stands = standingSteps(shown.lines);
    const steps = shown.lines.filter(isStep).filter((line) => stands.has(line));
    const own = steps.findLastIndex(({ seat }) => seat && yours.includes(seat));
    const next = steps.findIndex(({ seat }, index) => index > own && seat);
    const run = own < 0 ? [] : steps.slice(own, next < 0 ? undefined : next);
    const events = run.flatMap(({ events }) => events);
    return events.some((happened) => kit.reveals!(happened) || kit.sums?.(happened)) ? events : [];
  }
  /** Whether what is shown is the newest. */
  get current(): boolean {
    return this.shown === this.standing;
  }
  /** Whether what comes next turns up more of the same. */
  get turnsUpMore(): boolean {
    return this.#queue.turnsUpMore;
  }
  /** Whether what is being shown ends the match: nobody comes after it. */
  get ending(): boolean {
    const last = (of: Snapshot | null) => of?.lines.findLast(isStep)?.version;
    return this.standing?.game?.to_act.kind === 'over' && last(this.shown) === last(this.standing);
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
  /** What the verbs on offer to a seat would change at once. */
  async effects(seat: string): Promise<readonly Effect[]> {
    const answer = await this.#link.ask(this.id, { ask: 'effects', seat });
    return answer.kind === 'answer' ? (answer.effects ?? []) : [];
  }
  hint(seat: string): Promise<Answer> {
    return this.#link.ask(this.id, { ask: 'hint', seat });
  }

  refuse(refusal: Refusal): void {
    if (refusal.reason.key === 'storage-full') this.unkept = 'full';
    if (refusal.reason.key === 'storage-refused') this.unkept = 'refused';
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
        {
          standing: (this.standing = {
            ...known,
            view: null,
            lines: [],
            game: known.game && { ...known.game, offers: [] },
          }),
          line: null,
        },
        null,
      );
    this.past = [];
    this.#earlier = [];
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
    // The table may have come anew since they were asked for: no line comes twice.
    const before = (those: readonly Line[]) => [
      ...lines.filter(({ version }) => version < (those[0]?.version ?? Infinity)),
      ...those,
    ];
    const standing = { ...known, lines: before(known.lines), more };
    const shown = this.shown;
    this.standing = standing;
    this.shown = shown === known || !shown ? standing : { ...shown, lines: before(shown.lines), more };
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
      case 'looked':
        return void (message.id === this.id && this.#looked(message));
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
    const standing = whole(state);
    this.standing = standing;
    if (this.#catchingUp && before?.game && standing.game) this.#tellMissed(standing.game.step - before.game.step);
    this.#catchingUp = false;
    const moment: Moment = { standing, line: null };
    // At the end everybody sees everything; the last steps are shown before that.
    if (this.#queue.running && before?.version === standing.version) this.#queue.add(this.#scene(moment));
    else this.#queue.jump(moment, standing.view);
    this.#settleBusy();
    void this.#load(state.table.game);
  }

  #looked(other: Looked): void {
    const standing = this.standing && looked(this.standing, other);
    if (!standing) return this.#link.say(this.#watch());
    this.standing = standing;
    this.#queue.jump({ standing, line: null }, standing.view);
    this.#settleBusy();
  }

  #news(news: News): void {
    const before = this.standing;
    const moments = before && after(before, news);
    const now = moments?.at(-1);
    if (!moments || !now) return this.#link.say(this.#watch());
    this.standing = now.standing;
    this.#keep(before, moments, news.lines ?? []);
    const still =
      !this.kit ||
      this.#catchingUp ||
      document.hidden ||
      this.covered !== null ||
      news.view !== undefined ||
      (news.lines ?? []).some((line) => line.kind === 'undo');
    if (this.#catchingUp) this.#tellMissed((news.lines ?? []).filter(isStep).length);
    this.#catchingUp = false;
    // News about the table alone must not cut short what is being played.
    if (still || (!now.line && !this.#queue.running)) this.#queue.jump(now, now.standing.view);
    else for (const moment of moments) this.#queue.add(this.#scene(moment));
    this.#settleBusy();
  }

  #scene(moment: Moment): Scene<Moment> {
    const { standing, line } = moment;
    const own = standing.game?.to_act.kind === 'seat' && standing.game.yours.includes(this.#mover(moment));
    const first = line && !line.seat ? line.events[0] : undefined;
    const turnsUp = first !== undefined && this.kit?.reveals?.(first) === true;
    return { moment, view: standing.view, events: line?.events ?? [], turnsUp, reveals: turnsUp && own };
  }
  /** Who makes a step: of a draw, the one it was made for, or else the one whose decision it follows. */
  #mover({ standing, line }: Moment): string {
    const decided = standing.lines.findLast((one): one is StepLine => isStep(one) && !!one.seat);
    return (line && seatOf(line)) ?? decided?.seat ?? '';
  }

  /** Keeps what others did since one's own last action. */
  #keep(before: Snapshot, moments: readonly Moment[], lines: readonly Line[]): void {
    const undone = lines.flatMap((line) => (line.kind === 'undo' ? [line.to] : []));
    let past = [...this.past];
    for (const { standing, line } of moments) {
      if (line?.seat && standing.game?.yours.includes(line.seat)) {
        if (past.length) this.#earlier = past;
        past = [];
      } else if (line && (line.seat || past.length)) past.push({ before, standing, line });
      before = standing;
    }
    for (const to of undone) {
      past = past.filter(({ line }) => line.step < to);
      this.#earlier = this.#earlier.filter(({ line }) => line.step < to);
    }
    if (past.length < this.past.length || !past.length) this.again = null;
    this.past = past.slice(-PAST);
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

  /** A step begins: the board goes on to it, all else stays, but for who is at it. */
  #begin({ moment, view, turnsUp = false }: Scene<Moment>): void {
    this.board = view;
    this.revealing = turnsUp;
    const { shown } = this;
    const seat = this.#mover(moment);
    if (shown?.game && moment.line && seat)
      this.shown = { ...shown, game: { ...shown.game, to_act: { kind: 'seat', seat }, offers: [] } };
  }
  /** The log tells of a step what was shown of it. */
  #tell({ moment: { line } }: Scene<Moment>, count: number): void {
    const { shown } = this;
    if (!shown || !line) return;
    const told = { ...line, events: line.events.slice(0, count) };
    this.shown = { ...shown, lines: [...shown.lines.filter(({ version }) => version < line.version), told] };
  }
  #show(standing: Snapshot): void {
    // Older lines may have been read meanwhile: the newest is what is known.
    const newest = standing.version === this.standing?.version ? this.standing : standing;
    this.revealing &&= this.#queue.turnsUpMore;
    if (this.shown?.table.stage.kind === 'playing' && newest.table.stage.kind === 'over') this.#restAtEnd(newest);
    this.shown = this.#hold(newest);
    this.board = this.shown.view;
    if (!this.#queue.running) this.#mind();
  }
  /** What is called off needs no look at the board, and where nothing moves the result is there at once. */
  #restAtEnd({ game }: Snapshot): void {
    if (!game?.result?.rule || this.again || isStill() || prefs.speed === 0) return;
    this.endRest();
    this.resting = true;
    this.#resting = this.#world.later(() => this.endRest(), LAST_LOOK / prefs.speed);
  }
  /** On to the result. */
  endRest(): void {
    this.#world.cancel(this.#resting);
    this.resting = false;
  }
  /** Points wait until the last card or tile was turned up; then they count once. */
  #hold(standing: Snapshot): Snapshot {
    const { game } = standing;
    const points = this.shown?.game?.points;
    const holds = this.revealing && game && points && game.points.join() !== points.join();
    this.held = holds ? game.points : null;
    return holds ? { ...standing, game: { ...game, points } } : standing;
  }
  #rest(done: Scene<Moment>, next: Scene<Moment>): number {
    if (isStill() || prefs.speed === 0) return 0;
    const seat = next.moment.line?.seat;
    if (!seat || this.standing?.game?.yours.includes(seat)) return 0;
    return (this.#mover(done.moment) === seat ? REST.action : REST.seat) / prefs.speed;
  }
  #wait(scene: Scene<Moment> | null): number {
    const still = isStill() || prefs.speed === 0;
    this.turning = still ? null : (scene?.events[0] ?? null);
    if (this.turning) this.revealing = true;
    return still ? 0 : TURNED_UP_AFTER / prefs.speed;
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
      if (this.#eyes !== seat) this.#link.say({ t: 'look', table: this.id, eyes: seat, since: this.standing?.version });
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
