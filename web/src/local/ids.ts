/** How tables of this device are told from those of a server, and who plays at them. */
import { remember, remembered } from '../app/memory';
import type { Me } from '../generated/protocol';

const PREFIX = 'here-';

/** Whether a table is one of this device. */
export const isLocal = (table: string): boolean => table.startsWith(PREFIX);

/** The person of this device, as its tables name them. */
export const HERE = 'here';

const hex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');

export const newTableId = (): string => PREFIX + hex(8);
/** The seed of a match: 32 bytes that nobody can guess. */
export const newSeed = (): string => hex(32);

const NAME = 'quipu.name';

/** Who one is at this device; without a name until one gave one. */
export function meHere(): Me {
  return { id: HERE, name: remembered(NAME) ?? '', guest: true };
}
/** Keeps a name for this device. */
export function rememberName(name: string): Me {
  remember(NAME, name);
  return { id: HERE, name, guest: true };
}
