import { describe, expect, it } from 'vitest';
import type { Happened } from '$quipu/generated/protocol';
import type { Deed } from '$quipu/game/kit';
import { changed, did } from '../telling';
import type { View } from '../types';
import { translator } from '../../../../web/tests/translator';
import { parts, seats } from './frames';

const event = (kind: string, more: object): Happened => ({ text: kind, event: { kind, seat: 'B', ...more } });
const holds = (workers: object) => ({ workers, leader: 'supply', guards: {}, camps: [] });
/** A view with pieces of A on the temple d4 and in the base camp a5, and what a scoring now would bring A. */
const view = (then: number) =>
  ({
    if_scored_now: { A: then },
    position: { tiles: { d4: 'C1 r0' }, values: {}, buried: {}, players: { A: holds({ d4: 2, a5: 1 }), B: holds({}) } },
  }) as unknown as View;
const told = (then: number, ...events: Happened[]) => {
  const deeds: Deed<View>[] = [{ events, before: view(7), after: view(then) }];
  return changed(deeds, 'B', 'A', { t: translator('tikal', 'en'), seats, parts }).text;
};

describe('what others changed', () => {
  it('is what happened where one stands', () => {
    const comes = event('moved', { piece: 'worker', from: 'd3', to: 'd4', price: 1 });
    expect(told(7, comes)).toBe('now stands with you on d4');
    expect(told(3, comes)).toBe('took d4 from you: −4 if scored now');
    expect(told(9, event('uncovered', { cell: 'd4', value: 4 }))).toBe('raised your temple on d4: +2 if scored now');
    expect(told(3, comes, event('guarded', { cell: 'd4', piece: 'worker', gone: 1 }))).toContain('no longer score d4');
  });
  it('is told of the place that it cost something, not of company in a camp', () => {
    const comes = event('moved', { piece: 'worker', from: 'd3', to: 'd4', price: 1 });
    const enters = event('entered', { piece: 'worker', cell: 'a5' });
    expect(told(7, enters)).toBe('');
    const deeds: Deed<View>[] = [
      { events: [comes], before: view(7), after: view(5) },
      { events: [enters], before: view(5), after: view(5) },
    ];
    expect(changed(deeds, 'B', 'A', { t: translator('tikal', 'en'), seats, parts })).toEqual({
      text: 'took d4 from you: −2 if scored now',
      then: -2,
    });
  });
  it('is nothing where all that happened is elsewhere', () => {
    expect(told(7, event('moved', { piece: 'worker', from: 'a1', to: 'a2', price: 1 }))).toBe('');
  });
});

describe('what others did', () => {
  it('is its biggest actions, each kind once, in the order of the turn', () => {
    const events = [
      event('laid', { tile: 'C1', cell: 'd5', turn: 0 }),
      event('uncovered', { cell: 'c3', value: 3 }),
      event('uncovered', { cell: 'c3', value: 4 }),
      event('moved', { piece: 'worker', from: 'c3', to: 'd3', price: 2 }),
    ];
    const deeds: Deed<View>[] = [{ events, before: view(0), after: view(0) }];
    for (const [language, text] of [
      ['en', 'laid a tile on d5 · uncovered c3 · went to d3'],
      ['it', 'ha posato una tessera in d5 · ha riportato alla luce c3 · ha raggiunto d3'],
      ['es', 'colocó una loseta en d5 · descubrió c3 · fue a d3'],
    ] as const)
      expect(did(deeds, 'B', { t: translator('tikal', language), seats, parts })).toBe(text);
  });
  it('is told in the order of the turn, whatever says most', () => {
    const events = [
      event('laid', { tile: 'C1', cell: 'b3', turn: 0 }),
      ...[1, 2, 3].map(() => event('entered', { piece: 'worker', cell: 'a3' })),
      event('camped', { cell: 'b3' }),
    ];
    const deeds: Deed<View>[] = [{ events, before: view(0), after: view(0) }];
    expect(did(deeds, 'B', { t: translator('tikal', 'en'), seats, parts })).toBe(
      'laid a tile on b3 · brought in 3 pieces · set up camp on b3',
    );
  });
  it('tells what was scored, and counts pieces that only came in', () => {
    const events = [
      event('entered', { piece: 'worker', cell: 'a5' }),
      event('entered', { piece: 'worker', cell: 'a5' }),
      event('scored', { section: 'final', item: { temple: 'c3' }, points: 4 }),
      event('scored', { section: 'final', item: { temple: 'd3' }, points: 2 }),
    ];
    const deeds: Deed<View>[] = [{ events, before: view(0), after: view(0) }];
    expect(did(deeds, 'B', { t: translator('tikal', 'en'), seats, parts })).toBe(
      'brought in 2 pieces · scored 6 points',
    );
  });
});
