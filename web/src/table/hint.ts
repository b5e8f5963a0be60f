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

/** Hints that look alike, but for how a tile is turned, are one: the next best would change nothing that is seen. */
export function unlike<Line>(lines: readonly Line[], look: (line: Line) => string): Line[] {
  const looks = lines.map(look);
  return lines.filter((_, index) => looks.indexOf(looks[index]!) === index);
}
