import type { Locator } from '@playwright/test';
import { turnTo } from './pages';
import { expect, settled, signIn, test, visit } from './shop';

test('products are filtered, sorted and published together', async ({ page, shop }) => {
  const names = ['Zeta cup', 'Alpha cup'];
  const variants: string[] = [];
  for (const name of names) {
    const made = await shop.asAdmin<{ variants: { id: string }[] }>('POST', '/v1/admin/products', { name, taxClass: 'zero', variants: [{ sku: `${name.slice(0, 1)}-Käse-1`, price: name === names[0] ? 5 : 9 }] });
    variants.push(made.variants[0]!.id);
  }
  await signIn(page);
  await turnTo(page, '/products');
  await page.getByRole('main').getByLabel('Name or SKU').fill('KÄSE');
  const rows = page.getByRole('row').filter({ hasText: ' cup' });
  await expect(rows).toHaveCount(2);
  await page.getByRole('combobox', { name: 'VAT class' }).click();
  await page.getByRole('option', { name: 'none' }).click();
  await page.getByRole('combobox', { name: 'Stock' }).click();
  await page.getByRole('option', { name: 'Sold out' }).click();
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect(rows.first()).toContainText('Alpha cup');
  await page.getByRole('button', { name: 'From', exact: true }).click();
  await expect(rows.first()).toContainText('Zeta cup');

  // The view stands in the address.
  await expect(page).toHaveURL(/taxClass.*zero/);
  await page.reload();
  await expect(rows.first()).toContainText('Zeta cup');
  await expect(rows).toHaveCount(2);
  await expect(rows.first().getByText('Sold out')).toBeVisible();

  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await page.getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(dialog.getByRole('status')).toContainText('2');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(rows.getByText('In the shop')).toHaveCount(2);

  await shop.asAdmin('PUT', '/v1/admin/stock', { items: [{ variantId: variants[0], onHand: 3 }, { variantId: variants[1], onHand: 60 }] });
  await expect.poll(() => shop.asAdmin<{ data: { variants: { available: number }[] }[] }>('GET', '/v1/admin/products?q=käse')
    .then(({ data }) => data.map((p) => p.variants[0]!.available).sort())).toEqual([3, 60]);
  await page.goto('/admin/products?filter={"q":"käse"}');
  await expect(rows.filter({ hasText: 'Zeta cup' }).getByText('Low')).toBeVisible();
  await expect(rows.filter({ hasText: 'Alpha cup' }).getByText('Low')).toHaveCount(0);
});

test('a product is edited: options make variants, prices are checked, and a fault is found on its tab', async ({ page, shop, consoleErrors }) => {
  const made = await shop.asAdmin<{ id: string; variants: { id: string }[] }>('POST', '/v1/admin/products', {
    name: 'Editor cup', options: [{ name: 'Color', values: ['White'] }], variants: [{ sku: 'EC-W', options: { Color: 'White' }, price: 10 }],
  });
  await signIn(page);
  await turnTo(page, `/products/${made.id}/edit?tab=variants`);
  await page.getByRole('combobox', { name: 'Values' }).fill('Black');
  await page.getByRole('combobox', { name: 'Values' }).press('Enter');
  await page.getByLabel('SKU, Black').fill('EC-B');
  await page.getByRole('button', { name: 'Add a price for a quantity, White' }).click();
  await page.getByLabel('From 1, White').fill('10');
  await page.getByLabel('Price 1, White').fill('12');
  await expect(page.getByText('Prices must fall.')).toBeVisible();
  await page.getByLabel('Price 1, White').fill('8');
  await expect(page.getByText('1–9: €10.00 · from 10: €8.00')).toBeVisible();

  const price = page.getByLabel('Price, Black', { exact: true });
  await price.fill('cheap');
  await page.getByRole('tab', { name: 'Basics' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(price).toBeFocused();
  await expect(page.getByText('1 field is not right.')).toBeVisible();
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('422')]);
  await price.fill('9,50');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Editor cup is saved.')).toBeVisible();
  const saved = await shop.asAdmin<{ variants: { id: string; sku: string; price: number; wholesalePrices: unknown[] }[] }>('GET', `/v1/admin/products/${made.id}`);
  expect(saved.variants).toMatchObject([{ id: made.variants[0]!.id, sku: 'EC-W', wholesalePrices: [{ minQuantity: 10, price: 8 }] }, { sku: 'EC-B', price: 9.5 }]);

  await shop.asAdmin('PATCH', `/v1/admin/products/${made.id}`, { name: 'Other cup' });
  await page.getByRole('tab', { name: 'Basics' }).click();
  await page.getByRole('textbox', { name: 'Description' }).fill('Mine.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('radio', { name: 'Take theirs: Other cup' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Keep mine: Mine.' })).toBeChecked();
  await page.getByRole('button', { name: 'Save what is chosen' }).click();
  await expect(page.getByText('Other cup is saved.')).toBeVisible();
  expect(await shop.asAdmin('GET', `/v1/admin/products/${made.id}`)).toMatchObject({ name: 'Other cup', description: 'Mine.' });

  await shop.asAdmin('PATCH', `/v1/admin/products/${made.id}`, { name: 'Third cup' });
  await page.getByRole('textbox', { name: 'Description' }).fill('Mine again.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('radio', { name: 'Keep mine: Other cup' }).check();
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('412'), expect.stringContaining('412')]);
  await page.getByRole('button', { name: 'Take theirs' }).click();
  await expect(page.getByRole('textbox', { name: /^Name\s*\*?$/ })).toHaveValue('Third cup');
});

test('a published product is opened in the shop', async ({ page, shop }) => {
  const made: Record<string, string> = {};
  for (const status of ['active', 'draft']) {
    const product = await shop.asAdmin<{ id: string }>('POST', '/v1/admin/products', { name: `Theta ${status}`, status, variants: [{ sku: `THETA-${status}`, price: 5 }] });
    made[status] = product.id;
  }
  const link = page.getByRole('main').getByRole('link', { name: 'Open in the shop' });
  const at = 'https://shop.example/products/theta-active';
  await page.goto(`/admin/products/${made.active}`);
  await expect(link).toHaveAttribute('href', at);
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', /noopener/);
  await visit(page, `/products/${made.draft}`, 'Theta draft');
  await expect(link).toHaveCount(0);
  await visit(page, `/products?filter=${encodeURIComponent('{"q":"theta-"}')}`, 'Products');
  await expect(page.getByRole('row')).toHaveCount(3);
  await expect(link).toHaveCount(1);
  await expect(link).toHaveAttribute('href', at);

  // Without the setting there is no link.
  await page.route('**/v1/admin/settings', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), productUrl: null } });
  });
  const read = page.waitForResponse('**/v1/admin/settings');
  await page.reload();
  await read;
  await settled(page);
  await expect(page.getByRole('row')).toHaveCount(3);
  await expect(link).toHaveCount(0);
});

test('on a phone filters stand two in a row, below the search', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin/products');
  await settled(page);
  const boxOf = async (field: Locator) => (await field.boundingBox())!;
  const search = await boxOf(page.getByRole('main').getByLabel('Name or SKU'));
  const brand = await boxOf(page.getByRole('combobox', { name: 'Brand' }));
  const category = await boxOf(page.getByRole('combobox', { name: 'Category' }));
  expect(search.width).toBeGreaterThan(280);
  expect(search.y).toBeLessThan(brand.y);
  expect(category.y).toBe(brand.y);
  expect(category.x).toBeGreaterThan(brand.x);
});
