/** The guided first turn follows what is played. */

/**
 * The step after something was played. `guide` has for each step the verbs that do it, apart by spaces; a step without
 * any is only read. What is done ahead of its step leaves the ones before it behind; where nothing is left to be done,
 * the next thing that is played ends the guide.
 */
export function followed(guide: readonly string[], at: number, verb: string): number {
  const done = guide.findIndex((verbs, index) => index >= at && verbs.split(' ').includes(verb));
  if (done >= 0) return done + 1;
  return guide.slice(at).some(Boolean) ? at : guide.length;
}
