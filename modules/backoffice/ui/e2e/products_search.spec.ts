import { expectAccessible } from './axe';
import { change, turnTo } from './pages';
import { expect, signIn, test } from './shop';

interface Product {
  id: string;
  seo: { title: string | null; description: string | null };
  tags: string[];
  mpn: string | null;
  condition: string;
  variants: { gtin: string | null }[];
}

test('what a product is found by is typed, refused where it is wrong, and kept by other changes', async ({ page, shop, consoleErrors }) => {
  const made = await shop.asAdmin<Product>('POST', '/v1/admin/products', { name: 'Sought jug', status: 'active', variants: [{ sku: 'SOUGHT', price: 20 }] });
  const read = () => shop.asAdmin<Product>('GET', `/v1/admin/products/${made.id}`);
  await signIn(page);
  await turnTo(page, `/products/${made.id}/edit?tab=search`);
  await page.getByLabel('Tags').fill('Glass, rare sought tag, glass');
  await page.getByLabel('Tags').press('Enter');
  await expect(page.getByRole('button', { name: 'rare sought tag' })).toBeVisible();
  await page.getByLabel('Title for search engines').fill('A jug that is sought');
  await expect(page.getByText('20 of some 60 characters')).toBeVisible();
  await page.getByLabel('Description for search engines').fill('Blown by hand.');
  await page.getByLabel('Manufacturer’s number (MPN)').fill('J-1');
  await page.getByRole('combobox', { name: 'Condition' }).click();
  await page.getByRole('option', { name: 'Used' }).click();
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Variants' }).click();
  await page.getByLabel('Barcode (GTIN), Variant 1').fill('4006381333932');
  await page.getByRole('tab', { name: 'Basics' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  // The check digit is wrong.
  await expect(page.getByLabel('Barcode (GTIN), Variant 1')).toBeFocused();
  await expect(page.getByText('1 field is not right.')).toBeVisible();
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('422')]);
  await expectAccessible(page);
  await page.getByLabel('Barcode (GTIN), Variant 1').fill('4006381333931');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Sought jug is saved.').first()).toBeVisible();
  const saved = {
    seo: { title: 'A jug that is sought', description: 'Blown by hand.' }, tags: ['Glass', 'rare sought tag'], mpn: 'J-1', condition: 'used',
    variants: [{ gtin: '4006381333931' }],
  };
  expect(await read()).toMatchObject(saved);

  // Who changes something else loses none of it, and a tag that is taken off is gone.
  await change(page, { lang: 'de', theme: 'light' });
  await turnTo(page, `/products/${made.id}/edit`);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Krug');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await expect(page.getByText('Krug ist gespeichert.')).toBeVisible();
  expect(await read()).toMatchObject(saved);
  await turnTo(page, `/products/${made.id}`);
  await expect(page.getByText('Glass, rare sought tag')).toBeVisible();
  await expect(page.getByRole('cell', { name: '4006381333931' })).toBeVisible();
  await turnTo(page, '/products');
  await page.getByLabel('Schlagwort', { exact: true }).fill('Rare Sought Tag');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'Krug', exact: true })).toBeVisible();
  await expectAccessible(page);
});
