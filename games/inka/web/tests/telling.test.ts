import { describe, expect, it } from 'vitest';
import type { Happened } from '$quipu/generated/protocol';
import type { Deed } from '$quipu/game/kit';
import { changed, did } from '../telling';
import type { View } from '../types';
import { translator } from '../../../../web/tests/translator';
import { parts } from './frames';

const event = (kind: string, more: object = {}): Happened => ({ text: kind, event: { kind, seat: 'B', ...more } });
const slides = event('slid', { rhombus: 'T07', direction: 'w', steps: 1, to: ['u0,0', 'd0,0'] });
const takes = event('taken', { goal: 'G1', points: 1 });
const walks = event('walked', { from: 'u0,0', to: 'G1', price: 0, way: [] });
const view = (pawn: string, statues: string[]) =>
  ({ position: { pawns: { A: pawn }, taken: { B: statues } } }) as unknown as View;
const deeds = (events: Happened[], statues: string[] = []): Deed<View>[] => [
  { events, before: view('T07/A', []), after: view('T07/A', statues) },
];

describe('the turn of somebody else', () => {
  it('is told with its statues first, in every language', () => {
    for (const language of ['en', 'it', 'es']) {
      const t = translator('inka', language);
      const all = [slides, walks, takes, event('passed'), takes, event('blocked', { at: 'T07' })];
      expect(did(deeds(all), 'B', { t, seats: [], parts }).split(' · ')).toHaveLength(3);
      expect(did(deeds([event('left', { exit: 'ne', points: 1 })]), 'B', { t, seats: [], parts })).not.toBe('');
      expect(did(deeds([event('started', { start: 'ne', cell: 'u0,0' })]), 'B', { t, seats: [], parts })).not.toBe('');
      expect(did(deeds([event('laid')]), 'B', { t, seats: [], parts })).not.toBe('');
    }
    const t = translator('inka', 'en');
    expect(did(deeds([walks, takes, walks, takes]), 'B', { t, seats: [], parts })).toBe(
      'took 2 statues · walked to a goal rhombus',
    );
  });
  it('changes something where it moves one’s pawn, or where only the way out is left', () => {
    const t = translator('inka', 'en');
    const tells = (events: Happened[], statues?: string[]) =>
      changed(deeds(events, statues), 'B', 'A', { t, seats: [], parts });
    expect(tells([slides])).toBe('moved your pawn along');
    expect(tells([takes], ['G1', 'G2'])).toBe('');
    expect(tells([takes], ['G1', 'G2', 'G3'])).toBe('has all three statues and needs only a gate');
    expect(tells([event('took-back', { seat: 'A', from: 'u0,0' })])).toBe('');
  });
});
