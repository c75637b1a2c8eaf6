import type { Page } from '@playwright/test';
import { expectAccessible, violations } from './axe';
import { change, type Look, plainPages, recordPages, turnTo } from './pages';
import { expect, settled, signIn, test } from './shop';

/** Each page has both languages and both themes; which go together changes from page to page. */
const looks: [Look, Look][] = [
  [{ lang: 'en', theme: 'light' }, { lang: 'de', theme: 'dark' }],
  [{ lang: 'de', theme: 'light' }, { lang: 'en', theme: 'dark' }],
];

/** As wide as a phone, and as 1280 px at 200 %. */
const widths = [640, 390];

// HTML in a name, and a word that fits on no line of a phone.
const name = 'Ada <img src=x onerror=alert(1)> Wolfeschlegelsteinhausenberger';

test('every page in each language and theme, as text and not as HTML, and no wider than its window', async ({ page, shop }) => {
  test.setTimeout(600_000); // some 50 pages
  const paths = await recordPages(shop, name);
  await signIn(page);
  paths.push(...(await plainPages(page)));
  const faults: string[] = [];
  for (const [i, path] of paths.entries()) {
    await turnTo(page, path);
    const note = (what: string, found: unknown[]) => faults.push(...found.map((fault) => `${path}, ${what}: ${String(fault)}`));
    for (const look of looks[i % 2]!) {
      await change(page, look);
      note(`${look.lang} ${look.theme}`, await violations(page));
    }
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      await settled(page);
      const actual = await narrowed(page, width);
      note(`${width} px wide`, actual > width ? [actual] : []);
    }
    note('on a phone', await lastingViolations(page));
    note('HTML of a name', await page.locator('img[src="x"]').all());
    await page.setViewportSize({ width: 1280, height: 720 });
  }
  expect(faults).toEqual([]);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(name);
  await expect(page.getByRole('option', { name }).first()).toBeVisible();
});

/** Returns what the page violates for ten seconds: after a resize its parts narrow one by one. */
async function lastingViolations(page: Page): Promise<string[]> {
  let found: string[] = [];
  await expect.poll(async () => (found = await violations(page)).length, { timeout: 10_000 }).toBe(0).catch(() => undefined);
  return found;
}

/** Returns how wide the page is: after a resize it takes some frames to become narrow. */
function narrowed(page: Page, width: number): Promise<number> {
  return page.evaluate(async (limit) => {
    const root = document.documentElement;
    for (let i = 0; i < 120 && root.scrollWidth > limit; i++) await new Promise(requestAnimationFrame);
    return root.scrollWidth;
  }, width);
}

test.describe('signed out', () => {
  test.use({ fresh: true });

  test('the sign-in page is accessible', async ({ page }) => {
    await page.goto('/admin/');
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await expectAccessible(page);
  });
});
