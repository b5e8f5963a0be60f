import { describe, expect, it } from 'vitest';
import { spell } from '$quipu/board/narrow';
import { phaseName } from '../model';
import { confirms, nextAshore, spellings, turns, verbs } from '../clicks';
import { label } from '../words';
import { translator } from '../../../../web/tests/translator';
import { frames, viewOf } from './frames';

const choosing = frames.filter(({ offers }) => offers && offers.length > 0);

describe('spellings', () => {
  it('shows every verb', () => {
    const verbs = new Set(choosing.flatMap(({ offers }) => offers!.map(({ word }) => word.split(' ')[0])));
    expect([...verbs].sort()).toEqual([
      'colonise',
      'expand',
      'land',
      'lay',
      'moor',
      'restart',
      'royal',
      'sail',
      'shift',
    ]);
  });

  it('spells every offer, and no two with the same clicks', () => {
    for (const frame of choosing) {
      const ends = new Map<string, string>();
      const begins = new Set<string>();
      for (const { offer, clicks } of spell(frame.offers!, (offer) => spellings(offer, viewOf(frame)))) {
        expect(clicks.length, offer.word).toBeGreaterThan(0);
        const end = clicks.join(' > ');
        expect(ends.get(end) ?? offer.word, `${end} at step ${frame.step}`).toBe(offer.word);
        ends.set(end, offer.word);
        clicks.slice(0, -1).forEach((_, index) => begins.add(clicks.slice(0, index + 1).join(' > ')));
      }
      expect(new Set(ends.values()).size).toBe(frame.offers!.length);
      // Clicks that complete a word must not be the beginning of another one.
      expect(
        [...ends.keys()].filter((end) => begins.has(end)),
        `step ${frame.step}`,
      ).toEqual([]);
    }
  });

  it('leaves the verbs in their places in every stage of a turn', () => {
    const stages = new Set<string>();
    for (const frame of choosing) {
      stages.add(phaseName(viewOf(frame)));
      expect(verbs(viewOf(frame))).toEqual(['royal', 'colonise']);
    }
    expect([...stages]).toEqual(expect.arrayContaining(['turn', 'moor', 'sail', 'land', 'lay']));
  });

  it('has words for every click in every language', () => {
    for (const language of ['en', 'it', 'es']) {
      const t = translator('tongiaki', language);
      const seen = new Set<string>();
      for (const frame of frames.filter(({ offers }) => offers)) {
        for (const { clicks } of spell(frame.offers!, (offer) => spellings(offer, viewOf(frame)))) {
          for (const click of clicks) {
            if (seen.has(`${frame.step} ${click}`)) continue;
            seen.add(`${frame.step} ${click}`);
            const { text, group } = label(click, viewOf(frame), t);
            expect(text, click).toMatch(/\S/);
            expect(group, click).toMatch(/\S/);
          }
        }
      }
    }
  });

  it('lands the own boat first if none is named', () => {
    const landing = choosing.filter(({ offers }) => offers![0]!.word.startsWith('land '));
    let own = 0;
    for (const frame of landing) {
      const { at_sea = '', turn } = viewOf(frame).position;
      expect(at_sea).toContain(nextAshore(viewOf(frame)));
      if (!at_sea.includes(turn)) continue;
      own += 1;
      expect(nextAshore(viewOf(frame))).toBe(turn);
    }
    expect(landing.length, 'boats of others alone land, too').toBeGreaterThan(own);
    expect(own).toBeGreaterThan(0);
  });

  it('asks about what turns up a tile, not about what can be undone', () => {
    expect(['colonise', 'royal nauru', 'moor tonga.1', 'sail tonga.1 s'].map((word) => confirms({ word }))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(confirms({ word: 'sail tonga.1 s', facts: { unknown: 1 } })).toBe(true);
    expect(turns({ word: 'lay 0,1 r2' })).toBe(true);
  });
});
