import { violations } from './axe';
import { turnTo } from './pages';
import { expect, signIn, test } from './shop';

interface Product { id: string; variants: { price: number }[] }
interface Plan { id: string; startsAt: string; endsAt: string }

test('a plan is made of pasted lines, in the time of the shop, and changed before it begins', async ({ page, shop, consoleErrors }) => {
  await shop.asAdmin('POST', '/v1/admin/products', { name: 'Planned cup', status: 'active', variants: [{ sku: 'PLAN-CUP', price: 10 }] });
  await shop.asAdmin('POST', '/v1/admin/products', { name: 'Planned pot', status: 'active', variants: [{ sku: 'PLAN-POT', price: 20 }] });
  await signIn(page);
  await turnTo(page, '/price-plans');
  await page.getByRole('button', { name: 'New price plan' }).click();
  const dialog = page.getByRole('dialog');
  const year = new Date().getFullYear() + 1;
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Summer sale');
  await dialog.getByLabel(/^Starts/).fill(`${year}-07-01T00:00`);
  await dialog.getByLabel(/^Ends/).fill(`${year}-07-08T00:00`);
  const lines = dialog.getByRole('textbox', { name: 'Prices' });
  await lines.fill('sku,price\nPLAN-CUP,8.50\nPLAN-NONE,7');
  await dialog.getByRole('combobox', { name: 'Add the variants of a product' }).fill('Planned pot');
  await page.getByRole('option', { name: 'Planned pot' }).click();
  await expect(lines).toHaveValue('sku,price\nPLAN-CUP,8.50\nPLAN-NONE,7\nPLAN-POT; 20.00');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText(/^Line 3: /)).toBeVisible();
  await lines.fill('sku,price\nPLAN-CUP,8.50\nPLAN-POT; 18.00; 20; rrp');
  await dialog.getByRole('button', { name: 'Save' }).click();

  await expect(page.getByRole('row', { name: /Planned pot/ })).toContainText('Waiting');
  expect(await violations(page)).toEqual([]);
  const plans = await shop.asAdmin<{ data: Plan[] }>('GET', '/v1/admin/price-plans');
  expect(plans.data[0]?.startsAt).toBe(`${year}-06-30T22:00:00.000Z`); // the shop is in Berlin
  await page.getByRole('button', { name: 'Change prices and products' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Prices' })).toHaveValue('PLAN-CUP; 8.50\nPLAN-POT; 18.00; 20.00; rrp');
  await dialog.getByRole('textbox', { name: 'Prices' }).fill('PLAN-CUP; 8');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: /Planned pot/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Cancel the plan' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the plan' }).click();
  await expect(page.getByRole('row', { name: /Planned cup/ })).toContainText('Not done');
  await turnTo(page, '/price-plans');
  await expect(page.getByRole('row', { name: /Summer sale/ })).toContainText('Cancelled');
  expect(await violations(page)).toEqual([]);
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('422')]);
});

test('a plan begins while it is looked at, and its prices come back when it is ended', async ({ page, shop }) => {
  const product = await shop.asAdmin<Product>('POST', '/v1/admin/products', { name: 'Sudden cup', status: 'active', variants: [{ sku: 'SUDDEN', price: 10 }] });
  const priceNow = async () => (await shop.asAdmin<Product>('GET', `/v1/admin/products/${product.id}`)).variants[0]?.price;
  await signIn(page);
  const plan = await shop.asAdmin<Plan>('POST', '/v1/admin/price-plans', {
    name: 'Sudden sale', startsAt: new Date(Date.now() + 10_000).toISOString(), prices: [{ sku: 'SUDDEN', price: 6 }],
  });
  await turnTo(page, `/price-plans/${plan.id}`);
  await expect(page.getByRole('row', { name: /Sudden cup/ })).toContainText('Done', { timeout: 60_000 });
  expect(await priceNow()).toBe(6);
  await page.getByRole('button', { name: 'End now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End now' }).click();
  await expect(page.getByRole('row', { name: /Sudden cup/ })).toContainText('Price is back', { timeout: 60_000 });
  expect(await priceNow()).toBe(10);
});
