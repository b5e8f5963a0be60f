/** Where the logs of local tables are kept: appended to and never changed, in the browser's database. */
import { PROTOCOL, type TableLine } from '../generated/protocol';
import type { TimedEntry, KeptEntries } from './engine';

/** A table on the shelf. */
export interface Shelved {
  id: string;
  seed: string;
  /** How many entries its log has. */
  version: number;
  /** About how many bytes they take. */
  bytes: number;
  line: TableLine;
  /** The version that made the line: another one may list tables in another form, and makes it anew from the log. */
  form?: number;
}

/** Why something could not be kept. */
export class Unkept extends Error {
  constructor(
    /** `full`: no room; `refused`: this browser keeps nothing; `behind`: another tab was faster. */
    readonly why: 'full' | 'refused' | 'behind',
  ) {
    super(why);
  }
}

/** A shelf: the browser's, or one in memory for tests. */
export interface Shelf {
  list(): Promise<Shelved[]>;
  find(id: string): Promise<Shelved | null>;
  log(id: string): Promise<TimedEntry[]>;
  /** Appends to logs, all or nothing; a table without entries so far is new, and has this seed. */
  append(kept: readonly KeptEntries[], seed?: string): Promise<void>;
  /** Another line for a table, as long as its log has not grown. */
  reline(id: string, version: number, line: TableLine): Promise<void>;
  remove(id: string): Promise<void>;
}

const TABLES = 'tables';
const ENTRIES = 'entries';

/** A table after more was appended; throws where the log has grown since. */
export function appended(before: Shelved | null, kept: KeptEntries, seed: string | undefined): Shelved {
  if ((before?.version ?? 0) !== kept.after || (!before && !seed)) throw new Unkept('behind');
  return {
    id: kept.id,
    seed: before?.seed ?? seed!,
    version: kept.after + kept.entries.length,
    bytes: (before?.bytes ?? 0) + kept.entries.reduce((sum, [, body]) => sum + body.length, 0),
    line: kept.line,
    form: PROTOCOL,
  };
}
const relined = (before: Shelved, line: TableLine): Shelved => ({ ...before, line, form: PROTOCOL });

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the database failed'));
  });

const done = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('the database failed'));
  });

const unkept = (error: unknown): Unkept =>
  error instanceof Unkept
    ? error
    : new Unkept(error instanceof Error && error.name === 'QuotaExceededError' ? 'full' : 'refused');

/** The entries of a table are the keys from its id alone to the id with whatever follows. */
const ofTable = (id: string) => IDBKeyRange.bound([id], [id, []]);

export class BrowserShelf implements Shelf {
  private constructor(private readonly database: IDBDatabase) {}

  static async open(name = 'quipu'): Promise<BrowserShelf> {
    try {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore(TABLES, { keyPath: 'id' });
        request.result.createObjectStore(ENTRIES);
      };
      return new BrowserShelf(await settled(request));
    } catch (error) {
      throw unkept(error);
    }
  }

  async list(): Promise<Shelved[]> {
    return settled(this.#read(TABLES).getAll() as IDBRequest<Shelved[]>);
  }
  async find(id: string): Promise<Shelved | null> {
    return (await settled(this.#read(TABLES).get(id) as IDBRequest<Shelved | undefined>)) ?? null;
  }
  async log(id: string): Promise<TimedEntry[]> {
    return settled(this.#read(ENTRIES).getAll(ofTable(id)) as IDBRequest<TimedEntry[]>);
  }

  async append(kept: readonly KeptEntries[], seed?: string): Promise<void> {
    try {
      const transaction = this.#write();
      const ended = done(transaction);
      try {
        for (const one of kept) await this.#appendOne(transaction, one, seed);
      } catch (error) {
        ended.catch(() => {});
        transaction.abort();
        throw error;
      }
      await ended;
    } catch (error) {
      throw unkept(error);
    }
  }

  async #appendOne(transaction: IDBTransaction, kept: KeptEntries, seed: string | undefined): Promise<void> {
    const tables = transaction.objectStore(TABLES);
    const before = ((await settled(tables.get(kept.id))) as Shelved | undefined) ?? null;
    tables.put(appended(before, kept, seed));
    const entries = transaction.objectStore(ENTRIES);
    // `add` refuses what is there already: a log is never written over.
    kept.entries.forEach((entry, index) => entries.add(entry, [kept.id, kept.after + index + 1]));
  }

  async reline(id: string, version: number, line: TableLine): Promise<void> {
    try {
      const transaction = this.#write();
      const ended = done(transaction);
      const tables = transaction.objectStore(TABLES);
      const before = (await settled(tables.get(id))) as Shelved | undefined;
      if (before?.version === version) tables.put(relined(before, line));
      await ended;
    } catch (error) {
      throw unkept(error);
    }
  }

  async remove(id: string): Promise<void> {
    const transaction = this.#write();
    transaction.objectStore(TABLES).delete(id);
    transaction.objectStore(ENTRIES).delete(ofTable(id));
    await done(transaction);
  }

  #read(store: string): IDBObjectStore {
    return this.database.transaction(store).objectStore(store);
  }
  #write(): IDBTransaction {
    return this.database.transaction([TABLES, ENTRIES], 'readwrite', { durability: 'strict' });
  }
}

/** A shelf in memory. */
export class MemoryShelf implements Shelf {
  #tables = new Map<string, Shelved>();
  #logs = new Map<string, TimedEntry[]>();
  /** What the next append fails with. */
  fails: Unkept | null = null;

  list = () => Promise.resolve([...this.#tables.values()]);
  find = (id: string) => Promise.resolve(this.#tables.get(id) ?? null);
  log = (id: string) => Promise.resolve([...(this.#logs.get(id) ?? [])]);
  append = (kept: readonly KeptEntries[], seed?: string): Promise<void> => {
    if (this.fails) return Promise.reject(this.fails);
    try {
      for (const one of kept) {
        this.#tables.set(one.id, appended(this.#tables.get(one.id) ?? null, one, seed));
        this.#logs.set(one.id, [...(this.#logs.get(one.id) ?? []), ...one.entries]);
      }
      return Promise.resolve();
    } catch (error) {
      return Promise.reject(error as Error);
    }
  };
  reline = (id: string, version: number, line: TableLine): Promise<void> => {
    const before = this.#tables.get(id);
    if (this.fails) return Promise.reject(this.fails);
    if (before?.version === version) this.#tables.set(id, relined(before, line));
    return Promise.resolve();
  };
  /** Puts a table there as another version may have left it. */
  leave = (table: Shelved, log: TimedEntry[]): void => {
    this.#tables.set(table.id, table);
    this.#logs.set(table.id, log);
  };
  remove = (id: string): Promise<void> => {
    this.#tables.delete(id);
    this.#logs.delete(id);
    return Promise.resolve();
  };
}
