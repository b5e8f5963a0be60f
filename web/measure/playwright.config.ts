/**
 * How fast the page is, in figures: `cargo xtask web-bench`. One after the other, so that nothing disturbs the next.
 */
import { defineConfig } from '@playwright/test';
import e2e from '../e2e/playwright.config';

export default defineConfig({
  ...e2e,
  testDir: '.',
  outputDir: '../test-results/measure',
  workers: 1,
  fullyParallel: false,
  timeout: 180_000,
  reporter: 'list',
  // With all that moves: it is what people see.
  use: { ...e2e.use, contextOptions: { reducedMotion: 'no-preference' }, viewport: { width: 1440, height: 900 } },
  projects: [{ name: 'measure' }],
});
