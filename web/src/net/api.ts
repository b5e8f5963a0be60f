/** The HTTP interface: JSON both ways, the person by cookie, refusals as the socket has them. */
import type {
  Account,
  Board,
  Club,
  Credentials,
  Frame,
  GameInfo,
  Line,
  Matches,
  MatchLine,
  Me,
  NewAccount,
  NewTable,
  Profile,
  Recovery,
  Refusal,
  Report,
  Settings,
  SheetLine,
  State,
  TableLine,
} from '../generated/protocol';
import { withOffers } from './offers';

/** Something that the server, or the way to it, refused. */
export class Refused extends Error {
  constructor(
    readonly refusal: Refusal,
    readonly status: number,
  ) {
    super(refusal.reason.text);
  }
}

/** What comes of making a table. */
export interface Made {
  id: string;
  invitations: { seat: string; link: string }[];
  tokens: { seat: string; token: string }[];
}

/** A record that was read: its frames, with everything open. */
export interface Opened {
  game: string;
  seats: unknown;
  options: [string, string][];
  parts?: unknown;
  frames: Frame[];
}

/** Which finished matches; what is empty is not asked for. */
export interface Wanted {
  game?: string;
  won?: string;
  rated?: string;
  with?: string;
  before?: string;
  limit?: string;
}
const query = (asked: Record<string, string | undefined>) =>
  new URLSearchParams(Object.entries(asked).flatMap(([key, value]) => (value ? [[key, value]] : []))).toString();

let nobody = (): void => {};
/** Says what to do when the server does not know one any more. */
export function whenNobody(work: () => void): void {
  nobody = work;
}

async function refusalOf(answer: Response): Promise<Refusal> {
  try {
    const refusal = (await answer.json()) as Refusal;
    if (refusal.reason?.text) return refusal;
  } catch {
    // The answer is no JSON: it comes from a proxy, say.
  }
  return { code: 'unavailable', reason: { text: `${answer.status} ${answer.statusText}` } };
}

async function ask(method: string, path: string, body?: unknown): Promise<Response> {
  const text = typeof body === 'string';
  const init: RequestInit = { method, credentials: 'same-origin', headers: { accept: 'application/json' } };
  if (body !== undefined) {
    init.body = text ? body : JSON.stringify(body);
    init.headers = { ...init.headers, 'content-type': text ? 'text/plain; charset=utf-8' : 'application/json' };
  }
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, init);
  } catch {
    throw new Refused({ code: 'unavailable', reason: { text: 'no connection' } }, 0);
  }
  if (!answer.ok) {
    const refusal = await refusalOf(answer);
    if (refusal.reason.key === 'nobody') nobody();
    throw new Refused(refusal, answer.status);
  }
  return answer;
}

async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await ask(method, path, body);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

const id = encodeURIComponent;

/** Why the server would not let one in, where it says so: signed out, or banned. */
export async function dismissal(): Promise<Refusal | null> {
  try {
    // Asks for something that needs a login; to ask who one is would make a guest of whoever is signed out.
    await api.settings();
    return null;
  } catch (error) {
    const refusal = error instanceof Refused ? error.refusal : null;
    return refusal?.reason.key === 'nobody' || refusal?.reason.key === 'banned' ? refusal : null;
  }
}

export const api = {
  me: () => json<Me>('GET', '/me'),
  rename: (name: string) => json<Me>('POST', '/me/name', { name }),
  register: (account: NewAccount) => json<Account>('POST', '/account', account),
  login: (credentials: Credentials) => json<Me>('POST', '/login', credentials),
  logout: (everywhere = false) => ask('POST', everywhere ? '/logout?everywhere=1' : '/logout'),
  changePassword: (old: string, fresh: string) => json<Me>('POST', '/me/password', { old, new: fresh }),
  renewRecovery: (password: string) => json<Account>('POST', '/me/recovery', { password }),
  webhook: () => json<{ url: string; key: string }>('GET', '/me/webhook'),
  recover: (recovery: Recovery) => json<Account>('POST', '/recover', recovery),
  settings: () => json<Settings>('GET', '/me/settings'),
  set: (settings: Settings) => ask('PUT', '/me/settings', settings),
  feed: () => json<{ url: string }>('GET', '/me/feed'),
  newFeed: () => json<{ url: string }>('POST', '/me/feed'),
  forget: () => ask('DELETE', '/me'),
  report: (report: Report) => ask('POST', '/reports', report),
  games: () => json<GameInfo[]>('GET', '/games'),
  parts: (game: string) => json<unknown>('GET', `/games/${id(game)}/parts`),
  make: (table: NewTable) => json<Made>('POST', '/tables', table),
  mine: () => json<TableLine[]>('GET', '/tables?mine=1'),
  open: () => json<TableLine[]>('GET', '/tables?open=1'),
  table: (table: string) => json<State>('GET', `/tables/${id(table)}`).then(withOffers),
  log: (table: string, before: number) =>
    json<{ lines: Line[]; more: boolean }>('GET', `/tables/${id(table)}/log?before=${before}`),
  frames: (table: string, from: number, to: number) =>
    json<Frame[]>('GET', `/tables/${id(table)}/frames?from=${from}&to=${to}`),
  sheet: (table: string) => json<SheetLine[]>('GET', `/tables/${id(table)}/sheet`),
  programToken: (table: string, seat: string) =>
    json<{ seat: string; token: string }>('POST', `/tables/${id(table)}/token/${seat}`, {}),
  invitation: (table: string, seat: string) => json<{ link: string }>('GET', `/tables/${id(table)}/invitation/${seat}`),
  club: () => json<Club>('GET', '/club'),
  matches: (wanted: Wanted) => json<Matches>('GET', `/matches?${query({ ...wanted })}`),
  matchesPath: (form: 'json' | 'csv' | 'zip', wanted: Wanted) => `/api/matches/export?${query({ ...wanted, form })}`,
  result: (table: string) => json<MatchLine>('GET', `/tables/${id(table)}/result`),
  profile: (name: string) => json<Profile>('GET', `/people/${id(name)}`),
  ladder: (game: string, season: string, who: string) => json<Board>('GET', `/ladder?${query({ game, season, who })}`),
  read: (record: string) => json<Opened>('POST', '/frames', record),
  recordPath: (table: string) => `/api/tables/${id(table)}/record`,
  exportPath: '/api/me/export',
};
