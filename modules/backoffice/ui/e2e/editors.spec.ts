import { change, turnTo } from './pages';
import { expect, signIn, test } from './shop';

interface Product {
  id: string;
  name: string;
  description: string;
}

// Each 412 is written to the browser's console.
const refused = expect.stringContaining('412');

test('two admins edit one product: nothing is lost, whoever saves first', async ({ page, shop, consoleErrors }) => {
  const made = await shop.asAdmin<Product>('POST', '/v1/admin/products', {
    name: 'Cup for two', description: 'As it was.', variants: [{ sku: 'CUP-FOR-TWO', price: 10 }],
  });
  const path = `/v1/admin/products/${made.id}`;
  const read = () => shop.asAdmin<Product>('GET', path);
  await signIn(page);
  await turnTo(page, `/products/${made.id}`);
  const dialog = page.getByRole('dialog');

  await test.step('a field each: mine for one, theirs for the other', async () => {
    await page.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('My name');
    await dialog.getByRole('textbox', { name: 'Description' }).fill('My text.');
    await shop.asAdmin('PATCH', path, { name: 'Their name', description: 'Their text.' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('heading', { name: 'Somebody else was faster' })).toBeVisible();
    expect(consoleErrors.splice(0)).toEqual([refused]);
    await expect(dialog.getByRole('radio', { name: 'Keep mine: My name' })).toBeChecked();
    await dialog.getByRole('radio', { name: 'Take theirs: Their name' }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Their name is saved.')).toBeVisible();
    expect(await read()).toMatchObject({ name: 'Their name', description: 'My text.' });
  });

  await test.step('keep all of mine, after a third version', async () => {
    await page.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('My second name');
    await dialog.getByRole('textbox', { name: 'Description' }).fill('My second text.');
    await shop.asAdmin('PATCH', path, { name: 'Their second name' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('radio', { name: 'Keep mine: My second name' })).toBeVisible();
    await shop.asAdmin('PATCH', path, { name: 'Their third name' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('radio', { name: 'Take theirs: Their third name' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Take all of theirs' }).first().click();
    await dialog.getByRole('button', { name: 'Keep all of mine' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('My second name is saved.')).toBeVisible();
    expect(await read()).toMatchObject({ name: 'My second name', description: 'My second text.' });
    expect(consoleErrors.splice(0)).toEqual([refused, refused]);
  });

  await test.step('what is not saved is not left by accident', async () => {
    await page.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Not saved');
    page.once('dialog', (question) => question.dismiss());
    await page.keyboard.press('Escape');
    await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Not saved');
    page.once('dialog', (question) => question.accept());
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    expect(await read()).toMatchObject({ name: 'My second name' });
  });
});

test('the page of a product asks before it is left with unsaved changes, by whichever way', async ({ page, shop }) => {
  const { id } = await shop.asAdmin<Product>('POST', '/v1/admin/products', { name: 'Cup to stay', variants: [{ sku: 'CUP-TO-STAY', price: 10 }] });
  await page.goto(`/admin/products/${id}`);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  const field = page.getByRole('textbox', { name: 'Description' });
  await field.fill('Not saved');
  const asked: string[] = [];
  page.on('dialog', (question) => {
    asked.push(question.message());
    void question.dismiss();
  });
  const ways: Record<string, () => Promise<unknown>> = {
    'a link of the page': () => page.getByRole('link', { name: 'Back to the product' }).click(),
    'the menu': () => page.getByRole('menuitem', { name: 'Orders' }).click(),
    Duplicate: () => page.getByRole('button', { name: 'Duplicate' }).click(),
    Back: () => page.evaluate(() => history.back()),
    'the search': async () => {
      await page.getByRole('banner').getByRole('button', { name: 'Search everything' }).click();
      await page.getByRole('combobox', { name: 'Search everything' }).fill('payment ta');
      await page.getByRole('option', { name: 'Payment tasks' }).click();
      await page.keyboard.press('Escape');
    },
    'another language': async () => {
      await page.getByRole('banner').getByRole('button', { name: 'English' }).click();
      await page.getByRole('menuitem', { name: 'Deutsch' }).click();
    },
    'the end of the session': async () => {
      await page.getByRole('banner').getByRole('button', { name: 'Administrator' }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).click();
      await page.keyboard.press('Escape');
    },
  };
  for (const [name, leave] of Object.entries(ways)) {
    await test.step(name, async () => {
      await leave();
      await expect.poll(() => asked).toEqual(['What you have entered is not saved yet. Leave it?']);
      asked.length = 0;
      await expect(field).toHaveValue('Not saved');
      await expect(page).toHaveURL(/\/edit$/);
    });
  }
  await page.getByRole('button', { name: 'Undo changes' }).click();
  await change(page, { lang: 'de', theme: 'light' });
  await page.getByRole('textbox', { name: 'Beschreibung' }).fill('Nicht gespeichert');
  await page.getByRole('link', { name: 'Zurück zum Produkt' }).click();
  await expect.poll(() => asked).toEqual(['Ihre Eingaben sind noch nicht gespeichert. Trotzdem verlassen?']);
  await page.getByRole('button', { name: 'Änderungen verwerfen' }).click();
  await page.getByRole('link', { name: 'Zurück zum Produkt' }).click();
  await expect(page.getByRole('heading', { name: 'Cup to stay', level: 1 })).toBeVisible();
  expect(asked).toHaveLength(1);
});

interface Edited {
  path: string;
  at: string;
  row: string;
  /** The field that both change, mine and theirs, and what else they change. */
  field: string;
  mine: string;
  theirs: string;
  also: Record<string, unknown>;
  member: string;
}

test('two admins edit one role, key or webhook: both versions are shown, and nothing is lost', async ({ page, shop, consoleErrors }) => {
  const make = async (path: string, body: object) => `${path}/${(await shop.asAdmin<{ id: string }>('POST', path, body)).id}`;
  const scopes = ['orders:read'];
  const rows: Edited[] = [
    {
      path: '/roles', at: await make('/v1/admin/roles', { name: 'Role of two', scopes }), row: 'Role of two',
      field: 'Name', member: 'name', mine: 'My role', theirs: 'Their role', also: { scopes: ['stock:read'] },
    },
    {
      path: '/keys', at: await make('/v1/admin/api-keys', { name: 'Key of two', scopes }), row: 'Key of two',
      field: 'Name', member: 'name', mine: 'My key', theirs: 'Their key', also: { scopes: ['stock:read'] },
    },
    {
      path: '/webhooks', at: await make('/v1/admin/webhooks', { url: 'https://two.example.com/', events: ['ordering.*'] }), row: 'https://two.example.com/',
      field: 'Description', member: 'description', mine: 'My text', theirs: 'Their text', also: { enabled: false },
    },
  ];
  await signIn(page);
  const dialog = page.getByRole('dialog');
  for (const { path, at, row, field, member, mine, theirs, also } of rows) {
    await test.step(path, async () => {
      await turnTo(page, path);
      await page.getByRole('row', { name: row }).getByRole('button', { name: 'Edit' }).click();
      await dialog.getByRole('textbox', { name: field, exact: true }).fill(mine);
      await shop.asAdmin('PATCH', at, { [member]: theirs, ...also });
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog.getByRole('heading', { name: 'Somebody else was faster' })).toBeVisible();
      await expect(dialog.getByRole('radio', { name: `Take theirs: ${theirs}` })).not.toBeChecked();
      await expect(dialog.getByRole('radio', { name: `Keep mine: ${mine}` })).toBeChecked();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog).toHaveCount(0);
      expect(await shop.asAdmin('GET', at)).toMatchObject({ [member]: mine, ...also });
      expect(consoleErrors.splice(0)).toEqual([refused]);
    });
  }
});

test('an order goes where the second admin says, once the first one has been read', async ({ page, shop, consoleErrors }) => {
  const order = await shop.order('Two Addresses');
  const at = `/v1/admin/orders/${order.id}`;
  const theirs = { fullName: 'Two Addresses', line1: 'Their Street 1', postalCode: '10117', city: 'Berlin', country: 'DE' };
  await signIn(page);
  await turnTo(page, `/orders/${order.id}`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Change the address' }).click();
  await dialog.getByLabel('Street and number').fill('My Street 2');
  await dialog.getByLabel('Postal code').fill('10827');
  await dialog.getByLabel('City').fill('Berlin');
  await shop.asAdmin('PATCH', `${at}/ship-to`, theirs);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Somebody else has changed this meanwhile.')).toBeVisible();
  expect(consoleErrors.splice(0)).toEqual([refused]);
  await expect(dialog.getByText('Their Street 1, 10117 Berlin')).toBeVisible();
  expect(await shop.asAdmin('GET', at)).toMatchObject({ shipTo: { address: 'Their Street 1, 10117 Berlin' } });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await shop.asAdmin('GET', at)).toMatchObject({ shipTo: { address: 'My Street 2, 10827 Berlin' }, version: 3 });
});

test('an invoice goes to another address, in any country, until a parcel has left', async ({ page, shop, consoleErrors }) => {
  const order = await shop.order('Two Invoices');
  const at = `/v1/admin/orders/${order.id}`;
  await signIn(page);
  await turnTo(page, `/orders/${order.id}`);
  const dialog = page.getByRole('dialog');
  await expect(page.getByText('As the shipping address')).toBeVisible();
  const change = page.getByRole('button', { name: 'Change the billing address' });
  await change.click();
  await dialog.getByLabel('Company').fill('Analytical Engines Ltd');
  await dialog.getByLabel('Street and number').fill('St. James’s Square 12');
  await dialog.getByLabel('Postal code').fill('SW1Y 4JH');
  await dialog.getByLabel('City').fill('London');
  await dialog.getByLabel('Country').fill('GB');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Analytical Engines Ltd')).toBeVisible();
  await expect(page.getByText('Billing address changed')).toBeVisible();
  expect(await shop.asAdmin('GET', at)).toMatchObject({
    billTo: { company: 'Analytical Engines Ltd', city: 'London', country: 'GB' }, version: 2, total: order.total,
  });
  await shop.asAdmin('POST', `${at}/cancel`, { reason: 'Ordered twice.' });
  await change.click();
  await dialog.getByLabel('Company').fill('Another Ltd');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('409 (Conflict)')]);
});
