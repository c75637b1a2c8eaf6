import { violations } from './axe';
import { turnTo } from './pages';
import { expect, signIn, test } from './shop';

interface Product { id: string; variants: { price: number }[]; tags: string[] }

test('prices of all that match the filters are changed in the background, and put back', async ({ page, shop, consoleErrors }) => {
  const make = (name: string, price: number) => shop.asAdmin<Product>('POST', '/v1/admin/products', {
    name, status: 'active', tags: ['in bulk'], variants: [{ sku: name.toUpperCase(), price }],
  });
  const priceOf = async (id: string) => (await shop.asAdmin<Product>('GET', `/v1/admin/products/${id}`)).variants[0]?.price;
  const [good, cheap] = [await make('Bulk good', 10), await make('Bulk cheap', 0.01)];
  await signIn(page);
  await turnTo(page, `/products?filter=${encodeURIComponent('{"tag":"in bulk"}')}`);
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Change…' }).click();
  const dialog = page.getByRole('dialog');
  const choose = async (field: string, choice: string | RegExp) => {
    await dialog.getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: choice }).click();
  };
  await choose('Products', 'all 2 that match the filters');
  await choose('Change', 'Raise or lower prices');
  await dialog.getByRole('textbox', { name: 'Percent' }).fill('-100');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Percent' })).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('textbox', { name: 'Percent' }).fill('-60.5');
  await dialog.getByRole('button', { name: 'Start' }).click();

  await expect(page.getByRole('main').getByText('2 of 2 done.')).toBeVisible();
  await expect(page.getByRole('row', { name: /Bulk cheap/ })).toContainText('Failed');
  await expect(page.getByRole('row', { name: /Bulk cheap/ })).toContainText('variants/0/price');
  expect(await violations(page)).toEqual([]);
  expect([await priceOf(good.id), await priceOf(cheap.id)]).toEqual([3.95, 0.01]);
  await page.getByRole('tab', { name: 'Failed' }).click();
  await expect(page.getByRole('row', { name: /Bulk good/ })).toHaveCount(0);

  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('main').getByText('1 of 1 done.')).toBeVisible();
  expect(await priceOf(good.id)).toBe(10);
  await turnTo(page, '/bulk-edits');
  await expect(page.getByRole('row', { name: /Undo of: Raise or lower prices: -60.5 %/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('422')]);
});
