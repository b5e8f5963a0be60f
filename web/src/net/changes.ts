/** Views that come as what changed (docs/protocol.md, "What is new"). */
import type { Changes } from '../generated/protocol';

type Branch = Record<string, unknown>;

const isBranch = (value: unknown): value is Branch => typeof value === 'object' && value !== null;

/**
 * A view with the changes made. The old one stays as it was, and branches that did not change are shared, so that
 * boards can tell by identity what is the same.
 */
export function changed(view: unknown, changes: Changes): unknown {
  if (Array.isArray(changes)) return changes.length === 1 ? changes[0] : spliced(view, changes);
  if (!isBranch(changes)) return changes;
  if (!isBranch(view)) throw new Error(`a change finds nothing at ${Object.keys(changes).join(', ')}`);
  const copy = (Array.isArray(view) ? [...(view as unknown[])] : { ...view }) as Branch;
  for (const [key, change] of Object.entries(changes)) {
    if (Array.isArray(view) && !(key in view)) throw new Error(`a change finds nothing at ${key}`);
    if (Array.isArray(change) && change.length === 0) delete copy[key];
    else copy[key] = changed(copy[key], change);
  }
  return copy;
}

/** A list without what is gone from an index on, and with what has come there. */
function spliced(list: unknown, [index, gone, ...come]: unknown[]): unknown {
  if (!Array.isArray(list) || Number(index) + Number(gone) > list.length) throw new Error('a change fits no such list');
  return [...list.slice(0, Number(index)), ...come, ...list.slice(Number(index) + Number(gone))];
}
