import { describe, expect, it } from 'vitest';
import type { MatchState } from '$quipu/generated/protocol';
import { sketch } from '../sketch';
import { translator } from '../../../../web/tests/translator';
import { frames } from './frames';

describe('a hint', () => {
  it('has every step at the card, pile or find that is pressed first', () => {
    const t = translator('thebes', 'en');
    const offered = frames.filter((frame) => frame.offers?.length);
    expect(offered.length).toBeGreaterThan(0);
    for (const { view, offers } of offered) {
      const words = offers!.map(({ word }) => word);
      const steps = sketch(words, { offers } as MatchState, view, t);
      for (const [index, { click }] of steps.entries())
        expect(click, words[index]).toMatch(/^(card|pile|find|hand):\w/);
    }
  });
  it('knows the place also of what is not on offer yet', () => {
    const t = translator('thebes', 'en');
    const { view } = frames[0]!;
    const words = ['take egypt-2', 'exhibit large-egypt', 'museum 3', 'dig egypt 7 permit'];
    expect(sketch(words, {} as MatchState, view, t).map(({ click }) => click)).toEqual([
      'card:egypt-2',
      'card:exhibition-large-egypt',
      'card:museum-3',
      'pile:egypt',
    ]);
  });
});
