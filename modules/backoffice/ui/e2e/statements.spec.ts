import { expectAccessible } from './axe';
import { turnTo } from './pages';
import { expect, signIn, test } from './shop';
import { statementOf, upload } from './statements';

const file = (buffer: Buffer, name = 'november.xml') => ({ name, mimeType: 'text/xml', buffer });

test('a statement is looked at, kept, and books nothing the second time', async ({ page, shop }) => {
  const order = await shop.order('Statement Exact');
  const later = await shop.order('Statement Later');
  const xml = await statementOf(shop, [
    { amount: order.total, text: `${order.number.replace('-', ' ').toLowerCase()} Danke`, name: 'Ada <b>Exact</b>' },
    { amount: 1, text: later.number, name: 'Under Payer' },
  ]);
  await signIn(page);
  await turnTo(page, '/statements');
  const chooser = page.getByLabel('Bank statement', { exact: true });
  await chooser.setInputFiles(file(xml));
  const preview = page.getByRole('region', { name: 'This is what the statement would do:' });
  await expect(preview.getByRole('row', { name: order.number })).toContainText('Booked');
  await expect(preview.getByRole('row', { name: later.number })).toContainText('too little');
  await expectAccessible(page);
  expect(await shop.asAdmin('GET', `/v1/admin/orders/${order.id}`)).toMatchObject({ paymentStatus: 'unpaid' });

  await page.getByRole('button', { name: 'Keep and book' }).click();
  await expect(page.getByText('The statement is kept: 1 booked, 1 left for you.')).toBeVisible();
  await expect.poll(() => shop.asAdmin('GET', `/v1/admin/orders/${order.id}`)).toMatchObject({ paymentStatus: 'paid', payment: { received: order.total } });
  await chooser.setInputFiles(file(xml, 'again.xml'));
  await expect(page.getByText('Nothing in it is new.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('link', { name: 'november.xml' }).first().click();
  await expect(page.getByRole('row', { name: 'Ada <b>Exact</b>' })).toContainText('exactly');
  await expect(page.getByRole('row', { name: 'Under Payer' })).toContainText('too little');
  await expectAccessible(page);
});

test('an open transfer is booked for an order that is chosen, another one is ignored', async ({ page, shop }) => {
  const order = await shop.order('Statement Chosen');
  await upload(shop, [{ amount: order.total, text: 'Danke!', name: 'Chosen Payer' }, { amount: 3, text: 'Gutschrift', name: 'Some Supplier' }]);
  await signIn(page);
  await turnTo(page, '/entries');
  await page.getByRole('tab', { name: 'Open' }).click();
  await page.getByRole('row', { name: 'Chosen Payer' }).getByRole('button', { name: 'Book' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('The text names no order that is paid by transfer.')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Order' }).fill('Statement Chosen');
  await page.getByRole('option', { name: order.number }).click();
  await dialog.getByRole('button', { name: 'Book' }).click();
  await expect(page.getByText(`is booked for order ${order.number}.`)).toBeVisible();
  await expect.poll(() => shop.asAdmin('GET', `/v1/admin/orders/${order.id}`)).toMatchObject({ paymentStatus: 'paid' });

  await page.getByRole('row', { name: 'Some Supplier' }).getByRole('button', { name: 'Ignore' }).click();
  await dialog.getByRole('textbox').fill('A refund of the supplier.');
  await dialog.getByRole('button', { name: 'Ignore' }).click();
  await expect(page.getByText('The transfer is ignored.')).toBeVisible();
  await page.getByRole('tab', { name: 'Ignored' }).click();
  await expect(page.getByRole('row', { name: 'Some Supplier' })).toContainText('A refund of the supplier.');
});

test('a file that is no statement of the account gets clear words', async ({ page, shop, consoleErrors }) => {
  await signIn(page);
  await turnTo(page, '/statements');
  const chooser = page.getByLabel('Bank statement', { exact: true });
  const cut = (await statementOf(shop, [{ amount: 1, text: 'x' }])).subarray(0, 400);
  for (const [buffer, says] of [
    [await statementOf(shop, [], 'DE75512108001245126199'), "is of another account than the shop's"],
    [cut, 'is not whole XML'],
    [Buffer.from('<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'), 'must not have a document type (DTD)'],
    [Buffer.from('name,price\nTea,1\n'), 'the first line has none of: Auftragskonto'],
  ] as const) {
    await chooser.setInputFiles(file(buffer));
    await expect(page.getByText(says)).toBeVisible();
    expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('422')]);
  }
  await chooser.setInputFiles(file(Buffer.alloc((10 << 20) + 1, 'x')));
  await expect(page.getByText('The file is too large.')).toBeVisible();
});
