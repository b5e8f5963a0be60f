/**
 * What the browser remembers for the page, as texts by key. A browser that keeps nothing (private browsing, storage not
 * allowed) even throws when it is asked: there things are remembered until the page is closed.
 */
export type Span = 'device' | 'tab';

const store = (span: Span): Storage => (span === 'device' ? localStorage : sessionStorage);
const instead = new Map<string, string>();

export function remembered(key: string, span: Span = 'device'): string | null {
  try {
    return store(span).getItem(key) ?? instead.get(key) ?? null;
  } catch {
    return instead.get(key) ?? null;
  }
}

/** Remembers a text, or with `null` nothing any more. */
export function remember(key: string, text: string | null, span: Span = 'device'): void {
  instead.delete(key);
  try {
    if (text === null) store(span).removeItem(key);
    else store(span).setItem(key, text);
  } catch {
    if (text !== null) instead.set(key, text);
  }
}
