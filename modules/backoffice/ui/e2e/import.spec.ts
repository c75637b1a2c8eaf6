import { parse } from '../src/import/csv';
import { detailDe } from '../src/ui/details.de';
import { expectAccessible } from './axe';
import { turnTo } from './pages';
import { expect, signIn, test, unreachable } from './shop';

const file = (text: string | Buffer, name = 'new.csv') => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

test('a file is checked, imported, and changes nothing the second time', async ({ page, shop }) => {
  await signIn(page);
  await turnTo(page, '/products');
  await page.getByRole('link', { name: 'Import' }).click();
  const chooser = page.getByLabel('CSV or Excel file');
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

test('a file in another encoding is read as it is, and one that is refused gets clear words', async ({ page, consoleErrors }) => {
  await signIn(page);
  await turnTo(page, '/products/import');
  const chooser = page.getByLabel('CSV or Excel file');
  await chooser.setInputFiles(file(Buffer.from('name,sku,price\nTasse für Käse,ENC-1,3\n', 'latin1'), 'old.csv'));
  await expect(page.getByRole('row', { name: /^name Tasse für Käse/ })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'new products' })).toContainText('1');
  // As Excel writes Unicode text.
  const utf16 = Buffer.from('\ufeffname\tsku\tprice\nTasse für Tee\tENC-2\t3\n', 'utf16le');
  await chooser.setInputFiles(file(utf16, 'unicode.csv'));
  await expect(page.getByRole('row', { name: /^name Tasse für Tee/ })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'new products' })).toContainText('1');
  await chooser.setInputFiles(file(Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(600, 'x')]), 'strange.xlsx'));
  await expect(page.getByText('Some fields are not right.')).toBeVisible();
  await expect(page.getByText('is a broken workbook')).toBeVisible();
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('422')]);
});

test('pictures are fetched, and those that cannot be are listed', async ({ page }) => {
  await signIn(page);
  await turnTo(page, '/products/import');
  const chooser = page.getByLabel('CSV or Excel file');
  const csv = `name,sku,price,images\nPictured cup,PIC-1,4.50,${unreachable}cup.jpg\n`;
  await chooser.setInputFiles(file(csv));
  await expect(page.getByText('This is what the import would do:')).toBeVisible();
  await expect(page.getByText('picture to fetch')).toHaveCount(0);
  await page.getByLabel('Fetch pictures from their addresses').check();
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('One picture to fetch')).toBeVisible();
  await page.getByRole('button', { name: 'Import now' }).click();
  await expect(page.getByText('The import is done:')).toBeVisible();
  await expect(page.getByRole('row', { name: /10\.0\.0\.1/ })).toContainText('Only public https addresses are fetched');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Try the failed ones again' }).click();
  await expect(page.getByText('0 fetched, 0 to go, 1 failed')).toBeVisible();
});

test("another system's file is recognised, its columns are mapped by hand, and that is remembered", async ({ page, shop, consoleErrors }) => {
  await signIn(page);
  await turnTo(page, '/products/import');
  const chooser = page.getByLabel('CSV or Excel file');
  const csv = 'Handle,Title,Vendor,Type,Topics,Tags,Variant SKU,Variant Barcode,Variant Price,Image Src\n' +
    'mapped-jug,Mapped jug,Topf & Co,Jugs,blue,"glass, round",MAP-1,4006381333931,12.00,http://old.example/jug.jpg\n';
  await chooser.setInputFiles(file(csv, 'products_export_1.csv'));
  await expect(page.getByText('Recognised as a file of Shopify.')).toBeVisible();
  await expect(page.getByText('Not taken over: Topics')).toBeVisible();
  await expect(page.getByRole('row', { name: /^2 Image Src/ })).toContainText('a picture needs an https address');
  await expect(page.getByLabel('Read Vendor as')).toHaveValue('brand');
  await expect(page.getByLabel('Unit of weights')).toHaveCount(0); // the name of its column says it
  await expect(page.getByLabel('Read Variant Barcode as').locator('option:checked')).toHaveText('Barcode (GTIN)');
  await expectAccessible(page);
  await page.getByLabel('Read Type as').selectOption('');
  await page.getByLabel('Read Topics as').selectOption('categories');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('Not taken over: Type')).toBeVisible();
  await page.getByRole('button', { name: 'Import now' }).click();
  await expect(page.getByText('The import is done:')).toBeVisible();
  const found = await shop.asAdmin<{ data: { brand: { name: string }; categories: { slug: string }[]; tags: string[]; variants: { gtin: string }[] }[] }>('GET', '/v1/admin/products?q=MAP-1');
  expect(found.data[0]).toMatchObject({ brand: { name: 'Topf & Co' }, categories: [{ slug: 'blue' }], tags: ['glass', 'round'], variants: [{ gtin: '4006381333931' }] });

  await chooser.setInputFiles(file(csv.replace('12.00', '13.00'), 'again.csv'));
  await expect(page.getByLabel('Read Topics as')).toHaveValue('categories');
  await expect(page.getByText('1 changed products')).toBeVisible();

  // A column that may have been meant to be another one.
  await chooser.setInputFiles(file('name,sku,prise\nTin,MAP-2,3\n', 'near.csv'));
  await expect(page.getByText('column 3 of the first line, "prise", is not one of the columns: is it price?')).toBeVisible();
  await page.getByLabel('Read prise as').selectOption('price');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'new products' })).toContainText('1');
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('422')]);
});

test('a first line that names the separator is no header', () => {
  const rows = [{ line: 2, cells: ['name', 'sku'] }, { line: 3, cells: ['Cup, small', 'C-1'] }];
  expect(parse('sep=;\nname;sku\n"Cup, small";C-1\n')).toEqual(rows);
  expect(parse('\uFEFF"SEP=|"\r\nname|sku\r\nCup, small|C-1')).toEqual(rows);
  expect(parse('name,sku\nsep,x\n')).toEqual([{ line: 1, cells: ['name', 'sku'] }, { line: 2, cells: ['sep', 'x'] }]);
});

test('what is wrong with a line is said in German', () => {
  expect(detailDe('may be 1299 or 1.299: write it without separating the thousands')).toBe('1299 oder 1,299? Schreiben Sie es ohne Tausendertrennzeichen');
  expect(detailDe('/attributes must have at most 50 entries')).toBe('/attributes: höchstens 50 Einträge');
  expect(detailDe('is cut to 100 tags')).toBe('auf 100 Schlagwörter gekürzt');
});
