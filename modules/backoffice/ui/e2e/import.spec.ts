import { expectAccessible } from './axe';
import { turnTo } from './pages';
import { expect, signIn, test } from './shop';

const file = (text: string | Buffer, name = 'new.csv') => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

test('a file is checked, imported, and changes nothing the second time', async ({ page, shop }) => {
  await signIn(page);
  await turnTo(page, '/products');
  await page.getByRole('link', { name: 'Import' }).click();
  const chooser = page.getByLabel('CSV file');
  const csv = 'name,status,sku,price\nImported cup,active,IMP-1,4.50\n"Wrong\tcup",active,IMP-2,x\n';
  await chooser.setInputFiles(file(csv));
  await expect(page.getByText('This is what the import would do:')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'new products' })).toContainText('1');
  await expect(page.getByRole('listitem').filter({ hasText: 'failed lines' })).toContainText('1');
  await expect(page.getByRole('row', { name: /^3 name/ })).toContainText('bad_format');
  await expectAccessible(page);
  const before = await shop.asAdmin<{ meta: { total: number } }>('GET', '/v1/admin/products?q=IMP-1');
  expect(before.meta.total).toBe(0);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Failed lines as CSV' }).click();
  const stream = await (await download).createReadStream();
  let failed = '';
  for await (const chunk of stream) failed += String(chunk);
  expect(failed).toContain('IMP-2');
  expect(failed).not.toContain('IMP-1');

  await page.getByRole('button', { name: 'Import now' }).click();
  await expect(page.getByText('The import is done:')).toBeVisible();
  const after = await shop.asAdmin<{ meta: { total: number } }>('GET', '/v1/admin/products?q=imp-1');
  expect(after.meta.total).toBe(1);

  await chooser.setInputFiles(file('name,status,sku,price\nImported cup,active,IMP-1,4.50\n', 'again.csv'));
  await expect(page.getByText('The file changes nothing')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import now' })).toBeDisabled();
});

test('a file in another encoding gets clear words, and is read all the same', async ({ page, consoleErrors }) => {
  await signIn(page);
  await turnTo(page, '/products/import');
  await page.getByLabel('CSV file').setInputFiles(file(Buffer.from('name,sku,price\nTasse für Käse,ENC-1,3\n', 'latin1'), 'old.csv'));
  await expect(page.getByText('This file is not in UTF-8')).toBeVisible();
  await page.getByRole('button', { name: 'Read as Windows-1252' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'new products' })).toContainText('1');
  // As Excel writes Unicode text.
  const utf16 = Buffer.from('\ufeffname,sku,price\nTasse für Käse,ENC-2,3\n', 'utf16le');
  await page.getByLabel('CSV file').setInputFiles(file(utf16, 'unicode.csv'));
  await expect(page.getByText('unicode.csv')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'new products' })).toContainText('1');
  await page.getByLabel('CSV file').setInputFiles(file('colour,price\nred,3\n', 'strange.csv'));
  await expect(page.getByText('Some fields are not right.')).toBeVisible();
  // A fault without a field.
  await expect(page.getByText(/column 1 of the first line, "colour", is not one of the columns/)).toBeVisible();
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('422')]);
});
