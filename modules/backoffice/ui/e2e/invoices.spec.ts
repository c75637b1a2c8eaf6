import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { documentsOf, invoicedOrder, packedOrder } from './invoices';
import { expect, settled, test, visit } from './shop';

/** What is saved when something is pressed: its name and its content. */
async function saved(page: Page, press: () => Promise<unknown>): Promise<{ name: string; content: Buffer }> {
  const [file] = (await Promise.all([page.waitForEvent('download'), press()])) as [Download, unknown];
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

const begun = Date.now();
const day = (offset: number) => new Date(begun + offset * 86_400_000).toISOString().slice(0, 10);

test('the first shipment brings the invoice, whose files are saved, and it is replaced by one to another address', async ({ page, shop, consoleErrors }) => {
  const order = await packedOrder(shop, 'Maria Mitchell');
  await page.goto(`/admin/orders/${order.id}`);
  const documents = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Documents', exact: true }) });
  await expect(documents.getByText('No document has been issued.')).toBeVisible();
  await page.getByRole('button', { name: 'Ship', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ship', exact: true }).click();
  await expect(page.getByText(`Order ${order.number} has been shipped.`)).toBeVisible();
  const [invoice] = await documentsOf(shop, order, 1);
  const row = documents.getByRole('row').filter({ hasText: invoice!.number });
  // without loading the page anew
  await expect(row.getByText('Invoice', { exact: true })).toBeVisible();
  const pdf = await saved(page, () => row.getByRole('button', { name: `PDF ${invoice!.number}` }).click());
  expect(pdf.name).toBe(`${invoice!.number}.pdf`);
  expect(pdf.content.subarray(0, 5).toString()).toBe('%PDF-');
  const xml = await saved(page, () => row.getByRole('button', { name: `XML ${invoice!.number}` }).click());
  expect(xml.name).toBe(`${invoice!.number}.xml`);
  expect(xml.content.toString()).toContain(invoice!.number);

  await row.getByRole('link', { name: invoice!.number }).click();
  await expect(page.getByRole('heading', { name: invoice!.number, level: 1 })).toBeVisible();
  await expect(page.getByText('Moka & Co GmbH')).toBeVisible();
  await page.getByRole('button', { name: 'Replace' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('The buyer has moved.');
  await dialog.getByRole('checkbox', { name: 'To another address' }).check();
  await expect(dialog.getByLabel('City')).toHaveValue('Berlin'); // as it is now
  await dialog.getByLabel('Company').fill('Nantucket Observatory');
  await dialog.getByLabel('City').fill('Potsdam');
  await dialog.getByLabel('Postal code').fill('');
  await dialog.getByRole('button', { name: 'Replace' }).click();
  await expect(dialog.getByLabel('Postal code')).toHaveAttribute('aria-invalid', 'true');
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('422')]);
  await dialog.getByLabel('Postal code').fill('14467');
  await dialog.getByRole('button', { name: 'Replace' }).click();
  await expect(page.getByText(`${invoice!.number} is cancelled, and`)).toBeVisible();
  const all = await documentsOf(shop, order, 3);
  const other = all.find((d) => d.kind === 'invoice' && d.id !== invoice!.id)!;
  const cancellation = all.find((d) => d.kind === 'cancellation')!;
  await expect(page).toHaveURL(new RegExp(`/admin/invoices/${other.id}`));
  await expect(page.getByText('Nantucket Observatory')).toBeVisible();
  await expect(page.getByText('14467 Potsdam')).toBeVisible();
  await page.getByRole('link', { name: invoice!.number }).click(); // what it replaces
  await expect(page.getByText('Invoice, cancelled')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Replace' })).toHaveCount(0);
  await page.getByRole('link', { name: cancellation.number }).click();
  await expect(page.getByText('The buyer has moved.')).toBeVisible();
  await page.getByRole('link', { name: order.number }).click();
  await expect(documents.getByRole('row')).toHaveCount(4);
  await expect(documents.getByText(/^-€/)).toHaveCount(1); // the cancellation
});

test('a period that is too long for a report is refused in words', async ({ page, consoleErrors }) => {
  await page.goto('/admin/tax?from=2020-01-01&to=2026-01-01');
  await expect(page.getByRole('alert').getByText('must be at most 366 days after from')).toBeVisible();
  await page.getByLabel('From').fill('2025-12-01');
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('422')]);
});

test('documents are found by kind, words and days, which stand in the address, and a period is exported', async ({ page, shop }) => {
  const { order, invoice } = await invoicedOrder(shop, 'Caroline Herschel');
  await page.goto('/admin/invoices');
  await page.getByLabel('Number, order, name or company').fill('herschel');
  await expect(page).toHaveURL(/herschel/);
  await page.getByRole('tab', { name: 'Invoices' }).click();
  await page.getByLabel('From').fill(day(-1));
  await page.getByLabel('Until').fill(day(1));
  const row = page.getByRole('row').filter({ hasText: invoice.number });
  await expect(row).toContainText(order.number);
  const filter = () => JSON.parse(new URL(page.url()).searchParams.get('filter') ?? '{}') as unknown;
  await expect.poll(filter).toEqual({ q: 'herschel', kind: 'invoice', from: day(-1), to: day(1) });
  await page.reload();
  await expect(row).toBeVisible();
  await page.getByRole('tab', { name: 'Corrections' }).click();
  await expect(page.getByText('Nothing matches.')).toBeVisible();

  await page.getByRole('button', { name: 'Export a period' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('From').fill(day(-1));
  await dialog.getByLabel('Until').fill(day(1));
  const zip = await saved(page, () => dialog.getByRole('button', { name: 'Save as ZIP' }).click());
  expect(zip.name).toBe(`invoices-${day(-1)}-${day(1)}.zip`);
  expect(zip.content.toString('latin1')).toContain(`${invoice.number}.pdf`);
  await expect(dialog).toHaveCount(0);
});

test('the VAT of a period is shown with its sum, and saved as CSV', async ({ page, shop }) => {
  await invoicedOrder(shop, 'Mary Somerville');
  await page.goto('/admin/');
  await visit(page, '/tax', 'VAT report');
  await expect(page.getByLabel('From')).toHaveValue(/-01$/); // of last month
  await page.getByLabel('Until').fill('2020-01-31');
  await page.getByLabel('From').fill('2020-01-01');
  await expect(page.getByText('No document was issued in these days.')).toBeVisible();
  await page.getByLabel('From').fill(day(-1));
  await page.getByLabel('Until').fill(day(1));
  await settled(page);
  await expect(page).toHaveURL(new RegExp(`from=${day(-1)}&to=${day(1)}`));
  const rows = page.getByRole('row');
  await expect(rows.filter({ hasText: 'Germany' }).first()).toContainText('Domestic');
  await expect(rows.last()).toContainText('Total');
  const csv = await saved(page, () => page.getByRole('button', { name: 'Export CSV' }).click());
  expect(csv.name).toBe(`tax-${day(-1)}-${day(1)}.csv`);
  expect(csv.content.toString()).toContain('country,scheme,rate');
  await page.getByLabel('From').fill(day(2)); // after the last
  await expect(page.getByText('Choose the first day and a last one')).toBeVisible();
});

test('an order says why it has no VAT, and that its prices are without', async ({ page, shop }) => {
  const order = await shop.order('Emilie du Chatelet');
  const shown = async (change: object) => {
    await page.route(`**/v1/admin/orders/${order.id}`, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), ...change } });
    });
    await page.goto(`/admin/orders/${order.id}`);
  };
  const taxes = (tax: object) => [{ rate: 0, category: 'G', reason: null, net: 100, tax: 0, gross: 100, ...tax }];
  for (const [reason, says] of [['export', 'export'], ['intra_community', 'intra-Community supply'], ['small_business', 'small business']]) {
    await shown({ taxes: taxes({ reason }) });
    await expect(page.getByRole('cell', { name: `No VAT: ${says}` })).toBeVisible();
    await expect(page.getByText('included')).toHaveCount(0);
  }
  await shown({ priceMode: 'net', taxes: taxes({ category: 'S', rate: 19, tax: 19, gross: 119 }) });
  await expect(page.getByRole('cell', { name: 'VAT of 19 % on €100.00' })).toBeVisible();
  for (const name of ['Price without VAT', 'Subtotal without VAT', 'Total with VAT']) await expect(page.getByText(name, { exact: true })).toBeVisible();
  await expect(page.getByText('included')).toHaveCount(0);
});
