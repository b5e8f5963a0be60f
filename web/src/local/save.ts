/** Files that a person keeps. */
import type { Reason } from '../generated/protocol';
import { isLocal } from './ids';

/** Hands a text to the person as a file. */
export function save(name: string, text: string, kind = 'text/plain'): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: `${kind};charset=utf-8` }));
  link.download = name;
  link.click();
  // The browser reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The name, text and kind of a file. */
type Copy = Parameters<typeof save>;

/**
 * A copy of a table of this device: its record, or its log where it has none, as before its match and at one that was
 * set up by hand. Either can be opened again.
 */
export async function copyOf(table: string): Promise<Copy> {
  const { parcel, record } = await import('./api');
  try {
    return [`${table}.quipu`, await record(table)];
  } catch {
    return [`${table}.json`, await parcel([table]), 'application/json'];
  }
}

/**
 * A link to the record of a table was pressed: one of this device is written here, others come from the server. The
 * table's room says where no copy could be made.
 */
export function saveRecord(event: Event | null, table: string, room?: { complain(why: Reason): void }): void {
  if (!isLocal(table)) return;
  event?.preventDefault();
  copyOf(table).then(
    (copy) => save(...copy),
    (error: unknown) => room?.complain({ key: 'uncopied', text: `no copy could be made: ${String(error)}` }),
  );
}
