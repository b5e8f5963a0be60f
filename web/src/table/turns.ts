/** Whose turns come next. */
import type { SeatLook } from '../game/kit';

/**
 * The seats that come after the one that moves, up to and with one's own. `order` is the game's own order, where it is
 * not that of the table.
 */
export function before(seats: readonly SeatLook[], order: readonly string[] | undefined, acts: string, me: string) {
  const table = seats.map(({ letter }) => letter);
  const at = table.indexOf(acts);
  const round = order ?? [...table.slice(at + 1), ...table.slice(0, at)];
  const others = round.filter((letter) => letter !== acts);
  const upToMe = others.slice(0, others.indexOf(me) + 1);
  return upToMe.flatMap((letter) => seats.find((seat) => seat.letter === letter) ?? []);
}
