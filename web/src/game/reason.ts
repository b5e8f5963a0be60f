/** Why something is not allowed, in the language that is shown. */
import type { Reason, Refusal } from '../generated/protocol';
import { gameWordsOf, has, t } from '../i18n/index.svelte';

/** A reason in words: the game's translation by its key, the interface's, or the English that came with it. */
export function reasonText(reason: Reason, game?: string): string {
  const key = `refusal.${reason.key}`;
  if (reason.key && game && has(game, key)) return gameWordsOf(game)(key, reason.values);
  if (reason.key && has('app', key)) return gameWordsOf('app')(key, reason.values);
  return reason.text.charAt(0).toUpperCase() + reason.text.slice(1);
}

/** A refusal in words. */
export function refusalText(refusal: Refusal, game?: string): string {
  if (refusal.code === 'stale') return t('code.stale');
  if (refusal.code === 'unavailable') return t('code.unavailable');
  return reasonText(refusal.reason, game);
}
