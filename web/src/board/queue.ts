/**
 * What happened is shown step by step, and within a step event by event. While a step is shown, the board draws its
 * events; everything else stands as it was before the step, and goes on when its last event was shown. What is newer
 * waits. A tap shows the next event, skipping goes to the end of what is being turned up or to the newest state, and
 * after a reconnect or a tab's sleep nothing is queued at all.
 */
import type { Happened } from '../generated/protocol';
import type { Playing } from '../game/kit';

/** A step to be shown: its events, and how things stand after it. */
export interface Scene<Moment> {
  moment: Moment;
  /** The game's view after the step. */
  view: unknown;
  events: readonly Happened[];
  /** Whether the step reveals something: a card of a dig, a tile of a voyage. */
  turnsUp?: boolean;
  /** Whether one is to turn it up oneself: it waits for a tap. */
  reveals?: boolean;
}

export interface Stage<Moment> {
  /** A step begins. */
  begin?(scene: Scene<Moment>): void;
  /** How many events of the step were told, the one being played included. */
  tell?(scene: Scene<Moment>, count: number): void;
  /** Shows how things stand after a step. */
  show(moment: Moment, last: readonly Happened[]): void;
  /** Shows an event; null ends the show. */
  play(playing: Playing | null): void;
  /** How long an event takes, at the speed that was chosen; 0 for none. */
  duration(happened: Happened): number;
  /** How long it rests between two steps. */
  rest?(done: Scene<Moment>, next: Scene<Moment>): number;
  /** How long a step that reveals something waits for the tap; null ends the waiting. */
  wait?(scene: Scene<Moment> | null): number;
  later(work: () => void, ms: number): unknown;
  cancel(timer: unknown): void;
}

/** With more events than this waiting, they are shown at double speed. */
const MANY = 30;

export class Queue<Moment> {
  #scenes: Scene<Moment>[] = [];
  #scene: Scene<Moment> | null = null;
  #told = 0;
  #timer: unknown = null;
  #onward: (() => void) | null = null;
  #running = false;
  #paused = false;
  #view: unknown = null;
  #key = 0;

  constructor(private readonly stage: Stage<Moment>) {}

  /** Whether something newer than what is being shown waits. */
  get behind(): boolean {
    return this.#scenes.length > 0;
  }
  get running(): boolean {
    return this.#running;
  }
  /** Whether what comes next turns up more of the same. */
  get turnsUpMore(): boolean {
    return this.#scenes[0]?.turnsUp === true;
  }

  add(scene: Scene<Moment>): void {
    this.#scenes.push(scene);
    if (!this.#running) this.#next();
  }

  /** Shows a state at once, whatever was waiting. */
  jump(moment: Moment, view: unknown, last: readonly Happened[] = []): void {
    this.#stop();
    this.#scenes = [];
    this.#view = view;
    this.stage.show(moment, last);
  }

  /** Goes to the newest state. */
  skip(): void {
    const newest = this.#scenes.at(-1) ?? this.#scene;
    if (newest) this.jump(newest.moment, newest.view, newest.events);
    else this.#stop();
  }

  /** Goes to the end of what is being turned up, and on from there. */
  finish(): void {
    const past = this.#scenes.findIndex(({ turnsUp }) => !turnsUp);
    const last = this.#scenes.splice(0, past < 0 ? this.#scenes.length : past).at(-1) ?? this.#scene;
    if (!last) return;
    this.stage.cancel(this.#timer);
    this.#onward = null;
    this.#paused = false;
    this.stage.wait?.(null);
    this.stage.play(null);
    this.#scene = last;
    this.#view = last.view;
    this.stage.show(last.moment, last.events);
    this.#next();
  }

  /** Shows the next event at once. */
  tap(): void {
    const onward = this.#onward;
    if (!onward) return;
    this.stage.cancel(this.#timer);
    this.#onward = null;
    onward();
  }

  /** Holds after the event being played, and goes on. */
  pause(paused: boolean): void {
    this.#paused = paused;
    if (!paused) this.tap();
  }

  #stop(): void {
    this.stage.cancel(this.#timer);
    this.#onward = null;
    this.#scene = null;
    this.#paused = false;
    this.stage.wait?.(null);
    if (this.#running) this.stage.play(null);
    this.#running = false;
  }

  #after(ms: number, work: () => void): void {
    this.#onward = work;
    this.#timer = this.stage.later(() => {
      // A pause lasts until somebody goes on.
      if (!this.#paused) this.tap();
    }, ms);
  }

  #next(): void {
    const done = this.#scene;
    const scene = this.#scenes.shift();
    this.#scene = null;
    if (!scene) return this.#stop();
    this.#running = true;
    this.#scene = scene;
    const rest = done && scene.events.length ? (this.stage.rest?.(done, scene) ?? 0) : 0;
    if (rest > 0) this.#after(rest, () => this.#begin(scene));
    else this.#begin(scene);
  }

  #begin(scene: Scene<Moment>): void {
    const wait = scene.reveals ? (this.stage.wait?.(scene) ?? 0) : 0;
    const start = () => {
      this.stage.wait?.(null);
      this.#told = 0;
      // There is no view before the first step, so its events start from the view after it.
      const before = this.#view ?? scene.view;
      this.#view = scene.view;
      this.stage.begin?.(scene);
      this.#event(scene, before);
    };
    if (wait > 0) {
      // What waits to be turned up is looked at in peace: nothing moves.
      this.stage.play(null);
      this.#after(wait, start);
    } else start();
  }

  /** Shows the next event that takes time; those before it are told with it. */
  #event(scene: Scene<Moment>, before: unknown): void {
    const from = this.#told;
    const index = scene.events.findIndex((happened, at) => at >= from && this.stage.duration(happened) > 0);
    const happened = scene.events[index];
    if (!happened) {
      this.stage.show(scene.moment, scene.events);
      return this.#next();
    }
    this.#told = index + 1;
    this.stage.tell?.(scene, this.#told);
    const waiting = scene.events.length - this.#told + this.#scenes.reduce((sum, { events }) => sum + events.length, 0);
    const ms = this.stage.duration(happened) / (waiting > MANY ? 2 : 1);
    this.#key += 1;
    this.stage.play({ happened, before, ms, key: this.#key });
    this.#after(ms, () => this.#event(scene, before));
  }
}
