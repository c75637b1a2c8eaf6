import { readFile } from 'node:fs/promises';
import { type Method, priceFor, type Rate } from '../src/shipping/price';
import { expectAccessible } from './axe';
import { turnTo } from './pages';
import { expect, type Shop, signIn, test } from './shop';

const make = (shop: Shop, method: object) =>
  shop.asAdmin<Method>('POST', '/v1/admin/shipping-methods', { price: 5, minDays: 1, maxDays: 2, ...method });

const refused = expect.stringContaining('422');

test('rates are a table: rows are added, copied, sorted, and refused at their cells', async ({ page, shop, consoleErrors }) => {
  const { id } = await make(shop, { name: 'Table way', countries: ['DE', 'AT'], active: false });
  const path = `/v1/admin/shipping-methods/${id}`;
  await signIn(page);
  await turnTo(page, '/shipping');
  await page.getByRole('link', { name: 'Table way' }).click();
  await expect(page.getByText('Each parcel costs the same.')).toBeVisible();
  const cell = (name: string, row: number) => page.getByLabel(`${name}, row ${row}`, { exact: true });
  const press = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click();
  const choose = async (row: number, country: string) => {
    await cell('Countries', row).fill(country);
    await page.getByRole('option', { name: country }).click();
    await page.keyboard.press('Escape');
  };

  await press('Add a row');
  await expect(cell('Countries', 1)).toBeFocused();
  await cell('Price (EUR)', 1).fill('4.90');
  await press('Copy row 1');
  await cell('From weight (g)', 2).fill('-5');
  await cell('Postal codes begin with', 2).fill('258, 25849');
  await press('Save the rates');
  await expect(cell('From weight (g)', 2)).toBeFocused();
  await expect(cell('From weight (g)', 2)).toHaveAccessibleDescription(/^is too small or too large/);
  await cell('From weight (g)', 2).fill('');
  await expect(cell('From weight (g)', 2)).not.toHaveAccessibleDescription(/./);
  await press('Save the rates');
  await expect(cell('Countries', 2)).toHaveAccessibleDescription(/^is missing/);
  await choose(2, 'Germany');
  await press('Copy row 2');
  await press('Save the rates');
  await expect(page.getByRole('row').nth(3)).toContainText('an earlier row has');
  expect(consoleErrors.splice(0)).toEqual([refused, refused, refused]);
  await cell('Postal codes begin with', 3).fill('');
  await expect(page.getByRole('row').nth(3)).not.toContainText('an earlier row has');
  await cell('Price (EUR)', 3).fill('3,90');
  await press('Copy row 3');
  await press('Remove row 4');
  await expectAccessible(page);
  await press('Sort');
  await press('Save the rates');
  await expect(page.getByText('Saved: 3 rows.')).toBeVisible();
  const rate = (price: number, countries: string[] = [], postalPrefixes: string[] = []) => ({ countries, postalPrefixes, fromGrams: 0, fromGoods: 0, price });
  const table = [rate(4.9), rate(3.9, ['DE']), rate(4.9, ['DE'], ['258', '25849'])];
  expect(await shop.asAdmin('GET', path)).toMatchObject({ rates: table });

  await test.step('another name of another admin does not matter, another table does', async () => {
    await shop.asAdmin('PATCH', path, { name: 'Their way' });
    await cell('Price (EUR)', 1).fill('6');
    await press('Save the rates');
    await expect(page.getByRole('heading', { name: 'Their way', level: 1 })).toBeVisible();
    await shop.asAdmin('PATCH', path, { rates: [{ price: 9 }] });
    await cell('Price (EUR)', 1).fill('7');
    await press('Save the rates');
    await expect(page.getByText('Theirs have 1 row.')).toBeVisible();
    await press('Keep mine');
    await expect(page.getByText('Theirs have 1 row.')).toHaveCount(0);
    expect(await shop.asAdmin('GET', path)).toMatchObject({ rates: [{ price: 7 }, {}, {}] });
    expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('412'), expect.stringContaining('412')]);
  });

  await test.step('a file takes the place of the table, as a whole or not at all', async () => {
    const download = page.waitForEvent('download');
    await press('Export CSV');
    const file = await readFile(await (await download).path(), 'utf8');
    expect(file).toContain('countries,postalPrefixes,fromGrams,fromGoods,price');
    expect(file).toContain('DE,258 25849,0,0.00,4.90');
    const choose = (text: string) => page.getByLabel('Import CSV').setInputFiles({ name: 'rates.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await choose('price;countries\n4,90;DE\n5,90;FR\n');
    await expect(page.getByRole('alert')).toContainText('line 3');
    expect(consoleErrors.splice(0)).toEqual([refused]);
    expect(await shop.asAdmin('GET', path)).toMatchObject({ rates: [{ price: 7 }, {}, {}] });
    await choose('price;countries\n4,90;DE\n5,90;AT\n');
    await expect(page.getByText('Saved: 2 rows.')).toBeVisible();
    await expect(cell('Price (EUR)', 2)).toHaveValue('5.90');
    await cell('Price (EUR)', 2).fill('6');
    await expect(page.getByRole('button', { name: 'Import CSV' })).toBeDisabled();
    await press('Undo changes');
    await expect(cell('Price (EUR)', 2)).toHaveValue('5.90');
  });
});

/** The worked examples of the contract: shop.md, section 8. Goods are less promotions. */
const row = (price: number, countries: string[] = [], fromGrams = 0, fromGoods = 0, postalPrefixes: string[] = []): Rate =>
  ({ countries, postalPrefixes, fromGrams, fromGoods, price });
const examples = {
  method: {
    name: 'Example way', countries: ['DE', 'AT', 'CH', 'LI'], freeFrom: 100,
    rates: [
      row(14.9), row(4.9, ['DE']), row(8.9, ['DE'], 5000), row(2.9, ['DE'], 0, 50), row(9.9, ['DE'], 0, 0, ['258']), row(19.9, ['DE'], 0, 0, ['25849', '25859']),
      row(12.9, ['DE'], 5000, 0, ['258']), row(9.9, ['AT']), row(17.9, ['AT'], 10_000), row(5.9, ['AT'], 0, 80),
    ],
  },
  packagingGrams: 100,
  parcels: [
    ['DE', '10115', 20, 4899, 4.9], ['DE', '10115', 20, 4900, 8.9], ['DE', '10115', 49.99, 300, 4.9], ['DE', '10115', 50, 300, 2.9],
    ['DE', '10115', 60, 9000, 2.9], ['FR', '75001', 20, 300, null], ['DE', '10115', 49.5, 300, 4.9], ['DE', '10115', 94.5, 300, 2.9],
    ['DE', '10115', 100, 300, 0], ['DE', '10115', 10, 5000, 8.9], ['DE', '25 849', 20, 300, 19.9], ['DE', '25849', 20, 9000, 19.9],
    ['DE', '25899', 20, 4900, 12.9], ['DE', '25899', 60, 300, 9.9], ['AT', '1010', 20, 9900, 17.9], ['AT', '1010', 90, 12_000, 5.9],
    ['CH', '8001', 20, 300, 14.9], ['CH', '8001', 100, 300, 0], ['DE', '', 20, 300, 4.9],
  ] as [country: string, postalCode: string, goods: number, grams: number, price: number | null][],
};

/** What is asked where no VAT is: out of the EU. */
const withoutVAT = (price: number) => Math.round(price * 100 / 1.19) / 100;

test('a parcel is tried: the page and the service agree on every example of the contract', async ({ page, shop }) => {
  const { packagingGrams, parcels } = examples;
  await shop.asAdmin('PUT', '/v1/admin/settings/checkout', { packagingGrams });
  const method = await make(shop, examples.method);
  const product = await shop.asAdmin<{ id: string; variants: { id: string }[] }>('POST', '/v1/admin/products', {
    name: 'Example parcel', status: 'active', taxClass: 'zero', options: [{ name: 'Example', values: parcels.map((_, i) => `${i}`) }],
    variants: parcels.map(([, , price, weightGrams], i) => ({ sku: `EXAMPLE-${i}`, price, weightGrams, options: { Example: `${i}` } })),
  });
  const stock = product.variants.map(({ id }) => ({ variantId: id, onHand: 1 }));
  await expect.poll(() => shop.asAdmin<{ results: { ok: boolean }[] }>('PUT', '/v1/admin/stock', { items: stock }).then(({ results }) => results.every((r) => r.ok))).toBe(true);
  for (const [i, [country, postalCode, goods, grams, price]] of parcels.entries()) {
    const { cartToken } = await shop.call<{ cartToken: string }>('POST', '/v1/carts', {});
    const cart = { 'X-Cart-Token': cartToken };
    await shop.call('POST', '/v1/cart/items', { productId: product.id, variantId: product.variants[i]!.id, quantity: 1 }, cart);
    const options = await shop.call<{ id: string; price: number }[]>('GET', `/v1/shipping-methods?country=${country}&postalCode=${encodeURIComponent(postalCode)}`, undefined, cart);
    const found = priceFor(method, { country, postalCode, goods, grams: grams + packagingGrams });
    const mine = typeof found === 'string' ? null : found.price;
    const shown = price === null ? null : country === 'CH' ? withoutVAT(price) : price;
    expect([mine, options.find((o) => o.id === method.id)?.price ?? null], `example ${i}`).toEqual([price, shown]);
  }

  await signIn(page);
  await turnTo(page, `/shipping/${method.id}`);
  const answer = page.getByRole('status').filter({ hasText: /It costs|Not offered/ });
  const names: Record<string, string> = { DE: 'Germany (DE)', AT: 'Austria (AT)', CH: 'Switzerland (CH)' };
  for (const [country, postalCode, goods, grams, price] of parcels) {
    if (!names[country]) continue; // not one of the method's, so that it cannot be chosen
    await page.getByRole('combobox', { name: 'To', exact: true }).click();
    await page.getByRole('option', { name: names[country] }).click();
    await page.getByLabel('Postal code', { exact: true }).fill(postalCode);
    await page.getByLabel('Weight of the goods (g)').fill(String(grams));
    await page.getByLabel('Goods (EUR)', { exact: true }).fill(String(goods));
    await expect(answer).toContainText(price === 0 ? 'It costs nothing' : `It costs €${price!.toFixed(2)}, by row`);
  }
  await expect(page.getByText('Here prices depend on the postal code.')).toBeVisible();
  // What is typed counts before it is saved.
  await page.getByLabel('Price (EUR), row 2', { exact: true }).fill('3.30');
  await expect(answer).toContainText('It costs €3.30, by row 2.');
  await page.getByRole('button', { name: 'Undo changes' }).click();
  await shop.asAdmin('PUT', '/v1/admin/settings/checkout', { packagingGrams: null });
  // Other specs take the first of the methods.
  await shop.asAdmin('DELETE', `/v1/admin/shipping-methods/${method.id}`);
});

test('a pickup has neither price nor countries, and buyers read its text in their language', async ({ page, shop }) => {
  await signIn(page);
  await turnTo(page, '/shipping');
  await page.getByRole('button', { name: 'New shipping method' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('At the roastery');
  await dialog.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Pickup' }).click();
  await expect(dialog.getByLabel('Price in EUR')).toHaveCount(0);
  await expect(dialog.getByRole('combobox', { name: 'Countries' })).toHaveCount(0);
  await expect(dialog.getByLabel('Free from (EUR)')).toHaveCount(0);
  await dialog.getByLabel('What buyers read (English)').fill('Ring the bell.');
  await dialog.getByLabel('What buyers read (German)').fill('Bitte klingeln.');
  await dialog.getByRole('checkbox', { name: 'Active' }).uncheck();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('At the roastery is saved.')).toBeVisible();
  const row = page.getByRole('row', { name: /At the roastery/ });
  await expect(row).toContainText('Pickup');
  await page.getByRole('link', { name: 'At the roastery' }).click();
  await expect(page.getByText('Buyers collect the goods')).toBeVisible();
  await expect(page.getByText('German: Bitte klingeln.')).toBeVisible();
  const { data } = await shop.asAdmin<{ data: Method[] }>('GET', '/v1/admin/shipping-methods?q=roastery');
  expect(data).toMatchObject([{ kind: 'pickup', price: 0, countries: [], texts: [{ locale: 'en', text: 'Ring the bell.' }, { locale: 'de', text: 'Bitte klingeln.' }] }]);

  // A delivery that becomes a pickup loses its table.
  const { id } = await make(shop, { name: 'Becomes a pickup', rates: [{ price: 3 }], active: false });
  await turnTo(page, `/shipping/${id}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Pickup' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Buyers collect the goods')).toBeVisible();
  expect(await shop.asAdmin('GET', `/v1/admin/shipping-methods/${id}`)).toMatchObject({ kind: 'pickup', rates: [], price: 0 });
  await page.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'Shipping methods', level: 1 })).toBeVisible();
});
