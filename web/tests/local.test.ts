import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { remember, remembered } from '../src/app/memory';
import { PROTOCOL, type HandedTable, type TableLine, type ToClient } from '../src/generated/protocol';
import type { Change, Decided, TimedEntry, Request } from '../src/local/engine';
import { EngineRefused } from '../src/local/engine';
import { hand } from '../src/local/hand';
import { isLocal, newSeed, newTableId } from '../src/local/ids';
import { linesOf } from '../src/local/lines';
import { parcel, read, unpack } from '../src/local/parcel';
import { MemoryShelf, Unkept } from '../src/local/shelf';
import { Tables } from '../src/local/tables';
import type { Mind } from '../src/local/mind';
import { judged } from '../src/local/review';
import { Cancelled, Thinker } from '../src/local/thinker';
import { isLater, kept, ofServer, ofSite } from '../scripts/forms';

const line = { id: 'here-1', game: 'tikal', stage: { kind: 'playing' }, seats: [], updated: 1 } as never;
const keep = (after: number, ...bodies: string[]) => [
  { id: 'here-1', after, entries: bodies.map((body): TimedEntry => [1, body]), line },
];

describe('the shelf', () => {
  it('appends to logs and refuses whoever is behind', async () => {
    const shelf = new MemoryShelf();
    await shelf.append(keep(0, 'a', 'b'), 'seed');
    await shelf.append(keep(2, 'c'));
    expect(await shelf.log('here-1')).toEqual([
      [1, 'a'],
      [1, 'b'],
      [1, 'c'],
    ]);
    await expect(shelf.append(keep(2, 'd'))).rejects.toMatchObject({ why: 'behind' });
    expect(await shelf.find('here-1')).toMatchObject({ version: 3, seed: 'seed', bytes: 3 });
  });
});

/** A mind that answers when it is told to. */
class SlowMind implements Mind {
  asked: Request[] = [];
  ended = false;
  #answers: ((answer: unknown) => void)[] = [];
  ask<T>(request: Request): Promise<T> {
    this.asked.push(request);
    if (request.q !== 'think') return Promise.resolve(undefined as T);
    return new Promise((resolve) => this.#answers.push(resolve as (answer: unknown) => void));
  }
  decide(word: string): void {
    this.#answers.shift()?.({ seat: 'B', word, version: 1, effort: 0 } satisfies Decided);
  }
  end(): void {
    this.ended = true;
  }
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('a thinker', () => {
  let minds: SlowMind[];
  let thinker: Thinker;
  beforeEach(() => {
    minds = [];
    thinker = new Thinker(() => {
      minds.push(new SlowMind());
      return minds.at(-1)!;
    });
  });
  const position = (...bodies: string[]) => ({ id: 'x', seed: 's', log: bodies.map((body): TimedEntry => [1, body]) });

  it('sends over only what is new', async () => {
    const first = thinker.think(position('a', 'b'), 'adept');
    await settle();
    minds[0]!.decide('end');
    expect(await first).toMatchObject({ word: 'end' });
    const second = thinker.think(position('a', 'b', 'c'), 'adept');
    await settle();
    minds[0]!.decide('end');
    await second;
    expect(minds[0]!.asked.map(({ q }) => q)).toEqual(['open', 'think', 'more', 'think']);
    expect(minds[0]!.asked[2]).toMatchObject({ log: [[1, 'c']] });
  });
  it('ends the worker of a thought that is cancelled, and begins with another', async () => {
    const thought = thinker.think(position('a'), 'adept');
    await settle();
    thinker.cancel();
    minds[0]!.decide('end');
    await expect(thought).rejects.toBeInstanceOf(Cancelled);
    expect(minds[0]!.ended).toBe(true);
    void thinker.think(position('a'), 'adept').catch(() => {});
    await settle();
    expect(minds).toHaveLength(2);
  });
});

describe('tables', () => {
  const who = { id: 'here', name: 'Ana' };
  let shelf: MemoryShelf;
  let heard: ToClient[];
  let asked: Request[];
  let answers: Partial<Record<Request['q'], unknown>>;
  let handed: HandedTable[];
  let serverSays: Promise<string>;
  let tables: Tables;
  beforeEach(async () => {
    [shelf, heard, asked, handed] = [new MemoryShelf(), [], [], []];
    serverSays = Promise.resolve('there');
    answers = { due: { at: null } };
    const engine = {
      ask: <T>(request: Request) => {
        asked.push(request);
        return (answers[request.q] ?? null) as T;
      },
    };
    const thinker = new Thinker(() => new SlowMind());
    tables = new Tables(engine, {
      shelf,
      bots: thinker,
      hints: thinker,
      hand: (table) => {
        handed.push(table);
        return serverSays;
      },
      now: () => 5,
      later: () => null,
      cancel: () => {},
    });
    await shelf.append(keep(0, 'made'), 'seed');
    tables.welcome(1, who, (message) => heard.push(message));
  });
  const done: Change = { keep: keep(1, 'step') as Change['keep'], tell: [[1, { t: 'pong' }]] };

  it('keeps what happened before it tells anybody', async () => {
    answers.hear = done;
    await tables.hear(1, { t: 'do', table: 'here-1', id: 'i', do: 'start' });
    expect(await shelf.log('here-1')).toHaveLength(2);
    expect(heard.map(({ t }) => t)).toEqual(['welcome', 'pong']);
    expect(asked.map(({ q }) => q)).toEqual(['open', 'hear']);
  });
  it('tells nobody of what could not be kept, and folds the log again', async () => {
    answers.hear = done;
    shelf.fails = new Unkept('full');
    await tables.hear(1, { t: 'do', table: 'here-1', id: 'i', do: 'start' });
    expect(heard.at(-1)).toMatchObject({ t: 'refused', id: 'i', code: 'limit', reason: { key: 'storage-full' } });
    expect(heard).toHaveLength(2);
    expect(asked.at(-1)).toEqual({ q: 'forget', id: 'here-1' });
    expect(await shelf.log('here-1')).toHaveLength(1);
  });
  it('moves a table to the server, and nothing happens at it meanwhile', async () => {
    answers.hear = done;
    let say = (_: string) => {};
    serverSays = new Promise((resolve) => (say = resolve));
    const moved = tables.move('here-1');
    const played = tables.hear(1, { t: 'do', table: 'here-1', id: 'i', do: 'start' });
    await settle();
    expect(handed).toEqual([{ seed: 'seed', log: [[1, 'made']] }]);
    expect(asked.map(({ q }) => q)).not.toContain('hear');
    say('there');
    expect(await moved).toBe('there');
    await played;
    expect(await shelf.find('here-1')).toBe(null);
    expect(heard.slice(1).map((said) => ('code' in said ? said.code : said.t))).toEqual(['gone', 'no_table']);
  });
  it('keeps a table that the server does not take', async () => {
    const why = { code: 'malformed', reason: { key: 'handed', text: 'no' } } as const;
    serverSays = Promise.reject(new EngineRefused(why));
    await expect(tables.move('here-1')).rejects.toMatchObject({ refusal: why });
    expect(await shelf.log('here-1')).toHaveLength(1);
    expect(heard).toHaveLength(1);
  });
  it('plays a match on at a table of its own, which is kept', async () => {
    answers.branch = { keep: [{ ...keep(0, 'made from here-1')[0], id: 'here-9' }] };
    const { id } = await tables.branch(who, 'here-1', { step: 3, same: false, seat: 'A' });
    expect(isLocal(id)).toBe(true);
    expect(asked.map(({ q }) => q)).toEqual(['open', 'branch']);
    expect(asked[1]).toMatchObject({ table: 'here-1', id, branch: { step: 3 } });
    expect(await shelf.find('here-9')).toMatchObject({ version: 1 });
    await expect(tables.branch(who, 'here-2', { step: 3, same: false, seat: 'A' })).rejects.toThrow(EngineRefused);
  });
  it('folds the lines again that another version has made, beside the tables that are open', async () => {
    answers.open = { ...(line as object), id: 'here-1-trial', points: [3] };
    const table = { ...(await shelf.find('here-1'))!, line: { of: 'before' } as never, form: PROTOCOL - 1 };
    shelf.leave(table, [[1, 'made']]);
    const fresh = await tables.lines(['here-1', 'here-2']);
    expect(fresh).toEqual([{ ...(line as object), points: [3] }]);
    expect(asked).toEqual([
      { q: 'open', id: 'here-1-trial', seed: 'seed', log: [[1, 'made']] },
      { q: 'forget', id: 'here-1-trial' },
    ]);
    expect(await shelf.find('here-1')).toEqual({ ...table, line: fresh[0], form: PROTOCOL });
  });
  it('lists what is of its own form as it is, and what cannot be read by its number', async () => {
    const here = (await shelf.find('here-1'))!;
    const none = { ...here, id: 'here-3', line: { of: 'before' } as never, form: undefined };
    const wanted: string[] = [];
    const listed = await linesOf([here, { ...none, id: 'here-2' }, none], (ids) => {
      wanted.push(...ids);
      return Promise.resolve([{ ...(line as object), id: 'here-2' } as TableLine]);
    });
    expect(wanted).toEqual(['here-2', 'here-3']);
    expect(listed.map(({ id, game }) => `${id} ${game}`)).toEqual(['here-1 tikal', 'here-2 tikal', 'here-3 here-3']);
    const away = await linesOf([none], () => Promise.reject(new Error('no module')));
    expect(away).toMatchObject([{ id: 'here-3', stage: { kind: 'broken' }, your_turn: false }]);
  });
  it('says so where there is no such table', async () => {
    await tables.hear(1, { t: 'watch', table: 'here-2' });
    expect(heard.at(-1)).toMatchObject({ t: 'refused', code: 'no_table', table: 'here-2' });
  });
});

describe('a review on this device', () => {
  it('shares the parts out among workers, and has them in order', async () => {
    const asked: number[][] = [[], []];
    const minds = asked.map((mine, index): Mind => ({
      ask: async <T>(request: Request) => {
        if (request.q === 'judge') mine.push(request.part);
        // The second takes its time.
        for (let turns = 0; turns < 9 * index; turns++) await Promise.resolve();
        return (request as { part: number }).part as T;
      },
      end: () => {},
    }));
    const told: number[] = [];
    const all = await judged(minds, { record: 'r', level: 'glance', parts: 7 }, (done) => told.push(done));
    expect(all).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(told).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(asked[1]!.length).toBeGreaterThan(0);
    expect(asked[0]!.length).toBeGreaterThan(asked[1]!.length);
  });
  it('ends with the first part that fails', async () => {
    const mind: Mind = { ask: () => Promise.reject(new Error('no')), end: () => {} };
    await expect(judged([mind], { record: 'r', level: 'glance', parts: 7 }, () => {})).rejects.toThrow('no');
  });
});

describe('what is installed', () => {
  const file = (name: string) => readFileSync(new URL(`../public/${name}`, import.meta.url));
  it('has a manifest for any path, and icons of the sizes that it names', () => {
    const manifest = JSON.parse(String(file('manifest.webmanifest'))) as {
      name: string;
      start_url: string;
      scope: string;
      display: string;
      icons: { src: string; sizes: string; type: string; purpose?: string }[];
    };
    expect(manifest).toMatchObject({ name: 'Quipu', start_url: './', scope: './', display: 'standalone' });
    for (const { src, sizes, type } of manifest.icons) {
      expect(src).not.toMatch(/^\/|:/);
      const bytes = file(src);
      if (type !== 'image/png') expect(String(bytes)).toContain('<svg');
      // Width and height stand behind the name of a PNG's first chunk.
      else expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
    }
    // What browsers ask for before they offer to install it.
    for (const size of ['192x192', '512x512']) expect(manifest.icons.map(({ sizes }) => sizes)).toContain(size);
    expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
    expect(file('apple-touch-icon.png').readUInt32BE(16)).toBe(180);
  });
});

describe('a browser that keeps nothing', () => {
  it('remembers until the page is closed', () => {
    const throwing = () => {
      throw new DOMException('not allowed', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: throwing, setItem: throwing, removeItem: throwing });
    remember('a', '1');
    expect(remembered('a')).toBe('1');
    remember('a', null);
    expect(remembered('a')).toBe(null);
    vi.unstubAllGlobals();
  });
});

describe('a parcel', () => {
  const engine = { ask: <T>(request: Request) => (request.q === 'open' ? line : true) as T };
  it('carries all games to another shelf, and again nothing', async () => {
    const [from, to] = [new MemoryShelf(), new MemoryShelf()];
    await from.append(keep(0, 'a', 'b'), 'seed');
    const text = await parcel(from);
    expect(await unpack(text, engine, to)).toHaveLength(1);
    expect(await to.log('here-1')).toEqual(await from.log('here-1'));
    expect(await unpack(text, engine, to)).toHaveLength(0);
  });
  it('leaves a game alone whose log parts from that of the file', async () => {
    const [from, to] = [new MemoryShelf(), new MemoryShelf()];
    await from.append(keep(0, 'a', 'b', 'c'), 'seed');
    await to.append(keep(0, 'a', 'x'), 'seed');
    expect(await unpack(await parcel(from), engine, to)).toHaveLength(0);
    expect(await to.log('here-1')).toHaveLength(2);
  });
  it('takes nothing of a broken file', async () => {
    for (const text of ['', 'no', '[]', '{"what":"quipu games","version":1,"tables":[{"id":"x"}]}'])
      expect(() => read(text)).toThrow(EngineRefused);
    const broken = { ask: <T>() => ({ ...(line as object), stage: { kind: 'broken' } }) as T };
    const [from, to] = [new MemoryShelf(), new MemoryShelf()];
    await from.append(keep(0, 'a'), 'seed');
    await expect(unpack(await parcel(from), broken, to)).rejects.toThrow(EngineRefused);
    expect(await to.list()).toEqual([]);
  });
});

describe('names and forms', () => {
  it('tells tables of this device from those of a server', () => {
    expect(isLocal(newTableId())).toBe(true);
    expect(isLocal('0192f0c4-7d1e-7000-8000-000000000000')).toBe(false);
    expect(newSeed()).toMatch(/^[0-9a-f]{64}$/);
    expect(newSeed()).not.toBe(newSeed());
  });
  it('makes a page for a server and one for any folder', () => {
    const page = '<meta charset="utf-8" />\n<script src="./assets/a.js"></script><link href="./icon.svg" />';
    expect(ofServer(page)).toContain('src="/assets/a.js"></script><link href="/icon.svg"');
    expect(ofSite(page)).toContain('src="./assets/a.js"');
    expect(ofSite(page)).toMatch(/script-src 'self' 'wasm-unsafe-eval'.*name="quipu-site"/s);
    expect(ofSite(page)).not.toContain('unsafe-inline');
  });
  it('keeps every file but the pages and their twins', () => {
    const all = [
      '.vite/manifest.json',
      'assets/a.js',
      'assets/a.js.br',
      'assets/q.wasm',
      'index.html',
      'site.html',
      'sw.js',
    ];
    expect(kept(all)).toEqual(['assets/a.js', 'assets/q.wasm']);
    expect(['assets/review-D1.wasm', 'assets/quipu-D1.wasm', 'assets/review-D1.js'].filter(isLater)).toEqual([
      'assets/review-D1.wasm',
    ]);
  });
});

describe('handing a table over', () => {
  const table: HandedTable = { seed: 's', log: [[1, 'a']] };
  const answering = (status: number, body: unknown) => () =>
    Promise.resolve(new Response(JSON.stringify(body), { status }));
  it('gives the number there, or why not', async () => {
    expect(await hand(table, answering(201, { id: 'abc' }))).toBe('abc');
    const why = { code: 'malformed', reason: { key: 'handed', text: 'no' } };
    await expect(hand(table, answering(400, why))).rejects.toMatchObject({ refusal: why });
    await expect(hand(table, answering(502, 'proxy'))).rejects.toMatchObject({ refusal: { code: 'unavailable' } });
    await expect(hand(table, () => Promise.reject(new TypeError()))).rejects.toBeInstanceOf(EngineRefused);
  });
});
