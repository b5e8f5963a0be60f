/**
 * The WebAssembly module: requests and answers as JSON (`crates/wasm`). It knows no browser: tests run it in Node. A
 * module that failed cannot be asked again; its owner makes another one of the same compiled code.
 */
import type { BotLevel, NewBranch, NewTable, Refusal, TableLine, ToClient, ToServer } from '../generated/protocol';
import type { Depth } from '../app/route.svelte';

/** An entry of a table's log: its time and its text. */
export type TimedEntry = [at: number, body: string];

export interface Who {
  id: string;
  name: string;
}

/** Entries to be kept, with the table as it is in a list after them. */
export interface KeptEntries {
  id: string;
  after: number;
  entries: TimedEntry[];
  line: TableLine;
}

/** What a change leaves to do: first keep, then tell. */
export interface Change {
  keep?: KeptEntries[];
  tell?: [client: number, message: ToClient][];
  /** A hint that is asked for: by which client, under which id, at which table. */
  advise?: [client: number, id: string, table: string];
}

export type Due = { bot: { seat: string; level: BotLevel }; version: number } | { at: number | null };

export interface Decided {
  seat: string;
  word: string;
  version: number;
  effort: number;
}

export type Pace = { millis: number } | { iterations: number };

/** What the module can be asked (`crates/wasm/src/request.rs`). */
export type Request =
  | { q: 'games' }
  | { q: 'parts'; game: string }
  | { q: 'read'; record: string; eyes?: string | null }
  | { q: 'make'; id: string; seed: string; who: Who; table: NewTable; at: number }
  | { q: 'rematch'; table: string; id: string; seed: string; who: Who; at: number }
  | { q: 'branch'; table: string; id: string; seed: string; who: Who; branch: NewBranch; at: number }
  | { q: 'open'; id: string; seed: string; log: readonly TimedEntry[] }
  | { q: 'more'; id: string; log: readonly TimedEntry[] }
  | { q: 'forget'; id: string }
  | { q: 'hear'; client: number; who: Who; message: ToServer; at: number }
  | { q: 'gone'; client: number }
  | { q: 'due'; id: string }
  | { q: 'tick'; id: string; at: number }
  | { q: 'plays'; id: string; seat: string; word: string; at: number }
  | { q: 'log'; id: string; who: Who; before?: number }
  | { q: 'frames'; id: string; who: Who; from: number; to: number; eyes?: string | null }
  | { q: 'sheet'; id: string }
  | { q: 'record'; id: string; who: Who }
  | { q: 'state'; id: string; who: Who; at: number }
  | { q: 'think'; id: string; level: BotLevel; pace: Pace; noise: number }
  | { q: 'advise'; id: string; pace: Pace; noise: number }
  | { q: 'reviewable'; record: string }
  | { q: 'judge'; record: string; level: Depth; part: number }
  | { q: 'review'; record: string; level: Depth; judged: readonly unknown[] }
  | {
      q: 'verdict';
      table: NewTable;
      right: readonly string[];
      played: readonly string[];
      demand: { margin: number; alike: number; right: number };
      tries: number;
    }
  | { q: 'prove'; game: string; scenario: string }
  | { q: 'replay'; record: string }
  | { q: 'playouts'; game: string; seats: number; seed: number; games: number }
  | { q: 'simulate'; game: string; bots: string[]; seed: number; iterations: number };

/** Something that the module refused. */
export class EngineRefused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.reason.text);
  }
}

/** Whoever answers requests: the module, or a worker that has one. */
export interface Answers {
  ask<T>(request: Request): T;
}

interface Exports {
  memory: WebAssembly.Memory;
  request(length: number): number;
  answer(): number;
  answered(): number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Engine implements Answers {
  private constructor(private readonly module: Exports) {}

  static async of(code: WebAssembly.Module, now: () => number = () => performance.now()): Promise<Engine> {
    const instance = await WebAssembly.instantiate(code, { quipu: { now } });
    return new Engine(instance.exports as unknown as Exports);
  }

  /** Answers a request as text. */
  say(request: string): string {
    const bytes = encoder.encode(request);
    const at = this.module.request(bytes.length);
    new Uint8Array(this.module.memory.buffer, at, bytes.length).set(bytes);
    const length = this.module.answer();
    // The memory may have grown meanwhile: its buffer is another one then.
    return decoder.decode(new Uint8Array(this.module.memory.buffer, this.module.answered(), length));
  }

  ask<T>(request: Request): T {
    const answer = JSON.parse(this.say(JSON.stringify(request))) as T | { refused: Refusal };
    if (answer !== null && typeof answer === 'object' && 'refused' in answer) throw new EngineRefused(answer.refused);
    return answer as T;
  }

  /** How many bytes it holds. */
  get bytes(): number {
    return this.module.memory.buffer.byteLength;
  }
}
