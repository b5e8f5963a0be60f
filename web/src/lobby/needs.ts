/** What an option of a game needs before it can be chosen. A game says it in `options.ts`, found by glob. */
import type { OptionInfo } from '../generated/protocol';

export interface Need {
  /** Another option with the value that it must have. */
  option?: readonly [key: string, value: string];
  /** At least so many seats. */
  seats?: number;
}
/** By option. The engine refuses such a table in any case; here it is only said beforehand. */
export type Needs = Readonly<Record<string, readonly Need[]>>;

const found = import.meta.glob<{ NEEDS: Needs }>('../../../games/*/web/options.ts', { eager: true });
const ALL = new Map(Object.entries(found).map(([path, { NEEDS }]) => [path.split('/').at(-3)!, NEEDS]));

export const needsOf = (game: string, option: string): readonly Need[] => ALL.get(game)?.[option] ?? [];

/** The needs that are not met by what was chosen so far. */
export function unmet(
  needs: readonly Need[],
  chosen: Readonly<Record<string, string>>,
  options: readonly OptionInfo[],
  seats: number,
): Need[] {
  const valueOf = (key: string) => chosen[key] ?? options.find((option) => option.key === key)?.default;
  return needs.filter(({ option, seats: least = 0 }) => (option && valueOf(option[0]) !== option[1]) || seats < least);
}
