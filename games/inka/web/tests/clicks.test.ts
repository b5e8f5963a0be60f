import { describe, expect, it } from 'vitest';
import { completed, light, remaining, spell } from '$quipu/board/narrow';
import type { View } from '../types';
import { confirms, spellings, verbs } from '../clicks';
import { label } from '../words';
import { translator } from '../../../../web/tests/translator';
import { frames, parts } from './frames';

const choosing = frames.filter(({ offers }) => offers?.length);

describe('spellings', () => {
  it('cover every verb of the game', () => {
    const verbs = new Set(choosing.flatMap(({ offers }) => offers!.map(({ word }) => word.split(' ')[0])));
    expect([...verbs].sort()).toEqual(['block', 'end', 'lay', 'passage', 'slide', 'start', 'take', 'turn', 'walk']);
    const words = choosing.flatMap(({ offers }) => offers!.map(({ word }) => word));
    expect(
      words.some((word) => /^(slide|turn) G/.test(word)),
      'goal rhombi move',
    ).toBe(true);
    expect(
      words.some((word) => /^walk T\d+\/[AB]/.test(word)),
      'halves are walked to',
    ).toBe(true);
  });

  it('leave the verbs in their places, whatever is to be chosen', () => {
    const rows = new Map(choosing.map(({ view }) => [(view as View).position.stage, verbs(view as View).join()]));
    expect([...rows.keys()].sort()).toEqual(['lay', 'start', 'turn']);
    expect(new Set(rows.values())).toEqual(new Set(['take,block']));
  });

  it('lead to every offer, by lit clicks alone', () => {
    for (const { offers } of choosing) {
      const spelt = spell(offers!, spellings);
      // What is lit after the same clicks is asked once.
      const asked = new Map<string, ReturnType<typeof light>>();
      const litAfter = (clicks: readonly string[]) => {
        const key = clicks.join(' ');
        if (!asked.has(key)) asked.set(key, light(remaining(spelt, clicks), clicks.length));
        return asked.get(key)!;
      };
      const dark = spelt.flatMap(({ offer, clicks }) =>
        clicks
          .filter((click, depth) => !litAfter(clicks.slice(0, depth)).has(click))
          .map((click) => `${offer.word} at ${click}`),
      );
      expect(dark).toEqual([]);
      const astray = spelt.filter(
        ({ offer, clicks }) => completed(remaining(spelt, clicks), clicks)?.word !== offer.word,
      );
      expect(astray).toEqual([]);
    }
  });

  it('never complete two offers with the same clicks, nor one on the way to another', () => {
    for (const { offers } of choosing) {
      const spelt = spell(offers!, spellings);
      const whole = new Map<string, string>();
      for (const { offer, clicks } of spelt) {
        const key = clicks.join(' ');
        if ((whole.get(key) ?? offer.word) !== offer.word)
          expect.fail(`${key} spells ${whole.get(key)} and ${offer.word}`);
        whole.set(key, offer.word);
      }
      const early = spelt.filter(({ clicks }) =>
        clicks.some((_, depth) => depth > 0 && whole.has(clicks.slice(0, depth).join(' '))),
      );
      expect(early).toEqual([]);
    }
  });

  it('have a label for every click, in each language', () => {
    for (const language of ['en', 'it', 'es']) {
      const t = translator('inka', language);
      for (const { offers, view } of choosing) {
        const clicks = new Set(spell(offers!, spellings).flatMap((spelt) => spelt.clicks));
        expect([...clicks].filter((click) => !label(click, view, t).text)).toEqual([]);
      }
    }
  });

  it('label no two lit clicks of a list alike', () => {
    const t = translator('inka', 'en');
    for (const { offers, view } of choosing) {
      const first = spell(offers!, (offer) => spellings(offer).slice(0, 1));
      const prefixes = new Set([
        '',
        ...first.flatMap(({ clicks }) => clicks.slice(0, -1).map((_, depth) => clicks.slice(0, depth + 1).join('|'))),
      ]);
      for (const prefix of prefixes) {
        const picked = prefix ? prefix.split('|') : [];
        const texts = [...light(remaining(first, picked), picked.length).keys()].map(
          (click) => label(click, view, t, { parts, seats: [], picked }).text,
        );
        expect(new Set(texts).size, prefix).toBe(texts.length);
      }
    }
  });
});

describe('confirming', () => {
  const { view } = choosing[0]!;
  const asked = (word: string, ap: number, facts?: Record<string, number>) =>
    confirms({ word, facts }, { ...view, position: { ...view.position, ap } } as View);

  it('asks before a turn ends with points left', () => {
    expect(asked('end', 1)).toBe(true);
    expect(asked('block d3', 1)).toBe(true);
    expect(asked('end', 0)).toBe(false);
    expect(asked('block d3', 0)).toBe(false);
  });
  it('asks before a slab lies, unless its ends are the question', () => {
    expect(asked('lay T1 T2', 0, { alike: 1 })).toBe(true);
    expect(asked('lay T1/A T2/B', 0)).toBe(false);
  });
  it('asks about nothing that can be undone', () => {
    expect(['slide T1 ne 2', 'turn T1 a 1', 'walk T1', 'passage 1', 'take'].filter((word) => asked(word, 2))).toEqual(
      [],
    );
  });
});
