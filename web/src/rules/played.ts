/** Which parts of the rules are played: by the options of a table, or by default. */
import { gameInfo } from '../app/shop.svelte';
import { isPlayed, type Only } from './help';

export type Options = readonly (readonly [string, string])[];

/** Whether something is played at a table with these options. */
export function plays(game: string, options: Options, only: Only | null): boolean {
  const byDefault = (option: string) => gameInfo(game)?.options.find(({ key }) => key === option)?.default;
  return isPlayed(only, (option) => options.find(([key]) => key === option)?.[1] ?? byDefault(option));
}
