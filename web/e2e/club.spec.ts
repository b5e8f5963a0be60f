/** Reasons to come back: last results, one's matches, ratings, a page of one's own, the leaderboard. */
import type { Page } from '@playwright/test';
import type { Matches, NewPairing, Opponent, Player, Profile } from '../src/generated/protocol';
import { GAMES } from './games';
import { tabTo } from './play';
import { account, aClub, ask, rated, VARIANT } from './seed';
import { shoot } from './shots';
import { asGuest, expect, prefer, test } from './test';

test('who comes back finds results, matches, a rating, a page and the leaderboard', async ({ browser, url }) => {
  const [ada, bruno] = [await asGuest(browser, url), await asGuest(browser, url)];
  const name = `Ada${Date.now() % 100_000}`;
  await account(ada, name);
  await account(bruno, `Bruno${Date.now() % 100_000}`);
  for (let match = 0; match < 2; match++) await rated(ada, bruno);
  const lost = await rated(bruno, ada);

  // The result shows the change, under the name and once more in words.
  await ada.goto(`/t/${lost}`);
  await expect(ada.locator('.rank .rating')).toHaveCount(2);
  await expect(ada.locator('.ranking .small', { hasText: 'Your rating in Tongiaki' })).toContainText(/\d{4}.*\d{4}/);
  await shoot(ada, 'result-rated');

  // The home page says how matches ended.
  await ask(bruno, '/api/tables', {
    game: 'inka',
    public: true,
    rated: true,
    seats: [{ kind: 'me' }, { kind: 'open' }],
  });
  await ada.goto('/');
  const last = ada.locator('.lastlist .resrow');
  await expect(last).toHaveCount(3);
  await expect(last.first()).toContainText('−');
  await expect(last.nth(1)).toContainText('+');
  await expect(ada.locator('.openlist')).toContainText('Rated');
  // Free seats are open shapes.
  await expect(ada.locator('.openlist .open .piece').first()).toHaveCSS('fill', 'none');
  await shoot(ada, 'home-back', { whole: true });

  await ada.locator('.lastlist header a').click();
  await expect(ada.locator('.hist tbody tr')).toHaveCount(3);
  await ada.getByLabel('Result').selectOption('yes');
  await expect(ada.locator('.hist tbody tr')).toHaveCount(2);
  await shoot(ada, 'matches', { whole: true });
  const [file] = await Promise.all([
    ada.waitForEvent('download'),
    ada.locator('.exports a', { hasText: 'All records' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('quipu-records.zip');
  await ada.locator('.hist tbody .iconbutton').first().click();
  await expect(ada.getByRole('slider')).toBeVisible();

  await ada.goto(`/people/${name}`);
  await expect(ada.locator('.stat')).toContainText('provisional');
  await expect(ada.locator('.rateplot .curve')).toHaveCount(1);
  await expect(ada.locator('.facing li')).toContainText('2 : 1');
  await shoot(ada, 'profile', { whole: true });
  await ada.goto('/ladder/tongiaki');
  await expect(ada.locator('.laddertable .botrow')).toHaveCount(4);
  await shoot(ada, 'ladder', { whole: true });
  const [friends] = await Promise.all([
    ada.waitForResponse((answer) => answer.url().includes('who=friends')),
    ada.getByRole('group', { name: 'Who' }).getByRole('button', { name: 'Friends' }).click(),
  ]);
  expect(friends.status()).toBe(200);
  await expect(ada.locator('main')).toContainText('None of your friends has a place here yet.');
  await expect(ada.locator('.laddertable .botrow')).toHaveCount(0);

  // What others see is one's own choice.
  await ada.goto('/me');
  const page = ada.getByRole('group', { name: /public page/ });
  await page.getByRole('button', { name: 'No' }).click();
  await expect(ada.locator('.why.good')).toBeVisible();
  await bruno.goto(`/people/${name}`);
  await expect(bruno.locator('.why')).toContainText('nobody of that name');
  for (const one of [ada, bruno]) await one.context().close();
});

test('ratings with options, seasons that are over, and the matches of others can be seen', async ({ browser, url }) => {
  const [ada, bruno] = [await asGuest(browser, url), await asGuest(browser, url)];
  const {
    names: [name, other],
  } = await aClub(ada, bruno);
  await rated(ada, bruno);

  // Each ladder has its rating; the curve is that of the one that is chosen.
  await ada.goto(`/people/${name}`);
  const stats = ada.locator('.stat');
  await expect(stats).toHaveCount(2);
  await expect(stats.first()).toContainText('2 played');
  await expect(stats.last()).toContainText('Which full beaches sail: Only where boats came last');
  await expect(stats.last()).toContainText('1 played');
  await stats.last().click();
  await expect(stats.last()).toHaveAttribute('aria-pressed', 'true');
  await expect(ada.locator('.rateplot .curve')).toHaveCount(1);
  await expect(ada.getByRole('img', { name: /Ratings over time/ })).toHaveAccessibleName(/Only where/);
  await shoot(ada, 'profile-variants', { whole: true });
  await ada.locator('.ratesec').getByRole('link', { name: 'Leaderboard' }).click();

  // The leaderboard of these options, and of a season before this one.
  await expect(ada.getByLabel('Variants')).toHaveValue(VARIANT.join('='));
  await expect(ada.locator('.laddertable .botrow')).toHaveCount(4);
  const season = ada.getByLabel('Season');
  const past = (await season.locator('option').nth(2).getAttribute('value'))!;
  const [board] = await Promise.all([
    ada.waitForResponse((answer) => answer.url().includes(`season=${past}`)),
    season.selectOption(past),
  ]);
  expect(await board.json()).toMatchObject({ game: 'tongiaki', options: [VARIANT], season: past });
  await shoot(ada, 'ladder-variants', { whole: true });
  await ada.reload();
  await expect(season).toHaveValue(past);
  const [plain] = await Promise.all([
    ada.waitForResponse((answer) => /\/api\/ladder\?(?!.*options=)/.test(answer.url())),
    ada.getByLabel('Variants').selectOption({ label: 'Tongiaki without variants' }),
  ]);
  expect(await plain.json()).toMatchObject({ options: [], season: past });

  // One's matches tell which options, and lead from an opponent to the matches against them.
  await ada.goto(`/people/${name}`);
  await ada
    .locator('.facing')
    .getByRole('link', { name: `matches against ${other}` })
    .click();
  await expect(ada.getByLabel('Against')).toHaveValue(other);
  const rows = ada.locator('.hist tbody tr');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText('Only where boats came last');
  await ada.getByLabel('Against').selectOption('bot/master');
  await expect(ada.locator('main')).toContainText('No match fits');
  await ada.getByLabel('Against').selectOption(other);
  const [week] = await Promise.all([
    ada.waitForResponse((answer) => answer.url().includes('since=')),
    ada.getByLabel('When').selectOption('7'),
  ]);
  const since = Number(new URL(week.url()).searchParams.get('since'));
  expect(Math.abs(Date.now() - 7 * 86_400_000 - since)).toBeLessThan(3_600_000);
  await expect(rows).toHaveCount(3);
  await shoot(ada, 'matches-variants', { whole: true });
  // On a phone a line has what the columns of a wide page have.
  await ada.setViewportSize({ width: 390, height: 844 });
  await expect(rows.first().locator('.facts')).toHaveText(/^When (now|.*minute.*) · Length 1 min$/);
  await ada.reload();
  await expect(ada.getByLabel('When')).toHaveValue('7');

  // What a review found has a place there, too.
  await ada.route('**/api/matches?*', async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as Matches;
    for (const { players } of json.matches) for (const one of players) [one.accuracy, one.luck] = [0.873, -1.26];
    await route.fulfill({ response, json });
  });
  await ada.reload();
  await expect(rows.first().locator('.facts')).toHaveText(/1 min · Accuracy 87% · +Luck −1.3$/);
  await shoot(ada, 'matches-reviewed', { whole: true, lights: ['light'] });

  // All opponents are shown; of those who can be told apart one sees the matches.
  await bruno.route(`**/api/people/${name}`, async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as Profile;
    const facing = { games: 3, ahead: 2, behind: 1 };
    const players: Player[] = [{ kind: 'person' }, { kind: 'bot', level: 'master' }];
    json.opponents.push(...Array.from({ length: 11 }, (_, at) => ({ player: players[at % 2]!, ...facing })));
    json.more_opponents = true;
    json.style = { reviewed: 12, accuracy: 0.824, luck: 0.43 };
    await route.fulfill({ response, json });
  });
  await bruno.route(`**/api/people/${name}/opponents?*`, async (route) => {
    const first = route.request().url().endsWith('after=0');
    const one: Opponent = { player: { kind: 'bot', level: 'adept' }, games: 3, ahead: 2, behind: 1 };
    const opponents = Array.from({ length: first ? 50 : 5 }, () => one);
    await route.fulfill({ json: first ? { opponents, next: 50 } : { opponents } });
  });
  await bruno.goto(`/people/${name}`);
  await expect(bruno.locator('.facing li')).toHaveCount(12);
  await expect(bruno.locator('.facing li').nth(1).getByRole('link')).toHaveCount(0);
  await expect(bruno.locator('.facing li').nth(2).getByRole('link')).toHaveAttribute(
    'href',
    `/people/${name}/matches?with=bot%2Fmaster`,
  );
  await shoot(bruno, 'profile-visited', { whole: true, lights: ['light'] });
  const panel = (title: string) => bruno.locator('.ways2', { has: bruno.getByRole('heading', { name: title }) });
  await expect(panel('Favourite games').locator('div')).toHaveText([/Tongiaki\s*3 played, 2 won/]);
  const style = panel(`How ${name} plays`);
  await expect(style.locator('dd')).toHaveText(['82%', '+0.4']);
  await expect(style).toContainText('As far as 12 reviews told.');
  await bruno.getByRole('button', { name: 'All opponents' }).click();
  await expect(bruno.locator('.facing li')).toHaveCount(50);
  await bruno.getByRole('button', { name: 'More opponents' }).click();
  await expect(bruno.locator('.facing li')).toHaveCount(55);
  await expect(bruno.getByRole('button', { name: /opponents/ })).toHaveCount(0);

  // A visitor goes on from the last matches to all of them.
  await bruno.goto(`/people/${name}`);
  await bruno.locator('.histsec header a').first().click();
  await expect(bruno.getByRole('heading', { level: 1 })).toHaveText(`Matches of ${name}`);
  await expect(bruno.locator('.hist tbody tr')).toHaveCount(3);
  await bruno.getByLabel('Result').selectOption('no');
  await expect(bruno.locator('.hist tbody tr')).toHaveCount(1);
  await expect(bruno.locator('.exports')).toHaveCount(0);
  await bruno.goto('/people/Nobody0/matches');
  await expect(bruno.getByRole('alert')).toContainText('nobody of that name');
  for (const one of [ada, bruno]) await one.context().close();
});

test('the pages of a club by keys alone', async ({ page, browser, url }) => {
  const other = await asGuest(browser, url);
  const { name } = await aClub(page, other);
  const key = (...names: string[]) =>
    names.reduce((before, one) => before.then(() => page.keyboard.press(one)), Promise.resolve());

  // The details of pairing, and the wait.
  await page.goto('/', { waitUntil: 'networkidle' });
  const pairing = page.locator('.pairing');
  const on = (group: string) =>
    pairing.getByRole('group', { name: group }).locator('[aria-pressed=true]').allTextContents();
  expect(await on('Games')).toEqual(['Any']);
  await tabTo(page, '.pairing .pairs button:nth-child(2)');
  await key('Space', 'Tab', 'Tab', 'Space');
  const games = await pairing.getByRole('group', { name: 'Games' }).getByRole('button').allTextContents();
  expect(await on('Games')).toEqual([games[1], games[3]]);
  await tabTo(page, '.pairing summary');
  await key('Enter', 'Tab', 'Tab', 'Space', 'Tab', 'Tab', 'Enter');
  expect(await on('Players')).toEqual(['2', '4']);
  await key('Space');
  expect(await on('Players')).toEqual(['2']);
  await key('Enter');
  await key('Tab', 'ArrowDown');
  await expect(pairing.getByLabel('Pace')).toHaveValue('brisk');
  await tabTo(page, '.pairing .check:last-child input');
  await key('Space');
  await expect(pairing.getByLabel('Bots may fill in')).not.toBeChecked();
  const [asked] = await Promise.all([
    page.waitForRequest((request) => request.url().endsWith('/api/pairing') && request.method() === 'POST'),
    key('Tab', 'Enter'),
  ]);
  expect(asked.postDataJSON()).toMatchObject({ seats: [2, 4], pace: 'brisk', bots: false });
  expect((asked.postDataJSON() as NewPairing).games).toHaveLength(2);
  await expect(pairing.getByRole('status')).toContainText('Looking for others');
  await tabTo(page, '.pairing .button');
  await key('Enter');
  await expect(pairing.getByRole('button', { name: 'Find me a table' })).toBeVisible();

  // Filters of matches.
  await page.goto('/matches', { waitUntil: 'networkidle' });
  const rows = page.locator('.hist tbody tr');
  await expect(rows).toHaveCount(2);
  await tabTo(page, '.histfilters label:nth-child(2) select');
  await key('ArrowDown');
  await expect(rows).toHaveCount(1);
  await key('ArrowDown', 'Tab', 'Tab', 'ArrowDown');
  await expect(page.getByLabel('When')).toHaveValue('7');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Only where boats came last');

  // The ratings of a profile, and the ladder of one of them.
  await page.goto(`/people/${name}`, { waitUntil: 'networkidle' });
  await tabTo(page, '.stats li:nth-child(2) .stat');
  await key('Enter');
  await expect(page.locator('.stat').nth(1)).toHaveAttribute('aria-pressed', 'true');
  const ladder = page.locator('.ratesec a');
  const leads = await ladder.getAttribute('href');
  await tabTo(page, '.ratesec a');
  await key('Enter');
  await page.waitForURL((address) => address.pathname + address.search === leads);
  await tabTo(page, '.laddermain select[aria-label=Season]');
  await key('ArrowDown');
  await expect(page.getByLabel('Season')).not.toHaveValue('now');
  await tabTo(page, '.laddermain select[aria-label=Variants]');
  await key('Home');
  await expect(page.getByLabel('Variants')).toHaveValue('');
  await other.context().close();
});

test('rated or casual is chosen when a table is made', async ({ page }) => {
  await prefer(page, { speed: 0 });
  await page.goto('/new/inka?how=bots');
  const rating = page.locator('.ratedoption');
  await expect(rating.getByRole('button', { name: 'Casual' })).toHaveAttribute('aria-pressed', 'true');
  await rating.getByRole('button', { name: 'Rated' }).click();
  await expect(rating).toContainText('There are no hints');
  await page.locator('.createfoot .seal').click();
  await expect(page.locator('.table[data-step]')).toBeVisible();
  const table = new URL(page.url()).pathname.split('/').pop();
  const state = await (await page.request.get(`/api/tables/${table}`)).json();
  expect([state.table.rated, state.table.hints]).toEqual([true, false]);
});

test('friends agree by name, see each other here, and invite to a seat; who is muted is not read', async ({
  browser,
  url,
}) => {
  const [ada, bruno] = [await asGuest(browser, url), await asGuest(browser, url)];
  const names = ['Ada', 'Bruno'].map((name) => `${name}${Date.now() % 100_000}`) as [string, string];
  for (const page of [ada, bruno]) await prefer(page, { guided: GAMES, speed: 0 });
  await account(ada, names[0]);
  await account(bruno, names[1]);

  await ada.goto('/friends');
  await ada.getByLabel('Name of an account').fill(names[1]);
  await ada.keyboard.press('Enter');
  await expect(ada.locator('.why.good')).toContainText(names[1]);
  await bruno.goto('/');
  await bruno.locator('.friends').getByRole('button', { name: 'Become friends' }).click();
  await expect(bruno.locator('.friends')).toContainText('None of your friends is here.');

  // Who allows it is seen to be here.
  await ada.goto('/me');
  await ada.getByRole('group', { name: 'Friends see when you are here' }).getByRole('button', { name: 'Yes' }).click();
  await expect(ada.locator('.why.good')).toBeVisible();
  await bruno.goto('/');
  await expect(bruno.locator('.friends .friendrow')).toContainText(names[0]);

  // From their page one goes to a new table, and invites to one of its seats.
  await ada.goto(`/people/${names[1]}`);
  await shoot(ada, 'profile-friend', { sizes: ['wide'], lights: ['light'] });
  await expect(ada.locator('.phead').getByRole('link', { name: 'Invite' })).toHaveAttribute('href', /how=friends/);
  await ada.goto('/new/tongiaki?how=friends');
  await ada.locator('.createfoot .seal').click();
  await ada.locator('.invitefriends').getByRole('button', { name: 'Invite' }).click();
  await expect(ada.locator('.invitefriends')).toContainText('Invited');
  await bruno.goto('/');
  await expect(bruno.locator('.friends')).toContainText(`${names[0]} invites you`);
  await shoot(bruno, 'home-friends', { whole: true });
  await bruno.locator('.friends').getByRole('link', { name: 'Sit down' }).click();
  await bruno.locator('.sitfield .seal').click();
  await expect(ada.locator('.guest', { hasText: names[1] })).toBeVisible();
  await ada.locator('.waiting-room .seal').click();
  for (const page of [ada, bruno]) await expect(page.locator('.table[data-step]')).toBeVisible();

  const table = new URL(ada.url()).pathname.split('/').pop()!;
  await ask(bruno, `/api/tables/${table}/do`, { id: 'c', do: 'chat', text: 'a fair wind' });
  await expect(ada.locator('.chat-section')).toContainText('a fair wind');
  await ada.getByRole('button', { name: 'Menu' }).click();
  await ada.getByRole('button', { name: 'Report' }).click();
  await ada.getByLabel('Who is it about?').selectOption({ label: names[1] });
  await ada.getByRole('button', { name: 'Mute their chat' }).click();
  await expect(ada.getByRole('button', { name: 'Unmute' })).toBeVisible();
  await ada.keyboard.press('Escape');
  await expect(ada.locator('.chat-section')).not.toContainText('a fair wind');
  await ada.goto('/friends');
  await expect(ada.locator('main')).toContainText('muted');
  await shoot(ada, 'friends', { whole: true });
  for (const one of [ada, bruno]) await one.context().close();
});

test('who looks for a table waits, may stop, and is seated with whoever looks for the same', async ({
  browser,
  url,
}) => {
  const pages = [await asGuest(browser, url), await asGuest(browser, url)] as const;
  for (const page of pages) {
    await prefer(page, { guided: GAMES, speed: 0 });
    await page.goto('/', { waitUntil: 'networkidle' });
  }
  const [ada, bruno] = pages;
  // Whoever has a table has been here before, and finds more than the games. Who is new finds a line.
  await ask(ada, '/api/tables', { game: 'inka', seats: [{ kind: 'me' }, { kind: 'open' }] });
  await ada.reload();
  await shoot(bruno, 'home-first', { whole: true });
  await bruno.locator('.pairing').getByRole('button', { name: 'Play with others' }).click();
  const card = (page: Page) => page.locator('.pairing');
  const find = (page: Page) => card(page).getByRole('button', { name: 'Find me a table' });
  for (const page of pages) {
    await card(page).getByText('Seats and pace').click();
    for (const seats of ['2', '3']) await card(page).getByRole('button', { name: seats, exact: true }).click();
    if (page === ada) await card(page).getByRole('button', { name: '3', exact: true }).click();
    // No bot takes the seat while pictures are taken.
    await card(page).getByLabel('Bots may fill in').uncheck();
  }
  for (const game of ['Tikal', 'Tongiaki']) await card(ada).getByRole('button', { name: game }).click();
  await find(ada).click();
  await expect(card(ada).getByRole('status')).toContainText('Looking for others');
  await shoot(ada, 'home-pairing', { whole: true });
  await shoot(bruno, 'home-first-pairing', { whole: true });
  await card(ada).getByRole('button', { name: 'Stop looking' }).click();
  await expect(find(ada)).toBeVisible();
  for (const page of pages) await find(page).click();
  for (const page of [ada, bruno]) await page.waitForURL(/\/t\//);
  expect(new URL(ada.url()).pathname).toBe(new URL(bruno.url()).pathname);
  for (const page of [ada, bruno]) await expect(page.locator('.table[data-step]')).toBeVisible();
  for (const one of pages) await one.context().close();
});
