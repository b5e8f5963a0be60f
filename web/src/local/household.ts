/**
 * The tabs of one browser. One of them leads: it has the tables, and does what is due. The others send what their pages
 * say over to it. When it is closed or crashes, its lock falls to the next one, which folds the logs and goes on.
 */
import type { Refusal, ToClient } from '../generated/protocol';
import { PROTOCOL } from '../generated/protocol';
import type { Engine } from './engine';
import { EngineRefused } from './engine';
import { parcel, unpack } from './parcel';
import { Unkept, type Shelf, type Shelved } from './shelf';
import type { Tables } from './tables';
import type { BetweenTabs, FromPage, ToPage, Wish } from './talk';

const LOCK = 'quipu.tables';

/** What a tab that leads has. */
export interface Belongings {
  engine: Engine;
  shelf: Shelf;
  tables: Tables;
}

type Reply = (message: ToPage) => void;

export class Household {
  #has: Promise<Belongings> | null = null;
  #channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(LOCK) : null;
  #tab = crypto.getRandomValues(new Uint32Array(2)).join('-');
  /** The number by which the tables know each line of each tab. */
  #clients = new Map<string, number>();
  #lines = 0;

  constructor(
    private readonly post: Reply,
    private readonly begin: () => Promise<Belongings>,
  ) {
    if (this.#channel) this.#channel.onmessage = ({ data }: MessageEvent<BetweenTabs>) => this.#between(data);
    // Where locks are missing, each tab leads for itself: the shelf refuses whoever is behind.
    if (!navigator.locks) void this.#lead();
    else void navigator.locks.request(LOCK, () => this.#lead());
    this.#decided = this.#isTaken();
  }
  #decided: Promise<void>;

  /** Whether another tab leads, as far as can be told now. */
  async #isTaken(): Promise<void> {
    if (!navigator.locks) return;
    for (let tries = 0; tries < 50 && !this.#has; tries++) {
      const { held = [] } = await navigator.locks.query();
      if (this.#has || held.some(({ name }) => name === LOCK)) return;
    }
  }

  /** Leads until the tab is closed. */
  async #lead(): Promise<void> {
    const waited = this.#asked.length > 0 || this.#followed;
    this.#has = this.begin();
    this.#has.catch(() => {});
    if (waited) {
      this.post({ k: 'renew' });
      this.#tellTabs({ way: 'tab', tab: null, said: { k: 'renew' } });
      for (const said of this.#asked.splice(0)) void this.#serve(this.#tab, said, this.post);
    }
    await new Promise(() => {});
  }
  /** Whether this tab has ever sent something over to another. */
  #followed = false;
  /** Wishes that another tab has not answered yet. */
  #asked: Extract<FromPage, { k: 'wish' }>[] = [];

  /** What this tab's page says. */
  hear(said: FromPage): void {
    void this.#decided.then(() => {
      if (this.#has) return this.#serve(this.#tab, said, this.post);
      this.#followed = true;
      if (said.k === 'wish') this.#asked.push(said);
      this.#tellTabs({ way: 'lead', tab: this.#tab, said });
    });
  }

  #tellTabs(message: BetweenTabs): void {
    this.#channel?.postMessage(message);
  }

  #between(message: BetweenTabs): void {
    if (message.way === 'lead') {
      if (!this.#has) return;
      void this.#serve(message.tab, message.said, (said) => this.#tellTabs({ way: 'tab', tab: message.tab, said }));
    } else if (message.tab === this.#tab || message.tab === null) {
      const { said } = message;
      if (said.k === 'granted' || said.k === 'refused') this.#asked = this.#asked.filter(({ id }) => id !== said.id);
      this.post(said);
    }
  }

  async #serve(tab: string, said: FromPage, reply: Reply): Promise<void> {
    try {
      await this.#grant(await this.#has!, tab, said, reply);
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
  #dismiss({ line, who }: Extract<FromPage, { k: 'open' }>, reply: Reply, why: Refusal): void {
    const say = (message: ToClient) => reply({ k: 'said', line, text: JSON.stringify(message) });
    say({ t: 'welcome', me: { ...who, guest: true }, protocol: PROTOCOL, server: 'this device', now: Date.now() });
    say({ t: 'refused', ...why });
  }

  async #grant({ engine, shelf, tables }: Belongings, tab: string, said: FromPage, reply: Reply): Promise<void> {
    switch (said.k) {
      case 'code':
        return;
      case 'open':
        return tables.welcome(this.#client(tab, said.line), said.who, (message) =>
          reply({ k: 'said', line: said.line, text: JSON.stringify(message) }),
        );
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
