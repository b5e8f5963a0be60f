/**
 * Bots in a worker of their own. The worker folds the table's log itself, so that only what is new crosses to it. A
 * thought is cancelled by ending the worker: the next one is made of the same compiled code.
 */
import type { BotLevel, Hint } from '../generated/protocol';
import type { Decided, TimedEntry, Request } from './engine';
import type { Mind } from './mind';

/** A position to think about: a table by its log. */
export interface Position {
  id: string;
  seed: string;
  log: readonly TimedEntry[];
}

/** How long a master thinks, in milliseconds; other levels have their share. */
export const MASTER = 2000;

const noise = (): number => crypto.getRandomValues(new Uint32Array(1))[0]!;

/** A thought that was cancelled. */
export class Cancelled extends Error {}

export class Thinker {
  #mind: Mind | null = null;
  /** What the mind has folded: of which table, and how far. */
  #has: { id: string; version: number } | null = null;
  #thoughts = 0;

  constructor(
    private readonly wake: () => Mind,
    private readonly millis = MASTER,
  ) {}

  /** Lets a bot decide. One that fails is replaced by the simplest, which needs no search. */
  async think(position: Position, level: BotLevel): Promise<Decided> {
    const { millis } = this;
    const think = (pace: { millis: number } | { iterations: number }) =>
      this.#ask<Decided>(position, { q: 'think', id: position.id, level, pace, noise: noise() });
    try {
      return await think({ millis });
    } catch (error) {
      if (error instanceof Cancelled) throw error;
      this.cancel();
      return await think({ iterations: 1 });
    }
  }

  advise(position: Position): Promise<Hint> {
    return this.#ask(position, { q: 'advise', id: position.id, pace: { millis: this.millis }, noise: noise() });
  }

  /** Ends what is being thought. */
  cancel(): void {
    this.#thoughts += 1;
    this.#mind?.end();
    this.#mind = null;
    this.#has = null;
  }

  async #ask<T>(position: Position, request: Request): Promise<T> {
    const thought = ++this.#thoughts;
    const mind = (this.#mind ??= this.wake());
    try {
      await this.#fold(mind, position);
      const answer = await mind.ask<T>(request);
      if (thought !== this.#thoughts) throw new Cancelled();
      return answer;
    } catch (error) {
      throw thought === this.#thoughts ? error : new Cancelled();
    }
  }

  async #fold(mind: Mind, { id, seed, log }: Position): Promise<void> {
    const has = this.#has;
    // The log may grow while the mind reads it.
    const version = log.length;
    if (has?.id === id && has.version === version) return;
    if (has?.id === id && has.version < version)
      await mind.ask({ q: 'more', id, log: log.slice(has.version, version) });
    else {
      if (has) await mind.ask({ q: 'forget', id: has.id });
      await mind.ask({ q: 'open', id, seed, log: log.slice(0, version) });
    }
    if (this.#mind === mind) this.#has = { id, version };
  }
}
