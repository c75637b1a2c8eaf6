// What all pages share: keys, news, slow and lost connections, selections, addresses.

import { expectNoViolations } from './axe';
import { turnTo } from './pages';
import { endingSessions } from './people';
import { expect, settled, signIn, test, visit } from './shop';

test('everything is reached by keys alone', async ({ page, shop }) => {
  const order = await shop.order('Hedy Lamarr');
  await signIn(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.locator('#main-content :focus')).toHaveCount(1);

  await page.keyboard.press('Control+k');
  const search = page.getByRole('combobox', { name: 'Search everything' });
  await expect(search).toBeFocused();
  await page.keyboard.type('payment ta');
  await expect(page.getByRole('option', { name: 'Payment tasks' })).toBeVisible();
  await search.fill(order.number);
  await expect(page.getByRole('option', { name: 'Hedy Lamarr' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: `Order ${order.number}` })).toBeVisible();
  await settled(page);

  await page.getByRole('menuitem', { name: 'Orders' }).press('Enter');
  const field = page.getByLabel('Number, name, article or address');
  await expect(field).toBeVisible();
  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  await page.keyboard.type('?/');
  await expect(field).toHaveValue('?/');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await field.clear();

  const button = page.getByRole('button', { name: 'Search everything' });
  await button.focus();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(button).toBeFocused();
});

test('five tabs have one stream, and each shows the news', async ({ page, context, shop }) => {
  await shop.asAdmin('POST', '/v1/notifications/read-all');
  const apply = (businessName: string) =>
    shop.call('POST', '/v1/wholesale/apply', {
      businessName, businessAddress: 'Hauptstr. 1, 10827 Berlin', state: 'Berlin', country: 'DE', contactFullName: 'Jana Lindner',
      contactEmail: `${businessName.toLowerCase()}@example.com`, contactPhone: '+49 30 1234567',
      estimatedMonthlyOrderMin: 500, estimatedMonthlyOrderMax: 2000,
    });
  const tabs = [page, ...(await Promise.all([1, 2, 3, 4].map(() => context.newPage())))];
  const leaders: typeof tabs = [];
  context.on('request', (request) => request.url().endsWith('/notifications/stream') && leaders.push(request.frame().page()));
  for (const tab of tabs) {
    await tab.goto('/admin/wholesale');
    await settled(tab);
  }
  await expect.poll(() => new Set(leaders).size).toBe(1);
  await apply('Nordlicht');
  for (const tab of tabs) {
    await expect(tab.getByRole('link', { name: /^Inbox: [1-9]\d* unread/ })).toBeVisible();
    await expect(tab).toHaveTitle(/^\([1-9]\d*\) Wholesale/);
    // The list was read anew.
    await expect(tab.getByRole('link', { name: 'Nordlicht' })).toBeVisible();
  }
  expect(new Set(leaders).size).toBe(1);

  await leaders[0]!.close();
  await expect.poll(() => new Set(leaders).size).toBe(2);
  await apply('Suedwind');
  for (const tab of tabs.filter((t) => !t.isClosed())) await expect(tab.getByRole('link', { name: 'Suedwind' })).toBeVisible();
  for (const tab of tabs.slice(1)) await tab.close();
});

test('a call that came too often waits as long as the service asks', async ({ page, consoleErrors }) => {
  let calls = 0;
  await page.route(/admin\/users\?/, (route) => {
    if (!route.request().url().includes('limit=20') || ++calls > 1) return route.continue();
    return route.fulfill({
      status: 429, headers: { 'Retry-After': '1' }, contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'rate_limited', status: 429, detail: 'Too many requests.' }),
    });
  });
  await page.goto('/admin/customers');
  await expect(page.getByText('Too many requests: this carries on')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Administrator' })).toBeVisible();
  expect(calls).toBe(2);
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('429')]);
});

test('on a slow network the former rows stay until the next have come', async ({ page, context, shop }) => {
  const order = await shop.order('Chien-Shiung Wu');
  await page.goto('/admin/orders');
  const link = page.getByRole('link', { name: order.number });
  await expect(link).toBeVisible();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  const network = (latency: number) =>
    devtools.send('Network.emulateNetworkConditions', { offline: false, latency, downloadThroughput: latency ? 50_000 : -1, uploadThroughput: -1 });
  await network(5_000);
  await page.getByRole('tab', { name: 'Done' }).click();
  await expect(page.locator('main table[aria-busy="true"]').getByRole('link', { name: order.number })).toBeVisible();
  await settled(page);
  await expect(link).toHaveCount(0);
  await network(0);
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'All' })).toHaveAttribute('aria-selected', 'true');
  await expect(link).toBeVisible();
});

test('a form outlives a restart of the service', async ({ page, shop, consoleErrors }) => {
  await page.goto('/admin/promotions');
  await page.getByRole('button', { name: 'New promotion' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Code' }).fill('RESTART');
  await dialog.getByRole('textbox', { name: 'Value' }).fill('5');
  await shop.halt();
  // Forced: the page may know already, and the button be disabled.
  await dialog.getByRole('button', { name: 'Save' }).click({ force: true });
  await expect(page.getByText('The service cannot be reached.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await shop.resume();
  await expect(page.getByText('The service cannot be reached.')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('RESTART is saved.')).toBeVisible();
  await expect(page.getByRole('row', { name: /RESTART/ })).toHaveCount(1);
  consoleErrors.length = 0; // the browser reports what it could not load
});

test('several orders are marked as paid, and what failed is listed', async ({ page, shop, consoleErrors }) => {
  const orders = [await shop.order('Lise Meitner'), await shop.order('Lise Meitner'), await shop.order('Lise Meitner')];
  const filter = encodeURIComponent(JSON.stringify({ q: 'Lise Meitner' }));
  await page.goto(`/admin/orders?page=1&perPage=2&sort=&order=ASC&filter=${filter}`);
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await page.getByRole('button', { name: 'Go to next page' }).click();
  await page.getByRole('checkbox', { name: `Select ${orders[0]!.number}` }).check();
  await expect(page.getByText('3 selected')).toBeVisible();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Mark paid' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mark 3 orders paid?' });
  for (const order of orders) await expect(dialog.getByText(order.number)).toBeVisible();
  await shop.asAdmin('POST', `/v1/admin/orders/${orders[1]!.id}/cancel`, { reason: 'out of beans' });
  await dialog.getByRole('button', { name: 'Mark paid' }).click();
  await expect(dialog.getByText('2 of 3 done.')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toContainText([`${orders[1]!.number}: This is no longer possible`]);
  await expect(dialog.getByRole('button', { name: 'Try the rest again (1)' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('1 selected')).toBeVisible();
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('409')]);
});

test('addresses: past the end, unknown, and a file of the list', async ({ page, shop }) => {
  const order = await shop.order('Rosalind Franklin');
  await page.goto('/admin/orders?page=99&perPage=20&sort=&order=ASC&filter=%7B%22q%22%3A%22Rosalind%22%7D');
  await expect(page.getByRole('link', { name: order.number })).toBeVisible();
  await expect(page).toHaveURL(/page=1\b/);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await saved).suggestedFilename()).toBe('orders.csv');
  await page.goto('/admin/nothing/here');
  await expect(page.getByText('There is no such page.')).toBeVisible();
});

test('a role sees and searches only what it may read', async ({ page }) => {
  await page.route('**/v1/auth/refresh', async (route) => {
    const answer = await route.fetch();
    const session = (await answer.json()) as { user: object };
    const staff = { role: { id: 'x', name: 'Packer' }, scopes: ['orders:write'] };
    await route.fulfill({ response: answer, json: { ...session, user: { ...session.user, role: 'staff', staff } } });
  });
  await page.goto('/admin/customers');
  await expect(page.getByRole('heading', { name: 'No access', level: 1 })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Orders' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Customers' })).toHaveCount(0);
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('q=ada') && asked.push(new URL(request.url()).pathname));
  await page.getByRole('main').getByRole('button', { name: 'Search everything' }).click();
  await page.getByRole('combobox').fill('ada');
  await expect.poll(() => asked).toEqual(['/v1/admin/orders']);
  await expect(page.getByRole('status').filter({ hasText: /result/ })).toBeVisible();
});

// The clock counts for a whole context, so that this one is no other test's.
test.describe('slow', () => {
  test.use({ colorScheme: 'dark' });

  test('a slow list says so and is cancelled; a late answer replaces no newer one', async ({ page, shop }) => {
    await shop.order('Ada Lovelace');
    await shop.order('Emmy Noether');
    await page.clock.install();
    const open: (() => void)[] = [];
    const hold = () => new Promise<void>((resolve) => open.push(resolve));
    await page.route(/admin\/orders\?.*limit=20/, async (route) => {
      await hold();
      await route.continue().catch(() => undefined); // it may have been cut
    });
    await page.goto('/admin/orders');
    await expect(page.getByRole('columnheader', { name: 'Customer' })).toBeVisible();
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(1);
    await expectNoViolations(page); // the placeholders, too
    await expect.poll(() => open.length).toBe(1);
    await page.clock.runFor(11_000);
    await expect(page.getByText('This is taking longer than usual.')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Loading was cancelled.')).toBeVisible();
    open.splice(0).forEach((release) => release());
    await page.unroute(/admin\/orders\?.*limit=20/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('cell', { name: 'Emmy Noether' }).first()).toBeVisible();

    await page.route(/admin\/orders\?q=Ada/, async (route) => {
      await hold();
      await route.continue().catch(() => undefined);
    });
    const field = page.getByLabel('Number, name, article or address');
    await field.fill('Ada');
    await expect.poll(() => open.length).toBe(1);
    // The former rows stay.
    await expect(page.locator('main table[aria-busy="true"]').getByRole('cell', { name: 'Emmy Noether' }).first()).toBeVisible();
    await field.fill('Emmy');
    await expect(page).toHaveURL(/Emmy/);
    await settled(page);
    open.splice(0).forEach((release) => release());
    await expect(page.getByRole('cell', { name: 'Emmy Noether' }).first()).toBeVisible();
    await expect(page.getByRole('cell', { name: 'Ada Lovelace' })).toHaveCount(0);
  });
});

test.describe('with a session of its own', () => {
  test.use({ fresh: true });

  test('forms outlive their session', async ({ page, shop, consoleErrors }) => {
    const endAndSignInAgain = await endingSessions(page, shop);
    await signIn(page);
    await turnTo(page, '/promotions');
    await page.getByRole('button', { name: 'New promotion' }).click();
    await page.getByRole('textbox', { name: 'Code' }).fill('KEPT');
    await page.getByRole('textbox', { name: 'Value' }).fill('5');
    await endAndSignInAgain();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('KEPT is saved.')).toBeVisible();
    await expect(page).toHaveURL(/\/admin\/promotions$/);

    const { id } = await shop.asAdmin<{ id: string }>('POST', '/v1/admin/products', { name: 'Lasting cup', variants: [{ sku: 'LASTING', price: 10 }] });
    await visit(page, `/products/${id}/edit`, 'Edit Lasting cup');
    await page.getByRole('textbox', { name: 'Description' }).fill('Kept, too.');
    await endAndSignInAgain();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Lasting cup is saved.')).toBeVisible();
    expect(await shop.asAdmin('GET', `/v1/admin/products/${id}`)).toMatchObject({ description: 'Kept, too.' });

    // Back, while the page waits for the sign-in.
    await visit(page, '/orders', 'Orders');
    await endAndSignInAgain(async () => {
      await page.goBack();
      await expect(page).toHaveURL(/\/edit/);
    });
    await expect(page.getByRole('heading', { name: 'Edit Lasting cup', level: 1 })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Audit' })).toBeVisible();
    expect(consoleErrors.splice(0).filter((e) => !e.includes('401'))).toEqual([]);
  });
});

test.describe('with code that is loaded first', () => {
  test.use({ fresh: true });
  const code = /\/admin\/assets\/OrderPage-/;

  test('a page waits for the connection, and is loaded anew once when an upgrade has moved its code', async ({ page, shop, consoleErrors }) => {
    const order = await shop.order('Emma Chunk');
    const heading = page.getByRole('heading', { name: `Order ${order.number}`, level: 1 });
    await signIn(page);
    await turnTo(page, '/orders');
    for (const lost of [code, /favicon/]) await page.route(lost, (route) => route.abort());
    await page.getByRole('link', { name: order.number }).click();
    await expect(page.getByText('The service cannot be reached.')).toBeVisible();
    for (const lost of [code, /favicon/]) await page.unroute(lost);
    await expect(heading).toBeVisible();

    // Whether a browser asks anew for what was missing differs: the code is there after the reload.
    await page.goto('/admin/orders');
    const documents: string[] = [];
    page.on('request', (request) => request.resourceType() === 'document' && documents.push(request.url()));
    let missing = () => documents.length === 0;
    await page.route(code, (route) => (missing() ? route.fulfill({ status: 404 }) : route.continue()));
    await page.getByRole('link', { name: order.number }).click();
    await expect(heading).toBeVisible();
    expect(documents).toHaveLength(1);

    missing = () => true;
    await page.goto('/admin/orders');
    documents.length = 0;
    await page.getByRole('link', { name: order.number }).click();
    await expect(page.getByText('A part of the back office could not be loaded.')).toBeVisible();
    expect(documents).toHaveLength(1);
    await page.unroute(code);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(heading).toBeVisible();
    consoleErrors.length = 0; // what was lost
  });
});

test('a double click on what opens a dialog leaves it open', async ({ page, shop }) => {
  const order = await shop.order('Barbara Liskov');
  await page.goto(`/admin/orders/${order.id}`);
  const button = page.getByRole('button', { name: 'Mark paid' });
  const dialog = page.getByRole('dialog');
  await button.dblclick(); // the second click is beside the dialog
  await expect(dialog).toBeVisible();
  await page.mouse.click(5, 700);
  await expect(dialog).toHaveCount(0); // a later one closes it
  await button.dblclick();
  await expect(dialog).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Administrator' }).dblclick(); // a menu
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
});

test.describe('of an account that leaves the staff', () => {
  test.use({ fresh: true });

  test('a session ends with the reason', async ({ page, consoleErrors }) => {
    await signIn(page);
    // What the service answers once the role was taken: refusals, and a session of a customer.
    await page.route(/v1\/admin\/users\?/, (route) =>
      route.fulfill({ status: 403, contentType: 'application/problem+json', body: JSON.stringify({ code: 'forbidden', status: 403, detail: 'No.' }) }),
    );
    await page.route('**/v1/auth/refresh', async (route) => {
      const answer = await route.fetch();
      const session = (await answer.json()) as { user: object };
      await route.fulfill({ response: answer, json: { ...session, user: { ...session.user, role: 'customer' } } });
    });
    await page.getByRole('menuitem', { name: 'Customers' }).click();
    await expect(page.getByText('your account no longer works for the shop')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    consoleErrors.length = 0; // the refusal
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 800 } });

  test('the title is whole, and language and theme stand in the menu of the user', async ({ page }) => {
    await signIn(page);
    const heading = page.getByRole('heading', { name: 'Overview', level: 1 });
    expect(await heading.evaluate((h) => h.scrollWidth - h.clientWidth)).toBe(0);
    await page.getByRole('banner').getByRole('button', { name: 'Profile' }).click();
    await page.getByRole('menuitem', { name: 'Deutsch' }).click();
    await expect(page.getByRole('heading', { name: 'Übersicht', level: 1 })).toBeVisible();
  });
});
