/** What else there is on the static page: around one device, lessons, rules, practice, hints; in other languages. */
import { expectAccessible } from './axe';
import { playByKeys, playByMouse } from './play';
import { AS_IT_IS, expect, hasModule, test } from './site';

test.use(AS_IT_IS);
test.skip(!hasModule, 'the page was built without the module');

const tooWide = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;

test.describe('on a phone, in Italian', () => {
  test.use({ speaks: 'it', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('two people at one device, behind the curtain', async ({ page, site }) => {
    await page.goto(`${site.url}#/new/thebes?how=device`);
    await page.locator('.createfoot .seal').tap();
    const seen = new Set<string>();
    for (let turns = 0; turns < 2; turns++) {
      await playByMouse(page, { seed: turns + 1, touch: true, until: ({ now }) => now === 'curtain' });
      const pass = page.locator('.actionbar .pass');
      if (await pass.count()) await pass.tap();
      await expect(page.locator('.curtainpage')).toBeVisible();
      await expect(page.locator('.table, .board')).toHaveCount(0);
      seen.add((await page.locator('.curtain h1').textContent())!);
      if (!turns) await page.locator('.plate .seal').tap();
    }
    expect(seen.size).toBe(2);
    await expectAccessible(page, 'the curtain');
    expect(await page.evaluate(tooWide)).toBe(0);
    // What this device has is told in its own words.
    await page.goto(`${site.url}#/me`);
    await expect(page.locator('.localgames li')).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Salva tutte in un file' })).toBeVisible();
    await expectAccessible(page, 'the games of this device');
    expect(await page.evaluate(tooWide)).toBe(0);
  });
});

test.describe('in Spanish', () => {
  test.use({ speaks: 'es' });

  test('a lesson by keys, a diagram that becomes a table, a hint', async ({ page, site }) => {
    await page.goto(`${site.url}#/learn/inka`);
    await page.locator('.lessonlist .seal').click();
    await expect(page.locator('.coach')).toBeVisible();
    await playByKeys(page, { seed: 5, until: ({ step }) => step >= 1 });

    await page.goto(`${site.url}#/rules/tikal#T13`);
    const figure = page.locator('[data-figure^="t13_"]');
    await figure.scrollIntoViewIfNeeded();
    await expect(figure.locator('svg.tikal').first()).toBeVisible();
    await figure.locator('.tryit').click();
    await page.locator('dialog .seal').click();
    await expect(page.locator('.table[data-mine=true]')).toBeVisible();
    expect(page.url()).toContain('here-');
    await page.keyboard.press('h');
    await expect(page.locator('.hintsteps li').first()).toBeVisible();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'En este dispositivo' }).click();
    await expect(page.locator('dialog[open], .devmenu').first()).toContainText('Se guarda después de cada acción');
    await expectAccessible(page, 'the sheet of a table of this device');
  });

  test('an iPhone is told how the page is installed, once', async ({ page, site }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'standalone', { value: false });
      localStorage.setItem('quipu.finished', '1');
    });
    await page.goto(site.url);
    const offer = page.locator('.install');
    await expect(offer).toContainText('Añadir a pantalla de inicio');
    await expect(offer.getByRole('button')).toHaveCount(1);
    await offer.getByRole('button').click();
    await page.reload();
    await expect(page.locator('.games, .twodoors').first()).toBeVisible();
    await expect(offer).toHaveCount(0);
  });
});
