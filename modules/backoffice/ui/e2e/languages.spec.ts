import { expectAccessible } from './axe';
import { admin, expect, test, visit } from './shop';

test.use({ fresh: true, locale: 'de-DE', bypassCSP: true, colorScheme: 'dark', viewport: { width: 390, height: 800 } });

test('in German, dark and on a phone', async ({ page, shop }) => {
  const order = await shop.order('Ada Lovelace');
  await page.goto('/admin/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.getByRole('textbox', { name: 'E-Mail' }).fill(admin.email);
  await page.getByRole('textbox', { name: 'Passwort' }).fill(admin.password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await expect(page.getByRole('heading', { name: 'Übersicht', level: 1 })).toBeVisible();
  await expectAccessible(page);
  const pages = { '/orders': 'Bestellungen', [`/orders/${order.id}`]: order.number, '/stock': 'Bestand', '/account': 'Mein Konto' };
  for (const [path, heading] of Object.entries(pages)) {
    await visit(page, path, heading);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
  }
  await visit(page, `/orders/${order.id}`, pages[`/orders/${order.id}`]!);
  await expect(page.getByText(/^\d+,\d{2}\s€$/).first()).toBeVisible();
});
