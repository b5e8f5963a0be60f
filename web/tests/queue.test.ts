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
/** What happened on the stage, in order. */
let log: string[];

beforeEach(() => {
  world = new FakeWorld();
  shown = [];
  played = [];
  log = [];
  queue = new Queue<string>({
    begin: ({ moment }) => log.push(`begin ${moment}`),
    tell: ({ moment }, count) => log.push(`tell ${moment} ${count}`),
    show: (moment) => {
      shown.push(moment);
      log.push(`show ${moment}`);
    },
    play: (playing) => played.push(playing),
    duration: ({ text }) => (text === 'quiet' ? 0 : 100),
    rest: (done, next) => (done.moment === 'slow' || next.moment === 'slow' ? 30 : 0),
    wait: (scene) => (log.push(scene ? `wait ${scene.moment}` : 'go'), 1000),
    later: world.later,
    cancel: world.cancel,
  });
  queue.jump('start', { v: 0 });
});
const names = () => played.map((one) => one?.happened.text ?? null);

describe('events', () => {
  it('are shown one after the other, each with the view before its step; how things stand comes after them', () => {
    queue.add({ moment: 'one', view: { v: 1 }, events: [event('a'), event('b')] });
    queue.add({ moment: 'two', view: { v: 2 }, events: [event('c')] });
    expect(shown).toEqual(['start']);
    expect(queue.behind).toBe(true);
    world.pass(100);
    expect(names()).toEqual(['a', 'b']);
    expect(shown).toEqual(['start']);
    world.pass(100);
    expect(shown).toEqual(['start', 'one']);
    expect(played.at(-1)).toMatchObject({ before: { v: 1 }, ms: 100, key: 3 });
    world.pass(100);
    expect(names()).toEqual(['a', 'b', 'c', null]);
    expect(shown).toEqual(['start', 'one', 'two']);
    expect(queue.running).toBe(false);
  });
  it('take half the time where very many wait', () => {
    queue.add({ moment: 'one', view: {}, events: Array.from({ length: 32 }, () => event('a')) });
    expect(played.at(-1)?.ms).toBe(50);
    world.pass(50);
    expect(played.at(-1)?.ms).toBe(100);
  });
  it('that take no time are told with the next one, and nothing waits for them', () => {
    queue.add({ moment: 'one', view: {}, events: [event('quiet'), event('a'), event('quiet')] });
    expect(log.slice(-2)).toEqual(['begin one', 'tell one 2']);
    world.pass(100);
    expect(shown).toEqual(['start', 'one']);
    queue.add({ moment: 'two', view: {}, events: [event('quiet')] });
    expect(shown).toEqual(['start', 'one', 'two']);
    expect(names()).toEqual(['a', null, null]);
  });
  it('are skipped to the newest state', () => {
    queue.add({ moment: 'one', view: {}, events: [event('a')] });
    queue.add({ moment: 'two', view: {}, events: [event('b')] });
    queue.add({ moment: 'three', view: {}, events: [event('c')] });
    queue.skip();
    expect(shown).toEqual(['start', 'three']);
    world.pass(1000);
    expect(names()).toEqual(['a', null]);
    queue.add({ moment: 'four', view: {}, events: [event('d'), event('e')] });
    queue.skip();
    expect(shown.at(-1)).toBe('four');
  });
  it('come at once with a tap, one for each', () => {
    queue.add({ moment: 'one', view: {}, events: [event('a'), event('b')] });
    queue.tap();
    expect(names()).toEqual(['a', 'b']);
    world.pass(99);
    expect(names()).toEqual(['a', 'b']);
    queue.tap();
    expect(shown).toEqual(['start', 'one']);
    queue.tap();
    expect(names()).toEqual(['a', 'b', null]);
  });
  it('hold while paused, and go on', () => {
    queue.add({ moment: 'one', view: {}, events: [event('a'), event('b')] });
    queue.pause(true);
    world.pass(1000);
    expect(names()).toEqual(['a']);
    queue.pause(false);
    expect(names()).toEqual(['a', 'b']);
    world.pass(100);
    expect(shown).toEqual(['start', 'one']);
  });
  it('rest between two steps', () => {
    queue.add({ moment: 'one', view: {}, events: [event('a')] });
    queue.add({ moment: 'slow', view: {}, events: [event('b')] });
    world.pass(100);
    expect(names()).toEqual(['a']);
    world.pass(30);
    expect(names()).toEqual(['a', 'b']);
  });
  it('that turn something up wait for a tap, or for long', () => {
    queue.add({ moment: 'one', view: {}, events: [event('a')], reveals: true });
    queue.add({ moment: 'two', view: {}, events: [event('b')], reveals: true });
    expect(log.slice(-1)).toEqual(['wait one']);
    expect(names()).toEqual([null]);
    queue.tap();
    expect(log.slice(-3)).toEqual(['go', 'begin one', 'tell one 1']);
    world.pass(100);
    expect(log.slice(-2)).toEqual(['show one', 'wait two']);
    world.pass(1000);
    expect(names()).toEqual([null, 'a', null, 'b']);
  });
});

describe('what is turned up part by part', () => {
  const scenes = ['dig', 'one', 'two', 'after'].map((moment) => ({
    moment,
    view: moment,
    events: [event(moment)],
    turnsUp: moment === 'one' || moment === 'two',
    reveals: moment === 'one' || moment === 'two',
  }));
  beforeEach(() => scenes.forEach((scene) => queue.add(scene)));

  it('waits for a tap, with nothing in motion meanwhile', () => {
    world.pass(100);
    expect(log.at(-1)).toBe('wait one');
    expect(names()).toEqual(['dig', null]);
    expect(queue.turnsUpMore).toBe(true);
    queue.tap();
    expect(names().at(-1)).toBe('one');
    queue.tap();
    expect(shown.at(-1)).toBe('one');
    expect(log.at(-1)).toBe('wait two');
  });
  it('is finished at once, and what comes after it goes on', () => {
    world.pass(100);
    queue.finish();
    expect(shown).toEqual(['start', 'dig', 'two']);
    expect(names().at(-1)).toBe('after');
    expect(played.at(-1)?.before).toBe('two');
    world.pass(100);
    expect(shown.at(-1)).toBe('after');
    expect(queue.running).toBe(false);
  });
  it('is finished also from the step before it', () => {
    queue.finish();
    expect(shown).toEqual(['start', 'two']);
  });
});
