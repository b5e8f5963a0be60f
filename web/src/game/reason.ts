/** Why something is not allowed, in the language that is shown. */
import type { Reason, Refusal } from '../generated/protocol';
import { gameWordsOf, has, t } from '../i18n/index.svelte';
import { optionName, optionValue } from '../table/words';
import type { Around, GameKit } from './kit';

/** Whose words to look in: a game's by its key, with its kit where that is loaded. */
export interface Speaker {
  key: string;
  kit?: Pick<GameKit, 'refusal' | 'refusalValues'> | null;
  /** The table's seats and the box, for names. */
  around?: Around;
}

/** A reason in words: the game's own, the interface's, or the English that came with it. */
export function reasonText(reason: Reason, game?: Speaker): string {
  const text = words(reason, game);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function words(reason: Reason, game?: Speaker): string {
  const key = `refusal.${reason.key}`;
  if (game) {
    const say = gameWordsOf(game.key);
    // A refusal of the table has no text in a game, whose kit would give its key back. A text may go by a count.
    const known = reason.key !== undefined && has(game.key, key, { ...reason.values, count: 1 });
    const said = known ? game.kit?.refusal?.(reason, say, game.around) : null;
    if (said) return said;
    if (reason.key && has(game.key, key))
      return say(key, game.kit?.refusalValues?.(reason.values ?? {}, say, game.around) ?? reason.values);
  }
  if (reason.key && has('app', key)) return gameWordsOf('app')(key, named(reason, game));
  return reason.text;
}

/** The values of a reason of the interface; options by their names. */
function named({ key, values }: Reason, game?: Speaker): Reason['values'] {
  if (!game || !values || !key?.startsWith('option-')) return values;
  const [option, other, value] = [String(values.option), String(values.other), String(values.value)];
  const needed = `${optionName(game.key, other)}: ${optionValue(game.key, other, value)}`;
  return { ...values, option: optionName(game.key, option), value: needed };
}

/** A refusal in words. */
export function refusalText(refusal: Refusal, game?: Speaker): string {
  if (refusal.code === 'stale') return t('code.stale');
  if (refusal.code === 'unavailable') return t('code.unavailable');
  return reasonText(refusal.reason, game);
}
