/** Tabs of one browser: who leads, who follows, and how that changes. Locks and channel are the test's own. */
import { describe, expect, it } from 'vitest';
import { Household, type Belongings, type Browser } from '../src/local/household';
import type { FromPage, ToPage } from '../src/local/talk';

interface Waiter {
  name: string;
  who: number;
  grant: () => void;
  lose: (error: Error) => void;
}

/** Locks as a browser gives them: one holder each, the others in a row; a tab that is closed loses all of its own. */
class Locks {
  held = new Map<string, Waiter>();
  row: Waiter[] = [];

  of(who: number): Browser['locks'] {
    const request = (name: string, ...more: [unknown, unknown?]): Promise<unknown> => {
      const callback = more.at(-1) as () => Promise<unknown>;
      const { steal, signal } = (more.length > 1 ? more[0] : {}) as { steal?: boolean; signal?: AbortSignal };
      return new Promise((settle, lose) => {
        const waiter: Waiter = { name, who, lose, grant: () => {} };
        waiter.grant = () => {
          this.held.set(name, waiter);
          void callback().then((value) => {
            if (this.held.get(name) === waiter) this.#free(name);
            settle(value);
          }, lose);
        };
        signal?.addEventListener('abort', () => {
          if (!this.row.includes(waiter)) return;
          this.row = this.row.filter((one) => one !== waiter);
          lose(new DOMException('', 'AbortError'));
        });
        if (steal) {
          this.held.get(name)?.lose(new DOMException('', 'AbortError'));
          return waiter.grant();
        }
        if (this.held.has(name)) this.row.push(waiter);
        else waiter.grant();
      });
    };
    const query = () => Promise.resolve({ held: [...this.held.values()].map(({ name }) => ({ name })) });
    return { request, query } as unknown as Browser['locks'];
  }
  close(who: number): void {
    this.row = this.row.filter((one) => one.who !== who);
    for (const [name, holder] of [...this.held]) if (holder.who === who) this.#free(name);
  }
  holder = (name: string) => this.held.get(name)?.who;

  #free(name: string): void {
    this.held.delete(name);
    const next = this.row.findIndex((one) => one.name === name);
    if (next >= 0) this.row.splice(next, 1)[0]!.grant();
  }
}

class Tab {
  heard: ToPage[] = [];
  /** What its tables were told, if it leads or led. */
  tables: string[] = [];
  channel: NonNullable<Browser['channel']> = { onmessage: null, postMessage: () => {} };
  timers = new Map<object, () => void>();
  asleep = false;
  household: Household;

  constructor(house: House, who: number, protocol: number) {
    this.channel.postMessage = (message) => house.carry(this, message);
    const said = (what: string) => void this.tables.push(what);
    const tables = {
      welcome: (client: number) => said(`welcome ${client}`),
      hear: () => said('hear'),
      goodbye: (client: number) => said(`goodbye ${client}`),
      end: () => Promise.resolve(said('end')),
      make: () => Promise.resolve({ id: `of ${who}` }),
    };
    this.household = new Household(
      (message) => this.heard.push(message),
      () => Promise.resolve({ tables, engine: null, shelf: null } as unknown as Belongings),
      {
        protocol,
        locks: house.locks.of(who),
        channel: this.channel,
        later: (work) => {
          const timer = {};
          this.timers.set(timer, work);
          return timer;
        },
        cancel: (timer) => void this.timers.delete(timer as object),
      },
    );
  }
  async says(said: FromPage): Promise<void> {
    this.household.hear(said);
    await settle();
  }
  /** Lets all its time pass. */
  async waits(): Promise<void> {
    for (const [timer, work] of [...this.timers]) {
      this.timers.delete(timer);
      work();
    }
    await settle();
  }
  heardKinds = () => this.heard.map(({ k }) => k);
}

class House {
  locks = new Locks();
  tabs: Tab[] = [];
  async tab(protocol = 1): Promise<Tab> {
    const tab = new Tab(this, this.tabs.length, protocol);
    this.tabs.push(tab);
    await settle();
    return tab;
  }
  /** A channel brings what is said to all others but those that sleep. */
  carry(from: Tab, data: unknown): void {
    for (const tab of this.tabs)
      if (tab !== from && !tab.asleep)
        queueMicrotask(() => tab.channel.onmessage?.call(null as never, { data } as MessageEvent));
  }
  close(tab: Tab): void {
    tab.asleep = true;
    this.locks.close(this.tabs.indexOf(tab));
  }
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
const open: FromPage = { k: 'open', line: 1, who: { id: 'here', name: '' } };
const make: FromPage = { k: 'wish', id: 7, wish: { w: 'make', who: { id: 'here', name: '' }, table: {} as never } };
const LOCK = 'quipu.tables';

describe('tabs of one browser', () => {
  it('lets the first one lead; the others send over to it, and take over when it is closed', async () => {
    const house = new House();
    const [one, other] = [await house.tab(), await house.tab()];
    await other.says(open);
    expect(one.tables).toEqual(['welcome 1']);
    expect(other.tables).toEqual([]);
    // Whoever is heard waits for nothing more.
    expect(other.timers.size).toBe(0);
    house.close(one);
    await settle();
    expect(other.heardKinds()).toEqual(['renew']);
    await other.says(open);
    expect(other.tables).toEqual(['welcome 1']);
  });

  it('takes the lock of a leader that does not answer, and what it was asked for is done', async () => {
    const house = new House();
    const [one, other] = [await house.tab(), await house.tab()];
    one.asleep = true;
    await other.says(make);
    expect(other.heard).toEqual([]);
    await other.waits();
    expect(house.locks.holder(LOCK)).toBe(1);
    expect(other.heard).toEqual([{ k: 'renew' }, { k: 'granted', id: 7, answer: { id: 'of 1' } }]);
    // The one that slept learns it by its lock: its tables end, its page opens its lines again, and it follows.
    expect(one.tables).toEqual(['end']);
    expect(one.heardKinds()).toEqual(['renew']);
    one.asleep = false;
    await one.says(open);
    expect(one.tables).toEqual(['end']);
    expect(other.tables).toEqual(['welcome 1']);
    // And it leads again when its turn comes.
    house.close(other);
    await settle();
    expect(house.locks.holder(LOCK)).toBe(0);
  });

  it('says goodbye for a tab that crashed', async () => {
    const house = new House();
    const [one, other, third] = [await house.tab(), await house.tab(), await house.tab()];
    await other.says(open);
    await other.says({ ...open, line: 2 });
    await third.says(open);
    house.close(other);
    await settle();
    expect(one.tables).toEqual(['welcome 1', 'welcome 2', 'welcome 3', 'goodbye 1', 'goodbye 2']);
  });

  it('steps down for a newer page, which leads; the page of the older one is to be loaded again', async () => {
    const house = new House();
    const [old, second] = [await house.tab(1), await house.tab(1)];
    await old.says(open);
    await second.says(open);
    const fresh = await house.tab(2);
    await fresh.says(make);
    for (const tab of [old, second]) expect(tab.heard.at(-1)).toEqual({ k: 'outdated', protocol: 2 });
    expect(old.tables).toEqual(['welcome 1', 'welcome 2', 'end']);
    expect(house.locks.holder(LOCK)).toBe(2);
    expect(fresh.heard).toEqual([{ k: 'renew' }, { k: 'granted', id: 7, answer: { id: 'of 2' } }]);
    // A page that was not loaded again is told so by its line, and what it wishes is refused.
    await second.says({ ...open, line: 9 });
    const said = second.heard.at(-1) as Extract<ToPage, { k: 'said' }>;
    expect(JSON.parse(said.text)).toMatchObject({ t: 'welcome', protocol: 2 });
    await second.says(make);
    expect(second.heard.at(-1)).toMatchObject({ k: 'refused', id: 7 });
    expect(fresh.tables).toEqual([]);
  });

  it('keeps the tables when an older page asks for them', async () => {
    const house = new House();
    const fresh = await house.tab(2);
    const old = await house.tab(1);
    await old.says(open);
    expect(old.heardKinds()).toEqual(['outdated']);
    expect(house.locks.holder(LOCK)).toBe(0);
    expect([fresh.heard, fresh.tables]).toEqual([[], []]);
  });

  it('asks the next leader for what the last one left unanswered', async () => {
    const house = new House();
    const [one, second, third] = [await house.tab(), await house.tab(), await house.tab()];
    // It hears nothing, and is closed before anybody loses patience.
    one.asleep = true;
    await third.says(make);
    await second.says(open);
    house.close(one);
    await settle();
    expect(third.heard).toContainEqual({ k: 'granted', id: 7, answer: { id: 'of 1' } });
  });
});
