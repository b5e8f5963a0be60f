/** What an option of a game needs before it may differ from its default: the engine says it, with the options. */
import type { OptionInfo, OptionNeed } from '../generated/protocol';

/** The needs of an option that are not met by what was chosen so far. */
export function unmet(
  option: OptionInfo,
  chosen: Readonly<Record<string, string>>,
  options: readonly OptionInfo[],
  seats: number,
): OptionNeed[] {
  const valueOf = (key: string) => chosen[key] ?? options.find((one) => one.key === key)?.default;
  const isMet = (need: OptionNeed) => (need.kind === 'option' ? valueOf(need.key) === need.value : seats >= need.least);
  return (option.needs ?? []).filter((need) => !isMet(need));
}
