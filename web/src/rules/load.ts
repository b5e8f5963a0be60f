/** Rules are read once for each language. */
import type { Language } from '../game/kit';
import { loadHelp } from '../game/kits';
import { parseHelp, type Help } from './help';

const kept = new Map<string, Promise<Help | null>>();

export function help(game: string, language: Language): Promise<Help | null> {
  const key = `${game}/${language}`;
  const asked = kept.get(key) ?? loadHelp(game, language).then((text) => (text === null ? null : parseHelp(text)));
  kept.set(key, asked);
  asked.catch(() => kept.delete(key));
  return asked;
}
