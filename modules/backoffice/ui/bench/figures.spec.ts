import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, type Shop, signIn, test } from '../e2e/shop';

const orders = Number(process.env.ORDERS ?? 100_000);
const rows = 10_000;

test.use({ fresh: true }); // the first visit

test('figures', async ({ page, shop }) => {
  const first = await timed(async () => {
    await page.goto('/admin/');
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  });
  report('first visit to usable form', `${first} ms`);
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map((e) => (e as PerformanceResourceTiming).transferSize));
  const document = await page.evaluate(() => (performance.getEntriesByType('navigation')[0] as PerformanceResourceTiming).transferSize);
  report('first visit', `${loaded.length + 1} requests, ${document + loaded.reduce((sum, n) => sum + n, 0)} bytes (gzip)`);
  await signIn(page);

  await page.goto('about:blank'); // the overview would count each order anew
  await fill(shop, orders);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const reloads: number[] = [];
  for (let i = 0; i < 10; i++) {
    requests.length = 0;
    reloads.push(await timed(() => open(page, '/admin/orders', 'table tbody a')));
  }
  report(`reload to list of ${orders} orders`, `median ${median(reloads)} ms, worst ${Math.max(...reloads)} ms, ${requests.length} requests`);
  const search = await timed(async () => {
    await page.getByLabel('Number, name, article or address').fill('no such buyer');
    await expect(page.getByText('Nothing matches.')).toBeVisible();
  });
  report('search that finds nothing', `${search} ms`);

  const csv = join(mkdtempSync(join(tmpdir(), 'orderd-ui-')), 'products.csv');
  writeFileSync(csv, products(rows));
  await page.goto('/admin/products/import');
  const took = await timed(async () => {
    await page.locator('input[type=file]').setInputFiles(csv);
    await expect(page.getByText('This is what the import would do:')).toBeVisible({ timeout: 600_000 });
  });
  report(`CSV of ${rows} rows (${statSync(csv).size} bytes) to its report`, `${took} ms`);
});

function report(what: string, figure: string) {
  console.log(`${what.padEnd(50)} ${figure}`);
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return Math.round(performance.now() - began);
}

const median = (all: number[]) => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)]!;

async function open(page: Page, path: string, wanted: string) {
  await page.goto(path);
  await expect(page.locator(wanted).first()).toBeVisible();
}

/** Lets guests order, eight at a time, from a stock that lasts. */
async function fill(shop: Shop, n: number) {
  const { data: stock } = await shop.asAdmin<{ data: { variantId: string; productId: string }[] }>('GET', '/v1/admin/stock?limit=100');
  await shop.asAdmin('PUT', '/v1/admin/stock', { items: stock.map(({ variantId }) => ({ variantId, onHand: 2 * n })) });
  const methods = await shop.asAdmin<{ id: string }[]>('GET', '/v1/shipping-methods?country=DE');
  const order = async (i: number) => {
    const { cartToken } = await shop.call<{ cartToken: string }>('POST', '/v1/carts', {});
    const { variantId, productId } = stock[i % stock.length]!;
    await shop.call('POST', '/v1/cart/items', { productId, variantId, quantity: 1 }, { 'X-Cart-Token': cartToken });
    await shop.call('POST', '/v1/checkout', {
      shippingMethodId: methods[0]!.id,
      paymentMethod: 'bank_transfer',
      contact: { email: `buyer.${i}@example.com`, fullName: `Buyer ${i}` },
      shipTo: { fullName: `Buyer ${i}`, line1: 'Torstraße 12', postalCode: '10119', city: 'Berlin', country: 'DE' },
    }, { 'X-Cart-Token': cartToken });
  };
  let next = 0;
  await Promise.all(Array.from({ length: 8 }, async () => {
    while (next < n) await order(next++);
  }));
}

/** A CSV of n products with a variant each. */
function products(n: number): string {
  return ['slug,name,status,taxClass,sku,price', ...Array.from({ length: n }, (_, i) => `bulk-${i},Bulk ${i},draft,standard,BULK-${i},9.90`)].join('\n');
}
