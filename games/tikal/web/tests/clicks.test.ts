import { describe, expect, it } from 'vitest';
import type { Frame } from '$quipu/generated/protocol';
import { completed, light, remaining, spell } from '$quipu/board/narrow';
import { askWord, confirms, crossings, spellings, verbs, wayOf } from '../clicks';
import { CELLS } from '../geometry';
import { laid, openings } from '../model';
import type { View } from '../types';
import { label } from '../words';
import { LANGUAGES } from '$quipu/game/kit';
import { translator } from '../../../../web/tests/translator';
import { frames, parts, viewOf } from './frames';

/** What is wrong with the spellings of one frame. */
function faults(frame: Frame): string[] {
  const offers = frame.offers ?? [];
  const spelt = spell(offers, (offer) => spellings(offer));
  const owner = new Map<string, string>();
  const out: string[] = [];
  for (const { offer, clicks } of spelt) {
    const [key, name] = [clicks.join(' '), `${offer.word} ${(offer.then ?? []).join(' ')}`];
    if (clicks.length === 0) out.push(`${name} has an empty spelling`);
    if (owner.has(key) && owner.get(key) !== name) out.push(`${key} means ${owner.get(key)} and ${name}`);
    owner.set(key, name);
  }
  for (const { offer, clicks } of spelt) {
    for (let cut = 1; cut < clicks.length; cut++)
      if (owner.has(clicks.slice(0, cut).join(' ')))
        out.push(`${offer.word} cannot be reached: ${clicks.slice(0, cut).join(' ')} is a choice already`);
  }
  for (const offer of offers) if (spellings(offer).length === 0) out.push(`${offer.word} cannot be spelt`);
  return out;
}

describe('spellings', () => {
  it('the frames have every verb', () => {
    const verbs = new Set(frames.flatMap((frame) => (frame.offers ?? []).map(({ word }) => word.split(' ')[0])));
    expect([...verbs].toSorted()).toEqual([
      'bid',
      'camp',
      'chips',
      'dig',
      'end',
      'enter',
      'guard',
      'gun',
      'move',
      'obstacle',
      'pass',
      'place',
      'score',
      'shoot',
      'shortcut',
      'skip',
      'swap',
      'take',
      'uncover',
    ]);
  });

  it('every offer is spelt, and no two alike', () => {
    expect(frames.flatMap(faults)).toEqual([]);
  });

  it('clicking what is lit leads to every offer', () => {
    for (const frame of frames) {
      const spelt = spell(frame.offers ?? [], (offer) => spellings(offer));
      for (const { offer, clicks } of spelt) {
        clicks.forEach((click, depth) =>
          expect([...light(remaining(spelt, clicks.slice(0, depth)), depth).keys()]).toContain(click),
        );
        expect(completed(remaining(spelt, clicks), clicks)).toBe(offer);
      }
    }
  });

  it('every click has a label in every language', () => {
    for (const language of LANGUAGES) {
      for (const frame of frames) {
        for (const click of new Set((frame.offers ?? []).flatMap((offer) => spellings(offer).flat())))
          expect(label(click, viewOf(frame), translator('tikal', language)).text).not.toBe('');
      }
    }
  });

  it('a dear crossing is its edge, the cheaper way round is the cell', () => {
    const direct = { word: 'move worker b5 a5', price: 5, target: 'a5', facts: { round: 3 } };
    const way = {
      word: 'move worker b5 c5',
      price: 3,
      target: 'a5',
      then: ['move worker c5 a5'],
      facts: { c1: 1, c2: 2 },
    };
    expect(spellings(direct)[1]).toEqual(['from:b5', 'kind:worker', 'edge:a5-b5']);
    expect(spellings(way)[1]).toEqual(['from:b5', 'kind:worker', 'cell:a5']);
    expect(wayOf(way)).toEqual(['b5', 'c5', 'a5']);
    expect(crossings(way)).toEqual([1, 2]);
    expect(crossings(direct)).toEqual([5]);
  });

  it('the prices of the crossings add up to the price of the way', () => {
    const ways = frames.flatMap((frame) => frame.offers ?? []).filter((offer) => offer.then?.length);
    expect(ways.length).toBeGreaterThan(20);
    for (const way of ways)
      expect(crossings(way).reduce((sum: number, cost) => sum + (cost ?? NaN), 0)).toBe(way.price);
  });

  it('what shows something hidden or lets points lapse is asked about, what can be undone is not', () => {
    const view = viewOf(frames.find((frame) => viewOf(frame).position.phase === 'spend')!);
    const asked = (word: string, ap = 4, boulder = 'off') =>
      confirms({ word }, { ...view, options: { boulder }, position: { ...view.position, ap } });
    expect(['dig d4', 'bid 3', 'end'].every((word) => asked(word))).toBe(true);
    expect(
      ['enter worker a5', 'move worker a5 b4', 'pass', 'uncover c3', 'guard c3 worker'].some((w) => asked(w)),
    ).toBe(false);
    expect(asked('end', 0), 'nothing is left to lapse').toBe(false);
    expect(asked('uncover c3', 4, '2d6'), 'dice are rolled').toBe(true);
  });

  it('verbs have one order, and those of a variant a place only where it is played', () => {
    const view = viewOf(frames.find((frame) => viewOf(frame).position.phase === 'spend')!);
    const plain = verbs({ ...view, options: {} });
    expect(plain).toEqual(['enter', 'move', 'uncover', 'dig', 'swap', 'camp', 'guard', 'shortcut']);
    const at = (phase: View['position']['phase']) =>
      verbs({ ...view, options: {}, position: { ...view.position, phase } }).join();
    expect(at('treasure'), 'while a find is turned up').toBe(plain.join());
    expect(at('roll')).toBe(plain.join());
    expect(at('place')).toBe(plain.join());
    expect([at('bid'), at('take')], 'all through an auction').toEqual(['pass', 'pass']);
    expect(verbs({ ...view, options: { obstacles: 'on', machine_gun: 'on' } })).toEqual([
      ...plain,
      'obstacle',
      'gun',
      'shoot',
    ]);
  });

  it('what a tile would open costs what crossing there costs once it lies', () => {
    let seen = 0;
    for (const frame of frames) {
      const view = viewOf(frame);
      for (const { word, then, price } of frame.offers ?? []) {
        const [verb, , from = '', to = ''] = word.split(' ');
        const here = verb === 'move' && !then?.length ? laid(view, parts, to) : null;
        if (!here || view.position.obstacles.length) continue;
        seen += 1;
        expect(openings(view, parts, here.tile, to, here.turn).find((way) => way.to === from)?.price).toBe(price);
      }
    }
    expect(seen).toBeGreaterThan(20);
  });

  const spending = () => viewOf(frames.find((frame) => viewOf(frame).position.phase === 'spend')!);
  /** That view with pieces of one's own and nobody else's. */
  const having = (own: object): View => {
    const { position, ...view } = spending();
    const players = { [position.turn]: { ...position.players[position.turn]!, ...own } };
    return { ...view, position: { ...position, tiles: { c3: 'C1 r0', d3: 'A1 r0' }, players } };
  };

  it('a click on what is not lit asks for the word that was meant', () => {
    const both = having({ workers: { a5: 2 }, leader: 'c3' });
    const ask = (cell: string, picked: string[] = [], view = both) => askWord(cell, picked, view, parts);
    expect(ask('c3', [], { ...both, position: { ...both.position, phase: 'place' } })).toBe('place c3 r0');
    expect(ask('b3', ['from:a5', 'kind:leader'])).toBe('move leader a5 b3');
    expect(ask('b3', ['from:c3']), 'the piece that stands there').toBe('move leader c3 b3');
    expect(ask('c3', ['verb:guard'])).toBe('guard c3 leader');
    expect(ask('d4'), 'unexplored: from the nearest piece').toBe('move leader c3 d4');
    expect(ask('b4', ['verb:move'])).toBe('move worker a5 b4');
    const none = having({ workers: {}, leader: 'supply', supply: 18 });
    expect(ask('d4', [], none), 'nobody is there yet').toBe('enter worker a5');
    expect(ask('d4', [], having({ workers: {}, leader: 'supply', supply: 0 }))).toBe('enter leader a5');
  });

  it('a click on any cell that is not lit asks about a piece that one has there', () => {
    let moves = 0;
    for (const frame of frames) {
      const view = viewOf(frame);
      const own = view.position.players[view.position.turn];
      const lit = new Set((frame.offers ?? []).flatMap((offer) => spellings(offer).flat()));
      for (const cell of CELLS.filter((cell) => own && !lit.has(`cell:${cell}`)))
        for (const picked of [[], ['verb:move'], ['verb:guard'], ['verb:camp']]) {
          const [verb, piece, from = '', to] = askWord(cell, picked, view, parts).split(' ');
          if (verb !== 'move') continue;
          moves += 1;
          expect(to).toBe(cell);
          expect(from).not.toBe(cell);
          expect(piece === 'leader' ? own!.leader === from : own!.workers[from], `${piece} on ${from}`).toBeTruthy();
        }
    }
    expect(moves).toBeGreaterThan(300);
  });
});
