/** What goes wrong in the pages of a test: uncaught errors, unhandled rejections, errors in the console. */
import type { ConsoleMessage, Page } from '@playwright/test';

/**
 * What the browser itself says of a line that is down or of a refusal of the server: tests do that on purpose. A file
 * of the page that is not there, or a server that fails, is an error like any other.
 */
function isExpected(message: ConsoleMessage): boolean {
  const text = message.text();
  if (/^WebSocket connection to|^Failed to load resource: net::ERR_/.test(text)) return true;
  const refused = /^Failed to load resource: .* status of 4\d\d/.test(text);
  return refused && new URL(message.location().url).pathname.startsWith('/api/');
}

/** Keeps all that goes wrong in a page. */
export function hear(page: Page, errors: string[]): void {
  page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !isExpected(message)) errors.push(`${message.text()} ${message.location().url}`);
  });
}
