/**
 * One's part in the seed of a match: a nonce, pledged by its hash before the table is sealed and revealed after that.
 * Until then it is kept in this browser, so that a page that is loaded again can still reveal it.
 */
import { remember, remembered } from '../app/memory';
import { randomId } from '../net/link';
import { sha256 } from '../net/sha256';

const key = (table: string) => `quipu.nonce.${table}`;

/** The nonce for a table, made when it is first asked for. */
export function nonceFor(table: string): string {
  const nonce = keptNonce(table) ?? randomId();
  remember(key(table), nonce);
  return nonce;
}

/** The nonce for a table, if this browser has made one. */
export const keptNonce = (table: string): string | null => remembered(key(table));

/** Once it is revealed it need not be kept. */
export const forgetNonce = (table: string): void => remember(key(table), null);

/** The hash by which a nonce is pledged. */
export const pledgeOf = (nonce: string): string => `sha256:${sha256(nonce)}`;
