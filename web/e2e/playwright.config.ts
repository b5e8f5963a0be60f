/** Tests in a real browser: Debian's Chromium, against the real server (or, with QUIPU_URL, one that runs already). */
import { defineConfig, devices } from '@playwright/test';

/** As root in a closed network Chromium needs these. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-features=LocalNetworkAccessChecks,PreloadTopChromeWebUI,WebUIReloadButton,InitialWebUI',
];
const launchOptions = { executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args };

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/runs',
  workers: 2,
  fullyParallel: true,
  // Long enough for a machine that is busy with other things: what fails by them has failed.
  timeout: 900_000,
  // The server deals anew in every run, so that no two matches are alike: what fails twice has failed.
  retries: 1,
  expect: { timeout: 45_000 },
  reporter: [['list'], ['html', { outputFolder: '../test-results/report', open: 'never' }]],
  // A trace keeps a copy of the page for each click, which takes longer than the clicks: TRACE=1 where one is wanted.
  // Marks that walk are painted again and again, which tests would have to wait for: stillness, where motion is not
  // the subject. axe is a script of the tests' own, which the server's policy would keep out.
  use: {
    launchOptions,
    bypassCSP: true,
    // Only the tests of local play have the page kept by a service worker: a kept page would hide accidents.
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 45_000,
  },
  projects: [
    { name: 'wide', use: { viewport: { width: 1440, height: 900 } }, testIgnore: /phone\.spec\.ts/ },
    {
      name: 'phone',
      use: {
        ...devices['Pixel 7'],
        viewport: { width: 390, height: 844 },
        launchOptions,
        defaultBrowserType: 'chromium',
      },
      testMatch: /phone\.spec\.ts/,
    },
  ],
});
