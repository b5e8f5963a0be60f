import { beforeEach, describe, expect, it } from 'vitest';
import type { Happened } from '../src/generated/protocol';
import type { Playing } from '../src/game/kit';
import { Queue } from '../src/board/queue';
import { FakeWorld } from './world';

const event = (kind: string): Happened => ({ text: kind, event: { kind } });
let world: FakeWorld;
let queue: Queue<string>;
let shown: string[];
let played: (Playing | null)[];

beforeEach(() => {
  world = new FakeWorld();
  shown = [];
  played = [];
  queue = new Queue<string>({
    show: (moment) => shown.push(moment),
    play: (playing) => played.push(playing),
    duration: ({ text }) => (text === 'quiet' ? 0 : 100),
    later: world.later,
    cancel: world.cancel,
  });
  queue.jump('start', { v: 0 });
});
const names = () => played.map((one) => one?.happened.text ?? null);

describe('events', () => {
  it('are shown one after the other, each with the view before its step', () => {
    queue.add({ moment: 'one', view: { v: 1 }, events: [event('a'), event('b')] });
    queue.add({ moment: 'two', view: { v: 2 }, events: [event('c')] });
    expect(shown).toEqual(['start', 'one']);
    expect(queue.behind).toBe(true);
    world.pass(100);
    expect(names()).toEqual(['a', 'b']);
    world.pass(100);
    expect(shown).toEqual(['start', 'one', 'two']);
    expect(played.at(-1)).toMatchObject({ before: { v: 1 }, ms: 100, key: 3 });
    world.pass(100);
    expect(names()).toEqual(['a', 'b', 'c', null]);
    expect(queue.running).toBe(false);
  });
  it('take half the time where more than three wait', () => {
    queue.add({ moment: 'one', view: {}, events: ['a', 'b', 'c', 'd', 'e'].map(event) });
    expect(played.at(-1)?.ms).toBe(50);
    world.pass(50);
    expect(played.at(-1)).toMatchObject({ happened: { text: 'b' }, ms: 100 });
  });
  it('that take no time are not shown, and nothing waits for them', () => {
    queue.add({ moment: 'one', view: {}, events: [event('quiet')] });
    expect(shown).toEqual(['start', 'one']);
    expect(names()).toEqual([null]);
  });
  it('are skipped by a click, to the newest state', () => {
    queue.add({ moment: 'one', view: {}, events: [event('a')] });
    queue.add({ moment: 'two', view: {}, events: [event('b')] });
    queue.add({ moment: 'three', view: {}, events: [event('c')] });
    queue.skip();
    expect(shown).toEqual(['start', 'one', 'three']);
    world.pass(1000);
    expect(names()).toEqual(['a', null]);
  });
});
