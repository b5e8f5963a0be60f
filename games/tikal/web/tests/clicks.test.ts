import { describe, expect, it } from 'vitest';
import type { Frame } from '$quipu/generated/protocol';
import { completed, light, remaining, spell } from '$quipu/board/narrow';
import { confirms, crossings, askWord, spellings, verbs, wayOf } from '../clicks';
import { laid, openings } from '../model';
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

  it('a click on what is not lit asks for the word that was meant', () => {
    expect(askWord('cell', 'c3', [], true, undefined)).toBe('place c3 r0');
    expect(askWord('cell', 'c3', ['from:a5', 'kind:leader'], false, 'temple')).toBe('move leader a5 c3');
    expect(askWord('cell', 'c3', ['verb:guard'], false, 'temple')).toBe('guard c3 worker');
    expect(askWord('cell', 'c3', [], false, 'temple')).toBe('uncover c3');
  });
});
