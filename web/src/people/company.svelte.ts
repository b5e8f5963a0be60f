/** One's company, as far as it is known: friends, whom one does not want to meet or read, invitations. */
import type { Bond, Company } from '../generated/protocol';
import { api } from '../net/api';

const known = $state<{ company: Company | null }>({ company: null });

export const company = () => known.company;

/** Asks for one's company. Without an answer it stays as it is known. */
export async function loadCompany(): Promise<void> {
  known.company = await api.company().catch(() => known.company);
}

/** Ties somebody to one by their id or name, or ends it. */
export async function tie(who: string, bond: Bond, on: boolean): Promise<void> {
  known.company = await (on ? api.tie(who, bond) : api.untie(who, bond));
}

/** Becomes the friend of whoever made a link. */
export async function followLink(token: string): Promise<void> {
  known.company = await api.followLink(token);
}

/** Turns an invitation down. */
export async function decline(table: string): Promise<void> {
  await api.decline(table);
  await loadCompany();
}

/** What somebody is to one, by name. */
export function bondWith(name: string): 'friend' | 'asked' | 'asking' | 'blocked' | null {
  const has = (people: readonly { name: string }[]) => people.some((one) => one.name === name);
  const all = known.company;
  if (!all) return null;
  if (has(all.blocked)) return 'blocked';
  if (has(all.friends.map(({ who }) => who))) return 'friend';
  return has(all.asking) ? 'asking' : has(all.asked) ? 'asked' : null;
}

/** Whether one does not want to read somebody. */
export const isHushed = (id: string): boolean =>
  [...(known.company?.muted ?? []), ...(known.company?.blocked ?? [])].some((one) => one.id === id);
