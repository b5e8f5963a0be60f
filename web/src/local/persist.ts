/**
 * Whether the browser keeps what this device has. Where room gets short a browser may throw away what a page keeps,
 * unless it has promised not to: it is asked for that once, when the first table is made here.
 */
import { remember, remembered } from '../app/memory';

const ASKED = 'quipu.persist';

type Storage = Pick<StorageManager, 'persist' | 'persisted'>;
// Missing where the page does not come over TLS, and in old browsers.
const storage = (): Partial<Storage> | undefined => globalThis.navigator?.storage as Partial<Storage> | undefined;

/** Asks for the promise. Some browsers ask the person, so it is done once; others decide by themselves. */
export async function askToKeep(): Promise<void> {
  if (remembered(ASKED) !== null) return;
  remember(ASKED, '1');
  await storage()
    ?.persist?.()
    .catch(() => false);
}

/** Whether the browser has promised; null where it cannot be asked. */
export const isPromised = async (): Promise<boolean | null> =>
  (await storage()
    ?.persisted?.()
    .catch(() => null)) ?? null;
