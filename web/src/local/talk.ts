/** What a page and its worker say to each other, and tabs among themselves. */
import type { NewBranch, NewTable, ToServer } from '../generated/protocol';
import type { Request, Who } from './engine';

/** What the tables are asked beside what goes over a line. */
export type Wish =
  | { w: 'engine'; request: Request }
  | { w: 'make'; who: Who; table: NewTable }
  | { w: 'branch'; who: Who; table: string; branch: NewBranch }
  | { w: 'read'; id: string; request: Request }
  | { w: 'lines'; ids: readonly string[] }
  | { w: 'remove'; id: string }
  | { w: 'move'; id: string }
  | { w: 'export'; ids?: readonly string[] }
  | { w: 'import'; text: string };

/** What a page says. */
export type FromPage =
  /** The first: the compiled module, and how long a master thinks if not as long as usual. */
  | { k: 'code'; code: WebAssembly.Module; millis?: number }
  /** A line is opened, says something, is closed. */
  | { k: 'open'; line: number; who: Who }
  | { k: 'say'; line: number; message: ToServer }
  | { k: 'close'; line: number }
  | { k: 'wish'; id: number; wish: Wish };

/** What a page hears. */
export type ToPage =
  | { k: 'said'; line: number; text: string }
  /** Another tab leads now, or this one does: lines are to be opened again. */
  | { k: 'renew' }
  /** A newer page is open in another tab, which has the tables; this one is to be loaded again. */
  | { k: 'outdated'; protocol: number }
  | { k: 'granted'; id: number; answer: unknown }
  | { k: 'refused'; id: number; refusal: unknown };

/**
 * What goes between tabs: from one that follows to the one that leads, which says that it has heard it, and back to it,
 * or to all.
 */
export type Told =
  | { way: 'lead'; tab: string; said: FromPage }
  | { way: 'heard'; tab: string }
  | { way: 'tab'; tab: string | null; said: ToPage };
/** With the version of whoever says it: after an update pages of two versions may be open. */
export type BetweenTabs = Told & { protocol: number };
