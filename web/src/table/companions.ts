/** Verbs that were on offer in the same decision. */

const together = new Map<string, Map<string, Set<string>>>();

/** Remembers that these verbs were on offer beside one another. */
export function seenTogether(game: string, verbs: readonly string[]): void {
  const known = together.get(game) ?? new Map<string, Set<string>>();
  for (const verb of verbs) known.set(verb, new Set([...(known.get(verb) ?? []), ...verbs]));
  together.set(game, known);
}

/** The verbs that were seen beside one of these. */
export function companions(game: string, verbs: readonly string[]): string[] {
  return [...new Set(verbs.flatMap((verb) => [...(together.get(game)?.get(verb) ?? [])]))];
}
