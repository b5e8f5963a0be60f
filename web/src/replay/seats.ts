/** Who sat where, by a record. */
import { seatLetter } from '../board/seats';
import type { SeatLook } from '../game/kit';
import { seatIndex } from '../board/seats';
import { botName } from '../lobby/lines';

/**
 * The seats of a record, given as names, as pairs of letter and name, or as objects. A bot is written `bot/level`, and
 * has the name here that it had at the table; a blank in a name is written `_`.
 */
export function seatNames(given: unknown, count: number): SeatLook[] {
  const list = Array.isArray(given) ? given : given && typeof given === 'object' ? Object.entries(given) : [];
  const names = new Map<number, string>();
  list.forEach((one: unknown, index) => {
    if (typeof one === 'string') names.set(index, one);
    else if (Array.isArray(one)) names.set(seatIndex(String(one[0])), String(one[1]));
    else if (one && typeof one === 'object') {
      const { seat, letter, name } = one as { seat?: string; letter?: string; name?: string };
      names.set(seat || letter ? seatIndex(seat ?? letter!) : index, name ?? '');
    }
  });
  return Array.from({ length: count }, (_, index) => {
    const letter = seatLetter(index);
    const written = names.get(index) || letter;
    const bot = written.startsWith('bot/');
    return { letter, index, name: bot ? (botName(index) ?? letter) : written.replaceAll('_', ' '), bot };
  });
}
