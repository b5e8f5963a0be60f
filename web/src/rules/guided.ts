/** The guided first turn follows what is played. */
import type { Line } from '../generated/protocol';
import { isStep, standingSteps } from '../net/follow';

/**
 * The step after something was played. `guide` has for each step the verbs that do it, apart by spaces; a step without
 * any is only read. Doing a later step skips those before it, but doing the last one again does not. When no step is
 * left to do, the next thing that is played ends the guide, as does a verb of a turn (`turn`) that it says nothing of.
 */
export function followed(guide: readonly string[], at: number, verb: string, turn: readonly string[] = []): number {
  const does = (verbs = '') => verbs.split(' ').includes(verb);
  const done = guide.findIndex((verbs, index) => index >= at && does(verbs));
  const again = does(guide[at - 1]) && done > at;
  if (done >= 0 && !again) return done + 1;
  if (turn.includes(verb) && !guide.some(does)) return guide.length;
  return guide.slice(at).some(Boolean) ? at : guide.length;
}

/** Whether somebody else moves after a turn of one's own: after a step with one of the verbs of a turn. */
export function turnOver(lines: readonly Line[], yours: readonly string[], turn: readonly string[]): boolean {
  const stands = standingSteps(lines);
  const steps = lines.filter(isStep).filter((line) => stands.has(line));
  const own = steps.findIndex(({ seat, words }) => seat && yours.includes(seat) && turn.includes(words.split(' ')[0]!));
  return own >= 0 && steps.slice(own).some(({ seat }) => seat && seat !== steps[own]!.seat);
}
