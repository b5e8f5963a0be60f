/**
 * The line to a table, wherever that is: it has two forms, a socket to the server and a worker of this page. It
 * connects again by itself, with growing waits; commands that were not answered are sent again with the same id, so
 * that the server does each of them once. What it needs of the browser is handed in, so that tests can hand in their
 * own.
 */
import type {
  Ask,
  Closed,
  Command,
  Done,
  Effect,
  Hint,
  Me,
  Reason,
  Refusal,
  ToClient,
  ToServer,
} from '../generated/protocol';
import { PROTOCOL } from '../generated/protocol';
import { isLocal } from '../local/ids';
import { withLines } from './lines';
import { withOffers } from './offers';

export interface SocketLike {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
}

/** What the line needs of the world. */
export interface World {
  open(): SocketLike;
  later(work: () => void, ms: number): unknown;
  cancel(timer: unknown): void;
  random(): number;
  now(): number;
  id(): string;
}

/** How the line is. */
export type LineState =
  | { kind: 'connecting'; tries: number }
  | { kind: 'open' }
  /** Waiting for the next try; `tries` have failed. */
  | { kind: 'waiting'; tries: number }
  /** The server does not let one in any more: signed out elsewhere, or banned. */
  | { kind: 'dismissed'; refusal: Refusal }
  /** The server speaks another version. */
  | { kind: 'outdated' }
  | { kind: 'closed' };

/** What happened to a command. */
export type Outcome = { kind: 'done'; done: Done } | { kind: 'refused'; refusal: Refusal };
export type Answer =
  | { kind: 'answer'; why?: Reason; closed?: Closed[]; effects?: Effect[]; hint?: Hint }
  | { kind: 'refused'; refusal: Refusal };

interface Waiting {
  message: ToServer;
  settle: (outcome: Outcome | Answer) => void;
}

export interface Listener {
  state?(state: LineState): void;
  welcome?(me: Me): void;
  message?(message: ToClient): void;
  /** Asks why the server refuses the connection, after each loss: a browser does not tell why a socket failed. */
  dismissal?(): Promise<Refusal | null>;
  /** The watch messages to begin with, after each welcome. */
  watching?(): ToServer[];
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 20_000;
/** After this long without a message the line is pinged, and dropped if no answer comes. */
const SILENCE = 25_000;
const SILENCE_TIMEOUT = 10_000;

export class Link {
  #socket: SocketLike | null = null;
  #welcomed = false;
  #tries = 0;
  #retry: unknown = null;
  #silence: unknown = null;
  #waiting = new Map<string, Waiting>();
  state: LineState = { kind: 'closed' };
  /** How far the server's clock is ahead of ours, in milliseconds. */
  offset = 0;

  constructor(
    private readonly world: World,
    private readonly listener: Listener,
  ) {}

  /** How many commands wait for an answer. */
  get pending(): number {
    return this.#waiting.size;
  }

  connect(): void {
    this.world.cancel(this.#retry);
    this.#drop();
    this.#set({ kind: 'connecting', tries: this.#tries });
    const socket = this.world.open();
    this.#socket = socket;
    this.#listen(SILENCE_TIMEOUT);
    socket.onopen = () => {};
    socket.onmessage = ({ data }) => {
      if (this.#socket === socket) this.#hear(String(data));
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost();
    };
  }

  /** Tries now, where a wait is under way (the tab woke up, the network is back, somebody pressed the button). */
  hurry(): void {
    // Whoever was signed out may have signed in again in another tab.
    if (this.state.kind === 'waiting' || this.state.kind === 'dismissed') this.connect();
    else if (this.state.kind === 'open') this.#probe();
  }

  close(): void {
    this.world.cancel(this.#retry);
    this.#drop();
    this.#set({ kind: 'closed' });
  }

  /** Sends what needs no answer; not kept where there is no connection, since `watching` says it all again. */
  say(message: ToServer): void {
    if (this.#welcomed) this.#socket?.send(JSON.stringify(message));
  }

  /** Does something at a table: once, whatever happens to the line. */
  do(table: string, command: Command): Promise<Outcome> {
    return this.#request({ t: 'do', table, id: this.world.id(), ...command }) as Promise<Outcome>;
  }

  ask(table: string, ask: Ask): Promise<Answer> {
    return this.#request({ t: 'ask', table, id: this.world.id(), ...ask }) as Promise<Answer>;
  }

  /** Forgets questions and commands of a table that is not there any more. */
  forget(table: string, refusal: Refusal): void {
    this.#forget(refusal, (message) => 'table' in message && message.table === table);
  }

  #forget(refusal: Refusal, those: (message: ToServer) => boolean): void {
    for (const [id, { message, settle }] of [...this.#waiting]) {
      if (!those(message)) continue;
      this.#waiting.delete(id);
      settle({ kind: 'refused', refusal });
    }
  }

  #request(message: ToServer & { id: string }): Promise<Outcome | Answer> {
    return new Promise((settle) => {
      this.#waiting.set(message.id, { message, settle });
      this.say(message);
    });
  }

  #set(state: LineState): void {
    this.state = state;
    this.listener.state?.(state);
  }

  #hear(text: string): void {
    this.#listen(SILENCE);
    const message = JSON.parse(text) as ToClient;
    switch (message.t) {
      case 'welcome':
        return this.#welcome(message);
      case 'done':
        return this.#settle(message.id, { kind: 'done', done: message });
      case 'answer':
        return this.#settle(message.id, {
          kind: 'answer',
          why: message.why,
          closed: message.closed,
          effects: message.effects,
          hint: message.hint,
        });
      case 'refused':
        return message.id === undefined
          ? this.listener.message?.(message)
          : this.#settle(message.id, { kind: 'refused', refusal: message });
      case 'state':
      case 'news':
      case 'looked':
        // Delayed messages give too small an offset, so the largest one is the best estimate.
        this.offset = Math.max(this.offset, message.now - this.world.now());
        return this.listener.message?.(withLines(withOffers(message)));
      case 'closing':
        // Not our failure, so the next try comes soon.
        this.#tries = 0;
        return this.listener.message?.(message);
      case 'pong':
        return;
      default:
        return this.listener.message?.(message);
    }
  }

  #welcome(message: Extract<ToClient, { t: 'welcome' }>): void {
    if (message.protocol !== PROTOCOL) {
      this.#drop();
      return this.#set({ kind: 'outdated' });
    }
    this.#tries = 0;
    this.#welcomed = true;
    this.offset = message.now - this.world.now();
    this.listener.welcome?.(message.me);
    for (const watch of this.listener.watching?.() ?? []) this.say(watch);
    for (const { message: again } of this.#waiting.values()) this.say(again);
    this.#set({ kind: 'open' });
  }

  #settle(id: string, outcome: Outcome | Answer): void {
    const waiting = this.#waiting.get(id);
    // An `unavailable` means that it may work later; the person decides whether to try again, so it is told.
    this.#waiting.delete(id);
    waiting?.settle(outcome);
  }

  #listen(ms: number): void {
    this.world.cancel(this.#silence);
    this.#silence = this.world.later(() => (this.#welcomed ? this.#probe() : this.#lost()), ms);
  }

  #probe(): void {
    this.say({ t: 'ping' });
    this.world.cancel(this.#silence);
    this.#silence = this.world.later(() => this.#lost(), SILENCE_TIMEOUT);
  }

  #drop(): void {
    this.world.cancel(this.#silence);
    const socket = this.#socket;
    this.#socket = null;
    this.#welcomed = false;
    if (socket) {
      socket.onclose = socket.onmessage = socket.onopen = null;
      socket.close();
    }
  }

  #lost(): void {
    this.#drop();
    this.#tries += 1;
    this.#set({ kind: 'waiting', tries: this.#tries });
    const most = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (this.#tries - 1));
    // Half of the wait is by chance, so that not all come back in the same moment.
    this.#retry = this.world.later(() => this.connect(), most / 2 + (most / 2) * this.world.random());
    void this.listener.dismissal?.().then((refusal) => refusal && this.#dismissed(refusal));
  }

  #dismissed(refusal: Refusal): void {
    if (this.state.kind !== 'waiting' && this.state.kind !== 'connecting') return;
    this.world.cancel(this.#retry);
    this.#drop();
    this.#set({ kind: 'dismissed', refusal });
    this.#forget(refusal, () => true);
  }
}

/** The browser's world: a socket to the server, or for a table of this device a line to its worker. */
export function browserWorld(table = ''): World {
  return {
    open: isLocal(table) ? comingWire : serverWire,
    later: (work, ms) => setTimeout(work, ms),
    cancel: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
    random: Math.random,
    now: Date.now,
    id: randomId,
  };
}

const serverWire = (): SocketLike =>
  new WebSocket(`${location.origin.replace(/^http/, 'ws')}/socket`) as unknown as SocketLike;

/** A line to this device's tables, whose code is loaded when the first one is opened. */
function comingWire(): SocketLike {
  let inner: SocketLike | null = null;
  let closed = false;
  const wire: SocketLike = {
    onopen: null,
    onmessage: null,
    onclose: null,
    send: (text) => inner?.send(text),
    close: () => {
      closed = true;
      inner?.close();
    },
  };
  import('../local/door').then(
    ({ localWire }) => {
      if (closed) return;
      inner = localWire();
      inner.onmessage = (event) => wire.onmessage?.(event);
      inner.onclose = () => wire.onclose?.();
    },
    () => wire.onclose?.(),
  );
  return wire;
}

/** A random text of letters and digits, also where the page is not served over TLS. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(36).padStart(2, '0')).join('');
}
