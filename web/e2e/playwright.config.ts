/** Tests in a real browser: Debian's Chromium, against the real server (or, with QUIPU_URL, one that runs already). */
import { defineConfig, devices } from '@playwright/test';

/** As root in a closed network Chromium needs these. */
const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const launchOptions = { executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args };

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/runs',
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['html', { outputFolder: '../test-results/report', open: 'never' }]],
  // axe is a script of the tests' own, which the server's policy would keep out.
  use: { launchOptions, bypassCSP: true, trace: 'retain-on-failure', screenshot: 'only-on-failure', actionTimeout: 10_000 },
  projects: [
    { name: 'wide', use: { viewport: { width: 1440, height: 900 } } },
    { name: 'phone', use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, launchOptions, defaultBrowserType: 'chromium' }, testMatch: /(pages|phone)\.spec\.ts/ },
  ],
});
