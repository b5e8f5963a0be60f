/** Where one is: plain paths by the History API. */

export type Route =
  | { page: 'home' }
  | { page: 'new'; game: string | null; how: string | null }
  | { page: 'table'; id: string; seat: string | null; invitation: string | null }
  | { page: 'replay'; id: string | null; at: number | null }
  | { page: 'rules'; game: string | null; rule: string | null }
  | { page: 'me' }
  | { page: 'matches' }
  | { page: 'people'; name: string }
  | { page: 'ladder'; game: string | null }
  | { page: 'lost' };

/** The parts of a path; none of a path that is no text (`/t/%ff`). */
function parts(path: string): string[] | null {
  try {
    return path.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return null;
  }
}

/** Reads an address. */
export function parse(address: URL): Route {
  const read = parts(address.pathname);
  if (!read) return { page: 'lost' };
  const [first = '', second = '', ...more] = read;
  const ask = address.searchParams;
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
    case 'rules':
      return { page: 'rules', game: second || null, rule: address.hash.slice(1) || null };
    case 'me':
      return second ? { page: 'lost' } : { page: 'me' };
    case 'matches':
      return second ? { page: 'lost' } : { page: 'matches' };
    case 'people':
      return second ? { page: 'people', name: second } : { page: 'lost' };
    case 'ladder':
      return { page: 'ladder', game: second || null };
    default:
      return { page: 'lost' };
  }
}

const here = $state<{ route: Route; address: string }>({ route: { page: 'home' }, address: '/' });

export const route = () => here.route;
export const address = () => here.address;

function read(): void {
  here.route = parse(new URL(location.href));
  here.address = location.pathname;
}

/** Goes somewhere within the client. */
export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  const left = here.address;
  read();
  if (left !== here.address) scrollTo(0, 0);
}

/** Listens for the browser's own ways, and for links within the client. */
export function follow(): void {
  read();
  addEventListener('popstate', read);
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
    if (link.pathname === location.pathname && link.search === location.search && link.hash) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
