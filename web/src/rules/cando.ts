/** What can be done now, verb by verb, from what the engine says: how many ways, the least price, what it changes. */
import type { Closed, Effect, Offer, Reason } from '../generated/protocol';

export interface Doable {
  verb: string;
  count: number;
  /** The least price, where there is one. */
  price?: number;
}

/** The verbs of offers, in the order of the bar. */
export function doable(offers: readonly Offer[], order: readonly string[]): Doable[] {
  const found = new Map<string, Doable>();
  for (const { word, price } of offers) {
    const verb = word.split(' ')[0]!;
    const known = found.get(verb);
    const prices = [known?.price, price].filter((one) => one !== undefined);
    found.set(verb, {
      verb,
      count: (known?.count ?? 0) + 1,
      ...(prices.length ? { price: Math.min(...prices) } : {}),
    });
  }
  const place = (verb: string) => (order.includes(verb) ? order.indexOf(verb) : order.length);
  return [...found.values()].toSorted((a, b) => place(a.verb) - place(b.verb));
}

/** The closed verbs that have a place in the bar, those with the same reason together. */
export function shut(closed: readonly Closed[], order: readonly string[]): { verbs: string[]; why: Reason }[] {
  const found = new Map<string, { verbs: string[]; why: Reason }>();
  const placed = order.flatMap((verb) => closed.find((one) => one.verb === verb) ?? []);
  for (const { verb, why } of order.length ? placed : closed) {
    const same = JSON.stringify([why.rule, why.text]);
    const known = found.get(same) ?? { verbs: [], why };
    known.verbs.push(verb);
    found.set(same, known);
  }
  return [...found.values()];
}

export const signed = (points: number) => (points < 0 ? `−${-points}` : points ? `+${points}` : '0');

type Say = (
  key: 'can.brings' | 'can.brings_range' | 'can.brings_none' | 'can.points' | 'can.points_range' | 'can.draws',
  values?: Record<string, unknown>,
) => string;

/** What a verb brings, in a few words: points at once, or in a scoring now where the game has scorings (`scored`). */
export function brings({ least, most, draws }: Effect, t: Say, scored: boolean): string[] {
  const points =
    least !== most
      ? t(scored ? 'can.brings_range' : 'can.points_range', { least: signed(least), most: signed(most) })
      : !least
        ? t('can.brings_none')
        : scored
          ? t('can.brings', { points: signed(least) })
          : t('can.points', { points: signed(least), count: Math.abs(least) });
  return [points, ...(draws ? [t('can.draws')] : [])];
}
