/** What a person sees belongs to the step being shown, and to no later one: looked at with every frame of a match. */
import type { Page } from '@playwright/test';
import { GAMES } from './games';
import { playByMouse } from './play';
import { shoot } from './shots';
import { againstBots, expect, prefer, test } from './test';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });
test.setTimeout(600_000);

interface Told {
  step: number;
  version: number;
  points: number[];
}
interface Seen {
  told: Told[];
  wrong: string[];
  lags: number;
}

/** Compares, with every frame, what the page shows with what the server has told up to the step that is shown. */
async function watchTimeline(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: Seen = { told: [], wrong: [], lags: 0 };
    (window as { seen?: Seen }).seen = seen;
    let start: Told | null = null;
    const Plain = window.WebSocket;
    window.WebSocket = class extends Plain {
      constructor(...given: ConstructorParameters<typeof WebSocket>) {
        super(...given);
        this.addEventListener('message', ({ data }) => {
          const message = JSON.parse(String(data));
          if (message.game)
            start ??= { step: message.game.step - 1, version: message.version, points: message.game.points };
          for (const line of message.lines ?? [])
            if (message.t === 'news' && line.kind === 'step')
              seen.told.push({ step: line.step, version: line.version, points: line.points });
        });
      }
    };
    const look = () => {
      requestAnimationFrame(look);
      const table = document.querySelector('.table[data-step]');
      if (!table || !start || seen.wrong.length > 5) return;
      const step = Number(table.getAttribute('data-step'));
      const before = seen.told.findLast((one) => one.step === step - 1) ?? (step === start.step + 1 ? start : null);
      // The step being told: some of its lines may stand in the journal already.
      const now = seen.told.find((one) => one.step === step);
      if (now) seen.lags += 1;
      const points = [...table.querySelectorAll('.players .score, .strip .chip b')].map((one) =>
        parseInt(one.textContent!),
      );
      if (before && points.length && points.join() !== before.points.join())
        seen.wrong.push(`step ${step}: points ${points.join()} in place of ${before.points.join()}`);
      const lines = [...table.querySelectorAll('.log [data-line]')].map((one) =>
        parseInt(one.getAttribute('data-line')!),
      );
      const latest = Math.max(0, ...lines);
      if (now && latest > now.version) seen.wrong.push(`step ${step}: the journal tells version ${latest} already`);
      if (now && table.querySelector('[data-click]')) seen.wrong.push(`step ${step}: offers are lit before its end`);
    };
    requestAnimationFrame(look);
  });
}

for (const game of GAMES) {
  test(`${game}: nothing is told, counted or lit before it is shown`, async ({ page }) => {
    await prefer(page, { guided: GAMES, speed: 2, list: false });
    await watchTimeline(page);
    await againstBots(page, game, { seats: 3, level: 'novice' });
    let looks = 0;
    await playByMouse(page, { seed: 5, until: () => ++looks > 24 });
    const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
    expect(seen.wrong).toEqual([]);
    expect(seen.told.length, 'steps that were followed').toBeGreaterThan(15);
    expect(seen.lags, 'frames with something still to be shown').toBeGreaterThan(10);
    // What the others did is told when one's turn comes, until one acts.
    await playByMouse(page, { seed: 6, until: (seen) => seen.recap });
    await expect(page.locator('.recap')).toBeVisible();
    await shoot(page, `${game}-recap`, { sizes: ['wide'] });
  });
}
