// What the service refuses, in each form and list that makes, changes and removes records.

import type { Page } from '@playwright/test';
import { recordPages, turnTo } from './pages';
import { endingSessions, register } from './people';
import { admin, expect, type Shop, signIn, test } from './shop';
import { upload } from './statements';

/** A form in a dialog, and what is typed into its fields. */
interface Filled {
  /** The row in which the dialog's button is; otherwise the page has one. */
  row?: string;
  open: string;
  fill: Record<string, string>;
  /** A choice of which the first option is taken. */
  choose?: string;
  submit?: string;
}

/** A new record with a wrong value, and what is said at its field. */
interface Wrong extends Filled {
  path: string;
  field: string;
  says: string;
}

/** Opens the dialog and fills in its fields. send sends them. */
async function fillIn(page: Page, form: Filled) {
  const dialog = page.getByRole('dialog');
  const field = (label: string) => dialog.getByLabel(new RegExp(`^${label.replace(/[()]/g, '\\$&')}(\\s*\\*)?$`)).first();
  const place = form.row ? page.getByRole('row', { name: form.row }).first() : page;
  await place.getByRole('button', { name: form.open, exact: true }).click();
  for (const [label, value] of Object.entries(form.fill)) await field(label).fill(value);
  if (form.choose) {
    await dialog.getByRole('combobox', { name: form.choose }).click();
    await page.getByRole('option').first().click();
    await page.keyboard.press('Tab'); // closes the list
  }
  return { dialog, field, send: () => dialog.getByRole('button', { name: form.submit ?? 'Save' }).click() };
}

const wrong: Wrong[] = [
  { path: '/promotions', open: 'New promotion', fill: { Code: 'REFUSED', Value: '140' }, field: 'Value', says: 'is too small or too large' },
  { path: '/automatic-promotions', open: 'New automatic promotion', fill: { Name: 'Refused', Value: '140' }, field: 'Value', says: 'is too small or too large' },
  { path: '/shipping', open: 'New shipping method', fill: { Name: 'Refused', 'Price in EUR': '-1' }, field: 'Price in EUR', says: 'is too small or too large' },
  { path: '/brands', open: 'New brand', fill: { Name: 'Refused', 'Name in addresses': 'Not one' }, field: 'Name in addresses', says: 'has the wrong form' },
  { path: '/collections', open: 'New collection', fill: { Name: 'Refused', 'Name in addresses': 'Not one' }, field: 'Name in addresses', says: 'has the wrong form' },
  { path: '/attributes', open: 'New attribute', fill: { Code: 'Not one' }, field: 'Code', says: 'has the wrong form' },
  { path: '/categories', open: 'New category', fill: { Name: 'Refused', 'Name in addresses': 'Not one' }, field: 'Name in addresses', says: 'has the wrong form' },
  { path: '/roles', open: 'New role', fill: { Name: 'x'.repeat(300) }, choose: 'May do', field: 'Name', says: 'is too long' },
  { path: '/keys', open: 'New key', fill: { Name: 'Refused', Ends: '2020-01-01T00:00' }, choose: 'May do', field: 'Ends', says: 'is too small or too large' },
  { path: '/webhooks', open: 'New webhook', fill: { Address: 'nowhere' }, field: 'Address', says: 'has the wrong form' },
  { path: '/invitations', open: 'Invite somebody', fill: { Email: 'nobody', Name: 'Nobody' }, choose: 'Role', submit: 'Invite', field: 'Email', says: 'has the wrong form' },
];

test('a wrong value is said at its field, which has the focus', async ({ page, consoleErrors }) => {
  await signIn(page);
  page.on('dialog', (question) => question.accept()); // of what is not saved
  for (const form of wrong) {
    await test.step(form.path, async () => {
      await turnTo(page, form.path);
      const { dialog, field, send } = await fillIn(page, form);
      await send();
      await expect(field(form.field)).toBeFocused();
      await expect(field(form.field)).toHaveAccessibleDescription(new RegExp(`^${form.says}`));
      expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('422')]);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog).toHaveCount(0);
    });
  }
});

/** Commands with a wrong value, for records of the name, which are made for them. */
async function wrongCommands(shop: Shop, name: string): Promise<(Wrong & { status?: number })[]> {
  const { data } = await shop.asAdmin<{ data: { sku: string }[] }>('GET', '/v1/admin/stock?limit=1&sort=sku');
  const sku = data[0]!.sku;
  // Not all that is in stock is sold.
  const sold = await shop.call<{ data: { id: string }[] }>('GET', '/v1/products?limit=1');
  const order = await shop.order(name);
  for (const command of ['mark-paid', 'process']) await shop.asAdmin('POST', `/v1/admin/orders/${order.id}/${command}`);
  const onItsWay = await shop.order(name);
  for (const command of ['mark-paid', 'process']) await shop.asAdmin('POST', `/v1/admin/orders/${onItsWay.id}/${command}`);
  await shop.asAdmin('POST', `/v1/admin/orders/${onItsWay.id}/ship`, { carrier: 'DHL', trackingNumber: '1' });
  const customer = await register(shop, name);
  const paths = await recordPages(shop, `${name} Ltd`);
  const pathBelow = (list: string) => paths.find((path) => path.startsWith(list))!;
  await shop.asAdmin('POST', `/v1/admin${pathBelow('/wholesale/').replace('wholesale', 'wholesale/applications')}/request-info`, { question: 'Why?' });
  const webhook = await shop.asAdmin<{ id: string }>('POST', '/v1/admin/webhooks', { url: 'http://127.0.0.1:9/refused', events: ['reviews.*'] });
  const message = `${name} wrote this`;
  await shop.call('POST', '/v1/reviews', { productId: sold.data[0]!.id, rating: 1, message }, { Authorization: `Bearer ${customer.token}` });
  const payer = `${name} Payer`;
  await upload(shop, [{ amount: 1, text: 'For what?', name: payer }]);
  const stock = `/stock?filter=${encodeURIComponent(JSON.stringify({ q: sku }))}`;
  const longer = (than: number) => 'x'.repeat(than + 1);
  return [
    { path: stock, row: sku, open: 'Adjust', fill: { Difference: '1', Reason: longer(200) }, submit: 'Adjust', field: 'Reason', says: 'is too long' },
    { path: stock, row: sku, open: 'Adjust', fill: { Difference: '-99999', Reason: 'Lost' }, submit: 'Adjust', field: 'Difference', says: 'leaves less than what is reserved', status: 409 },
    {
      path: `/orders/${order.id}`, open: 'Change the address', fill: { 'Street and number': 'Hauptstr. 1', 'Postal code': '10827', City: 'Berlin', Country: 'AT' },
      field: 'Country', says: 'is not possible',
    },
    { path: `/orders/${order.id}`, open: 'Ship', fill: { 'Tracking number': longer(100) }, submit: 'Ship', field: 'Tracking number', says: 'is too long' },
    { path: `/orders/${order.id}`, open: 'Ship', fill: { 'Tracking number': '1', 'Tracking link': `https://example.com/${longer(2048)}` }, submit: 'Ship', field: 'Tracking link', says: 'is too long' },
    { path: `/orders/${order.id}`, open: 'Refund', fill: { Reason: longer(500) }, submit: 'Refund', field: 'Reason', says: 'is too long' },
    { path: `/orders/${order.id}`, open: 'Cancel order', fill: { Reason: longer(500) }, submit: 'Cancel order', field: 'Reason', says: 'is too long' },
    { path: `/orders/${order.id}`, open: 'Add a note', fill: { Note: longer(2000) }, submit: 'Add a note', field: 'Note', says: 'is too long' },
    { path: `/orders/${onItsWay.id}`, open: 'Add a carrier event', choose: 'Event', fill: { Where: longer(200) }, submit: 'Add', field: 'Where', says: 'is too long' },
    { path: pathBelow('/returns/'), open: 'Reject', fill: { Reason: longer(2000) }, submit: 'Reject', field: 'Reason', says: 'is too long' },
    { path: pathBelow('/invoices/'), open: 'Replace', fill: { Reason: longer(500) }, submit: 'Replace', field: 'Reason', says: 'is too long' },
    { path: pathBelow('/wholesale/'), open: 'Ask', fill: { Question: longer(2000) }, submit: 'Ask', field: 'Question', says: 'is too long' },
    { path: pathBelow('/wholesale/'), open: 'Record the answer', fill: { Answer: longer(2000) }, submit: 'Record the answer', field: 'Answer', says: 'is too long' },
    { path: '/entries', row: payer, open: 'Ignore', fill: { 'Why, for the staff': longer(500) }, submit: 'Ignore', field: 'Why, for the staff', says: 'is too long' },
    { path: '/reviews', row: message, open: 'Hide', fill: { Reason: longer(2000) }, submit: 'Hide', field: 'Reason', says: 'is too long' },
    { path: `/webhooks/${webhook.id}`, open: 'Replay', fill: { From: '2099-01-01T00:00' }, submit: 'Replay', field: 'From', says: 'is too small or too large' },
    { path: `/customers/${customer.id}`, open: 'Correct the name or phone', fill: { Name: longer(200) }, field: 'Name', says: 'is too long' },
    { path: `/customers/${customer.id}`, open: 'Correct the name or phone', fill: { Phone: longer(40) }, field: 'Phone', says: 'is too long' },
    { path: `/customers/${customer.id}`, open: 'Adjust points', fill: { Points: '1', Reason: longer(2000) }, submit: 'Adjust points', field: 'Reason', says: 'is too long' },
    {
      path: `/customers/${customer.id}`, open: 'Erase', fill: { [`Type ${customer.email} to confirm`]: customer.email, 'Reason, without a name: it stays in the audit': longer(2000) },
      submit: 'Erase', field: 'Reason, without a name: it stays in the audit', says: 'is too long',
    },
    { path: '/account', open: 'Change the password', fill: { 'Current password': admin.password, 'New password': 'short' }, submit: 'Change the password', field: 'New password', says: 'is too short' },
    { path: '/account', open: 'Change the password', fill: { 'Current password': 'not this one', 'New password': 'a moka pot of good coffee' }, submit: 'Change the password', field: 'Current password', says: 'is wrong', status: 401 },
    { path: '/account', open: 'Add an authenticator app', fill: { 'Code of the app': '000000' }, submit: 'Confirm', field: 'Code of the app', says: 'is wrong or no longer valid', status: 400 },
  ];
}

test('a wrong point of a command is said at its field, which has the focus', async ({ page, shop, consoleErrors }) => {
  const rows = await wrongCommands(shop, 'Refused Buyer');
  await signIn(page);
  page.on('dialog', (question) => question.accept()); // of what is not saved
  for (const form of rows) {
    await test.step(`${form.open}: ${form.field}`, async () => {
      await turnTo(page, form.path);
      const { dialog, field, send } = await fillIn(page, form);
      await send();
      await expect(field(form.field)).toBeFocused();
      await expect(field(form.field)).toHaveAccessibleDescription(new RegExp(`^${form.says}`));
      expect(consoleErrors.splice(0)).toEqual([expect.stringContaining(String(form.status ?? 422))]);
      await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
      await expect(dialog).toHaveCount(0);
    });
  }
});

test.describe('with a session of its own', () => {
  test.use({ fresh: true });

  test('what was typed is kept when the session ends meanwhile, and sent by the next one', async ({ page, shop, consoleErrors }) => {
    const rows = [...wrong, ...(await wrongCommands(shop, 'Lasting Buyer')).filter((form) => !form.status && form.path !== '/account')];
    const endAndSignInAgain = await endingSessions(page, shop);
    await signIn(page);
    page.on('dialog', (question) => question.accept()); // of what is not saved
    for (const form of rows) {
      await test.step(`${form.path} ${form.open}: ${form.field}`, async () => {
        await turnTo(page, form.path);
        const { dialog, field, send } = await fillIn(page, form);
        await endAndSignInAgain();
        for (const [label, value] of Object.entries(form.fill)) await expect(field(label)).toHaveValue(value);
        await send();
        await expect(field(form.field)).toHaveAccessibleDescription(new RegExp(`^${form.says}`));
        await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
        await expect(dialog).toHaveCount(0);
      });
    }
    expect(consoleErrors.splice(0).filter((e) => !/401|422/.test(e))).toEqual([]);
  });
});

interface Named {
  id: string;
  name: string;
  version: number;
}

test('what is in use says by what', async ({ page, shop, consoleErrors }) => {
  const make = (path: string, body: object) => shop.asAdmin<Named>('POST', path, body);
  const brand = await make('/v1/brands', { name: 'Brand in use' });
  const category = await make('/v1/categories', { name: 'Category in use' });
  await make('/v1/categories', { name: 'Category below', parentId: category.id });
  for (let i = 1; i <= 12; i++) {
    await make('/v1/admin/products', { name: `Used cup ${10 + i}`, brandId: brand.id, categoryIds: [category.id], variants: [{ sku: `USED-${i}`, price: 10 }] });
  }
  await signIn(page);
  const dialog = page.getByRole('dialog');
  const names = (link: string) => expect(dialog.getByRole('alert').getByRole('link', { name: link })).toBeVisible();
  for (const [path, row] of [['/brands', /^Brand in use/], ['/categories', /^Category in use/]] as const) {
    await turnTo(page, path);
    const shown = page.getByRole('row', { name: row }).or(page.getByRole('treeitem', { name: row })).first();
    await shown.click(); // a category shows its commands beside the tree
    await (path === '/categories' ? page : shown).getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(dialog.getByText('It is in use.')).toBeVisible();
    await names('Used cup 11');
    await expect(dialog.getByText('and 2 more')).toBeVisible();
    expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('409')]);
    if (path === '/brands') await dialog.getByRole('button', { name: 'Cancel' }).click();
  }
  await names('Category below');
  await expect(dialog.getByRole('link', { name: 'Category below' })).toHaveAttribute('href', /categories\?category=[0-9a-f-]{36}$/);
  await dialog.getByRole('link', { name: 'Used cup 11' }).click();
  await expect(page.getByRole('heading', { name: 'Used cup 11', level: 1 })).toBeVisible();
});

test('a role that is in use says by whom', async ({ page, shop, consoleErrors }) => {
  const role = await shop.asAdmin<Named>('POST', '/v1/admin/roles', { name: 'Role in use', scopes: ['stock:read'] });
  const member = await register(shop, 'Keeping Member');
  await shop.asAdmin('PATCH', `/v1/admin/users/${member.id}`, { role: 'admin' });
  await shop.asAdmin('PATCH', `/v1/admin/staff/${member.id}`, { roleId: role.id });
  for (let i = 1; i <= 12; i++) {
    await shop.asAdmin('POST', '/v1/admin/staff/invitations', { email: `keeping${i}@example.com`, fullName: `Keeping ${10 + i}`, roleId: role.id });
  }
  await signIn(page);
  await turnTo(page, '/roles');
  const dialog = page.getByRole('dialog');
  await page.getByRole('row', { name: 'Role in use' }).getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  const link = (name: string | RegExp) => dialog.getByRole('alert').getByRole('link', { name });
  await expect(link(/^Keeping Member \(.*@example\.com\)$/)).toHaveAttribute('href', /\/staff$/);
  await expect(link(/^Keeping \d+ /)).toHaveCount(10);
  await expect(link('Keeping 11 (keeping1@example.com)')).toHaveAttribute('href', /\/invitations$/);
  await expect(dialog.getByText('and 2 more')).toBeVisible();
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('409')]);
});

/** What another record has already, and at which field it is said. */
const taken: Wrong[] = [
  { path: '/promotions', open: 'New promotion', fill: { Code: 'TAKEN', Value: '5' }, field: 'Code', says: 'Another one has this already.' },
  { path: '/brands', open: 'New brand', fill: { Name: 'Taken again', 'Name in addresses': 'taken' }, field: 'Name in addresses', says: 'Another one has this name in addresses.' },
  { path: '/collections', open: 'New collection', fill: { Name: 'Taken again', 'Name in addresses': 'taken' }, field: 'Name in addresses', says: 'Another one has this name in addresses.' },
  { path: '/attributes', open: 'New attribute', fill: { Code: 'taken', 'Name of the attribute (English)': 'Taken again' }, field: 'Code', says: 'Another one has this already.' },
  { path: '/categories', open: 'New category', fill: { Name: 'Taken again', 'Name in addresses': 'taken' }, field: 'Name in addresses', says: 'Another one has this name in addresses.' },
  { path: '/roles', open: 'New role', fill: { Name: 'Taken' }, choose: 'May do', field: 'Name', says: 'Another one has this already.' },
];

test('what another record has already is said at its field, which has the focus', async ({ page, shop, consoleErrors }) => {
  const make = (path: string, body: object) => shop.asAdmin<Named>('POST', path, body);
  await make('/v1/admin/promotions', { code: 'TAKEN', kind: 'percent', value: 5 });
  await make('/v1/brands', { name: 'Taken', slug: 'taken' });
  await make('/v1/categories', { name: 'Taken', slug: 'taken' });
  await make('/v1/admin/collections', { name: 'Taken', slug: 'taken' });
  await make('/v1/admin/attributes', { code: 'taken', kind: 'text', names: [{ locale: 'en', name: 'Taken' }] });
  await make('/v1/admin/roles', { name: 'Taken', scopes: ['stock:read'] });
  await signIn(page);
  page.on('dialog', (question) => question.accept()); // of what is not saved
  for (const form of taken) {
    await test.step(form.path, async () => {
      await turnTo(page, form.path);
      const { dialog, field, send } = await fillIn(page, form);
      await send();
      await expect(field(form.field)).toBeFocused();
      await expect(field(form.field)).toHaveAccessibleDescription('is taken already');
      await expect(dialog.getByText(form.says)).toBeVisible();
      expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('409')]);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog).toHaveCount(0);
    });
  }
});
