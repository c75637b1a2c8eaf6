import { expectAccessible } from './axe';
import { expect, signIn, test } from './shop';

test.use({ bypassCSP: true }); // for axe's script

test('every page of the menu opens and is accessible', async ({ page, shop }) => {
  test.setTimeout(300_000); // 25 pages
  await shop.order('Ada Lovelace');
  await signIn(page);
  const heading = page.getByRole('heading', { level: 1 });
  const links = await page.getByRole('main').getByRole('menuitem').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(links.length).toBeGreaterThan(20);
  for (const link of [...links.slice(1), '/admin/account']) {
    const before = (await heading.textContent()) ?? '';
    if (link === '/admin/account') {
      await page.getByRole('button', { name: 'Administrator' }).click();
      await page.getByRole('menuitem', { name: 'My account' }).click();
    } else {
      await page.getByRole('main').locator(`[role="menuitem"][href="${link}"]`).click();
    }
    await expect(page).toHaveURL((url) => url.pathname === link);
    await expect(heading).not.toHaveText(before);
    await test.step(link, () => expectAccessible(page));
  }
});

test.describe('signed out', () => {
  test.use({ fresh: true });

  test('the sign-in page is accessible', async ({ page }) => {
    await page.goto('/admin/');
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await expectAccessible(page);
  });
});
