/** Offers come in runs that say once what is alike (docs/protocol.md, "Offers"); here they are written out again. */
import type { Column, Offer, OfferRun, RunTarget } from '../generated/protocol';

/** A choice as it came: the last word of its way. */
interface Choice {
  word: string;
  price?: number;
  target?: string;
  after?: number;
  facts?: Record<string, number>;
}

const at = (column: Column | undefined, index: number): number | undefined =>
  Array.isArray(column) ? column[index] : column;

function targetOf(target: RunTarget | undefined, tokens: string[], index: number): string | undefined {
  if (typeof target === 'number') return tokens[target];
  const first = target?.[0];
  return typeof first === 'number' ? tokens.slice(first).join(' ') : (target as string[] | undefined)?.[index];
}

/** An object without what is missing. */
function present<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

function choices(runs: readonly OfferRun[]): Choice[] {
  const found: Choice[] = [];
  for (const { words, target, price, after, facts } of runs) {
    let before: string[] = [];
    words.forEach((word, index) => {
      const tokens = word.split(' ').map((token, place) => token || (before[place] ?? ''));
      before = tokens;
      const numbers = facts && Object.entries(facts).map(([key, column]) => [key, at(column, index)] as const);
      found.push(
        present({
          word: tokens.join(' '),
          price: at(price, index),
          target: targetOf(target, tokens, index),
          after: after?.[index],
          facts: numbers && (Object.fromEntries(numbers) as Record<string, number>),
        }),
      );
    });
  }
  return found;
}

/** A choice with all the words of its way, and what each of them costs (`c1`, `c2`, …). */
function writtenOut(all: readonly Choice[], { after, ...last }: Choice): Offer {
  if (after === undefined) return last;
  const way = [last];
  for (let next: number | undefined = after; next !== undefined; next = all[next]!.after) way.unshift(all[next]!);
  const [word = '', ...then] = way.map((choice) => choice.word);
  const costs = way.map(({ price = 0 }, index) => [`c${index + 1}`, price - (way[index - 1]?.price ?? 0)] as const);
  return { ...last, word, then, facts: { ...last.facts, ...Object.fromEntries(costs) } };
}

/** The offers of runs. */
export function unpacked(runs: readonly OfferRun[]): Offer[] {
  const all = choices(runs);
  return all.map((choice) => writtenOut(all, choice));
}

/** A message whose offers, its own or those of its match, are written out. */
export function withOffers<Message extends { game?: { offers?: Offer[] }; offers?: Offer[] }>(
  message: Message,
): Message {
  const [runs, own] = [message.game?.offers, message.offers] as (OfferRun[] | undefined)[];
  if (own) return { ...message, offers: unpacked(own) };
  return runs ? { ...message, game: { ...message.game, offers: unpacked(runs) } } : message;
}
