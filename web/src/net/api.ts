/**
 * The HTTP interface: JSON both ways, the person by cookie, refusals as the socket has them. Tables of this device are
 * asked where they are (`local`), and so is what a server would say where there is none, or none that answers.
 */
import type {
  Account,
  Board,
  Bond,
  Club,
  Companion,
  Company,
  Credentials,
  Frame,
  FriendLink,
  GameInfo,
  Line,
  Matches,
  MatchLine,
  Me,
  NewAccount,
  NewBranch,
  NewPairing,
  NewPush,
  NewTable,
  Opponents,
  OwnNote,
  Pairing,
  PlayChoice,
  Profile,
  Push,
  Recovery,
  Refusal,
  Report,
  Reviewing,
  Settings,
  SheetLine,
  State,
  TableLine,
  Vacation,
} from '../generated/protocol';
import type { Depth } from '../app/route.svelte';
import { isLocal, meHere } from '../local/ids';
import { withLines } from './lines';
import { withOffers } from './offers';
import { Refused } from './refused';
import { isSite } from './site';

export { Refused };

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
  since?: string;
  before?: string;
  limit?: string;
}
export const query = (asked: Record<string, string | undefined>) =>
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

export async function ask(method: string, path: string, body?: unknown): Promise<Response> {
  // A folder of files may lie on a host that is somebody else's: nothing is asked of it.
  if (isSite) throw new Refused({ code: 'unavailable', reason: { text: 'there is no server' } }, 0);
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

export async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await ask(method, path, body);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

const id = encodeURIComponent;

/** The tables of this device; who plays at a server's alone never loads what they need. */
const here = () => import('../local/api');

/** Asks the server; where there is none, or none that answers, this device. */
async function either<T>(server: () => Promise<T>, local: () => Promise<T>): Promise<T> {
  if (isSite) return local();
  try {
    return await server();
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 0 || !(await here()).hasEngine()) throw error;
    return local();
  }
}
/** Asks whoever has the table. */
const wherever = <T>(table: string, server: () => Promise<T>, local: () => Promise<T>): Promise<T> =>
  isLocal(table) ? local() : server();
/** The server's tables, then those of this device. A failure of the device must not hide the server's. */
async function everywhere(server: () => Promise<TableLine[]>): Promise<TableLine[]> {
  const own = await here().then(
    ({ mine }) => mine(),
    () => [],
  );
  const lines = await either(server, () => Promise.resolve([]));
  return [...lines, ...own];
}

/** Why the server would not let one in, where it says so: signed out, or banned. */
export async function dismissal(table = ''): Promise<Refusal | null> {
  if (isSite || isLocal(table)) return null;
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
  me: () =>
    either(
      () => json<Me>('GET', '/me'),
      () => Promise.resolve(meHere()),
    ),
  rename: (name: string) => json<Me>('POST', '/me/name', { name }),
  register: (account: NewAccount) => json<Account>('POST', '/account', account),
  login: (credentials: Credentials) => json<Me>('POST', '/login', credentials),
  logout: (everywhere = false) => ask('POST', everywhere ? '/logout?everywhere=1' : '/logout'),
  changePassword: (old: string, fresh: string) => json<Me>('POST', '/me/password', { old, new: fresh }),
  renewRecovery: (password: string) => json<Account>('POST', '/me/recovery', { password }),
  webhook: () => json<{ url: string; key: string }>('GET', '/me/webhook'),
  recover: (recovery: Recovery) => json<Account>('POST', '/recover', recovery),
  settings: () => json<Settings>('GET', '/me/settings'),
  /** How one plays is kept as it is: it is set by itself. */
  set: (settings: Settings) => ask('PUT', '/me/settings', { ...settings, playing: undefined }),
  setPlaying: (playing: PlayChoice) => ask('PUT', '/me/playing', playing),
  feed: () => json<{ url: string }>('GET', '/me/feed'),
  newFeed: () => json<{ url: string }>('POST', '/me/feed'),
  forget: () => ask('DELETE', '/me'),
  report: (report: Report) => ask('POST', '/reports', report),
  games: () =>
    either(
      () => json<GameInfo[]>('GET', '/games'),
      async () => (await here()).games(),
    ),
  parts: (game: string) =>
    either(
      () => json<unknown>('GET', `/games/${id(game)}/parts`),
      async () => (await here()).parts(game),
    ),
  make: (table: NewTable) => json<Made>('POST', '/tables', table),
  makeHere: async (table: NewTable) => (await here()).make(table),
  mine: () => everywhere(() => json<TableLine[]>('GET', '/tables?mine=1')),
  open: () =>
    either(
      () => json<TableLine[]>('GET', '/tables?open=1'),
      () => Promise.resolve([]),
    ),
  table: (table: string) =>
    wherever(
      table,
      () => json<State>('GET', `/tables/${id(table)}`),
      async () => (await here()).table(table),
    ).then((state) => withLines(withOffers(state))),
  log: (table: string, before: number) =>
    wherever(
      table,
      () => json<{ lines: Line[]; more: boolean }>('GET', `/tables/${id(table)}/log?before=${before}`),
      async () => (await here()).log(table, before),
    ),
  frames: (table: string, from: number, to: number, eyes: string | null = null) =>
    wherever(
      table,
      () => json<Frame[]>('GET', `/tables/${id(table)}/frames?from=${from}&to=${to}${eyes ? `&eyes=${id(eyes)}` : ''}`),
      async () => (await here()).frames(table, from, to, eyes),
    ),
  sheet: (table: string) =>
    wherever(
      table,
      () => json<SheetLine[]>('GET', `/tables/${id(table)}/sheet`),
      async () => (await here()).sheet(table),
    ),
  programToken: (table: string, seat: string) =>
    json<{ seat: string; token: string }>('POST', `/tables/${id(table)}/token/${seat}`, {}),
  invitation: (table: string, seat: string) => json<{ link: string }>('GET', `/tables/${id(table)}/invitation/${seat}`),
  club: () => json<Club>('GET', '/club'),
  turns: () => json<TableLine[]>('GET', '/me/turns'),
  push: () => json<Push>('GET', '/me/push'),
  subscribePush: (subscription: NewPush) => json<Push>('PUT', '/me/push', subscription),
  unsubscribePush: () => ask('DELETE', '/me/push'),
  vacation: () => json<Vacation>('GET', '/me/vacation'),
  takeVacation: (days: number) => json<Vacation>('PUT', '/me/vacation', { days }),
  endVacation: () => json<Vacation>('DELETE', '/me/vacation'),
  note: (table: string) => json<OwnNote>('GET', `/tables/${id(table)}/note`),
  keepNote: (table: string, text: string) => json<OwnNote>('PUT', `/tables/${id(table)}/note`, { text }),
  remind: (table: string) => ask('POST', `/tables/${id(table)}/remind`),
  pairing: () => json<Pairing>('GET', '/pairing'),
  wait: (wanted: NewPairing) => json<Pairing>('POST', '/pairing', wanted),
  stopWaiting: () => ask('DELETE', '/pairing'),
  company: () => json<Company>('GET', '/company'),
  tie: (who: string, bond: Bond) => json<Company>('PUT', `/company/${id(who)}/${bond}`, {}),
  untie: (who: string, bond: Bond) => json<Company>('DELETE', `/company/${id(who)}/${bond}`),
  friendLink: () => json<FriendLink>('GET', '/company/link'),
  linkMaker: (token: string) => json<Companion>('GET', `/company/links/${id(token)}`),
  followLink: (token: string) => json<Company>('POST', `/company/links/${id(token)}`, {}),
  invite: (table: string, person: string, seat: string) => ask('POST', `/tables/${id(table)}/invite`, { person, seat }),
  decline: (table: string) => ask('DELETE', `/tables/${id(table)}/invite`),
  matches: (wanted: Wanted) => json<Matches>('GET', `/matches?${query({ ...wanted })}`),
  matchesPath: (form: 'json' | 'csv' | 'zip', wanted: Wanted) => `/api/matches/export?${query({ ...wanted, form })}`,
  result: (table: string) =>
    wherever<MatchLine | null>(
      table,
      () => json<MatchLine>('GET', `/tables/${id(table)}/result`),
      () => Promise.resolve(null),
    ),
  matchesOf: (name: string, wanted: Wanted) =>
    json<Matches>('GET', `/people/${id(name)}/matches?${query({ ...wanted })}`),
  profile: (name: string) => json<Profile>('GET', `/people/${id(name)}`),
  opponentsOf: (name: string, after: number) =>
    json<Opponents>('GET', `/people/${id(name)}/opponents?${query({ after: String(after) })}`),
  ladder: (asked: { game: string; options: string; season: string; who: string }) =>
    json<Board>('GET', `/ladder?${query(asked)}`),
  read: (record: string, eyes: string | null = null) =>
    either(
      () => json<Opened>('POST', `/frames${eyes ? `?eyes=${id(eyes)}` : ''}`, record),
      async () => (await here()).open(record, eyes),
    ),
  branch: (table: string, branch: NewBranch) =>
    wherever(
      table,
      () => json<Made>('POST', `/tables/${id(table)}/branch`, branch),
      async () => (await here()).branch(table, branch),
    ),
  review: (table: string, level: Depth) => json<Reviewing>('POST', `/tables/${id(table)}/review?level=${level}`),
  reviewRecord: (record: string, level: Depth) => json<Reviewing>('POST', `/reviews?level=${level}`, record),
  reviewing: (review: string) => json<Reviewing>('GET', `/reviews/${id(review)}`),
  recordPath: (table: string) => `/api/tables/${id(table)}/record`,
  exportPath: '/api/me/export',
};
