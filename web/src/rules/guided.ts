/** The guided first turn follows what is played. */

/**
 * The step after something was played. `guide` has for each step the verbs that do it, apart by spaces; a step without
 * any is only read. Doing a later step skips those before it. When no step is left to do, the next thing that is played
 * ends the guide.
 */
export function followed(guide: readonly string[], at: number, verb: string): number {
  const done = guide.findIndex((verbs, index) => index >= at && verbs.split(' ').includes(verb));
  if (done >= 0) return done + 1;
  return guide.slice(at).some(Boolean) ? at : guide.length;
}
