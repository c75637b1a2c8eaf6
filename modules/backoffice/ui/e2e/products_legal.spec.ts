import { expectAccessible } from './axe';
import { change, turnTo } from './pages';
import { expect, signIn, test } from './shop';

interface Product {
  id: string;
  manufacturer: unknown;
  variants: { compareAtKind: string; compareAtPrice: number | null; content: unknown; lowestPrice30d: number | null }[];
}

test('what the law asks of a product is typed, refused where it is wrong, and kept by other changes', async ({ page, shop, consoleErrors }) => {
  const made = await shop.asAdmin<Product>('POST', '/v1/admin/products', { name: 'Lawful beans', status: 'active', variants: [{ sku: 'LAWFUL', price: 20 }] });
  const path = `/v1/admin/products/${made.id}`;
  const read = () => shop.asAdmin<Product>('GET', path);
  await signIn(page);
  await turnTo(page, `/products/${made.id}/edit?tab=variants`);
  await page.getByLabel('Price, Variant 1', { exact: true }).fill('14.90');
  await page.getByLabel('Compare-at price, Variant 1').fill('25');
  await page.getByLabel('Content, Variant 1').fill('0.25');
  await page.getByRole('button', { name: 'Save' }).click();
  // The unit is missing.
  await expect(page.getByText('1 field is not right.')).toBeVisible();
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('422')]);
  await page.getByRole('combobox', { name: 'Unit, Variant 1' }).click();
  await page.getByRole('option', { name: 'kg' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/Lowest price of the 30 days before: €20\.00/)).toBeVisible();
  await expectAccessible(page);
  expect((await read()).variants).toMatchObject([{ compareAtKind: 'was', compareAtPrice: 25, content: { amount: 0.25, unit: 'kg' }, lowestPrice30d: 20 }]);

  await page.getByRole('combobox', { name: 'What it compares with, Variant 1' }).click();
  await page.getByRole('option', { name: 'RRP' }).click();
  await page.getByRole('tab', { name: 'Manufacturer and safety' }).click();
  const manufacturer = page.getByRole('group', { name: 'Manufacturer', exact: true });
  await manufacturer.getByLabel('Name').fill('Moka GmbH');
  await manufacturer.getByLabel('Address').fill('Am Kai 4');
  await manufacturer.getByLabel('Email or website').fill('call us');
  await page.getByRole('combobox', { name: 'Right of withdrawal' }).click();
  await page.getByRole('option', { name: 'None: can spoil quickly' }).click();
  await page.getByRole('button', { name: 'Add a text' }).click();
  await page.getByLabel('Text 1', { exact: true }).fill('Hot.');
  await page.getByRole('tab', { name: 'Basics' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(manufacturer.getByLabel('Email or website')).toBeFocused();
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('422')]);
  await expectAccessible(page);
  await manufacturer.getByLabel('Email or website').fill('safety@moka.example');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Lawful beans is saved.').first()).toBeVisible();
  const saved = {
    manufacturer: { name: 'Moka GmbH', address: 'Am Kai 4', contact: 'safety@moka.example' }, responsiblePerson: null,
    safety: [{ locale: 'en', text: 'Hot.' }], withdrawalExcluded: 'perishable',
    variants: [{ compareAtKind: 'rrp', content: { amount: 0.25, unit: 'kg' }, lowestPrice30d: null }],
  };
  expect(await read()).toMatchObject(saved);

  // Whoever changes something else loses none of it; in German the content has a comma.
  await change(page, { lang: 'de', theme: 'light' });
  await turnTo(page, `/products/${made.id}/edit?tab=variants`);
  await expect(page.getByLabel('Inhalt, Variante 1')).toHaveValue('0,25');
  await page.getByLabel('Preis, Variante 1', { exact: true }).fill('13,90');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await expect(page.getByText('Lawful beans ist gespeichert.')).toBeVisible();
  expect(await read()).toMatchObject(saved);
  await page.getByRole('tab', { name: 'Hersteller und Sicherheit' }).click();
  await page.getByRole('button', { name: 'Text 1 entfernen' }).click();
  await page.getByRole('button', { name: 'Speichern' }).click();
  await expect(page.getByLabel('Text 1', { exact: true })).toHaveCount(0);
  await expect.poll(read).toMatchObject({ ...saved, safety: [] });
});
