/** What is asked of the server once: who one is, which games there are, the parts of their boxes. */
import type { Club, GameInfo, Me } from '../generated/protocol';
import { HERE, isLocal, meHere } from '../local/ids';
import { api, whenNobody } from '../net/api';
import { isSite } from '../net/site';
import { remember, remembered } from './memory';
import { playing, takePlaying, whenPreferred } from './prefs.svelte';
import { route } from './route.svelte';

interface Known {
  me: Me | null;
  /** Who one is at the tables of this device. */
  here: Me;
  /** Whether the server did not answer when it was asked. */
  away: boolean;
  /** The account that this browser was signed in with, while it is not any more, and not by its own doing. */
  signedOut: string | null;
  games: readonly GameInfo[];
  club: Club | null;
}
const known = $state<Known>({ me: null, here: meHere(), away: isSite, signedOut: null, games: [], club: null });
let games: Promise<readonly GameInfo[]> | null = null;
const parts = new Map<string, Promise<unknown>>();

/** Whether the page shows a table of this device. */
export const atLocalTable = (): boolean => {
  const at = route();
  return (at.page === 'table' || at.page === 'replay' || at.page === 'review') && at.id !== null && isLocal(at.id);
};
/** Whether no server can be asked. */
export const isAway = () => known.away;

export const me = () => (known.away || atLocalTable() ? known.here : known.me);
export function setMe(who: Me): void {
  if (who.id === HERE) return void (known.here = who);
  known.away = false;
  known.me = who;
  if (!who.guest) keepAccount(who.name);
  known.signedOut = who.guest ? keptAccount() : null;
  if (who.guest) taken = null;
  else if (taken !== who.id) void takeOver(who.id);
}

/** The account whose way to play was taken over. */
let taken: string | null = null;
/** How one plays is kept with the account, for all its devices; one that has kept nothing plays as the device. */
async function takeOver(id: string): Promise<void> {
  taken = id;
  const kept = await api.settings().catch(() => null);
  if (kept?.playing && known.me?.id === id) takePlaying(kept.playing);
}
whenPreferred((change) => {
  if (hasAccount() && ('speed' in change || 'asking' in change)) void api.setPlaying(playing()).catch(() => {});
});
export const signedOut = () => known.signedOut;
/** Whether one is signed in to an account, also where the page shows a table of this device. */
export const hasAccount = () => !known.away && known.me !== null && !known.me.guest;
/** Whether one is signed in to an account that looks after the server. */
export const isHost = () => !known.away && known.me?.host === true;
/** Asks the server who one is, where this browser was signed in: nobody becomes a guest by it. */
export async function meetAccount(): Promise<void> {
  if (isSite || known.me || keptAccount() === null) return;
  const who = await api.me().catch(() => null);
  if (who && who.id !== HERE) setMe(who);
}

/** The person signed out here, goes on as a guest, or deleted everything. */
export function leftAccount(): void {
  keepAccount(null);
  known.signedOut = null;
}
/** Nobody is known here any more until the server is asked again. */
export function setNobody(): void {
  known.me = null;
  known.signedOut = keptAccount();
}
whenNobody(setNobody);

const ACCOUNT = 'quipu.account';
const keepAccount = (name: string | null): void => remember(ACCOUNT, name);
const keptAccount = (): string | null => remembered(ACCOUNT);

/** Asks who the player is. The server makes a new visitor a guest. */
export async function meet(): Promise<Me> {
  if (atLocalTable()) return known.here;
  if (known.me && !known.away) return known.me;
  const who = await api.me();
  known.away = who.id === HERE;
  // Whoever has no server will play here: what that needs comes while they choose.
  if (known.away) void import('../local/api').then(({ prepare }) => prepare());
  setMe(who);
  return who;
}

/** What the host has turned on, as far as it is known. */
export const club = () => known.club;

/** Asks what the host has turned on. Without an answer nothing of it is shown. */
export async function loadClub(): Promise<Club | null> {
  known.club ??= await api.club().catch(() => null);
  return known.club;
}

/** The games, as far as they are known. */
export const gameList = () => known.games;
export const gameInfo = (key: string) => known.games.find((game) => game.key === key) ?? null;

export function loadGames(): Promise<readonly GameInfo[]> {
  games ??= api.games().then(
    (list) => {
      known.games = list;
      return list;
    },
    (error: unknown) => {
      games = null;
      throw error;
    },
  );
  return games;
}

export function loadParts(game: string): Promise<unknown> {
  const asked = parts.get(game) ?? api.parts(game);
  parts.set(game, asked);
  asked.catch(() => parts.delete(game));
  return asked;
}

/** Keeps the parts of a box that came with a lesson or a diagram. */
export function keepParts(game: string, found: unknown): void {
  if (!parts.has(game)) parts.set(game, Promise.resolve(found));
}

/** A name in two parts: `Thebes: The Tomb Raiders`. */
export function titleOf(name: string): { title: string; sub: string | null } {
  const [title = name, sub = null] = name.split(': ');
  return { title, sub };
}
