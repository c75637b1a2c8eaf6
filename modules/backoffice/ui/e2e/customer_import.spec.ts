import { expectAccessible } from './axe';
import { turnTo } from './pages';
import { expect, signIn, test } from './shop';

const file = (text: string, name = 'customers.csv') => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

const shopify = 'First Name,Last Name,Email,Accepts Email Marketing,Default Address Address1,Default Address City,' +
  'Default Address Country Code,Default Address Zip,Phone,Tags\n' +
  "Joan,Clarke,joan.clarke@example.com,yes,Am Kai 4,Hamburg,DE,'20457,'+49401,wholesale\n" +
  'Klara,Dan,klara.example.com,no,,,,,,\n';

test("another shop's customers are checked, imported, and unchanged the second time", async ({ page, shop }) => {
  await signIn(page);
  await turnTo(page, '/customers');
  await page.getByRole('link', { name: 'Import' }).click();
  await expect(page.getByText('Nobody gets a mail')).toBeVisible();
  const chooser = page.getByLabel('CSV or Excel file');
  await chooser.setInputFiles(file(shopify));
  await expect(page.getByText('This is what the import would do:')).toBeVisible();
  await expect(page.getByText('Recognised as a file of Shopify.')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'new customers' })).toContainText('1');
  await expect(page.getByText('Not taken over: Accepts Email Marketing')).toBeVisible();
  await expect(page.getByRole('row', { name: /^3 Email/ })).toContainText('must be an email address');
  await expectAccessible(page);
  const path = '/v1/admin/users?q=joan.clarke';
  expect(await shop.asAdmin('GET', path)).toMatchObject({ meta: { total: 0 } });

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Failed lines as CSV' }).click();
  const stream = await (await download).createReadStream();
  let failed = '';
  for await (const chunk of stream) failed += String(chunk);
  expect(failed).toContain('klara.example.com');
  expect(failed).not.toContain('joan.clarke');

  await page.getByRole('button', { name: 'Import now' }).click();
  await expect(page.getByText('The import is done:')).toBeVisible();
  expect(await shop.asAdmin('GET', path)).toMatchObject({
    meta: { total: 1 }, data: [{ fullName: 'Joan Clarke', accountType: 'wholesale', emailVerifiedAt: null }],
  });
  expect(await shop.call('GET', '/dev/mail.json?to=joan.clarke%40example.com')).toEqual([]);

  await page.getByRole('link', { name: 'Back to the customers' }).click();
  await expect(page.getByRole('link', { name: 'Joan Clarke' })).toBeVisible();
  const exported = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const own = await (await exported).createReadStream();
  let text = '';
  for await (const chunk of own) text += String(chunk);
  expect(text).toContain('joan.clarke@example.com');
  await page.getByRole('link', { name: 'Import' }).click();
  await chooser.setInputFiles(file(text, 'own.csv'));
  await expect(page.getByText('The file changes nothing')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import now' })).toBeDisabled();
});

test('a slip in the name of a column is named, and an empty file is not sent', async ({ page, consoleErrors }) => {
  await signIn(page);
  await turnTo(page, '/customers/import');
  const chooser = page.getByLabel('CSV or Excel file');
  await chooser.setInputFiles(file('emial,name\na@example.com,A\n'));
  await expect(page.getByText('is not one of the columns: is it email?')).toBeVisible();
  await chooser.setInputFiles(file(''));
  await expect(page.getByText('The file is empty.')).toBeVisible();
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('422')]);
});
