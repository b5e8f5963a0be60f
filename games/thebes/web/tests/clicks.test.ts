import { describe, expect, test } from 'vitest';
import { light, remaining, spell } from '$quipu/board/narrow';
import { spellings } from '../clicks';
import { label } from '../words';
import { FILES, frames, translator } from './frames';

describe.each(FILES)('spellings of %s', (name) => {
  const asked = frames(name).filter((frame) => frame.offers?.length);

  test('there is something to choose', () => expect(asked.length).toBeGreaterThan(0));

  test('every offer can be spelt, and no two end with the same clicks', () => {
    for (const frame of asked) {
      const ends = new Map<string, string>();
      for (const offer of frame.offers!) {
        const ways = spellings(offer, frame.view);
        expect(ways.length, offer.word).toBeGreaterThan(0);
        for (const way of ways) {
          const clicks = way.join(' ');
          expect(ends.get(clicks) ?? offer.word, clicks).toBe(offer.word);
          ends.set(clicks, offer.word);
        }
      }
    }
  });

  test('every click that is ever lit has a label', () => {
    const { t, missing } = translator();
    for (const frame of asked) {
      const spelt = spell(frame.offers!, (offer) => spellings(offer, frame.view));
      const clicks = new Set(spelt.flatMap((each) => each.clicks));
      for (const click of clicks) expect(label(click, frame.view, t).text, click).not.toBe('');
    }
    expect(missing).toEqual([]);
  });

  test('clicking lit things always leads to an offer', () => {
    for (const frame of asked) {
      const spelt = spell(frame.offers!, (offer) => spellings(offer, frame.view));
      for (const first of light(spelt, 0).keys()) {
        let picked = [first];
        for (let depth = 1; depth < 6; depth += 1) {
          const left = remaining(spelt, picked);
          if (left.some((each) => each.clicks.length === depth)) break;
          const next = [...light(left, depth).keys()];
          expect(next.length, picked.join(' ')).toBeGreaterThan(0);
          picked = [...picked, next[0]!];
        }
      }
    }
  });
});

test('a dig by the usual permit is two clicks', () => {
  const [frame] = frames('turns-A').filter((each) =>
    each.offers?.some((offer) => /^dig \w+ \d+ permit$/.test(offer.word)),
  );
  const offer = frame!.offers!.find((each) => /^dig \w+ \d+ permit$/.test(each.word))!;
  const [, region, weeks] = offer.word.split(' ');
  expect(spellings(offer, frame!.view)).toContainEqual([`pile:${region}`, `weeks:${weeks}`]);
});
