import { describe, expect, it } from 'vitest';
import { completed, light, remaining, spell } from '$quipu/board/narrow';
import { spellings } from '../spell';
import { label } from '../words';
import { frames } from './frames';
import { speak } from './speak';

const choosing = frames.filter(({ offers }) => offers?.length);

describe('spellings', () => {
  it('cover every verb of the game', () => {
    const verbs = new Set(choosing.flatMap(({ offers }) => offers!.map(({ word }) => word.split(' ')[0])));
    expect([...verbs].sort()).toEqual(['block', 'end', 'lay', 'passage', 'slide', 'start', 'take', 'turn', 'walk']);
    const words = choosing.flatMap(({ offers }) => offers!.map(({ word }) => word));
    expect(words.some((word) => /^(slide|turn) G/.test(word)), 'goal rhombi move').toBe(true);
    expect(words.some((word) => /^walk T\d+\/[AB]/.test(word)), 'halves are walked to').toBe(true);
  });

  it('lead to every offer, by lit clicks alone', () => {
    for (const { offers } of choosing) {
      const spelt = spell(offers!, spellings);
      for (const { offer, clicks } of spelt) {
        clicks.forEach((click, depth) => {
          expect(light(remaining(spelt, clicks.slice(0, depth)), depth).has(click), `${offer.word} at ${click}`).toBe(true);
        });
        expect(completed(remaining(spelt, clicks), clicks)?.word).toBe(offer.word);
      }
    }
  });

  it('never complete two offers with the same clicks, nor one on the way to another', () => {
    for (const { offers } of choosing) {
      const spelt = spell(offers!, spellings);
      const whole = new Map<string, string>();
      for (const { offer, clicks } of spelt) {
        const key = clicks.join(' ');
        expect(whole.get(key) ?? offer.word, key).toBe(offer.word);
        whole.set(key, offer.word);
      }
      for (const { clicks } of spelt) {
        for (let depth = 1; depth < clicks.length; depth += 1) expect(whole.has(clicks.slice(0, depth).join(' ')), clicks.join(' ')).toBe(false);
      }
    }
  });

  it('have a label for every click, in each language', () => {
    for (const language of ['en', 'it', 'es']) {
      const { t, missing } = speak(language);
      for (const { offers, view } of choosing) {
        for (const { clicks } of spell(offers!, spellings)) {
          for (const click of clicks) expect(label(click, view, t).text.length).toBeGreaterThan(0);
        }
      }
      expect(missing).toEqual([]);
    }
  });

  it('label no two lit clicks of a list alike', () => {
    const { t } = speak('en');
    for (const { offers, view } of choosing) {
      const first = spell(offers!, (offer) => spellings(offer).slice(0, 1));
      const prefixes = new Set(['', ...first.flatMap(({ clicks }) => clicks.slice(0, -1).map((_, depth) => clicks.slice(0, depth + 1).join('|')))]);
      for (const prefix of prefixes) {
        const picked = prefix ? prefix.split('|') : [];
        const texts = [...light(remaining(first, picked), picked.length).keys()].map((click) => label(click, view, t).text);
        expect(new Set(texts).size, prefix).toBe(texts.length);
      }
    }
  });
});
