/** Which game was played at a table, and by whom: asked over the line, for there one need not sit. */
import type { SeatLook } from '../game/kit';
import type { Table } from '../generated/protocol';
import { Refused } from '../net/api';
import { browserWorld, Link } from '../net/link';
import { seatLooks } from '../table/words';

export function lookUp(id: string): Promise<{ game: string; seats: SeatLook[]; table: Table }> {
  return new Promise((resolve, reject) => {
    const link = new Link(browserWorld(), {
      watching: () => [{ t: 'watch', table: id }],
      message(message) {
        if (message.t === 'state') {
          link.close();
          resolve({ game: message.table.game, seats: seatLooks(message.table.seats), table: message.table });
        } else if (message.t === 'gone' || message.t === 'refused') {
          link.close();
          const text = message.t === 'gone' ? message.why : message.reason.text;
          reject(new Refused({ code: 'no_table', reason: { key: 'no_table', text } }, 404));
        }
      },
    });
    link.connect();
  });
}
