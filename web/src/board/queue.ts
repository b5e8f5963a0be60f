/**
 * What happened is shown one event after the other; the newest state waits until then. A click skips to it, and
 * after a reconnect or a tab's sleep nothing is queued at all.
 */
import type { Happened } from '../generated/protocol';
import type { Playing } from '../game/kit';

/** A state to be shown, after the events that led to it. */
export interface Scene<Moment> {
  moment: Moment;
  view: unknown;
  events: readonly Happened[];
}

export interface Stage<Moment> {
  /** Shows a state. */
  show(moment: Moment, last: readonly Happened[]): void;
  /** Shows an event; null ends the show. */
  play(playing: Playing | null): void;
  /** How long an event takes, at the speed that was chosen; 0 for none. */
  duration(happened: Happened): number;
  later(work: () => void, ms: number): unknown;
  cancel(timer: unknown): void;
}

/** With more events than this waiting, they are shown at double speed. */
const MANY = 3;

export class Queue<Moment> {
  #scenes: Scene<Moment>[] = [];
  #events: Happened[] = [];
  #timer: unknown = null;
  #running = false;
  #view: unknown = null;
  #key = 0;

  constructor(private readonly stage: Stage<Moment>) {}

  /** Whether something newer than what is shown waits. */
  get behind(): boolean {
    return this.#scenes.length > 0;
  }

  get running(): boolean {
    return this.#running;
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
    const newest = this.#scenes.at(-1);
    if (newest) this.jump(newest.moment, newest.view, newest.events);
    else this.#stop();
  }

  #stop(): void {
    this.stage.cancel(this.#timer);
    this.#events = [];
    if (this.#running) this.stage.play(null);
    this.#running = false;
  }

  #next(): void {
    const scene = this.#scenes.shift();
    if (!scene) {
      this.#running = false;
      this.stage.play(null);
      return;
    }
    this.#running = true;
    // Before the first step there was nothing to see: things come from where they are.
    const before = this.#view ?? scene.view;
    this.#view = scene.view;
    this.#events = scene.events.filter((happened) => this.stage.duration(happened) > 0);
    this.stage.show(scene.moment, scene.events);
    this.#event(before);
  }

  #event(before: unknown): void {
    const happened = this.#events.shift();
    if (!happened) return this.#next();
    const waiting = this.#events.length + this.#scenes.reduce((sum, scene) => sum + scene.events.length, 0);
    const ms = this.stage.duration(happened) / (waiting > MANY ? 2 : 1);
    this.#key += 1;
    this.stage.play({ happened, before, ms, key: this.#key });
    this.#timer = this.stage.later(() => this.#event(before), ms);
  }
}
