/** Files that a person keeps. */
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

/** A link to the record of a table was pressed: one of this device is written here, others come from the server. */
export function saveRecord(event: Event | null, table: string): void {
  if (!isLocal(table)) return;
  event?.preventDefault();
  void import('./api').then(async ({ record }) => save(`${table}.quipu`, await record(table)));
}
