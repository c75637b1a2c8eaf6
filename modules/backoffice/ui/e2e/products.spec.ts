import type { Locator } from '@playwright/test';
import { expectAccessible } from './axe';
import { change, turnTo } from './pages';
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
  await page.getByRole('main').getByLabel('Name, SKU, tag or barcode').fill('KÄSE');
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

test('an option that is taken away asks for what hangs on it, and commas part values', async ({ page, shop }) => {
  const made = await shop.asAdmin<{ id: string; variants: { id: string }[] }>('POST', '/v1/admin/products', {
    name: 'Option cup', options: [{ name: 'Color', values: ['White', 'Blue'] }],
    variants: [{ sku: 'OC-W', options: { Color: 'White' }, price: 10, weightGrams: 300 }, { sku: 'OC-B', options: { Color: 'Blue' }, price: 10 }],
  });
  await expect.poll(() => shop.asAdmin('PUT', '/v1/admin/stock', { items: [{ variantId: made.variants[1]!.id, onHand: 8 }] })
    .then((answer) => (answer as { results: { ok: boolean }[] }).results[0]!.ok)).toBe(true);
  await signIn(page);
  await turnTo(page, `/products/${made.id}/edit?tab=variants`);
  const values = page.getByRole('combobox', { name: 'Values' });
  await values.fill('Red, 0,5 l');
  await values.press('Enter');
  await expect(page.getByLabel('SKU, Red')).toBeVisible();
  await expect(page.getByLabel('SKU, 0,5 l')).toBeVisible();
  await expect(page.getByLabel('Weight (g), Red')).toHaveValue('');
  const dialog = page.getByRole('dialog', { name: 'Leave 1 variant out?' });
  const remove = () => page.locator('.MuiChip-root', { hasText: 'Blue' }).locator('.MuiChip-deleteIcon').click();
  await remove();
  await expect(dialog.getByRole('row', { name: 'Blue · OC-B 8 0' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel('SKU, Blue')).toBeVisible();
  await remove();
  await dialog.getByRole('button', { name: 'Leave out' }).click();
  await expect(page.getByLabel('SKU, Blue')).toHaveCount(0);
  page.on('dialog', (question) => question.accept()); // what is not saved
});

test('pictures are seen, dragged, and made smaller where they are too large', async ({ page, shop }) => {
  const made = await shop.asAdmin<{ id: string }>('POST', '/v1/admin/products', { name: 'Picture cup', variants: [{ sku: 'PICTURE-CUP', price: 10 }] });
  await signIn(page);
  await turnTo(page, `/products/${made.id}/edit?tab=images`);
  // Noise that no encoder makes small: 3000 × 2000 points are more than 8 MiB as PNG.
  await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [3000, 2000];
    const context = canvas.getContext('2d')!;
    const points = context.createImageData(canvas.width, canvas.height);
    for (let i = 0, seed = 1; i < points.data.length; i++) {
      seed = (seed * 48_271) % 2_147_483_647;
      points.data[i] = i % 4 === 3 ? 255 : seed & 255;
    }
    context.putImageData(points, 0, 0);
    const file = (blob: Blob | null, name: string) => new File([blob!], name, { type: 'image/png' });
    const png = (of: HTMLCanvasElement) => new Promise<Blob | null>((resolve) => of.toBlob(resolve, 'image/png'));
    const files = new DataTransfer();
    files.items.add(file(await png(canvas), 'large.png'));
    [canvas.width, canvas.height] = [2, 2];
    files.items.add(file(await png(canvas), 'small.png'));
    const chooser = document.querySelector<HTMLInputElement>('[data-testid="picture-file"]')!;
    chooser.files = files.files;
    chooser.dispatchEvent(new Event('change', { bubbles: true }));
  });
  const second = page.getByRole('group', { name: 'picture 2' });
  await expect(second.locator('img')).toBeVisible();
  const first = page.getByRole('group', { name: 'picture 1' });
  await expect(first.getByText('Main picture')).toBeVisible();
  const main = await second.getByText(/^(large|small)\.\w+$/).textContent();
  await second.locator('img').dragTo(first);
  await expect(first.getByText(main!)).toBeVisible();
  await expectAccessible(page);

  // A variant has one of them as its own, before they are saved.
  await page.getByRole('tab', { name: 'Variants' }).click();
  await page.getByRole('combobox', { name: 'Picture, Variant 1' }).click();
  await page.getByRole('option', { name: 'picture 2' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Picture cup is saved.')).toBeVisible();
  const saved = await shop.asAdmin<{ images: { mediaId: string }[]; variants: { mediaId: string }[] }>('GET', `/v1/admin/products/${made.id}`);
  expect(saved.variants[0]!.mediaId).toBe(saved.images[1]!.mediaId);
  await expect(page.getByRole('combobox', { name: 'Picture, Variant 1' })).toContainText('picture 2');
  await expectAccessible(page);
  const { data } = await shop.asAdmin<{ data: { bytes: number; url: string; width: number }[] }>('GET', '/v1/admin/media?q=large');
  expect(data[0]).toMatchObject({ width: 3000 });
});

test('prices are typed and shown as the language has them', async ({ page, shop, consoleErrors }) => {
  const made = await shop.asAdmin<{ id: string }>('POST', '/v1/admin/products', { name: 'Preistasse', variants: [{ sku: 'PREIS', price: 12.5 }] });
  await signIn(page);
  await change(page, { lang: 'de', theme: 'light' });
  await turnTo(page, `/products/${made.id}/edit?tab=variants`);
  const price = page.getByRole('textbox', { name: /^Preis, / });
  await expect(price).toHaveValue('12,50');
  await price.fill('1.305,49 €');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await expect(page.getByText('Preistasse ist gespeichert.')).toBeVisible();
  await expect(price).toHaveValue('1305,49');
  expect(await shop.asAdmin('GET', `/v1/admin/products/${made.id}`)).toMatchObject({ variants: [{ price: 1305.49 }] });
  await turnTo(page, '/shipping');
  await page.getByRole('button', { name: 'Neue Versandart' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Preisweg');
  await dialog.getByRole('combobox', { name: 'Länder' }).fill('Österr');
  await page.getByRole('option', { name: 'Österreich (AT)' }).click();
  await dialog.getByLabel('Preis in EUR').fill('5,495');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(dialog.getByLabel('Preis in EUR')).toHaveAccessibleDescription(/höchstens 2 Nachkommastellen/);
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('422')]);
  await dialog.getByLabel('Preis in EUR').fill('5,49 €');
  // The mark is gone.
  await expect(dialog.getByLabel('Preis in EUR')).not.toHaveAccessibleDescription(/Nachkommastellen/);
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  const row = page.getByRole('row', { name: /Preisweg/ });
  await expect(row).toContainText('5,49');
  await row.getByRole('button', { name: 'Löschen' }).click();
  await dialog.getByRole('button', { name: 'Löschen' }).click();
  await expect(row).toHaveCount(0);
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
  const search = await boxOf(page.getByRole('main').getByLabel('Name, SKU, tag or barcode'));
  const brand = await boxOf(page.getByRole('combobox', { name: 'Brand' }));
  const category = await boxOf(page.getByRole('combobox', { name: 'Category' }));
  expect(search.width).toBeGreaterThan(280);
  expect(search.y).toBeLessThan(brand.y);
  expect(category.y).toBe(brand.y);
  expect(category.x).toBeGreaterThan(brand.x);
});
