import { expectAccessible } from './axe';
import { admin, expect, test, visit } from './shop';

test.use({ fresh: true, locale: 'de-DE', colorScheme: 'dark', viewport: { width: 390, height: 800 } });

test('in German, dark and on a phone, as the browser asks for it', async ({ page, shop }) => {
  const order = await shop.order('Ada Lovelace');
  await page.goto('/admin/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('button', { name: 'Anmelden' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'E-Mail' }).fill(admin.email);
  await page.getByRole('textbox', { name: 'Passwort' }).fill(admin.password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await expect(page.getByRole('heading', { name: 'Übersicht', level: 1 })).toBeVisible();
  await visit(page, `/orders/${order.id}`, order.number);
  await expect(page.getByText(/^\d+,\d{2}\s€$/).first()).toBeVisible();
});
