import { expect, it } from 'vitest';
import { messages, translator } from './translator';

const t = translator('thebes', 'en');
const [plural] = Object.keys(messages('thebes', 'en')).filter((key) => key.endsWith('_one'));

it('throws at a text that is missing', () => {
  expect(() => t('no.such.text')).toThrow("no text for 'no.such.text'");
  expect(() => t(plural!.slice(0, -'_one'.length)), 'a plural without a count').toThrow('no text for');
  expect(() => translator('thebes', 'tlh')).toThrow("no texts in 'tlh'");
});

it('throws at a value that is missing', () => {
  expect(t('prompt.dig', { region: 'Egypt' })).toBe('How many weeks do you dig in Egypt?');
  expect(() => t('prompt.dig')).toThrow("not given 'region'");
  expect(() => t('prompt.dig', { region: null })).toThrow("not given 'region'");
});
