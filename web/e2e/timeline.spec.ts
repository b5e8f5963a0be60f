/** What a person sees belongs to the step being shown, and to no later one: looked at with every frame of a match. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { GAMES, LONG } from './games';
import { playByMouse } from './play';
import { shoot } from './shots';
import { barEdges, boardPlaces, watchBoard } from './steady';
import { survey } from './survey';
import { againstBots, expect, prefer, test } from './test';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });
test.setTimeout(600_000);

interface FrameText {
  step: number;
  version: number;
  points: number[];
  /** Whether it turned something up: chance did it, and nobody. */
  draw: boolean;
}
interface Seen {
  told: FrameText[];
  wrong: string[];
  lags: number;
  /**
   * Every word with a capital letter, every sentence of the journal and what was read aloud, each with the version that
   * the journal told when it came up. A sentence may be missing at the end, because runs of events are merged into one
   * growing sentence.
   */
  words: Record<string, number>;
  /** The newest version that the server had told when a word came up: nobody can name what came later. */
  known: Record<string, number>;
  sentences: Record<string, number>;
  aloud: Record<string, number>;
  /** What the prompt, the board in words and the labels said, each time that changed. */
  said: { version: number; text: string }[];
}

/** Compares, with every frame, what the page shows with what the server has told up to the step that is shown. */
async function watchTimeline(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: Seen = { told: [], wrong: [], lags: 0, words: {}, known: {}, sentences: {}, aloud: {}, said: [] };
    (window as { seen?: Seen }).seen = seen;
    let start: FrameText | null = null;
    const Plain = window.WebSocket;
    window.WebSocket = class extends Plain {
      constructor(...given: ConstructorParameters<typeof WebSocket>) {
        super(...given);
        this.addEventListener('message', ({ data }) => {
          const message = JSON.parse(String(data));
          if (message.game)
            start ??= {
              step: message.game.step - 1,
              version: message.version,
              points: message.game.points,
              draw: false,
            };
          if (message.t !== 'news') return;
          // A line says only what does not follow from the line before it; without a kind it is a step.
          let [step, version, points] = [0, 0, [] as number[]];
          for (const line of message.lines ?? []) {
            version = line.version ?? version + 1;
            if (line.kind) continue;
            step = line.step ?? step + 1;
            points = line.points ?? points;
            seen.told.push({ step, version, points, draw: !line.seat });
          }
        });
      }
    };
    /** All that stands on the page or is read aloud; what lies beside the board may name what is still hidden. */
    const texts = (table: Element) =>
      [
        document.title,
        ...[...table.children].flatMap((part) => (part.matches('.side') ? [...part.children] : [part])),
        ...[...table.querySelectorAll('[aria-label]')].map((one) =>
          one.closest('.asidebox') ? '' : one.getAttribute('aria-label')!,
        ),
      ]
        .map((one) => (typeof one === 'string' ? one : one.matches('.asidebox') ? '' : one.textContent!))
        .join('\n');
    let last = '';
    const listen = (table: Element, version: number) => {
      const text = texts(table);
      if (text === last) return;
      // What stands there at first is known, whatever it names.
      const at = last ? version : -1;
      last = text;
      const newest = seen.told.at(-1)?.version ?? 0;
      for (const word of text.match(/\p{Lu}\p{Ll}{2,}/gu) ?? []) {
        seen.words[word] ??= at;
        seen.known[word] ??= newest;
      }
      for (const one of [...table.querySelectorAll('.log [data-line]')].slice(-20))
        seen.sentences[one.lastElementChild!.textContent!.trim()] ??= version;
      for (const one of table.querySelectorAll('[aria-live=polite]')) seen.aloud[one.textContent!.trim()] ??= version;
    };
    const note = (table: Element, version: number) => {
      const labels = [...table.querySelectorAll('[aria-label]')].filter((one) => !one.closest('.asidebox, .log'));
      const text = [
        ...[...table.querySelectorAll('#board-summary, .prompt')].map((one) => one.textContent!),
        ...labels.map((one) => one.getAttribute('aria-label')!),
      ].join('\n');
      const before = seen.said.at(-1);
      if (before?.version !== version || before.text !== text) seen.said.push({ version, text });
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
      // While cards are turned up points are held back: they are older ones, and say so.
      const held = table.querySelector('.player .held') && seen.told.some((one) => one.points.join() === points.join());
      if (before && points.length && !held && points.join() !== before.points.join())
        seen.wrong.push(`step ${step}: points ${points.join()} in place of ${before.points.join()}`);
      const ruler = table
        .querySelector('.ruler')
        ?.getAttribute('aria-label')
        ?.match(/-?\d+(?=,|$)/g);
      if (ruler && ruler.join() !== points.join())
        seen.wrong.push(`step ${step}: the ruler shows ${ruler.join()} beside ${points.join()}`);
      const lines = [...table.querySelectorAll('.log [data-line]')].map((one) =>
        parseInt(one.getAttribute('data-line')!),
      );
      const latest = Math.max(start.version, ...lines);
      if (now && latest > now.version) seen.wrong.push(`step ${step}: the journal tells version ${latest} already`);
      if (now && table.querySelector('[data-click]')) seen.wrong.push(`step ${step}: offers are lit before its end`);
      listen(table, latest);
      note(table, latest);
    };
    requestAnimationFrame(look);
  });
}

/** What was named or read aloud before the journal told of it: nothing, where all belongs to the step being shown. */
async function ahead(page: Page, { told, words, known, sentences, aloud }: Seen): Promise<string[]> {
  const journal = await page
    .locator('.log [data-line]')
    .evaluateAll((all) =>
      all.map((one) => ({ version: parseInt(one.dataset['line']!), text: one.lastElementChild!.textContent!.trim() })),
    );
  const players = await page.locator('.player .name').allInnerTexts();
  const draws = new Set(told.filter(({ draw }) => draw).map(({ version }) => version));
  const names = journal
    .filter(({ version }) => draws.has(version))
    .flatMap(({ version, text }) => {
      // The first word of a sentence has a capital letter, whatever it is.
      const rest: string[] = text.replace(/^\P{L}*\p{L}+/u, '').match(/\p{Lu}\p{Ll}{2,}/gu) ?? [];
      return rest.filter((name) => !players.join().includes(name)).map((name) => ({ name, version }));
    });
  return [
    ...names
      .filter(({ name, version }) => names.find((one) => one.name === name)!.version === version)
      // A pile that one is shown names what may be drawn of it later.
      .filter(({ name, version }) => words[name]! >= 0 && words[name]! < version && version <= known[name]!)
      .map(({ name, version }) => `${name} of version ${version} was named at version ${words[name]}`),
    ...Object.entries(sentences)
      .filter(([text, version]) => aloud[text] !== undefined && aloud[text] < version)
      .map(([text, version]) => `“${text}” of version ${version} was read aloud at version ${aloud[text]}`),
  ];
}

/** The noun phrases of a game for what a draw shows, which have no capital letters: its tiles and its finds. */
const nouns = Object.fromEntries(
  GAMES.map((game) => {
    const file = new URL(`../../games/${game}/web/messages/en.json`, import.meta.url);
    const texts = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>);
    const phrases = texts.filter(([key]) => /^(tile\.a|treasure)\./.test(key)).map(([, text]) => text);
    return [game, phrases.map((text) => new RegExp(`\\b${text.replace(/\{\{\w+\}\}/g, '\\d+')}\\b`, 'i'))];
  }),
);

/** What a sentence of the journal about a draw gives away, for whoever reads it too early. */
function givenAway(game: string, text: string): string[] {
  // What is drawn has no name there; who has it lays it next.
  if (game === 'inka') return text.endsWith(' draws a rhombus') ? [text.replace(' draws ', ' lays ')] : [];
  return nouns[game]!.flatMap((phrase) => phrase.exec(text)?.[0] ?? []);
}

/**
 * What a draw turned up and prompt, summary or labels named already while the step before it was shown: a phrase may
 * have stood there for something else, so it is about one more of them. Answers how many draws there were to look at.
 */
async function namedAhead(
  page: Page,
  game: string,
  { told, said }: Seen,
): Promise<{ looked: number; wrong: string[] }> {
  const lines = await page
    .locator('.log [data-line]')
    .evaluateAll((all) =>
      all.map((one) => ({ version: parseInt(one.dataset['line']!), text: one.lastElementChild!.textContent!.trim() })),
    );
  const journal = (from: number, to: number) =>
    lines.filter(({ version }) => version > from && version <= to).map(({ text }) => text);
  const times = (text: string, phrase: string) => text.toLowerCase().split(phrase.toLowerCase()).length - 1;
  const found = { looked: 0, wrong: [] as string[] };
  for (const { version } of told.filter(({ draw }) => draw)) {
    // What takes no time, such as the end of a turn, has no frame of its own.
    const before = said.findLast((one) => one.version < version)?.version ?? -1;
    const shown = said.filter((one) => one.version === before);
    const earlier = said.findLast((one) => one.version < before);
    if (!earlier) continue;
    for (const phrase of journal(version - 1, version).flatMap((text) => givenAway(game, text))) {
      if (journal(earlier.version, version - 1).some((text) => times(text, phrase))) continue;
      found.looked += 1;
      const early = shown.find(({ text }) => times(text, phrase) > times(earlier.text, phrase));
      if (early) found.wrong.push(`“${phrase}” of version ${version} stood there at ${before}: ${early.text}`);
    }
  }
  return found;
}

/** Games whose draws have no name with a capital letter. */
const UNNAMED = ['inka', 'tikal'];

/** How far a match is, and what is chosen. */
const table = (page: Page) =>
  page.locator('.table').evaluate((one) => `${one.dataset['step']} ${one.dataset['picked']}`);

/** Whether the journal's last line lies within what is seen of it, whatever came up beside it. */
const newestInSight = (page: Page) =>
  page.locator('.log-section .scroller').evaluate(async (one) => {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const last = [...one.querySelectorAll('[data-line]')].at(-1)!.getBoundingClientRect();
    return last.bottom <= one.getBoundingClientRect().bottom + 1;
  });

/** The same for the sheet of a phone, which has more above it than it has room for. */
const newestInSheet = async (page: Page) => {
  const sheet = page.locator('dialog.sheet[open]');
  await expect(sheet.locator('[data-line]').last()).toBeInViewport();
  return sheet
    .locator('.dialogtext, .scroller')
    .evaluateAll((all) => all.some((one) => one.scrollHeight > one.clientHeight));
};

/** A line of what others did plays that turn again; what it did stays marked, and the line chosen. */
async function seeAgain(page: Page): Promise<void> {
  const line = page.locator('.recap .recapline').last();
  const now = await table(page);
  const during = await line.evaluate(async (one: HTMLElement) => {
    one.click();
    await new Promise((resolve) => setTimeout(resolve));
    const { mine, step } = document.querySelector<HTMLElement>('.table')!.dataset;
    return { mine, step: Number(step), mover: document.querySelector('.mover b')?.textContent };
  });
  expect(during.mine, 'the turn is shown').toBe('false');
  expect(during.step, 'from its beginning').toBeLessThan(parseInt(now));
  expect(await line.locator('.did b').innerText()).toBe(during.mover);
  await expect(page.locator('.table[data-mine=true]')).toBeVisible();
  expect(await table(page), 'and then things stand as before').toBe(now);
  await expect(line).toHaveClass(/\bon\b/);
  await expect(page.locator('.stage .last').first()).toBeAttached();
}

/** One's first action wipes away what was told of others, and their marks. */
async function foldsAway(page: Page): Promise<void> {
  const marks = () => page.locator('.stage .last').evaluateAll((all) => all.map((one) => one.outerHTML).join());
  const before = await marks();
  const step = parseInt(await table(page));
  await playByMouse(page, { seed: 2, until: (seen) => seen.step > step });
  await expect(page.locator('.recap')).toHaveCount(0);
  expect(await marks()).not.toBe(before);
  // From the journal it comes back, on a phone from its sheet.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator('.topbar').getByRole('button', { name: 'Journal', exact: true }).click();
  expect(await newestInSheet(page), 'the journal of a phone opens at its end').toBe(true);
  await page.locator('dialog[open]').getByRole('button', { name: 'Since your turn' }).click();
  await expect(page.locator('.recapsheet .recapline').first()).toBeVisible();
}

for (const game of GAMES) {
  test(`${game}: nothing is told, counted or lit before it is shown`, async ({ page }) => {
    await prefer(page, { guided: GAMES, speed: 2, list: false });
    await watchTimeline(page);
    await watchBoard(page);
    await againstBots(page, game, { seats: 3, level: 'novice' });
    let looks = 0;
    await playByMouse(page, { seed: 5, until: () => ++looks > 24 });
    const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
    expect([...seen.wrong, ...(await ahead(page, seen))]).toEqual([]);
    const named = await namedAhead(page, game, seen);
    expect(named.wrong).toEqual([]);
    if (UNNAMED.includes(game)) expect(named.looked, 'draws that were looked at').toBeGreaterThan(0);
    expect(seen.told.length, 'steps that were followed').toBeGreaterThan(15);
    expect(seen.lags, 'frames with something still to be shown').toBeGreaterThan(10);
    // What the others did is told when one's turn comes, until one acts.
    await playByMouse(page, { seed: 6, until: (seen) => seen.recap });
    // A short match may be over before: then another one is played up to there.
    const isOver = async () => (await page.locator('main.result').count()) > 0;
    for (let more = 0; more < 3 && (await isOver()); more++) {
      await againstBots(page, game, { seats: 3, level: 'novice' });
      await playByMouse(page, { seed: 6 + more, until: (seen) => seen.recap });
    }
    test.skip((await isOver()) && !LONG.includes(game), 'each match of a small game was over before');
    await expect(page.locator('.recap')).toBeVisible();
    expect(await newestInSight(page), 'the newest line of the journal is in sight').toBe(true);
    expect(await boardPlaces(page), 'where the board was, in motion').toHaveLength(1);
    expect(await barEdges(page), 'where the ways on ended').toHaveLength(1);
    await seeAgain(page);
    await shoot(page, `${game}-recap`, { sizes: ['wide'] });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator('.topbar [aria-expanded=false][aria-label="Since your turn"]').click();
    await expect(page.locator('.recapsheet .recapline').first()).toBeVisible();
    await shoot(page, `${game}-recap`, { sizes: ['phone'] });
    if (game === 'tikal') await foldsAway(page);
  });

  test(`${game}: others are watched at their own speed, and the bar says who comes next`, async ({ page }) => {
    await prefer(page, { guided: GAMES, speed: 0, list: false });
    await againstBots(page, game, { seats: 3, level: 'novice' });
    await playByMouse(page, { seed: 8, until: ({ step, now }) => step > 8 && now === 'mine' });
    await page.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem('quipu.prefs') ?? '{}') as object;
      localStorage.setItem('quipu.prefs', JSON.stringify({ ...kept, speed: 0.5 }));
    });
    await page.reload();
    // One's own turn, click by click, until somebody else moves.
    const pause = page.locator('.mover ~ .ways button[aria-pressed]');
    for (let clicks = 0; clicks < 90 && !(await pause.count()); clicks++) {
      const seen = (await survey(page, null, clicks))!;
      const spot = seen.end ?? (clicks % 2 ? seen.confirm : null) ?? seen.spots[0] ?? seen.confirm ?? seen.back!;
      const before = await table(page);
      await page.mouse.click(spot.x, spot.y);
      // A press that was taken for the second half of a double click did nothing: then there is another one.
      await page
        .waitForFunction(
          (was) => {
            const { step, picked, mine } = document.querySelector<HTMLElement>('.table')!.dataset;
            const moves = document.querySelector('.mover ~ .ways button[aria-pressed]') !== null;
            return moves || (mine === 'true' && `${step} ${picked}` !== was);
          },
          before,
          { timeout: 4000 },
        )
        .catch(() => {});
    }
    await pause.click();
    await expect(page.locator('.then b').last()).toHaveText('you');
    await expect(page.locator('.mover b')).not.toHaveText('');
    // A phone's line over the bar does not say it once more.
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.locator('.table.phone')).toBeVisible();
    await expect(page.locator('.ticker')).toHaveCount(0);
    await shoot(page, `${game}-watch`);
  });
}
