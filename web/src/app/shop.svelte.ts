/** What is asked of the server once: who one is, which games there are, the parts of their boxes. */
import type { GameInfo, Me } from '../generated/protocol';
import { api } from '../net/api';

const known = $state<{ me: Me | null; games: readonly GameInfo[] }>({ me: null, games: [] });
let games: Promise<readonly GameInfo[]> | null = null;
const parts = new Map<string, Promise<unknown>>();

export const me = () => known.me;
export function isMe(who: Me | null): void {
  known.me = who;
}

/** Asks who the player is. The server makes a new visitor a guest. */
export async function meet(): Promise<Me> {
  if (known.me) return known.me;
  const who = await api.me();
  known.me = who;
  return who;
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

/** A name in two parts: `Thebes: The Tomb Raiders`. */
export function titleOf(name: string): { title: string; sub: string | null } {
  const [title = name, sub = null] = name.split(': ');
  return { title, sub };
}
