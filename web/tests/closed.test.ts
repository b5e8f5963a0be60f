import { expect, it } from 'vitest';
import { ClosedVerbs } from '../src/table/closed.svelte';
import type { Closed } from '../src/generated/protocol';

const closed = [{ verb: 'royal' }] as unknown as readonly Closed[];

it('keeps the reasons of a decision while a turn is shown again', async () => {
  const reasons = new ClosedVerbs();
  let asked = 0;
  const question = () => Promise.resolve((asked++, closed));
  reasons.ask('8 A', question);
  await Promise.resolve();
  expect(reasons.of('8 A')).toBe(closed);
  expect(reasons.of('5 null'), 'they are not those of another moment').toEqual([]);
  reasons.ask('8 A', question);
  expect([asked, reasons.of('8 A')], 'asked once, and there again').toEqual([1, closed]);
  reasons.ask('9 A', question);
  expect(reasons.of('9 A'), 'another decision has its own').toEqual([]);
  await Promise.resolve();
  expect([asked, reasons.of('9 A')]).toEqual([2, closed]);
});
