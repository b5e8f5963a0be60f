/** Which game was played at a table, and by whom. */
import type { SeatLook } from '../game/kit';
import { api } from '../net/api';
import { seatLooks } from '../table/words';

export async function lookUp(id: string): Promise<{ game: string; seats: SeatLook[] }> {
  const { table } = await api.table(id);
  return { game: table.game, seats: seatLooks(table.seats) };
}
