// What another admin has done while a page was open: each command says how things are now and by
// whom, shows that, and does nothing twice. No event of a healthy shop gets stuck, and no mail to
// its mailbox fails: there the page alone is told so when it opens, and the service then answers as
// it does when another admin has tried again. Who did that is not looked at for events.

import type { Locator, Page } from '@playwright/test';
import { invoicedOrder, packedOrder } from './invoices';
import { mailed, mailedCode, register } from './people';
import { turnTo } from './pages';
import { receiver } from './receiver';
import { expect, settled, type Shop, test } from './shop';
import { upload } from './statements';

interface Second {
  path: string;
  /** The row, or the part of the page, in which the button is; otherwise the page has one. */
  at?: (page: Page) => Locator;
  press: string;
  fill?: Record<string, string>;
  submit?: string;
  /** What the other admin does meanwhile, and below which id the log has it. */
  meanwhile: () => Promise<unknown>;
  about: string;
  /** The refusal, in words, and its status. */
  says: string;
  status: 404 | 409 | 412;
  /** Who did it, unless it was an admin; null when nobody did. */
  by?: string | null;
  /** Whether the dialog stays, since something was entered. */
  stays?: boolean;
  /** What that dialog says of how things are now. */
  meets?: (page: Page) => Locator;
  /** What the page shows afterwards, and what it no longer has. */
  shows?: (page: Page) => Locator;
  lacks?: (page: Page) => Locator;
}

const button = (name: string) => (page: Page) => page.getByRole('main').getByRole('button', { name, exact: true });
const command = (name: string) => (page: Page) => page.getByRole('region', { name: 'What may be done next' }).getByRole('button', { name, exact: true });
const row = (name: string) => (page: Page) => page.getByRole('main').getByRole('row', { name }).first();

/** Lets the admin of the page be second, and looks at what the page says. */
async function beSecond(page: Page, shop: Shop, second: Second, consoleErrors: string[]) {
  const { path, at, press, fill = {}, about, says, by = 'Administrator' } = second;
  const acts = async () => (await shop.asAdmin<{ meta: { total: number } }>('GET', `/v1/admin/audit?key=${about}&limit=1`)).meta.total;
  await turnTo(page, '/inbox'); // two pages of a kind may have one heading
  await turnTo(page, path);
  const dialog = page.getByRole('dialog');
  await (at?.(page) ?? page.getByRole('main')).getByRole('button', { name: press, exact: true }).first().click();
  for (const [label, value] of Object.entries(fill)) await dialog.getByLabel(new RegExp(`^${label.replace(/[()]/g, '\\$&')}(\\s*\\*)?$`)).first().fill(value);
  await second.meanwhile();
  const before = await acts();
  await dialog.getByRole('button', { name: second.submit ?? press, exact: true }).click();
  const refusal = (second.stays ? dialog : page).getByRole('alert').filter({ hasText: says });
  await expect(refusal).toContainText(by ?? says);
  if (second.meets) await expect(second.meets(page).first()).toBeVisible();
  if (second.stays) await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  if (second.shows) await expect(second.shows(page).first()).toBeVisible();
  if (second.lacks) await expect(second.lacks(page)).toHaveCount(0);
  // The next refusal may say the same.
  if (!second.stays) await page.getByRole('alert').filter({ hasText: says }).getByRole('button').click();
  expect(await acts()).toBe(before); // nothing was done twice
  const errors = consoleErrors.splice(0);
  // The page of a record that is gone is refused too when it is read anew.
  expect(errors).toEqual(Array(second.status === 404 ? errors.length : 1).fill(expect.stringContaining(String(second.status))));
}

async function beSecondOf(page: Page, shop: Shop, rows: Second[], consoleErrors: string[]) {
  page.on('dialog', (question) => question.accept()); // of what is not saved
  await page.goto('/admin/inbox');
  await settled(page);
  for (const second of rows) await test.step(`${second.path} ${second.press}`, () => beSecond(page, shop, second, consoleErrors));
}

type Command = [verb: string, body?: unknown];

interface Ordered {
  id: string;
  items: { id: string }[];
}

const paid: Command = ['mark-paid'];
const packed: Command = ['process'];
const shipped: Command = ['ship', { carrier: 'DHL', trackingNumber: '1' }];
const delivered: Command = ['deliver'];

/** An order on which commands were done, and what does another. */
async function orderAfter(shop: Shop, commands: Command[]) {
  const { id, total } = await shop.order('Second Buyer');
  const token = { 'X-Order-Token': shop.orderToken };
  const act = ([verb, body]: Command) => shop.asAdmin<Ordered>('POST', `/v1/admin/orders/${id}/${verb}`, body);
  for (const one of commands) await act(one);
  return { id, total, token, act };
}

test('an order that another admin has taken further', async ({ page, shop, consoleErrors }) => {
  const now = (state: string) => `the order is now ${state}.`;
  const taken = async (before: Command[], press: string, meanwhile: Command, says: string, more: Partial<Second> = {}): Promise<Second> => {
    const order = await orderAfter(shop, before);
    return {
      path: `/orders/${order.id}`, press, meanwhile: () => order.act(meanwhile), about: order.id, says: now(says), status: 409, lacks: command(press), ...more,
    };
  };
  const whole = await orderAfter(shop, [paid]);
  await beSecondOf(page, shop, [
    await taken([], 'Mark paid', paid, 'placed, paid, nothing shipped'),
    await taken([], 'Mark paid', ['cancel', { reason: 'out of beans' }], 'cancelled, unpaid, nothing shipped'),
    await taken([paid], 'Begin packing', packed, 'being packed, paid, nothing shipped'),
    await taken([paid, packed], 'Ship', shipped, 'being packed, paid, shipped', { fill: { 'Tracking number': '2' }, shows: (p) => p.getByRole('group', { name: 'DHL 1' }) }),
    await taken([paid, packed, shipped], 'Delivered', delivered, 'done, paid, delivered'),
    await taken([paid, packed, shipped], 'Arrived', delivered, 'done, paid, delivered', { lacks: button('Arrived') }),
    await taken([paid], 'Cancel order', ['cancel', { reason: 'out of beans' }], 'cancelled, paid, nothing shipped'),
    await taken([paid, packed], 'Cancel order', shipped, 'being packed, paid, shipped'),
    {
      path: `/orders/${whole.id}`, press: 'Refund', fill: { Reason: 'Broken' }, meanwhile: () => whole.act(['refund', { amount: whole.total, reason: 'Broken' }]), about: whole.id,
      says: now('placed, paid, nothing shipped'), status: 409, lacks: command('Refund'),
    },
    await taken([paid, packed], 'Change the address', shipped, 'being packed, paid, shipped', {
      fill: { 'Street and number': 'Hauptstr. 1', 'Postal code': '10827', City: 'Berlin' }, submit: 'Save', stays: true, lacks: button('Change the address'),
    }),
  ], consoleErrors);
});

test('an invoice that another admin has issued or replaced', async ({ page, shop, consoleErrors }) => {
  const packed = await packedOrder(shop, 'Second Invoice');
  const { order, invoice } = await invoicedOrder(shop, 'Second Invoice');
  await beSecondOf(page, shop, [
    {
      path: `/orders/${packed.id}`, press: 'Issue the invoice', meanwhile: () => shop.asAdmin('POST', `/v1/admin/orders/${packed.id}/invoice`), about: packed.id,
      says: 'The order has an invoice.', status: 409, lacks: button('Issue the invoice'),
    },
    {
      path: `/invoices/${invoice.id}`, press: 'Replace', fill: { Reason: 'The buyer has moved.' }, about: order.id,
      meanwhile: () => shop.asAdmin('POST', `/v1/admin/invoices/${invoice.id}/reissue`, { reason: 'The name was wrong.' }),
      says: 'Only an invoice that is not cancelled can be replaced.', status: 409, stays: true, lacks: button('Replace'),
    },
  ], consoleErrors);
});

test('a return that another admin has decided or received', async ({ page, shop, consoleErrors }) => {
  const decided = async (before: Command[], press: string, meanwhile: Command, says: string, state: string, fill?: Record<string, string>): Promise<Second> => {
    const { id, token, act } = await orderAfter(shop, [paid, packed, shipped]);
    const { items } = await act(delivered);
    const asked = { items: [{ orderItemId: items[0]!.id, quantity: 1 }], reason: 'Too small.' };
    const returned = await shop.call<{ id: string }>('POST', `/v1/orders/${id}/returns`, asked, token);
    const decide = ([verb, body]: Command) => shop.asAdmin('POST', `/v1/admin/returns/${returned.id}/${verb}`, body);
    for (const one of before) await decide(one);
    return {
      path: `/returns/${returned.id}`, press, fill, meanwhile: () => decide(meanwhile), about: id, says, status: 409,
      shows: (p) => p.getByRole('main').getByText(state, { exact: true }), lacks: button(press),
    };
  };
  const already = 'Somebody has decided about this return already.';
  await beSecondOf(page, shop, [
    await decided([], 'Approve', ['reject', { reason: 'Worn' }], already, 'Rejected'),
    await decided([], 'Reject', ['approve'], already, 'Approved', { Reason: 'Worn' }),
    await decided([['approve']], 'Goods received', ['receive'], 'Somebody has received these goods already.', 'Received'),
  ], consoleErrors);
});

test('a wholesale application that another admin has decided', async ({ page, shop, consoleErrors }) => {
  const decided = async (name: string, press: string, meanwhile: Command, state: string, fill?: Record<string, string>, before?: Command): Promise<Second> => {
    await shop.call('POST', '/v1/wholesale/apply', {
      businessName: name, businessAddress: 'Hauptstr. 1, 10827 Berlin', state: 'Berlin', country: 'DE', contactFullName: 'Jana Lindner',
      contactEmail: `${name.replaceAll(' ', '.')}@example.com`, contactPhone: '+49 30 1234567', estimatedMonthlyOrderMin: 500, estimatedMonthlyOrderMax: 2000,
    });
    const path = '/v1/admin/wholesale/applications';
    const { id } = (await shop.asAdmin<{ data: { id: string }[] }>('GET', `${path}?q=${encodeURIComponent(name)}`)).data[0]!;
    const act = ([verb, body]: Command) => shop.asAdmin('POST', `${path}/${id}/${verb}`, body);
    if (before) await act(before);
    return {
      path: `/wholesale/${id}`, press, fill, meanwhile: () => act(meanwhile), about: id,
      says: before ? 'Somebody has decided this already; the answer is not recorded.' : `Somebody has decided this already. It is now: ${state},`, status: 409, shows: (p) => p.getByText(`${state} by you`), lacks: button(press),
    };
  };
  await beSecondOf(page, shop, [
    await decided('Second to approve', 'Approve', ['reject', { reason: 'No coffee' }], 'Rejected'),
    await decided('Second to reject', 'Reject', ['approve', {}], 'Approved', { 'Reason, for the mail': 'No coffee' }),
    await decided('Second to ask', 'Ask', ['approve', {}], 'Approved', { Question: 'How much?' }),
    await decided('Second to record', 'Record the answer', ['approve', {}], 'Approved', { Answer: 'Plenty' }, ['request-info', { question: 'How much?' }]),
  ], consoleErrors);
});

interface Kind {
  page: string;
  path: string;
  body: object;
  /** The name in its row, and the member that has it. */
  name: string;
  /** What another admin changes, what its row says then, and what the form of the page changes. */
  change: object;
  changed: string;
  fill: Record<string, string>;
}

const kinds: Kind[] = [
  { page: '/promotions', path: '/v1/admin/promotions', body: { code: 'SECOND', kind: 'percent', value: 5 }, name: 'SECOND', change: { value: 6 }, changed: '6 %', fill: { Value: '7' } },
  { page: '/automatic-promotions', path: '/v1/admin/automatic-promotions', body: { name: 'Second sale', kind: 'percent', value: 5, active: false }, name: 'Second sale', change: { value: 6 }, changed: '6 %', fill: { Value: '7' } },
  { page: '/shipping', path: '/v1/admin/shipping-methods', body: { name: 'Second way', price: 3, minDays: 1, maxDays: 2 }, name: 'Second way', change: { price: 4 }, changed: '€4.00', fill: { 'Price in EUR': '5' } },
  { page: '/collections', path: '/v1/admin/collections', body: { name: 'Second collection' }, name: 'Second collection', change: { position: 4242 }, changed: '4242', fill: { Name: 'My collection' } },
  { page: '/attributes', path: '/v1/admin/attributes', body: { code: 'second', kind: 'text', names: [{ locale: 'en', name: 'Second attribute' }] }, name: 'Second attribute', change: { position: 4343 }, changed: '4343', fill: { 'Name of the attribute (English)': 'My attribute' } },
  { page: '/brands', path: '/v1/brands', body: { name: 'Second brand' }, name: 'Second brand', change: { slug: 'other' }, changed: 'other', fill: { Name: 'My brand' } },
  { page: '/roles', path: '/v1/admin/roles', body: { name: 'Second role', scopes: ['stock:read'] }, name: 'Second role', change: { scopes: ['orders:read'] }, changed: 'See orders and returns', fill: { Name: 'My role' } },
  { page: '/webhooks', path: '/v1/admin/webhooks', body: { url: 'https://second.example.com/', events: ['ordering.*'], enabled: false }, name: 'https://second.example.com/', change: { description: 'Changed' }, changed: 'Changed', fill: { Description: 'Mine' } },
];

/** The kind with names of its own, by a word that comes behind each of them. */
const suffixed = <T>(value: T, word: string): T => JSON.parse(JSON.stringify(value).replace(/SECOND|Second \w+|https:\/\/second\.example\.com\/|"(?:other|second)"/g, (name) => (name.startsWith('"') ? `${name.slice(0, -1)}-${word}"` : name + word))) as T;

test('a record that another admin has changed or removed', async ({ page, shop, consoleErrors }) => {
  const gone = 'This is not here, or no longer: somebody may have removed it meanwhile.';
  const stale = 'Somebody else has changed this meanwhile. You see how it is now.';
  const rows: Second[] = [];
  for (const kind of kinds) {
    const second = async (word: string, meanwhile: (at: string, k: Kind) => Promise<unknown>, more: (k: Kind) => Pick<Second, 'says' | 'status' | 'press'> & Partial<Second>) => {
      const k = suffixed(kind, word);
      const { id } = await shop.asAdmin<{ id: string }>('POST', k.path, k.body);
      rows.push({ path: k.page, at: row(k.name), about: id, meanwhile: () => meanwhile(`${k.path}/${id}`, k), ...more(k) });
    };
    const remove = (at: string) => shop.asAdmin('DELETE', at);
    await second('a', (at, k) => shop.asAdmin('PATCH', at, k.change), (k) => ({ press: 'Delete', says: stale, status: 412, shows: (p) => row(k.name)(p).getByText(k.changed) }));
    await second('b', remove, (k) => ({ press: 'Delete', says: gone, status: 404, lacks: (p) => row(k.name)(p) }));
    await second('c', remove, (k) => ({ press: 'Edit', fill: k.fill, submit: 'Save', says: gone, status: 404, stays: true, lacks: (p) => row(k.name)(p) }));
  }
  const { id } = await shop.asAdmin<{ id: string }>('POST', '/v1/admin/promotions', { code: 'NOT-OFF', kind: 'percent', value: 5 });
  rows.push({
    path: '/promotions', at: row('NOT-OFF'), press: 'Switch off', meanwhile: () => shop.asAdmin('DELETE', `/v1/admin/promotions/${id}`), about: id,
    says: gone, status: 404, lacks: row('NOT-OFF'),
  });
  await beSecondOf(page, shop, rows, consoleErrors);
});

test('a category that another admin has changed or removed', async ({ page, shop, consoleErrors }) => {
  const rows: Second[] = [];
  const second = async (name: string, press: string, isRemoved: boolean, more: Partial<Second> = {}) => {
    const { id } = await shop.asAdmin<{ id: string }>('POST', '/v1/categories', { name });
    const at = `/v1/categories/${id}`;
    const item = (of: string) => (p: Page) => p.getByRole('treeitem', { name: of });
    rows.push({
      path: `/categories?category=${id}`, press, about: id,
      meanwhile: () => (isRemoved ? shop.asAdmin('DELETE', at) : shop.asAdmin('PATCH', at, { name: `${name} of theirs` })),
      says: isRemoved ? 'somebody may have removed it meanwhile.' : 'Somebody else has changed this meanwhile.',
      status: isRemoved ? 404 : 412, ...(isRemoved ? { lacks: item(name) } : { shows: item(`${name} of theirs`) }), ...more,
    });
  };
  await second('Second shelf', 'Delete', false);
  await second('Third shelf', 'Delete', true);
  await second('Fourth shelf', 'Edit', true, { fill: { Name: 'My shelf' }, submit: 'Save', stays: true });
  await beSecondOf(page, shop, rows, consoleErrors);
});

test('a key that another admin has changed or revoked', async ({ page, shop, consoleErrors }) => {
  const rows: Second[] = [];
  const second = async (name: string, press: string, isRevoked: boolean, more: Partial<Second> = {}) => {
    const { id } = await shop.asAdmin<{ id: string }>('POST', '/v1/admin/api-keys', { name, scopes: ['stock:read'] });
    const at = `/v1/admin/api-keys/${id}`;
    rows.push({
      path: '/keys', at: row(name), press, about: id, meanwhile: () => (isRevoked ? shop.asAdmin('DELETE', at) : shop.asAdmin('PATCH', at, { scopes: ['orders:read'] })),
      says: 'Somebody else has changed this meanwhile.', status: 412, shows: (p) => row(name)(p).getByText(isRevoked ? 'revoked' : 'See orders and returns'), ...more,
    });
  };
  await second('Second key', 'Revoke', false);
  await second('Third key', 'Revoke', true, { lacks: (p) => row('Third key')(p).getByRole('button') });
  await beSecondOf(page, shop, rows, consoleErrors);
});

test('a webhook that another admin has paused or deleted, on its page', async ({ page, shop, consoleErrors }) => {
  const rows: Second[] = [];
  const second = async (press: string, isDeleted: boolean, more: Partial<Second> & { does?: (at: string) => Promise<unknown> } = {}) => {
    const { does, ...rest } = more;
    const url = `https://${rows.length}.second.example.com/`;
    const { id } = await shop.asAdmin<{ id: string }>('POST', '/v1/admin/webhooks', { url, events: ['reviews.*'] });
    const at = `/v1/admin/webhooks/${id}`;
    rows.push({
      path: `/webhooks/${id}`, press, about: id, meanwhile: () => does?.(at) ?? (isDeleted ? shop.asAdmin('DELETE', at) : shop.asAdmin('PATCH', at, { enabled: false })),
      says: isDeleted ? 'somebody may have removed it meanwhile.' : 'Somebody else has changed this meanwhile.', status: isDeleted ? 404 : 412,
      shows: (p) => p.getByText(isDeleted ? 'There is no such webhook.' : 'Somebody paused it.'), ...rest,
    });
  };
  await second('Pause', false, { lacks: button('Pause') });
  await second('Pause', true);
  await second('Replay', false, {
    fill: { From: '2026-01-01T00:00' }, says: 'The endpoint is disabled.', status: 409, stays: true,
  });
  await second('Test', true);
  await second('New secret', true);
  await second('New secret', false, { does: (at) => shop.asAdmin('POST', `${at}/rotate-secret`, {}), shows: (p) => p.getByText('The former secret ends') });
  await beSecondOf(page, shop, rows, consoleErrors);
});

test('a promotion that another admin has switched off comes to the same', async ({ page, shop }) => {
  const { id } = await shop.asAdmin<{ id: string }>('POST', '/v1/admin/promotions', { code: 'OFF-TWICE', kind: 'percent', value: 5 });
  await page.goto('/admin/promotions');
  await row('OFF-TWICE')(page).getByRole('button', { name: 'Switch off' }).click();
  await shop.asAdmin('PATCH', `/v1/admin/promotions/${id}`, { active: false });
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
  await expect(page.getByText('OFF-TWICE is off.')).toBeVisible();
  await expect(row('OFF-TWICE')(page).getByText('off', { exact: true })).toBeVisible();
  await expect(row('OFF-TWICE')(page).getByRole('button', { name: 'Switch off' })).toHaveCount(0);
});

test('an account that another admin has changed, signed out or erased', async ({ page, shop, consoleErrors }) => {
  const rows: Second[] = [];
  const gone = 'somebody may have removed it meanwhile.';
  const second = async (name: string, press: string, meanwhile: (at: string) => Promise<unknown>, more: Partial<Second>) => {
    const { id } = await register(shop, name);
    rows.push({ path: `/customers/${id}`, press, about: id, meanwhile: () => meanwhile(`/v1/admin/users/${id}`), says: gone, status: 404, ...more });
  };
  const erase = (at: string) => shop.asAdmin('POST', `${at}/erase`, { reason: 'Asked for it' });
  const none = { shows: (p: Page) => p.getByText('There is no such account.') };
  await second('Second To Disable', 'Disable', erase, none);
  await second('Second To Erase', 'Erase', erase, {
    ...none, fill: { 'Type second.to.erase@example.com to confirm': 'second.to.erase@example.com', 'Reason, without a name: it stays in the audit': 'Asked for it' },
  });
  await second('Second To Sign Out', 'End', (at) => shop.asAdmin('DELETE', `${at}/sessions`), { lacks: button('End') });
  await beSecondOf(page, shop, rows, consoleErrors);
});

test('a member of the staff whom another admin has changed or removed', async ({ page, shop, consoleErrors }) => {
  const rows: Second[] = [];
  const { id: roleId } = await shop.asAdmin<{ id: string }>('POST', '/v1/admin/roles', { name: 'Role of seconds', scopes: ['orders:read'] });
  const second = async (name: string, press: string, isRemoved: boolean, more: Partial<Second> = {}) => {
    const { id } = await register(shop, name);
    await shop.asAdmin('PATCH', `/v1/admin/users/${id}`, { role: 'admin' });
    const at = `/v1/admin/staff/${id}`;
    rows.push({
      path: '/staff', at: row(name), press, about: id, meanwhile: () => (isRemoved ? shop.asAdmin('DELETE', at) : shop.asAdmin('PATCH', at, { roleId })),
      says: isRemoved ? 'somebody may have removed it meanwhile.' : 'Somebody else has changed this meanwhile.', status: isRemoved ? 404 : 412,
      ...(isRemoved ? { lacks: row(name) } : { shows: (p: Page) => row(name)(p).getByText('Role of seconds') }), ...more,
    });
  };
  await second('Second Member', 'Remove from the staff', false);
  await second('Third Member', 'Remove from the staff', true);
  await beSecondOf(page, shop, rows, consoleErrors);
});

test('stock that another admin has counted, and points that another admin has taken', async ({ page, shop, consoleErrors }) => {
  const name = 'Second cup';
  await shop.asAdmin('POST', '/v1/admin/products', { name, variants: [{ sku: 'SECOND-CUP', price: 10 }] });
  // Ordering may not know a new variant yet, nor the points a new account.
  const found = async () => (await shop.asAdmin<{ data: { variantId: string }[] }>('GET', '/v1/admin/stock?q=SECOND-CUP')).data;
  await expect.poll(async () => (await found()).length).toBe(1);
  const { variantId } = (await found())[0]!;
  await shop.asAdmin('PUT', `/v1/admin/stock/${variantId}`, { onHand: 10 });
  const { id } = await register(shop, 'Second To Points');
  const points = (by: number) => shop.asAdmin('POST', `/v1/admin/loyalty/${id}/adjust`, { points: by, reason: 'Gift' });
  await expect(async () => { await points(50); }).toPass();
  await beSecondOf(page, shop, [
    {
      path: `/stock?filter=${encodeURIComponent(JSON.stringify({ q: 'SECOND-CUP' }))}`, at: row('SECOND-CUP'), press: 'Adjust', fill: { Difference: '-5', Reason: 'Broken' },
      meanwhile: () => shop.asAdmin('PUT', `/v1/admin/stock/${variantId}`, { onHand: 3 }), about: variantId, says: 'There is not enough in stock.', status: 409, stays: true,
      meets: (p) => p.getByRole('dialog').getByText('3 → -2'), shows: (p) => p.locator('input[value="3"]'),
    },
    {
      path: `/customers/${id}`, press: 'Adjust points', fill: { Points: '-50', Reason: 'By mistake' }, meanwhile: () => points(-30), about: id,
      says: 'There are not enough points.', status: 409, stays: true, meets: (p) => p.getByRole('dialog').getByText('20'), shows: (p) => p.getByRole('main').getByText(/20 points/),
    },
  ], consoleErrors);
});

test('products that another admin has archived or changed, one by one and several at once', async ({ page, shop, consoleErrors }) => {
  const make = (name: string, sku: string) => shop.asAdmin<{ id: string }>('POST', '/v1/admin/products', { name, variants: [{ sku, price: 10 }] });
  const change = (id: string, body: object) => shop.asAdmin('PATCH', `/v1/admin/products/${id}`, body);
  const one = await make('Second mug', 'SECOND-MUG');
  await page.goto(`/admin/products/${one.id}`);
  const dialog = page.getByRole('dialog');
  await button('Archive')(page).click();
  await change(one.id, { status: 'archived' });
  await dialog.getByRole('button', { name: 'Archive' }).click();
  await expect(dialog.getByText('It has been changed since you opened it, to what you have entered. There is nothing to save.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Take all of theirs' }).click();
  await expect(page.getByRole('main').getByText('Archived', { exact: true })).toBeVisible();
  await expect(button('Archive')(page)).toHaveCount(0);
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('412')]);

  const several = [await make('Second plate A', 'SECOND-PLATE-A'), await make('Second plate B', 'SECOND-PLATE-B')];
  await turnTo(page, `/products?filter=${encodeURIComponent(JSON.stringify({ q: 'Second plate' }))}`);
  for (const letter of ['A', 'B']) await page.getByRole('checkbox', { name: `Select Second plate ${letter}` }).check();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Archive' }).click();
  await change(several[1]!.id, { description: 'Changed' });
  await dialog.getByRole('button', { name: 'Archive' }).click();
  await expect(dialog.getByText('1 of 2 done.')).toBeVisible();
  const failed = dialog.getByRole('listitem').filter({ hasText: 'Second plate B' });
  await expect(failed).toContainText('Somebody else has changed this meanwhile.');
  await expect(failed).toContainText('Administrator');
  await dialog.getByRole('button', { name: 'Try the rest again (1)' }).click();
  await expect(dialog.getByText('2 of 2 done.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('412')]);
  for (const { id } of several) expect(await shop.asAdmin('GET', `/v1/admin/products/${id}`)).toMatchObject({ status: 'archived' });
});

test('orders of which another admin has marked one as paid', async ({ page, shop, consoleErrors }) => {
  const orders = [await shop.order('Second Payer'), await shop.order('Second Payer')];
  await page.goto(`/admin/orders?filter=${encodeURIComponent(JSON.stringify({ q: 'Second Payer' }))}`);
  for (const { number } of orders) await page.getByRole('checkbox', { name: `Select ${number}` }).check();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Mark paid' }).click();
  await shop.asAdmin('POST', `/v1/admin/orders/${orders[1]!.id}/mark-paid`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Mark paid' }).click();
  await expect(dialog.getByText('1 of 2 done.')).toBeVisible();
  const failed = dialog.getByRole('listitem').filter({ hasText: orders[1]!.number });
  await expect(failed).toContainText('the order is now placed, paid, nothing shipped.');
  await expect(failed).toContainText('Administrator');
  await dialog.getByRole('button', { name: 'Close' }).click();
  for (const { number } of orders) await expect(row(number)(page)).toContainText('paid');
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('409')]);
});

test('a review that another admin has hidden or shown comes to the same', async ({ page, shop }) => {
  const { token } = await register(shop, 'Second Reviewer');
  const { data: products } = await shop.call<{ data: { id: string }[] }>('GET', '/v1/products?limit=1');
  const review = { productId: products[0]!.id, rating: 2, message: 'Second review' };
  const { id } = await shop.call<{ id: string }>('POST', '/v1/reviews', review, { Authorization: `Bearer ${token}` });
  const moderate = (verb: string, body?: unknown) => shop.asAdmin('POST', `/v1/admin/reviews/${id}/${verb}`, body);
  const acts = async () => (await shop.asAdmin<{ meta: { total: number } }>('GET', `/v1/admin/audit?key=${review.productId}`)).meta.total;
  const at = row('Second review')(page);
  const dialog = page.getByRole('dialog');
  await page.goto('/admin/reviews');
  await at.getByRole('button', { name: 'Hide' }).click();
  await dialog.getByLabel('Reason').fill('Rude');
  await moderate('hide', { reason: 'Off topic' });
  let before = await acts();
  await dialog.getByRole('button', { name: 'Hide' }).click();
  const notice = page.getByRole('status').filter({ hasText: 'Its author reads the first reason: Off topic' });
  await expect(notice).toContainText('Administrator');
  await expect(at).toContainText('Off topic');
  expect(await acts()).toBe(before);

  await at.getByRole('button', { name: 'Show' }).click();
  await moderate('show');
  before = await acts();
  await dialog.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByText('The review is shown.')).toBeVisible();
  await expect(at.getByRole('button', { name: 'Hide' })).toBeVisible();
  await expect(at).not.toContainText('Off topic');
  expect(await acts()).toBe(before);
});

test('an invitation that another admin has withdrawn, or that was accepted', async ({ page, shop, consoleErrors }) => {
  const rows: Second[] = [];
  const { id: roleId } = await shop.asAdmin<{ id: string }>('POST', '/v1/admin/roles', { name: 'Role of invited', scopes: ['orders:read'] });
  const second = async (fullName: string, press: string, isAccepted: boolean) => {
    const email = `${fullName.toLowerCase().replace(' ', '.')}@example.com`;
    const { id } = await shop.asAdmin<{ id: string }>('POST', '/v1/admin/staff/invitations', { email, fullName, roleId, locale: 'en' });
    const { data } = await shop.asAdmin<{ data: { key: string; payload: object }[] }>('GET', '/v1/admin/audit?name=identity.staff_invited.v1');
    const accept = async () => {
      const code = await mailedCode(shop, email, 8);
      await shop.call('POST', '/v1/auth/accept-invitation', { email, code, password: 'a moka pot of good coffee' });
    };
    rows.push({
      path: '/invitations', at: row(email), press, about: data.find((event) => Object.values(event.payload).includes(id))!.key,
      meanwhile: () => (isAccepted ? accept() : shop.asAdmin('DELETE', `/v1/admin/staff/invitations/${id}`)),
      says: 'The invitation is no longer open', status: 409, by: isAccepted ? fullName : undefined,
      shows: (p) => row(email)(p).getByText(isAccepted ? 'accepted' : 'withdrawn'), lacks: (p) => row(email)(p).getByRole('button'),
    });
  };
  await second('Second Invited', 'Withdraw', false);
  await second('Third Invited', 'Send again', false);
  await second('Fourth Invited', 'Withdraw', true);
  await second('Fifth Invited', 'Send again', true);
  await beSecondOf(page, shop, rows, consoleErrors);
});

test('a payment task that another admin has retried', async ({ page, shop, consoleErrors }) => {
  shop.cards.refuses = true;
  const order = await shop.order('Second Card', 1, 'card');
  const list = async () => (await shop.asAdmin<{ data: { id: string; status: string }[] }>('GET', `/v1/admin/payments/tasks?orderId=${order.id}`)).data;
  const becomes = (status: string) => expect.poll(async () => (await list())[0]?.status).toBe(status);
  await becomes('failed');
  const [task] = await list();
  await beSecondOf(page, shop, [{
    path: '/payments', at: row('Begin the payment'), press: 'Ask again', about: order.id,
    meanwhile: async () => {
      shop.cards.refuses = false;
      await shop.asAdmin('POST', `/v1/admin/payments/tasks/${task!.id}/retry`);
      await becomes('done');
    },
    says: 'Nothing is left to ask for', status: 409,
    shows: (p) => row('Begin the payment')(p).getByText('Done'), lacks: (p) => row('Begin the payment')(p).getByRole('button', { name: 'Ask again' }),
  }], consoleErrors);
});

interface Listed {
  data: Record<string, unknown>[];
  meta: { total: number };
}

/** Lets the page read another answer of the service, until the result is called. */
async function pretend<T>(page: Page, path: RegExp, change: (answer: T) => void): Promise<() => Promise<void>> {
  await page.route(path, async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as T;
    change(json);
    await route.fulfill({ response, json });
  });
  return () => page.unroute(path);
}

test('an open transfer that another admin has booked or ignored', async ({ page, shop, consoleErrors }) => {
  const second = async (name: string, press: string, verb: 'book' | 'ignore', state: string, fill?: Record<string, string>): Promise<Second> => {
    const order = await shop.order('Second Transfer');
    // Too little, so that it stays open.
    await upload(shop, [{ amount: 1, text: order.number, name }]);
    const entry = (await shop.asAdmin<Listed>('GET', '/v1/admin/payments/entries?state=open')).data.find((e) => e.name === name)!;
    const body = verb === 'book' ? { orderId: order.id } : { reason: 'Not ours' };
    return {
      path: '/entries', at: row(name), press, fill,
      meanwhile: () => shop.asAdmin('POST', `/v1/admin/payments/entries/${entry.id}/${verb}`, body), about: verb === 'book' ? order.id : String(entry.id),
      says: 'Somebody has booked or ignored this transfer meanwhile.', status: 409,
      shows: (p) => row(name)(p).getByText(state, { exact: true }), lacks: (p) => row(name)(p).getByRole('button'),
    };
  };
  const why = { 'Why, for the staff': 'Not ours either' };
  await beSecondOf(page, shop, [
    await second('Second Booked', 'Book', 'book', 'Booked'),
    await second('Second Ignored', 'Book', 'ignore', 'Ignored'),
    await second('Third Booked', 'Ignore', 'book', 'Booked', why),
    await second('Third Ignored', 'Ignore', 'ignore', 'Ignored', why),
  ], consoleErrors);
});

test('failed mails that another admin has sent again', async ({ page, shop }) => {
  const order = await shop.order('Second Mail');
  const to = 'second.mail@example.com';
  await mailed(shop, to, /./);
  const { data } = await shop.asAdmin<{ data: { id: string }[] }>('GET', `/v1/admin/mails?key=${order.id}`);
  const { id } = data[0]!;
  const acts = async () => (await shop.asAdmin<Listed>('GET', `/v1/admin/audit?key=${id}`)).meta.total;
  const sendAgain = () => shop.asAdmin('POST', `/v1/admin/mails/${id}/retry`);
  const fail = (mail: Record<string, unknown>) => Object.assign(mail, { status: 'failed', sentAt: null });
  const tellDrawer = await pretend<Record<string, unknown>>(page, new RegExp(`/mails/${id}$`), fail);
  const tellList = await pretend<Listed>(page, /\/v1\/admin\/mails\?/, (list) => {
    list.data.filter((mail) => mail.id === id).forEach(fail);
    list.meta.total = 1;
  });
  const dialog = page.getByRole('dialog');
  await page.goto(`/admin/mails?filter=${encodeURIComponent(JSON.stringify({ to }))}`);
  await expect(row(to)(page)).toContainText('Failed');
  await row(to)(page).getByRole('button', { name: 'Order placed' }).click();
  await expect(dialog.getByText('Failed')).toBeVisible();
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await sendAgain();
  const before = await acts();
  for (const tell of [tellDrawer, tellList]) await tell();
  await page.getByRole('dialog', { name: 'Send this mail again?' }).getByRole('button', { name: 'Send again' }).click();
  // The drawer, which is still open, hides the notices from getByRole.
  const refusal = page.getByRole('alert', { includeHidden: true }).filter({ hasText: 'Somebody has sent this mail again already' });
  await expect(refusal).toContainText('Administrator');
  await expect(dialog.getByText(/^(Waiting|Sent)$/).first()).toBeVisible();
  await expect(dialog.getByText('Failed')).toHaveCount(0);
  expect(await acts()).toBe(before);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(row(to)(page)).not.toContainText('Failed');

  const tellCount = await pretend<Listed>(page, /\/v1\/admin\/mails\?.*status=failed/, (list) => (list.meta.total = 1));
  await page.reload();
  await page.getByRole('button', { name: 'Send all failed ones again' }).click();
  await tellCount();
  await dialog.getByRole('button', { name: 'Send all failed ones again' }).click();
  await expect(page.getByText('No mail is failed any more: somebody has sent them again already.')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Failed (0)' })).toBeVisible();
  await expect(button('Send all failed ones again')(page)).toHaveCount(0);
  expect(await acts()).toBe(before);
});

test('stuck events that another admin has tried again', async ({ page, shop, consoleErrors }) => {
  const id = crypto.randomUUID();
  const consumer = 'mailer.letters';
  const event = (await shop.asAdmin<Listed>('GET', '/v1/admin/events?limit=1')).data[0];
  const tellList = await pretend<Listed>(page, /\/v1\/admin\/events\/dead\?/, (list) => {
    list.data = [{ id, consumer, event, attempts: 10, lastError: 'It broke.', diedAt: new Date().toISOString(), waiting: 0 }];
    list.meta.total = 1;
  });
  const tellConsumers = () => pretend<Listed>(page, /\/v1\/admin\/events\/consumers$/, (list) => {
    for (const one of list.data) if (one.name === consumer) one.dead = 1;
  });
  let endTelling = await tellConsumers();
  await beSecondOf(page, shop, [{
    path: '/dead', at: row('It broke.'), press: 'Try again', about: id, by: null, says: 'It is not stuck any more: somebody has tried it again already.', status: 404,
    meanwhile: () => Promise.all([tellList(), endTelling()]), shows: (p) => p.getByText('All consumers are up to date.'), lacks: row('It broke.'),
  }], consoleErrors);

  endTelling = await tellConsumers();
  await page.reload();
  const dialog = page.getByRole('dialog');
  await row(consumer)(page).getByRole('button', { name: 'Try all again' }).click();
  await endTelling();
  await dialog.getByRole('button', { name: 'Try all again' }).click();
  await expect(page.getByText('Nothing of it is stuck any more: somebody has tried it again already.')).toBeVisible();
  await expect(page.getByText('All consumers are up to date.')).toBeVisible();
});

test('a delivery whose webhook another admin has paused', async ({ page, shop, consoleErrors }) => {
  const hook = await receiver();
  const webhook = await shop.asAdmin<{ id: string }>('POST', '/v1/admin/webhooks', { url: hook.url, events: ['ordering.order_placed.v1'] });
  await shop.order('Second Delivery');
  const list = async () => (await shop.asAdmin<Listed>('GET', `/v1/admin/webhooks/deliveries?endpointId=${webhook.id}`)).data;
  await expect.poll(async () => (await list())[0]?.status).toBe('delivered');
  await beSecondOf(page, shop, [{
    path: `/deliveries?filter=${encodeURIComponent(JSON.stringify({ endpointId: webhook.id }))}`, at: row('ordering.order_placed.v1'), press: 'Send again',
    meanwhile: () => shop.asAdmin('PATCH', `/v1/admin/webhooks/${webhook.id}`, { enabled: false }), about: String((await list())[0]!.id), by: null,
    says: 'The endpoint is disabled.', status: 409, shows: row('ordering.order_placed.v1'),
  }], consoleErrors);
  expect(hook.got).toHaveLength(1);
  hook.close();
});

test('a replay that has ended, and a second factor that another admin has reset, come to the same', async ({ page, shop }) => {
  const dialog = page.getByRole('dialog');
  const { id } = await shop.asAdmin<{ id: string }>('POST', '/v1/admin/webhooks', { url: 'http://127.0.0.1:9/replayed', events: ['wholesale.*'] });
  await shop.asAdmin('POST', '/v1/admin/webhooks/replays', { endpointId: id, from: '2026-01-01T00:00:00Z' });
  const replay = async () => (await shop.asAdmin<Listed>('GET', `/v1/admin/webhooks/replays?endpointId=${id}`)).data[0]!;
  await expect.poll(async () => (await replay()).status).toBe('done');
  const tellReplays = await pretend<Listed>(page, /\/v1\/admin\/webhooks\/replays\?/, (list) => list.data.forEach((one) => (one.status = 'running')));
  await page.goto(`/admin/webhooks/${id}`);
  await button('Stop')(page).click();
  await tellReplays();
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('The replay runs no longer.')).toBeVisible();
  await expect(page.getByText('done', { exact: true })).toBeVisible();
  await expect(button('Stop')(page)).toHaveCount(0);

  const member = await register(shop, 'Twice Reset');
  await shop.asAdmin('PATCH', `/v1/admin/users/${member.id}`, { role: 'admin' });
  const tellStaff = await pretend<Listed>(page, /\/v1\/admin\/staff\?/, (list) => list.data.forEach((one) => (one.factors = ['totp'])));
  await turnTo(page, '/staff');
  await row('Twice Reset')(page).getByRole('button', { name: 'Reset the second factor' }).click();
  await shop.asAdmin('POST', `/v1/admin/staff/${member.id}/reset-second-factor`);
  await tellStaff();
  const acts = async () => (await shop.asAdmin<Listed>('GET', `/v1/admin/audit?key=${member.id}`)).meta.total;
  const before = await acts();
  await dialog.getByRole('button', { name: 'Reset the second factor' }).click();
  await expect(page.getByText('Twice Reset has no second factor.')).toBeVisible();
  await expect(row('Twice Reset')(page).getByRole('button', { name: 'Reset the second factor' })).toHaveCount(0);
  expect(await acts()).toBe(before);
});
