/**
 * The tabs of one browser. One of them leads: it has the tables, and does what is due. The others send what their pages
 * say over to it. When it is closed or crashes, its lock falls to the next one, which folds the logs and goes on. One
 * that answers no more (a browser may put a tab to sleep with its lock) loses its lock to whoever waits for it.
 */
import type { Refusal, ToClient } from '../generated/protocol';
import { PROTOCOL } from '../generated/protocol';
import type { Engine } from './engine';
import { EngineRefused } from './engine';
import { parcel, unpack } from './parcel';
import { Unkept, type Shelf, type Shelved } from './shelf';
import type { Tables } from './tables';
import type { BetweenTabs, FromPage, Told, ToPage, Wish } from './talk';

const LOCK = 'quipu.tables';
/** Each tab holds a lock of its own, by which the leader learns that it is gone. */
const lockOf = (tab: string) => `quipu.tab.${tab}`;
/** So long a leader may take to answer that it has heard something. */
const LEADER_TIMEOUT = 8000;

/** What a tab that leads has. */
export interface Belongings {
  engine: Engine;
  shelf: Shelf;
  tables: Tables;
}

/** What a tab has of its browser, and which version it speaks. */
export interface Browser {
  protocol: number;
  locks: Pick<LockManager, 'request' | 'query'> | undefined;
  channel: Pick<BroadcastChannel, 'postMessage' | 'onmessage'> | null;
  later(work: () => void, ms: number): unknown;
  cancel(timer: unknown): void;
}

const browser = (): Browser => ({
  protocol: PROTOCOL,
  locks: navigator.locks,
  channel: 'BroadcastChannel' in globalThis ? new BroadcastChannel(LOCK) : null,
  later: (work, ms) => setTimeout(work, ms),
  cancel: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
});

type Reply = (message: ToPage) => void;

export class Household {
  #has: Promise<Belongings> | null = null;
  #tab = crypto.getRandomValues(new Uint32Array(2)).join('-');
  /** The number by which the tables know each line of each tab. */
  #clients = new Map<string, number>();
  #lines = 0;
  #decided: Promise<void>;
  /** Whether this tab has ever sent something over to another. */
  #followed = false;
  /** Wishes that another tab has not answered yet. */
  #asked: Extract<FromPage, { k: 'wish' }>[] = [];
  /** The version of a newer page in another tab: this one has nothing to say any more. */
  #newer: number | null = null;
  /** Ends what is waited for: the lock, and of a leader that a tab is gone. */
  #waits = new AbortController();
  /** Lets go of the lock. */
  #letGo: () => void = () => {};
  /** The tabs whose end is waited for. */
  #tabs = new Set<string>();
  #patience: unknown = null;

  constructor(
    private readonly post: Reply,
    private readonly begin: () => Promise<Belongings>,
    private readonly around: Browser = browser(),
  ) {
    const { channel } = around;
    if (channel) channel.onmessage = ({ data }: MessageEvent<BetweenTabs>) => this.#between(data);
    this.#decided = this.#join();
  }

  async #join(): Promise<void> {
    const { locks } = this.around;
    // Where locks are missing, each tab leads for itself: the shelf refuses whoever is behind.
    if (!locks) return void this.#lead();
    await new Promise<void>((held) => {
      locks.request(lockOf(this.#tab), () => new Promise(() => held())).catch(() => held());
    });
    this.#queue(locks);
    await this.#isTaken(locks);
  }

  /** Whether another tab leads, as far as can be told now. */
  async #isTaken(locks: Pick<LockManager, 'query'>): Promise<void> {
    for (let tries = 0; tries < 50 && !this.#has; tries++) {
      const { held = [] } = await locks.query();
      if (this.#has || held.some(({ name }) => name === LOCK)) return;
    }
  }

  /** Leads as soon as the lock is free, or takes it away from a leader that sleeps. */
  #queue(locks: Pick<LockManager, 'request'>, steal = false): void {
    this.#waits = new AbortController();
    const { signal } = this.#waits;
    const how: LockOptions = steal ? { steal } : { signal };
    // What is refused without having been ended here was taken away by another tab.
    locks.request(LOCK, how, () => this.#lead()).catch(() => signal.aborted || this.#dethroned());
  }

  /** Leads until the tab is closed, or another one takes over. */
  #lead(): Promise<void> {
    const waited = this.#asked.length > 0 || this.#followed;
    this.#heardOf();
    if (!this.#has) {
      this.#has = this.begin();
      this.#has.catch(() => {});
      if (waited) this.#takeOver();
    }
    return new Promise((end) => (this.#letGo = end));
  }

  #takeOver(): void {
    this.post({ k: 'renew' });
    this.#tell({ way: 'tab', tab: null, said: { k: 'renew' } });
    for (const said of this.#asked.splice(0)) void this.#serve(this.#has!, this.#tab, said, this.post);
  }

  /** Leads no more: nothing is done or told by this tab, once what it is keeping is kept. */
  async #retire(): Promise<void> {
    const has = this.#has;
    const letGo = this.#letGo;
    this.#has = null;
    this.#waits.abort();
    this.#tabs.clear();
    this.#clients.clear();
    await has?.then(({ tables }) => tables.end()).catch(() => {});
    letGo();
  }

  /** Another tab has taken the lock away, since this one did not answer. It follows now. */
  #dethroned(): void {
    const { locks } = this.around;
    if (!this.#has || !locks) return;
    void this.#retire();
    this.post({ k: 'renew' });
    this.#queue(locks);
  }

  /** A newer page is open in another tab. Its tables cannot be played from here: this page is to be loaded again. */
  #outdated(protocol: number): void {
    if (this.#newer !== null) return;
    this.#newer = protocol;
    this.#heardOf();
    for (const { id } of this.#asked.splice(0)) this.#refuse(id);
    void this.#retire();
    this.post({ k: 'outdated', protocol });
  }
  #refuse(id: number): void {
    const refusal: Refusal = { code: 'not_now', reason: { key: 'engine', text: 'a newer page has the tables' } };
    this.post({ k: 'refused', id, refusal });
  }

  /** What this tab's page says. */
  hear(said: FromPage): void {
    void this.#decided.then(() => {
      if (this.#newer !== null) return this.#turnAway(said, this.#newer);
      if (this.#has) return void this.#serve(this.#has, this.#tab, said, this.post);
      this.#followed = true;
      if (said.k === 'wish') this.#asked.push(said);
      this.#send(said);
    });
  }

  /** A page that was not loaded again says by its line that it is too old. */
  #turnAway(said: FromPage, protocol: number): void {
    if (said.k === 'wish') this.#refuse(said.id);
    else if (said.k === 'open') this.#say(said, this.post, { ...welcome(said), protocol });
  }

  /** Sends something over to whoever leads, which must say that it was heard. */
  #send(said: FromPage): void {
    this.#tell({ way: 'lead', tab: this.#tab, said });
    this.#patience ??= this.around.later(() => this.#unheard(), LEADER_TIMEOUT);
  }
  #heardOf(): void {
    this.around.cancel(this.#patience);
    this.#patience = null;
  }
  /** Whoever leads sleeps: its lock is taken away. */
  #unheard(): void {
    this.#patience = null;
    if (this.#has || this.#newer !== null || !this.around.locks) return;
    this.#waits.abort();
    this.#queue(this.around.locks, true);
  }

  #tell(message: Told): void {
    this.around.channel?.postMessage({ ...message, protocol: this.around.protocol } satisfies BetweenTabs);
  }

  #between(message: BetweenTabs): void {
    if (message.protocol > this.around.protocol) return this.#outdated(message.protocol);
    if (message.way === 'lead') return this.#lends(message);
    if (message.tab !== null && message.tab !== this.#tab) return;
    this.#heardOf();
    if (message.way === 'heard') return;
    const { said } = message;
    if (said.k === 'granted' || said.k === 'refused') this.#asked = this.#asked.filter(({ id }) => id !== said.id);
    // Only one that has just begun to lead renews: its lock was this tab's, if this one leads.
    if (said.k === 'renew' && this.#has) return this.#dethroned();
    this.post(said);
    // What the one before was asked for, the new one has not heard.
    if (said.k === 'renew') for (const asked of this.#asked) this.#send(asked);
  }

  /** What the page of another tab says. */
  #lends({ tab, said, protocol }: Extract<BetweenTabs, { way: 'lead' }>): void {
    if (!this.#has) return;
    this.#tell({ way: 'heard', tab });
    // An older page learns by the answer that it is older.
    if (protocol < this.around.protocol) return;
    this.#attend(tab, this.#has);
    void this.#serve(this.#has, tab, said, (answer) => this.#tell({ way: 'tab', tab, said: answer }));
  }

  /** A tab that is closed or crashes says no goodbye: its lock falls to the leader, which dismisses its lines. */
  #attend(tab: string, has: Promise<Belongings>): void {
    const { locks } = this.around;
    if (!locks || this.#tabs.has(tab)) return;
    this.#tabs.add(tab);
    const gone = async () => {
      this.#tabs.delete(tab);
      const { tables } = await has;
      for (const [key, client] of [...this.#clients]) {
        if (!key.startsWith(`${tab}/`)) continue;
        this.#clients.delete(key);
        tables.goodbye(client);
      }
    };
    locks.request(lockOf(tab), { signal: this.#waits.signal }, gone).catch(() => {});
  }

  async #serve(has: Promise<Belongings>, tab: string, said: FromPage, reply: Reply): Promise<void> {
    try {
      await this.#grant(await has, tab, said, reply);
    } catch (error) {
      const why = refusalOf(error);
      if (said.k === 'wish') reply({ k: 'refused', id: said.id, refusal: why });
      else if (said.k === 'open') this.#dismiss(said, reply, why);
      // A module that failed cannot be asked again: the worker ends by its own error, and the page starts another.
      if (error instanceof WebAssembly.RuntimeError)
        setTimeout(() => {
          throw error;
        });
    }
  }

  /** A line to tables that cannot be opened: it is welcomed, and told why. */
  #dismiss(opened: Opened, reply: Reply, why: Refusal): void {
    this.#say(opened, reply, welcome(opened));
    this.#say(opened, reply, { t: 'refused', ...why });
  }
  #say({ line }: Opened, reply: Reply, message: ToClient): void {
    reply({ k: 'said', line, text: JSON.stringify(message) });
  }

  async #grant({ engine, shelf, tables }: Belongings, tab: string, said: FromPage, reply: Reply): Promise<void> {
    switch (said.k) {
      case 'code':
        return;
      case 'open':
        return tables.welcome(this.#client(tab, said.line), said.who, (message) => this.#say(said, reply, message));
      case 'say':
        return tables.hear(this.#client(tab, said.line), said.message);
      case 'close':
        tables.goodbye(this.#client(tab, said.line));
        return void this.#clients.delete(`${tab}/${said.line}`);
      case 'wish':
        return reply({ k: 'granted', id: said.id, answer: await fulfil(said.wish, engine, shelf, tables) });
    }
  }

  #client(tab: string, line: number): number {
    const key = `${tab}/${line}`;
    const known = this.#clients.get(key) ?? ++this.#lines;
    this.#clients.set(key, known);
    return known;
  }
}

type Opened = Extract<FromPage, { k: 'open' }>;
const welcome = ({ who }: Opened): Extract<ToClient, { t: 'welcome' }> => ({
  t: 'welcome',
  me: { ...who, guest: true },
  protocol: PROTOCOL,
  server: 'this device',
  now: Date.now(),
});

async function fulfil(wish: Wish, engine: Engine, shelf: Shelf, tables: Tables): Promise<unknown> {
  switch (wish.w) {
    case 'engine':
      return engine.ask(wish.request);
    case 'make':
      return tables.make(wish.who, wish.table);
    case 'branch':
      return tables.branch(wish.who, wish.table, wish.branch);
    case 'read':
      return tables.read(wish.id, wish.request);
    case 'lines':
      return tables.lines(wish.ids);
    case 'remove':
      return tables.remove(wish.id);
    case 'move':
      return tables.move(wish.id);
    case 'export':
      return parcel(shelf, wish.ids);
    case 'import': {
      const taken: Shelved[] = await unpack(wish.text, engine, shelf);
      for (const { id } of taken) await tables.renew(id);
      return taken.length;
    }
  }
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof EngineRefused) return error.refusal;
  if (error instanceof Unkept) return { code: 'limit', reason: { key: `storage-${error.why}`, text: error.why } };
  return { code: 'not_now', reason: { key: 'engine', text: String(error) } };
}
