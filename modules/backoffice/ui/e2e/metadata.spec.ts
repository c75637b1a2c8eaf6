import type { Page } from '@playwright/test';
import { violations } from './axe';
import { Customer } from './customer';
import { turnTo } from './pages';
import { expect, settled, signIn, test } from './shop';

type Described = { id: string; metadata: Record<string, string>; variants: { metadata: Record<string, string> }[] };

/** Adds a row to metadata, which is edited inside the place. */
async function add(place: ReturnType<Page['getByRole']>, key: string, value: string) {
  await place.getByRole('button', { name: 'Add a key' }).click();
  const row = place.getByRole('group', { name: 'Row' }).last();
  await row.getByRole('textbox', { name: 'Value' }).fill(value);
  await row.getByRole('textbox', { name: 'Key' }).fill(key);
}

test('metadata of a product and of a variant is edited in their form, and other changes keep it', async ({ page, shop, consoleErrors }) => {
  const made = await shop.asAdmin<Described>('POST', '/v1/admin/products', {
    name: 'Described cup', status: 'active', metadata: { 'erp.id': '4711', old: 'x' },
    variants: [{ sku: 'DESC-1', price: 5, options: { Size: 'S' } }, { sku: 'DESC-2', price: 9, options: { Size: 'L' }, metadata: { bin: '8' } }],
  });
  await signIn(page);
  await turnTo(page, `/products/${made.id}/edit?tab=attributes`);
  const form = page.getByRole('tabpanel');
  await expect(form.getByRole('group', { name: 'erp.id' }).getByRole('textbox', { name: 'Value' })).toHaveValue('4711');
  await form.getByRole('button', { name: 'Remove old' }).click();
  await add(form, 'Line', 'Spring');
  await page.getByRole('button', { name: 'Save' }).click();
  const wrong = form.getByRole('group', { name: 'Line' }).getByRole('textbox', { name: 'Key' });
  await expect(wrong).toHaveAttribute('aria-invalid', 'true');
  await expect(wrong).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await wrong.fill('line');
  await form.getByRole('combobox', { name: 'Of', exact: true }).click();
  await page.getByRole('option', { name: 'S', exact: true }).click();
  await add(form, 'bin', '7');
  await page.getByRole('tab', { name: 'Basics' }).click();
  await page.getByRole('textbox', { name: 'Description' }).fill('Holds coffee.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Described cup is saved.').first()).toBeVisible();
  await settled(page);
  const saved = await shop.asAdmin<Described>('GET', `/v1/admin/products/${made.id}`);
  expect(saved.metadata).toEqual({ 'erp.id': '4711', line: 'Spring' });
  expect(saved.variants.map((v) => v.metadata)).toEqual([{ bin: '7' }, { bin: '8' }]);
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('422')]);

  // A copy is not what other systems know.
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await page.getByRole('tab', { name: 'Attributes' }).click();
  await expect(form.getByRole('button', { name: 'Add a key' })).toBeVisible();
  await expect(form.getByRole('textbox', { name: 'Key' })).toHaveCount(0);
});

test('metadata of an order is edited on its page', async ({ page, shop, consoleErrors }) => {
  const order = await shop.order('Mary Golda Ross');
  await signIn(page);
  await turnTo(page, `/orders/${order.id}`);
  const part = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Metadata' }) });
  await expect(part).toContainText('None yet.');
  await part.getByRole('button', { name: 'Edit the metadata' }).click();
  const dialog = page.getByRole('dialog');
  await add(dialog, 'ERP', 'SO-4711');
  await add(dialog, 'box', '7');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const wrong = dialog.getByRole('textbox', { name: 'Key' }).first();
  await expect(wrong).toHaveAttribute('aria-invalid', 'true');
  expect(await violations(page)).toEqual([]);
  await wrong.fill('box');
  await expect(dialog.getByText('Another row has this key.')).toBeVisible();
  await wrong.fill('erp.id');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(part).toContainText('SO-4711');
  expect(await violations(page)).toEqual([]);

  // Another admin is faster: nothing is lost.
  await part.getByRole('button', { name: 'Edit the metadata' }).click();
  await shop.asAdmin('PATCH', `/v1/admin/orders/${order.id}`, { metadata: { 'erp.id': 'SO-4712' } });
  await dialog.getByRole('button', { name: 'Remove box' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('SO-4712')).toBeVisible();
  await dialog.getByRole('radio', { name: /Take theirs/ }).check();
  await dialog.getByRole('button', { name: /Save|Take all of theirs/ }).click();
  await expect(part).toContainText('SO-4712');
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('422'), expect.stringContaining('412')]);
});

test('metadata of a customer is edited on the page of the account', async ({ page, shop }) => {
  const gladys = await Customer.register(shop, 'Gladys West');
  const { data } = await shop.asAdmin<{ data: { id: string }[] }>('GET', `/v1/admin/users?q=${encodeURIComponent(gladys.email)}`);
  await signIn(page);
  await turnTo(page, `/customers/${data[0]!.id}`);
  const part = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Metadata' }) });
  await part.getByRole('button', { name: 'Edit the metadata' }).click();
  const dialog = page.getByRole('dialog');
  await add(dialog, 'crm.id', 'K-4711');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(part).toContainText('K-4711');
  await expect(page.getByRole('main').getByRole('row', { name: /Name, phone or metadata changed/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await expect(async () => {
    const found = await shop.asAdmin<{ data: { id: string }[] }>('GET', '/v1/admin/users?meta.crm.id=K-4711');
    expect(found.data.map((u) => u.id)).toEqual([data[0]!.id]);
  }).toPass();
});
