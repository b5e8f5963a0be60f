/** Views that come as what changed. */
import type { Change } from '../generated/protocol';

type Branch = Record<string | number, unknown>;

const copied = (value: unknown): Branch =>
  (Array.isArray(value) ? [...value] : { ...(value as Branch) }) as unknown as Branch;

/**
 * A view with the changes made, in order. The old one stays as it was, and branches that did not change are shared, so
 * that boards can tell by identity what is the same.
 */
export function changed(view: unknown, changes: readonly Change[]): unknown {
  const holder: Branch = { root: view };
  const fresh = new Set<unknown>([holder]);
  for (const { at, to, insert } of changes) {
    const keys: (string | number)[] = ['root', ...at];
    const last = keys.pop()!;
    let branch = holder;
    for (const key of keys) {
      const next = branch[key];
      if (next === null || typeof next !== 'object')
        throw new Error(`a change at ${at.join('.')} finds nothing at ${key}`);
      if (!fresh.has(next)) {
        branch[key] = copied(next);
        fresh.add(branch[key]);
      }
      branch = branch[key] as Branch;
    }
    if (insert && Array.isArray(branch)) branch.splice(Number(last), 0, to);
    else if (to !== undefined) branch[last] = to;
    else if (Array.isArray(branch)) branch.splice(Number(last), 1);
    else delete branch[last];
  }
  return holder['root'];
}
