import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { Link, type LineState } from '../src/net/link';
import { PROTOCOL, type Refusal, type ToClient } from '../src/generated/protocol';
import { FakeWorld } from './world';

let world: FakeWorld;
let link: Link;
let states: LineState['kind'][];
let heard: ToClient[];
let refusal: Refusal | null;

beforeEach(() => {
  world = new FakeWorld();
  states = [];
  heard = [];
  refusal = null;
  link = new Link(world, {
    state: ({ kind }) => states.push(kind),
    message: (message) => heard.push(message),
    dismissal: () => Promise.resolve(refusal),
    watching: () => [{ t: 'watch', table: 'x', since: 7 }],
  });
  link.connect();
});

describe('the line', () => {
  it('speaks the version that the server speaks', () => {
    const source = readFileSync(new URL('../../crates/protocol/src/lib.rs', import.meta.url), 'utf8');
    expect(source).toContain(`pub const PROTOCOL: u32 = ${PROTOCOL};`);
  });
  it('watches after the welcome and never before', () => {
    link.say({ t: 'ping' });
    expect(world.socket.sent).toEqual([]);
    world.socket.welcome();
    expect(world.socket.sent).toEqual([{ t: 'watch', table: 'x', since: 7 }]);
    expect(states).toEqual(['connecting', 'open']);
  });
  it('connects again with growing waits', () => {
    const waits: number[] = [];
    for (let i = 0; i < 8; i++) {
      const before = world.sockets.length;
      const start = world.time;
      world.socket.drop();
      while (world.sockets.length === before) world.pass(50);
      waits.push(world.time - start);
    }
    expect(waits.slice(0, 4)).toEqual([500, 1000, 2000, 4000]);
    expect(Math.max(...waits)).toBe(20_000);
    world.socket.welcome();
    world.socket.drop();
    expect(link.state).toEqual({ kind: 'waiting', tries: 1 });
  });
  it('stops where one is signed out, says so, and begins again only when asked', async () => {
    world.socket.welcome();
    const outcome = link.do('x', { do: 'play', seen: 7, seat: 'A', word: 'end' });
    refusal = { code: 'forbidden', reason: { key: 'nobody', text: 'nobody' } };
    world.socket.drop();
    expect(await outcome).toEqual({ kind: 'refused', refusal });
    expect(link.state).toEqual({ kind: 'dismissed', refusal });
    world.pass(600_000);
    expect(world.sockets).toHaveLength(1);
    link.hurry();
    world.socket.welcome();
    expect(link.state).toEqual({ kind: 'open' });
  });
  it('goes on trying while nobody says that it is in vain', async () => {
    world.socket.drop();
    await Promise.resolve();
    world.pass(60_000);
    expect(world.sockets.length).toBeGreaterThan(2);
  });
  it('tries at once when the tab wakes', () => {
    world.socket.drop();
    link.hurry();
    expect(world.sockets).toHaveLength(2);
    world.pass(60_000);
    expect(world.sockets.length).toBeGreaterThan(2);
  });
  it('sends an unanswered command again with the same id, once done never more', async () => {
    world.socket.welcome();
    const outcome = link.do('x', { do: 'play', seen: 7, seat: 'A', word: 'end' });
    const first = world.socket.sent.at(-1);
    expect(first).toMatchObject({ t: 'do', table: 'x', do: 'play', word: 'end' });
    expect(link.pending).toBe(1);
    world.socket.drop();
    world.pass(1000);
    world.socket.welcome();
    expect(world.socket.sent).toEqual([{ t: 'watch', table: 'x', since: 7 }, first]);
    world.socket.says({ t: 'done', id: (first as { id: string }).id, table: 'x', version: 8 });
    expect(await outcome).toMatchObject({ kind: 'done', done: { version: 8 } });
    world.socket.drop();
    world.pass(1000);
    world.socket.welcome();
    expect(world.socket.sent).toHaveLength(1);
  });
  it('keeps a command that was given while it was down', async () => {
    world.socket.drop();
    const outcome = link.do('x', { do: 'chat', text: 'hello' });
    world.pass(1000);
    world.socket.welcome();
    const sent = world.socket.sent.at(-1) as { id: string };
    world.socket.says({ t: 'refused', id: sent.id, code: 'limit', reason: { text: 'too often' } });
    expect(await outcome).toMatchObject({ kind: 'refused', refusal: { code: 'limit' } });
  });
  it('hears nothing of a socket that it gave up', () => {
    const old = world.socket;
    world.socket.drop();
    link.hurry();
    old.welcome();
    expect(link.state.kind).toBe('connecting');
  });
  it('stops when the server speaks another version', () => {
    world.socket.welcome(PROTOCOL + 1);
    expect(link.state.kind).toBe('outdated');
    world.pass(100_000);
    expect(world.sockets).toHaveLength(1);
  });
  it('asks a silent line whether anybody is there, and drops it if not', () => {
    world.socket.welcome();
    world.pass(25_000);
    expect(world.socket.sent.at(-1)).toEqual({ t: 'ping' });
    world.socket.says({ t: 'pong' });
    world.pass(25_000);
    expect(link.state.kind).toBe('open');
    world.pass(10_000);
    expect(link.state.kind).toBe('waiting');
  });
  it('knows how far the server’s clock is ahead', () => {
    world.pass(400);
    world.socket.welcome();
    expect(link.offset).toBe(600);
  });
  it('forgets what was asked of a table that is gone', async () => {
    world.socket.welcome();
    const outcome = link.do('x', { do: 'start' });
    link.forget('x', { code: 'no_table', reason: { text: 'gone' } });
    expect(await outcome).toMatchObject({ kind: 'refused' });
    expect(link.pending).toBe(0);
  });
});
