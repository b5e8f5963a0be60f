/**
 * The other end of the line in a puzzle: a module in a worker of its own has the table, which is kept nowhere. So a
 * puzzle is played at a real table, with everything that a table shows, and needs no server.
 */
import type { Line, NewTable, ToAct, ToClient, ToServer } from '../generated/protocol';
import { PROTOCOL } from '../generated/protocol';
import { EngineRefused, type Change, type Request, type Who } from '../local/engine';
import { newSeed } from '../local/ids';
import { withLines } from '../net/lines';
import { browserWorld, type SocketLike, type World } from '../net/link';

export const PUZZLE_TABLE = 'puzzle';
const CLIENT = 1;

/** Whoever answers requests in their own time. */
export interface Asked {
  ask<T>(request: Request): Promise<T>;
}

/** The turn of a puzzle so far: its words, and whether it is over. */
export interface Turn {
  words: readonly string[];
  over: boolean;
}

/**
 * What a seat has played, up to where something is drawn or somebody else acts. What is taken back counts no more.
 */
export function turnOf(lines: readonly Line[], seat: string, toAct: ToAct | undefined): Turn {
  let steps: { seat?: string; words: string; step: number }[] = [];
  for (const line of lines) {
    if (line.kind === 'step') steps.push({ seat: line.seat, words: line.words, step: line.step });
    else if (line.kind === 'undo') steps = steps.filter(({ step }) => step < line.to);
  }
  const end = steps.findIndex((step) => step.seat !== seat);
  const words = steps.slice(0, end < 0 ? undefined : end).map((step) => step.words);
  const acts = toAct?.kind === 'seat' && toAct.seat === seat;
  return { words, over: words.length > 0 && (end >= 0 || !acts) };
}

export class PuzzleLine implements SocketLike {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  #closed = false;
  #lines: Line[] = [];
  #over = false;
  /** One thing after the other. */
  #queue: Promise<unknown>;

  constructor(
    private readonly mind: Asked,
    table: NewTable,
    private readonly seat: string,
    private readonly who: Who,
    private readonly done: (words: readonly string[]) => void,
    private readonly failed: () => void,
  ) {
    const at = Date.now();
    this.#queue = mind
      .ask<unknown>({ q: 'forget', id: PUZZLE_TABLE })
      .then(() => mind.ask<Change>({ q: 'make', id: PUZZLE_TABLE, seed: newSeed(), who, table, at }))
      .then(() => {
        const start: ToServer = { t: 'do', table: PUZZLE_TABLE, id: 'start', do: 'start' };
        return mind.ask<Change>({ q: 'hear', client: CLIENT, who, message: start, at });
      })
      .then(() =>
        this.#say({ t: 'welcome', me: { ...who, guest: true }, protocol: PROTOCOL, server: PUZZLE_TABLE, now: at }),
      )
      .catch(() => this.failed());
  }

  send(text: string): void {
    const message = JSON.parse(text) as ToServer;
    this.#queue = this.#queue.then(() => this.#hear(message)).catch(() => this.failed());
  }
  close(): void {
    this.#closed = true;
  }

  async #hear(message: ToServer): Promise<void> {
    if (this.#closed) return;
    if (message.t === 'do' && this.#over) {
      const reason = { key: 'puzzle-over', text: 'the turn is over' };
      return this.#say({ t: 'refused', id: message.id, table: PUZZLE_TABLE, code: 'not_now', reason });
    }
    try {
      const change = await this.mind.ask<Change>({ q: 'hear', client: CLIENT, who: this.who, message, at: Date.now() });
      for (const [, told] of change.tell ?? []) this.#tell(told);
    } catch (error) {
      if (!(error instanceof EngineRefused)) throw error;
      this.#say({ t: 'refused', ...('id' in message ? { id: message.id } : {}), ...error.refusal });
    }
  }

  /** Tells what the table says; when the turn is over nothing more is on offer. */
  #tell(message: ToClient): void {
    if (message.t === 'news' || message.t === 'state') {
      // A state tells all lines anew.
      const lines = withLines({ lines: message.lines }).lines ?? [];
      this.#lines = message.t === 'state' ? lines : [...this.#lines, ...lines];
      const { words, over } = turnOf(this.#lines, this.seat, message.game?.to_act);
      if (over) {
        if (message.game) message.game.offers = [];
        if (!this.#over) queueMicrotask(() => this.done(words));
        this.#over = true;
      }
    }
    this.#say(message);
  }

  #say(message: ToClient): void {
    if (!this.#closed) this.onmessage?.({ data: JSON.stringify(message) });
  }
}

/** A world whose only line leads to the puzzle. */
export const puzzleWorld = (line: PuzzleLine): World => ({ ...browserWorld(), open: () => line });
