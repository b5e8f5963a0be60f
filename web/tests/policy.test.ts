/** What the page's policy does not allow, and what would be missing on it then: styles within the markup. */
import { expect, it } from 'vitest';
import { apart } from '../scripts/pictures';

const templates = import.meta.glob<string>(['../src/**/*.svelte', '../../games/*/web/**/*.svelte'], {
  eager: true,
  query: '?raw',
  import: 'default',
});
/** A style without anything in braces becomes part of the markup; `style:fill="red"` is set by a script. */
const inMarkup = (template: string) => [...template.matchAll(/\sstyle=("[^"{]*"|'[^'{]*')/g)];

it('no template has a style in its markup', () => {
  expect(inMarkup('<p style="width: {w}px" style:fill="red"></p>')).toEqual([]);
  expect(inMarkup(`<p style="width: 2px"></p><p\n  style='top: 0'></p>`)).toHaveLength(2);
  expect(Object.keys(templates).length).toBeGreaterThan(100);
  const found = Object.entries(templates).filter(([, template]) => inMarkup(template).length > 0);
  expect(found.map(([file]) => file)).toEqual([]);
});

it('a drawn picture has rules in place of styles', () => {
  const path = '<path class="a" style="fill: red; opacity: .5;" d="M0 0"/>';
  const drawn = `<svg viewBox="0 0 1 1">${path}<g style="top: 0"></g></svg>`;
  const { svg, rules } = apart(drawn, 'tikal');
  const [first, second] = rules.map((rule) => /^\.([\w-]+) /.exec(rule)![1]!);
  expect(svg).toBe(`<svg viewBox="0 0 1 1"><path class="${first} a" d="M0 0"/><g class="${second}"></g></svg>`);
  expect(rules).toEqual([
    `.${first} { fill: red !important; opacity: .5 !important; }`,
    `.${second} { top: 0 !important; }`,
  ]);
  expect(apart(drawn, 'inka').svg).not.toContain(`${first} `);
  expect(apart('<path style="fill: red"/><path style="fill: red"/>', 'x').rules).toHaveLength(1);
});
