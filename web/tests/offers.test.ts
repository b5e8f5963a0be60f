/** Offers as they are sent and as boards get them. */
import { expect, test } from 'vitest';
import type { Offer, OfferRun } from '../src/generated/protocol';
import { unpacked, withOffers } from '../src/net/offers';

const RUNS: OfferRun[] = [
  { words: ['enter worker a5'], target: 2, price: 1 },
  { words: ['move worker g4 f3', '   f2', ' leader  '], target: 3, price: [2, 3, 3] },
  { words: ['obstacle a4 a5'], target: [1], price: 4 },
  { words: ['play thief'], target: ['egypt'] },
  { words: ['end'] },
  { words: ['dig crete 7 permit', '  8 '], target: 1, price: [7, 8], facts: { cards: [3, 4], odds: 90 } },
  { words: ['move worker f3 e4', '  e4 d3'], target: 3, price: [4, 5], after: [1, 9] },
];

test('runs are written out', () => {
  expect(unpacked(RUNS)).toEqual([
    { word: 'enter worker a5', price: 1, target: 'a5' },
    { word: 'move worker g4 f3', price: 2, target: 'f3' },
    { word: 'move worker g4 f2', price: 3, target: 'f2' },
    { word: 'move leader g4 f2', price: 3, target: 'f2' },
    { word: 'obstacle a4 a5', price: 4, target: 'a4 a5' },
    { word: 'play thief', target: 'egypt' },
    { word: 'end' },
    { word: 'dig crete 7 permit', price: 7, target: 'crete', facts: { cards: 3, odds: 90 } },
    { word: 'dig crete 8 permit', price: 8, target: 'crete', facts: { cards: 4, odds: 90 } },
    {
      word: 'move worker g4 f3',
      price: 4,
      target: 'e4',
      then: ['move worker f3 e4'],
      facts: { c1: 2, c2: 2 },
    },
    {
      word: 'move worker g4 f3',
      price: 5,
      target: 'd3',
      then: ['move worker f3 e4', 'move worker e4 d3'],
      facts: { c1: 2, c2: 2, c3: 1 },
    },
  ]);
});

test('a match without offers stays as it is', () => {
  const message: { game: { step: number; offers?: Offer[] } } = { game: { step: 3 } };
  expect(withOffers(message)).toBe(message);
  expect(withOffers({})).toEqual({});
});
