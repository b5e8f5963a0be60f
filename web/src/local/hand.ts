/** A table of this device handed to an account of the server, from the worker that keeps it. */
import type { HandedTable, Refusal } from '../generated/protocol';
import { EngineRefused } from './engine';

/** How long the tables of this device wait for the server, in milliseconds. */
const SEND_TIMEOUT = 20_000;

const away = (text: string) => new EngineRefused({ code: 'unavailable', reason: { text } });

/** Gives the number that the table has at the server. */
export async function hand(table: HandedTable, ask: typeof fetch = fetch): Promise<string> {
  let answer: Response;
  try {
    answer = await ask('/api/tables/handed', {
      method: 'POST',
      credentials: 'same-origin',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify(table),
      signal: AbortSignal.timeout(SEND_TIMEOUT),
    });
  } catch {
    throw away('no connection');
  }
  const said = (await answer.json().catch(() => null)) as { id?: string; reason?: Refusal['reason'] } | null;
  if (answer.ok && said?.id) return said.id;
  if (said?.reason?.text) throw new EngineRefused(said as Refusal);
  throw away(`${answer.status} ${answer.statusText}`);
}
