/**
 * The tables of this device: what the hub is to the server. Every change goes one way: judged and folded by the module,
 * kept on the shelf, and only then told. What could not be kept never happened: the table is folded again from its log.
 */
import type {
  HandedTable,
  NewBranch,
  NewTable,
  Refusal,
  RefusalCode,
  TableLine,
  ToClient,
  ToServer,
} from '../generated/protocol';
import { PROTOCOL } from '../generated/protocol';
import {
  EngineRefused,
  type Answers,
  type Change,
  type Due,
  type TimedEntry,
  type KeptEntries,
  type Request,
  type Who,
} from './engine';
import { newSeed, newTableId } from './ids';
import { lineOf } from './parcel';
import { Unkept, type Shelf } from './shelf';
import { Cancelled, type Thinker } from './thinker';

/** What the tables need of the world. */
export interface Around {
  shelf: Shelf;
  bots: Thinker;
  hints: Thinker;
  /** Hands a table to the account of the server; gives its number there. */
  hand(table: HandedTable): Promise<string>;
  now(): number;
  later(work: () => void, ms: number): unknown;
  cancel(timer: unknown): void;
}

interface Open {
  seed: string;
  log: TimedEntry[];
  watchers: Set<number>;
  timer: unknown;
  /** The version that a bot is thinking about. */
  thinks: number | null;
}

const refusal = (code: RefusalCode, key: string, text: string): Refusal => ({ code, reason: { key, text } });
const unkeptRefusal = ({ why }: Unkept): Refusal =>
  why === 'behind'
    ? refusal('stale', 'stale', 'something has happened in the meantime; look again')
    : refusal('limit', `storage-${why}`, 'this device could not keep it');

export class Tables {
  #open = new Map<string, Open>();
  #queue: Promise<unknown> = Promise.resolve();
  /** Tables whose last move could not be kept: their bots wait until somebody does something. */
  #stuck = new Set<string>();
  /** Who each client is, and where its messages go. */
  #clients = new Map<number, { who: Who; tell: (message: ToClient) => void }>();

  constructor(
    private readonly engine: Answers,
    private readonly around: Around,
  ) {}

  /** A client comes. */
  welcome(client: number, who: Who, tell: (message: ToClient) => void): void {
    this.#clients.set(client, { who, tell });
    this.#stuck.clear();
    const me = { ...who, guest: true };
    tell({ t: 'welcome', me, protocol: PROTOCOL, server: 'this device', now: this.around.now() });
  }

  /** A client goes. Bots do not think for nobody. */
  goodbye(client: number): void {
    this.#clients.delete(client);
    this.engine.ask({ q: 'gone', client });
    for (const [id, open] of this.#open) if (open.watchers.delete(client)) this.#attend(id, open);
  }

  /** A message of a client. */
  hear(client: number, message: ToServer): Promise<void> {
    if (message.t === 'do') this.#stuck.delete(message.table);
    return this.#inTurn(() => this.#hear(client, message));
  }

  make(who: Who, table: NewTable): Promise<{ id: string }> {
    return this.#inTurn(() => this.#make((id, seed) => ({ q: 'make', id, seed, who, table, at: this.around.now() })));
  }

  /** Makes the table at which a match that is over is played on from one of its moments. */
  branch(who: Who, table: string, branch: NewBranch): Promise<{ id: string }> {
    return this.#inTurn(async () => {
      await this.#wake(table);
      return this.#make((id, seed) => ({ q: 'branch', table, id, seed, who, branch, at: this.around.now() }));
    });
  }

  async #make(request: (id: string, seed: string) => Request): Promise<{ id: string }> {
    const [id, seed] = [newTableId(), newSeed()];
    const change = this.engine.ask<Change>(request(id, seed));
    try {
      await this.#keep(change.keep ?? [], seed);
    } catch (error) {
      this.engine.ask({ q: 'forget', id });
      throw error;
    }
    this.#open.set(id, this.#opened(seed, change.keep![0]!.entries));
    return { id };
  }

  /** Asks something of a table that only reads it. */
  read<T>(id: string, request: Parameters<Answers['ask']>[0]): Promise<T> {
    return this.#inTurn(async () => {
      await this.#wake(id);
      return this.engine.ask<T>(request);
    });
  }

  /**
   * How tables are listed whose lines another version has made: folded again from their logs, and kept so. What cannot
   * be read is left out, and stays as it is.
   */
  lines(ids: readonly string[]): Promise<TableLine[]> {
    return this.#inTurn(async () => {
      const lines: TableLine[] = [];
      const { shelf } = this.around;
      for (const id of ids) {
        const shelved = await shelf.find(id);
        if (!shelved) continue;
        try {
          const line = lineOf({ id, seed: shelved.seed, log: await shelf.log(id) }, this.engine);
          lines.push(line);
          // Where there is no room, it is folded again the next time.
          await shelf.reline(id, shelved.version, line).catch(() => {});
        } catch (error) {
          if (!(error instanceof EngineRefused)) throw error;
        }
      }
      return lines;
    });
  }

  /** Ends, since another tab has the tables now. What is being kept is kept before. */
  end(): Promise<void> {
    this.#clients.clear();
    return this.#inTurn(() => {
      for (const id of [...this.#open.keys()]) this.#sleep(id);
      this.around.bots.cancel();
      this.around.hints.cancel();
      return Promise.resolve();
    });
  }

  /** Takes a table off the shelf, for good. */
  remove(id: string): Promise<void> {
    return this.#inTurn(() => this.#remove(id, 'it was deleted'));
  }

  /** Moves a table to the server. Nothing happens at it meanwhile: it is there as it was here, or it stays. */
  move(id: string): Promise<string> {
    return this.#inTurn(async () => {
      const shelved = await this.around.shelf.find(id);
      if (!shelved) throw new EngineRefused(refusal('no_table', 'no_table', 'there is no such table'));
      const log = await this.around.shelf.log(id);
      const there = await this.around.hand({ seed: shelved.seed, log });
      await this.#remove(id, 'it was moved to the server');
      return there;
    });
  }

  async #remove(id: string, why: string): Promise<void> {
    await this.around.shelf.remove(id);
    this.#sleep(id);
    for (const { tell } of this.#clients.values()) tell({ t: 'gone', table: id, why });
  }

  /** Lets go of a table whose log was changed behind its back: an import. */
  renew(id: string): Promise<void> {
    return this.#inTurn(() => Promise.resolve(this.#sleep(id)));
  }

  /** One thing after the other: what is folded in must be kept before the next thing is judged. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(work);
    this.#queue = turn.catch(() => {});
    return turn;
  }

  async #hear(client: number, message: ToServer): Promise<void> {
    const there = this.#clients.get(client);
    if (!there) return;
    try {
      if ('table' in message) await this.#wake(message.table);
      if (message.t === 'do' && message.do === 'rematch') return await this.#rematch(client, message);
      const at = this.around.now();
      const change = this.engine.ask<Change>({ q: 'hear', client, who: there.who, message, at });
      await this.#settle(change);
      if (message.t === 'watch' || message.t === 'unwatch') this.#watched(client, message);
    } catch (error) {
      there.tell({ t: 'refused', ...subject(message), ...this.#why(error, message) });
    }
  }

  #why(error: unknown, message: ToServer): Refusal {
    if (error instanceof EngineRefused) return error.refusal;
    if (!(error instanceof Unkept)) throw error;
    if ('table' in message) this.#again(message.table);
    return unkeptRefusal(error);
  }

  async #rematch(client: number, message: Extract<ToServer, { t: 'do' }>): Promise<void> {
    const there = this.#clients.get(client)!;
    const at = this.around.now();
    const { table } = this.engine.ask<{ table: { rematch?: string } }>({
      q: 'state',
      id: message.table,
      who: there.who,
      at,
    });
    let rematch = table.rematch;
    if (!rematch) {
      const [id, seed] = [newTableId(), newSeed()];
      const change = this.engine.ask<Change>({ q: 'rematch', table: message.table, id, seed, who: there.who, at });
      await this.#settle(change, seed);
      this.#open.set(id, this.#opened(seed, change.keep!.find((kept) => kept.id === id)!.entries));
      rematch = id;
    }
    const version = this.#open.get(message.table)!.log.length;
    there.tell({ t: 'done', id: message.id, table: message.table, version, rematch });
  }

  #watched(client: number, message: Extract<ToServer, { t: 'watch' | 'unwatch' }>): void {
    const open = this.#open.get(message.table);
    if (!open) return;
    if (message.t === 'watch') open.watchers.add(client);
    else open.watchers.delete(client);
    this.#attend(message.table, open);
  }

  /** Keeps what changed, tells it, and sees to what is due then. */
  async #settle(change: Change, seed?: string): Promise<void> {
    await this.#keep(change.keep ?? [], seed);
    for (const [client, message] of change.tell ?? []) this.#clients.get(client)?.tell(message);
    for (const { id } of change.keep ?? []) this.#attend(id, this.#open.get(id));
    if (change.advise) void this.#advise(...change.advise);
  }

  async #keep(kept: readonly KeptEntries[], seed?: string): Promise<void> {
    if (kept.length === 0) return;
    await this.around.shelf.append(kept, seed);
    for (const { id, entries } of kept) this.#open.get(id)?.log.push(...entries);
  }

  #opened(seed: string, log: TimedEntry[]): Open {
    return { seed, log: [...log], watchers: new Set(), timer: null, thinks: null };
  }

  /** Sees to it that a table is folded. */
  async #wake(id: string): Promise<void> {
    if (this.#open.has(id)) return;
    const shelved = await this.around.shelf.find(id);
    if (!shelved) throw new EngineRefused(refusal('no_table', 'no_table', 'there is no such table'));
    const log = await this.around.shelf.log(id);
    this.engine.ask({ q: 'open', id, seed: shelved.seed, log });
    this.#open.set(id, this.#opened(shelved.seed, log));
  }

  #sleep(id: string): void {
    const open = this.#open.get(id);
    if (!open) return;
    this.around.cancel(open.timer);
    if (open.thinks !== null) this.around.bots.cancel();
    this.#open.delete(id);
    this.engine.ask({ q: 'forget', id });
  }

  /** Folds a table again from its log, since what was folded in could not be kept; its clients get the whole. */
  #again(id: string): void {
    const watchers = [...(this.#open.get(id)?.watchers ?? [])];
    this.#sleep(id);
    for (const client of watchers) void this.hear(client, { t: 'watch', table: id });
  }

  /** Does what is due at a table, as long as somebody looks. */
  #attend(id: string, open: Open | undefined): void {
    if (!open) return;
    this.around.cancel(open.timer);
    if (open.watchers.size === 0 || this.#stuck.has(id)) {
      if (open.thinks !== null) this.around.bots.cancel();
      open.thinks = null;
      return;
    }
    const due = this.engine.ask<Due>({ q: 'due', id });
    if ('bot' in due) {
      if (open.thinks === due.version) return;
      if (open.thinks !== null) this.around.bots.cancel();
      open.thinks = due.version;
      void this.#think(id, open, due);
    } else {
      if (open.thinks !== null) this.around.bots.cancel();
      open.thinks = null;
      if (due.at !== null) this.#tickAt(id, due.at);
    }
  }

  #tickAt(id: string, at: number): void {
    const open = this.#open.get(id)!;
    const tick = () =>
      void this.#inTurn(async () => {
        if (this.#open.get(id) !== open) return;
        await this.#settle(this.engine.ask<Change>({ q: 'tick', id, at: this.around.now() }));
      }).catch(() => this.#again(id));
    open.timer = this.around.later(tick, Math.max(0, at - this.around.now()) + 1);
  }

  async #think(id: string, open: Open, due: Extract<Due, { bot: unknown }>): Promise<void> {
    try {
      const decided = await this.around.bots.think({ id, seed: open.seed, log: open.log }, due.bot.level);
      await this.#inTurn(() => this.#botPlays(id, open, due.version, decided.seat, decided.word));
    } catch (error) {
      if (error instanceof Cancelled) return;
      if (error instanceof Unkept) {
        this.#stuck.add(id);
        this.#tellAll(open, unkeptRefusal(error));
      }
      this.#again(id);
    }
  }

  async #botPlays(id: string, open: Open, version: number, seat: string, word: string): Promise<void> {
    if (this.#open.get(id) !== open || open.thinks !== version) return;
    open.thinks = null;
    await this.#settle(this.engine.ask<Change>({ q: 'plays', id, seat, word, at: this.around.now() }));
  }

  #tellAll(open: Open, why: Refusal): void {
    for (const client of open.watchers) this.#clients.get(client)?.tell({ t: 'refused', ...why });
  }

  async #advise(client: number, id: string, table: string): Promise<void> {
    const open = this.#open.get(table);
    const tell = (message: ToClient) => this.#clients.get(client)?.tell(message);
    if (!open) return;
    try {
      tell({ t: 'answer', id, hint: await this.around.hints.advise({ id: table, seed: open.seed, log: open.log }) });
    } catch {
      tell({ t: 'refused', id, ...refusal('limit', 'hint-busy', 'one hint at a time; wait for the last one') });
    }
  }
}

/** What a refusal names. */
function subject(message: ToServer): { id?: string; table?: string } {
  return {
    ...('id' in message ? { id: message.id } : {}),
    ...('table' in message ? { table: message.table } : {}),
  };
}
