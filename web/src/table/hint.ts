/** Why a hint is one: what it brings, in a sentence. */
import type { HintGain } from '../generated/protocol';
import type { Desk, GameKit } from '../game/kit';
import { t, type Key } from '../i18n/index.svelte';
import { ownWords } from './words';

/** How many gains are named; the sum has all of them. */
const NAMED = 2;

/**
 * Points that are certain are told as such; all others are a forecast, which names only what everybody can see. Where
 * points came already with a step that was done (`came`), what the hint brings at once is not promised again.
 */
export function hintReason(
  gains: readonly HintGain[],
  kit: Pick<GameKit, 'key' | 'known' | 'sheetItem'>,
  { view, parts, t: say }: Pick<Desk, 'view' | 'parts' | 't'>,
  came = false,
): string {
  const count = gains.reduce((sum, { points }) => sum + points, 0);
  if (count <= 0) return t('hint.why.none');
  const seen = gains.filter((gain) => gain.points > 0 && (kit.known?.(gain, view, parts) ?? true));
  const items = [...new Set(seen.slice(0, NAMED).map((gain) => kit.sheetItem({ ...gain, seat: '' }, say)))];
  const what = items.length ? ` (${items.join(', ')})` : '';
  const sure = gains.every((gain) => gain.sure) && seen.length > 0;
  const later = gains.some((gain) => gain.later);
  if (came && !later) return t('hint.rest');
  const key = later ? 'later' : sure ? 'now' : 'maybe';
  return ownWords(kit.key, `hint.why.${key}` as Key, { count, what });
}

/** A hint as somebody sees it: its reason, and its steps. */
export interface Look {
  why: string;
  steps: readonly string[];
}

/** From how many steps on a plan is the same with another one among them. */
const LONG = 4;

/** Whether two hints tell the same: all steps, or for the same reason all but one of many that is not the first. */
function alike(one: Look, other: Look): boolean {
  const others = one.steps.filter((step, index) => step !== other.steps[index]).length;
  if (one.steps.length !== other.steps.length || others === 0) return one.steps.length === other.steps.length;
  return others === 1 && one.steps.length >= LONG && one.steps[0] === other.steps[0] && one.why === other.why;
}

/** Hints that look alike, but for how a tile is turned or where a last worker enters, are one: none is another idea. */
export function unlike<Line>(lines: readonly Line[], look: (line: Line) => Look): Line[] {
  const kept: { line: Line; look: Look }[] = [];
  for (const line of lines) {
    const mine = look(line);
    if (!kept.some((one) => alike(one.look, mine))) kept.push({ line, look: mine });
  }
  return kept.map(({ line }) => line);
}
