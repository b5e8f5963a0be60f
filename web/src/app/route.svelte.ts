/**
 * Where one is: plain paths by the History API. A folder of files on any host knows its own paths alone, so there they
 * stand behind the `#`.
 */
import { home, isSite } from '../net/site';

export type Route =
  | { page: 'home' }
  | { page: 'new'; game: string | null; how: string | null }
  | { page: 'table'; id: string; seat: string | null; invitation: string | null }
  | { page: 'replay'; id: string | null; at: number | null }
  | { page: 'review'; id: string | null; level: Depth }
  | { page: 'rules'; game: string | null; rule: string | null; card: boolean }
  | { page: 'learn'; game: string; lesson: string | null }
  | { page: 'puzzle'; game: string | null; number: number | null }
  | { page: 'puzzles' }
  | { page: 'me' }
  | { page: 'matches'; name: string | null }
  | { page: 'turns' }
  | { page: 'people'; name: string }
  | { page: 'ladder'; game: string | null }
  | { page: 'friends'; link: string | null }
  | { page: 'host'; part: HostPart }
  | { page: 'lost' };

/** How thoroughly a match is reviewed. */
export const DEPTHS = ['glance', 'quick', 'full'] as const;
export type Depth = (typeof DEPTHS)[number];

/** The parts of the host's page. */
export const HOST_PARTS = ['overview', 'people', 'tables', 'reports', 'ratings', 'audit'] as const;
export type HostPart = (typeof HOST_PARTS)[number];

/** The parts of a path; none of a path that is no text (`/t/%ff`). */
function parts(path: string): string[] | null {
  try {
    return path.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return null;
  }
}

/** The puzzle of the day, or one by its game and its number. */
function puzzle(game: string, written: string | undefined): Route {
  const number = written === undefined ? null : Number(written);
  if (number !== null && !(Number.isInteger(number) && number > 0)) return { page: 'lost' };
  return { page: 'puzzle', game: game || null, number };
}

/** Reads an address. */
export function parse(address: URL): Route {
  const read = parts(address.pathname);
  if (!read) return { page: 'lost' };
  const [first = '', second = '', ...more] = read;
  const ask = address.searchParams;
  if (first === 'learn' && second && more.length < 2) return { page: 'learn', game: second, lesson: more[0] ?? null };
  if (first === 'puzzle' && more.length < 2) return puzzle(second, more[0]);
  if (first === 'people' && second && more.join('/') === 'matches') return { page: 'matches', name: second };
  if (more.length) return { page: 'lost' };
  switch (first) {
    case '':
      return { page: 'home' };
    case 'new':
      return { page: 'new', game: second || null, how: ask.get('how') };
    case 't':
      return second
        ? { page: 'table', id: second, seat: ask.get('seat'), invitation: ask.get('invitation') }
        : { page: 'lost' };
    case 'replay': {
      const at = Number(ask.get('at') ?? NaN);
      return { page: 'replay', id: second || null, at: Number.isInteger(at) && at >= 0 ? at : null };
    }
    case 'review':
      return { page: 'review', id: second || null, level: DEPTHS.find((one) => one === ask.get('level')) ?? 'quick' };
    case 'rules':
      return { page: 'rules', game: second || null, rule: address.hash.slice(1) || null, card: ask.has('card') };
    case 'puzzles':
      return second ? { page: 'lost' } : { page: 'puzzles' };
    case 'me':
      return second ? { page: 'lost' } : { page: 'me' };
    case 'your-turn':
      return second ? { page: 'lost' } : { page: 'turns' };
    case 'matches':
      return second ? { page: 'lost' } : { page: 'matches', name: null };
    case 'people':
      return second ? { page: 'people', name: second } : { page: 'lost' };
    case 'friends':
      return { page: 'friends', link: second || null };
    case 'host': {
      const part = HOST_PARTS.find((one) => one === (second || 'overview'));
      return part ? { page: 'host', part } : { page: 'lost' };
    }
    case 'ladder':
      return { page: 'ladder', game: second || null };
    default:
      return { page: 'lost' };
  }
}

const here = $state<{ route: Route; address: string }>({ route: { page: 'home' }, address: '/' });

export const route = () => here.route;
export const address = () => here.address;

/** The address within the client. */
function within(): URL {
  return isSite
    ? new URL(location.hash.startsWith('#/') ? location.hash.slice(1) : '/', location.origin)
    : new URL(location.href);
}
/** A path within the client as the browser has it. */
const written = (path: string): string => (isSite ? `#${path}` : path);
/** A path within the client as a link for others. */
export const linkTo = (path: string): string => (isSite ? `${home()}#${path}` : `${location.origin}${path}`);
/** What was asked for with the address, and the place within the page. */
export const query = (): string => within().search;
export const fragment = (): string => within().hash.slice(1);

function read(): void {
  const at = within();
  here.route = parse(at);
  here.address = at.pathname;
}

/** Goes somewhere within the client. */
export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, '', written(path));
  else history.pushState(null, '', written(path));
  const left = here.address;
  read();
  if (left !== here.address) scrollTo(0, 0);
}

/** Changes the address of the page that is shown, which stays. */
export function rewrite(path: string): void {
  history.replaceState(null, '', written(path));
}

/** On a folder of files, a link to a path within the client is written so that it can also be opened in another tab. */
function relink(event: Event): void {
  const link = (event.target as Element | null)?.closest?.('a');
  const path = link?.getAttribute('href');
  if (path?.startsWith('/')) link!.setAttribute('href', written(path));
}

/** On a folder of files, a link to a place within the page must not lose the page. */
function toPlace(event: MouseEvent, place: string): void {
  event.preventDefault();
  const found = document.getElementById(place);
  found?.focus();
  found?.scrollIntoView();
}

/** Listens for the browser's own ways, and for links within the client. */
export function follow(): void {
  read();
  addEventListener('popstate', read);
  if (isSite) for (const kind of ['pointerover', 'focusin', 'click']) addEventListener(kind, relink, { capture: true });
  addEventListener('click', (event) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link?.href || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.pathname.startsWith('/api/')) return;
    if (isSite && link.hash.startsWith('#/')) {
      event.preventDefault();
      return go(link.hash.slice(1));
    }
    if (isSite && link.hash) return toPlace(event, link.hash.slice(1));
    if (link.pathname === location.pathname && link.search === location.search && link.hash) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
