import { expect, type Look, test } from './visitor';

// What takes an impatient visitor: the script shows parts of pages in place of others.

test.use({ look: { name: 'impatient', language: 'en', script: true, width: 1280 } satisfies Look });

test('of two variants that are chosen the last one counts, whichever answer is slow', async ({ page, visitor }) => {
  const { main } = visitor;
  await visitor.open('/p/moka-pot-classic');
  let release = () => {};
  const held = new Promise<void>((resolve) => { release = resolve; });
  await page.route(/variant=MS-CLASSIC-6$/, async (route) => { await held; await route.continue(); });
  const slow = page.waitForResponse(/variant=MS-CLASSIC-6$/);
  await main.locator('a[href$="MS-CLASSIC-6"]').click();
  await main.locator('a[href$="MS-CLASSIC-9"]').click();
  await expect(main.getByText('MS-CLASSIC-9', { exact: true })).toBeVisible();
  release();
  await (await slow).finished();
  await page.evaluate(() => new Promise((resolve) => { setTimeout(resolve, 100); }));
  await expect(main.getByText('MS-CLASSIC-9', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/variant=MS-CLASSIC-9$/);
});
