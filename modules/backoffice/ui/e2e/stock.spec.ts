import { turnTo } from './pages';
import { expect, signIn, test } from './shop';

test('stock is counted in its row, with a scanner, and against what is reserved', async ({ page, shop, consoleErrors }) => {
  const order = await shop.order('Ada Lovelace');
  const { items } = await shop.asAdmin<{ items: { sku: string }[] }>('GET', `/v1/admin/orders/${order.id}`);
  const reserved = items[0]!;
  await signIn(page);
  await turnTo(page, '/stock');
  await page.getByRole('main').getByLabel('Product or SKU').fill('CV-COLD-6');
  const row = page.getByRole('row', { name: /CV-COLD-6/ });
  const onHand = row.getByLabel('On hand of CV-COLD-6');
  await onHand.fill('41');
  await onHand.press('Enter');
  await expect(page.getByText('CV-COLD-6: 41 on hand.')).toBeVisible();
  await expect(onHand).toHaveValue('41');

  const { data } = await shop.asAdmin<{ data: { variantId: string }[] }>('GET', '/v1/admin/stock?q=CV-COLD-6');
  const conflict = page.getByRole('dialog', { name: 'Somebody else was faster' });
  for (const [mine, theirs, choice, stands] of [[50, 60, 'Keep mine: 50', '50'], [51, 41, 'Take theirs: 41', '41']] as const) {
    await onHand.fill(String(mine));
    await shop.asAdmin('PUT', '/v1/admin/stock', { items: [{ variantId: data[0]!.variantId, onHand: theirs }] });
    await onHand.press('Enter');
    await conflict.getByRole('radio', { name: choice }).check();
    await conflict.getByRole('button', { name: /^(Save|Take all of theirs)$/ }).click();
    await expect(conflict).toHaveCount(0);
    await expect(onHand).toHaveValue(stands);
  }
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('412'), expect.stringContaining('412')]);

  await page.getByRole('button', { name: 'Count', exact: true }).click();
  const scan = page.getByLabel('Scan or type an SKU');
  const counted = page.getByLabel('Counted', { exact: true });
  await scan.fill('NO-SUCH');
  await scan.press('Enter');
  await expect(page.getByText('No variant has the SKU NO-SUCH.')).toBeVisible();
  await scan.fill('cv-cold-6');
  await scan.press('Enter');
  await expect(counted).toBeFocused();
  await counted.fill('43');
  await counted.press('Enter');
  await expect(page.getByText('CV-COLD-6: 41 → 43')).toBeVisible();
  await expect(scan).toBeFocused();
  await expect(onHand).toHaveValue('43');

  await scan.fill(reserved.sku);
  await scan.press('Enter');
  await expect(counted).toBeFocused();
  await counted.fill('0');
  await counted.press('Enter');
  await expect(page.getByText(`${reserved.sku}: There is not enough in stock.`)).toBeVisible();

  await row.getByRole('button', { name: 'Movements' }).click();
  const ledger = page.getByRole('dialog');
  await expect(ledger.getByRole('row', { name: /Counted.*\+2 → 43.*you/ })).toBeVisible();
  await ledger.getByRole('button', { name: 'Close' }).click();
});

test('lines of a sheet are pasted into the count', async ({ page, shop }) => {
  const { id } = await shop.asAdmin<{ id: string }>('POST', '/v1/admin/products', {
    name: 'Pasted cup', options: [{ name: 'Size', values: ['S', 'L'] }],
    variants: [{ sku: 'PASTE-S', options: { Size: 'S' }, price: 5 }, { sku: 'PASTE-L', options: { Size: 'L' }, price: 6 }],
  });
  await signIn(page);
  await turnTo(page, `/products/${id}`);
  const onHand = page.getByLabel('On hand of PASTE-S');
  await onHand.fill('7'); // where a product was made
  await onHand.press('Enter');
  await expect(page.getByText('PASTE-S: 7 on hand.')).toBeVisible();
  await turnTo(page, '/stock');
  await page.getByRole('button', { name: 'Count', exact: true }).first().click();
  await page.getByLabel('Scan or type an SKU').evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', 'paste-s\t9\nPASTE-L;12\nPASTE-XL\t1\n');
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  for (const line of ['PASTE-S: 7 → 9', 'PASTE-L: 0 → 12', 'No variant has the SKU PASTE-XL.']) {
    await expect(page.getByRole('list', { name: 'Counted last' }).getByText(line)).toBeVisible();
  }
});

test('the ledger names the order, and what is sold out has its own tab', async ({ page, shop }) => {
  const order = await shop.order('Grace Hopper');
  const { items } = await shop.asAdmin<{ items: { variantId: string; sku: string }[] }>('GET', `/v1/admin/orders/${order.id}`);
  const { variantId, sku } = items[0]!;
  const { reserved } = await shop.asAdmin<{ reserved: number }>('GET', `/v1/admin/stock/${variantId}`);
  await shop.asAdmin('PUT', '/v1/admin/stock', { items: [{ variantId, onHand: reserved }] });
  await signIn(page);
  await turnTo(page, '/stock');
  await page.getByRole('tab', { name: 'Sold out' }).click();
  // What other specs have made and never stocked fills a page.
  await page.getByRole('main').getByLabel('Product or SKU').fill(sku);
  const row = page.getByRole('row').filter({ has: page.getByRole('cell', { name: sku, exact: true }) });
  await expect(row.getByText('Sold out')).toBeVisible();
  await row.getByRole('button', { name: 'Movements' }).click();
  await page.getByRole('dialog').getByRole('link', { name: order.number }).click();
  await expect(page.getByRole('heading', { name: `Order ${order.number}` })).toBeVisible();
});

test('a product leaves the shop', async ({ page, shop }) => {
  await signIn(page);
  await turnTo(page, '/products');
  const { data } = await shop.asAdmin<{ data: { name: string }[] }>('GET', '/v1/admin/products?q=CV-COLD-6');
  await page.getByLabel('Name, SKU, tag or barcode').fill('CV-COLD-6');
  await page.getByRole('table').getByRole('link', { name: data[0]!.name, exact: true }).click();
  await page.getByRole('button', { name: 'Take out of the shop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take out of the shop' }).click();
  await expect(page.getByRole('button', { name: 'Publish' })).toBeVisible();
  const { meta } = await shop.asAdmin<{ meta: { total: number } }>('GET', '/v1/admin/products?status=draft');
  expect(meta.total).toBeGreaterThan(0);
});
