/** Whether a page can be used by everybody, as far as axe can tell. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export async function expectAccessible(page: Page, what: string): Promise<void> {
  // Not as a script of the page, which its policy may not allow.
  await page.evaluate(source);
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(
          root: Document,
          options: object,
        ): Promise<{ violations: { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
      };
    };
    const { violations: found } = await axe.run(document, { resultTypes: ['violations'] });
    return found.map(
      ({ id, help, nodes }) =>
        `${id}: ${help}\n${nodes
          .slice(0, 4)
          .map((node) => `    ${node.html.slice(0, 200)}\n      ${node.failureSummary ?? ''}`)
          .join('\n')}`,
    );
  });
  expect.soft(violations, what).toEqual([]);
}
