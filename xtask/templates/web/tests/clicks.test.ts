import { describe, expect, it } from 'vitest';
import { spellings } from '../clicks';
import en from '../messages/en.json';
import es from '../messages/es.json';
import it_ from '../messages/it.json';
import type { View } from '../types';
import { label } from '../words';

const view: View = {
  phase: 'act',
  turn: 'B',
  turns: 3,
  left: [5, 3, 2],
  camps: { A: 0, B: 2 },
  finds: { A: [0, 0, 0], B: [0, 0, 0] },
  points: { A: 0, B: 0 },
};

describe('clicks', () => {
  it('walk to the next camp and dig where the explorer stands', () => {
    expect(spellings({ word: 'walk' }, view)).toEqual([['camp:3']]);
    expect(spellings({ word: 'dig' }, view)).toEqual([['camp:2']]);
  });

  it('are called by what they do', () => {
    expect(label('camp:3', view, (key) => key).text).toBe('click.walk');
    expect(label('camp:2', view, (key) => key).text).toBe('click.dig');
  });
});

describe('the words', () => {
  it.each([es, it_])('are those of the English file, with the same values', (words: Record<string, string>) => {
    const values = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).toSorted();
    expect(Object.keys(words)).toEqual(Object.keys(en));
    for (const [key, text] of Object.entries(en)) expect([key, values(words[key]!)]).toEqual([key, values(text)]);
  });
});
