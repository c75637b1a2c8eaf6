import { violations } from './axe';
import { turnTo } from './pages';
import { expect, settled, signIn, test } from './shop';

const make = (shop: import('./shop').Shop, name: string, more: object = {}) =>
  shop.asAdmin<{ id: string }>('POST', '/v1/admin/products', { name, status: 'active', variants: [{ sku: name.toUpperCase().replace(/ /g, '-'), price: 5 }], ...more });

test('a collection is made, gets products in an order, and is shown in the shop', async ({ page, shop, consoleErrors }) => {
  for (const name of ['Gift mug', 'Gift pot', 'Gift tin']) await make(shop, name);
  await signIn(page);
  await turnTo(page, '/collections');
  await page.getByRole('button', { name: 'New collection' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /^Name\s*\*?$/ }).fill('Spring gifts');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('For the first warm days.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Spring gifts' }).click();
  await expect(page.getByText('No products yet.')).toBeVisible();

  await page.getByRole('button', { name: 'Pick products' }).click();
  for (const name of ['Gift mug', 'Gift pot', 'Gift tin']) {
    await dialog.getByRole('combobox').fill(name);
    await page.getByRole('option', { name }).click();
    await expect(dialog.getByRole('group', { name })).toBeVisible();
  }
  // The last to the front by keys: the focus goes with it.
  await dialog.getByRole('button', { name: 'Move Gift tin up' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Move Gift tin up' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Move Gift tin down' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Take Gift pot out' }).click();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const items = page.getByRole('main').getByRole('listitem');
  await expect(items).toHaveText([/Gift tin/, /Gift mug/]);
  await page.getByRole('button', { name: 'Show in the shop' }).click();
  await dialog.getByRole('button', { name: 'Show in the shop' }).click();
  await expect(page.getByRole('button', { name: 'Hide' })).toBeVisible();
  const names = async () => (await shop.call<{ data: { name: string }[] }>('GET', '/v1/products?collection=spring-gifts')).data.map((p) => p.name);
  expect(await names()).toEqual(['Gift tin', 'Gift mug']);

  // A rule takes the place of the picked ones.
  await page.getByRole('button', { name: 'Find by rule' }).click();
  await dialog.getByRole('textbox', { name: 'Words' }).fill('gift');
  await dialog.getByRole('textbox', { name: 'Price from' }).fill('9');
  await dialog.getByRole('textbox', { name: 'Price up to' }).fill('8');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Price up to' })).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('textbox', { name: 'Price from' }).fill('');
  await dialog.getByRole('combobox', { name: 'Order' }).click();
  await page.getByRole('option', { name: 'Name' }).click();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Words: gift')).toBeVisible();
  await expect(items).toHaveCount(0);
  expect(await names()).toEqual(['Gift mug', 'Gift pot', 'Gift tin']);
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('422')]);
});

test('what stands beside a product is changed at its form, and the form can be saved after it', async ({ page, shop }) => {
  const machine = await make(shop, 'Beside machine');
  await make(shop, 'Beside filter');
  await make(shop, 'Beside brush');
  await signIn(page);
  await turnTo(page, `/products/${machine.id}/edit?tab=related`);
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const dialog = page.getByRole('dialog');
  for (const name of ['Beside filter', 'Beside brush']) {
    await dialog.getByRole('combobox', { name: 'Accessories' }).fill(name);
    await page.getByRole('option', { name }).click();
    await expect(dialog.getByRole('group', { name })).toBeVisible();
  }
  await dialog.getByRole('button', { name: 'Move Beside brush up' }).click();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveText([/Beside brush/, /Beside filter/]);
  const beside = await shop.call<{ accessories: { name: string }[] }>('GET', `/v1/products/${machine.id}/related`);
  expect(beside.accessories.map((p) => p.name)).toEqual(['Beside brush', 'Beside filter']);

  await page.getByRole('tab', { name: 'Basics' }).click();
  await page.getByRole('textbox', { name: 'Description' }).fill('Brews.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Beside machine is saved.').or(page.getByText(/saved/i)).first()).toBeVisible();
  await settled(page);
  expect(await shop.call<{ description: string }>('GET', `/v1/products/${machine.id}`)).toMatchObject({ description: 'Brews.' });
});

test('a rule asks for tags and attributes', async ({ page, shop, consoleErrors }) => {
  const named = (name: string) => [{ locale: 'en', name }];
  await shop.asAdmin('POST', '/v1/admin/attributes', {
    code: 'glaze', kind: 'choice', names: named('Glaze'), choices: [{ value: 'matt', names: named('Matt') }, { value: 'clear', names: named('Clear') }],
  });
  await make(shop, 'Ruled matt', { tags: ['ruled'], attributes: [{ code: 'glaze', values: ['matt'] }] });
  await make(shop, 'Ruled clear', { tags: ['ruled'], attributes: [{ code: 'glaze', values: ['clear'] }] });
  await make(shop, 'Other matt', { attributes: [{ code: 'glaze', values: ['matt'] }] });
  const made = await shop.asAdmin<{ id: string }>('POST', '/v1/admin/collections', { name: 'Glazed', published: true, rule: { tag: ['ruled'], sort: 'name' } });
  await signIn(page);
  await turnTo(page, `/collections/${made.id}`);
  await expect(page.getByText('Tags: ruled')).toBeVisible();
  await page.getByRole('button', { name: 'Find by rule' }).click();
  const dialog = page.getByRole('dialog');
  const attributes = dialog.getByRole('textbox', { name: 'Attributes' });
  await attributes.fill('glaze: shiny');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(attributes).toHaveAttribute('aria-invalid', 'true');
  await attributes.fill('glaze: matt');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Attributes: glaze: matt')).toBeVisible();
  const found = await shop.call<{ data: { name: string }[] }>('GET', '/v1/products?collection=glazed');
  expect(found.data.map((p) => p.name)).toEqual(['Ruled matt']);
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('422')]);
});
