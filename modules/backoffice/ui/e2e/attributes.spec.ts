import { bodyOf, draftOf } from '../src/products/draft';
import { violations } from './axe';
import { turnTo } from './pages';
import { expect, settled, signIn, test } from './shop';

const named = (name: string) => [{ locale: 'en', name }];

interface Shown {
  attributes: { code: string; values: { value: string; label: string }[] }[];
  variants: { attributes: { code: string; values: { value: string }[] }[] }[];
}

test('an attribute with choices is made, changed, kept while goods have it, and removed', async ({ page, shop, consoleErrors }) => {
  await signIn(page);
  await turnTo(page, '/attributes');
  await page.getByRole('button', { name: 'New attribute' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Code' }).fill('grind');
  await dialog.getByRole('textbox', { name: 'Name of the attribute (English)' }).fill('Grind');
  await dialog.getByRole('textbox', { name: 'Name of the attribute (German)' }).fill('Mahlgrad');
  for (const [value, label] of [['fine', 'Fine'], ['Coarse!', 'Coarse']] as const) {
    await dialog.getByRole('button', { name: 'Add a choice' }).click();
    const row = dialog.getByRole('group').last();
    await row.getByRole('textbox', { name: 'Value' }).fill(value);
    await dialog.getByRole('textbox', { name: 'Label (English)' }).last().fill(label);
  }
  await dialog.getByRole('checkbox', { name: 'Filter of lists' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  const wrong = dialog.getByRole('textbox', { name: 'Value' }).last();
  await expect(wrong).toHaveAttribute('aria-invalid', 'true');
  expect(await violations(page)).toEqual([]);
  await wrong.fill('coarse');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const row = page.getByRole('row', { name: /grind/ });
  await expect(row).toContainText('Choice: 2 choices');
  expect(await violations(page)).toEqual([]);

  const cup = await shop.asAdmin<{ id: string }>('POST', '/v1/admin/products', {
    name: 'Ground coffee', status: 'active', attributes: [{ code: 'grind', values: ['coarse'] }], variants: [{ sku: 'GROUND', price: 5 }],
  });
  await row.getByRole('button', { name: 'Edit' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Code' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Move coarse up' }).focus();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Remove the choice coarse' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('link', { name: 'Ground coffee' })).toBeVisible();
  await page.keyboard.press('Escape');
  const discard = page.getByRole('dialog').getByRole('button', { name: /Discard|Leave/ });
  if (await discard.isVisible()) await discard.click();
  await shop.asAdmin('PATCH', `/v1/admin/products/${cup.id}`, { attributes: [] });
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('422'), expect.stringContaining('409')]);
});

test('what goods have of attributes is edited in their form, of the product and of a variant', async ({ page, shop, consoleErrors }) => {
  const make = (body: object) => shop.asAdmin<{ id: string }>('POST', '/v1/admin/attributes', body);
  const ids = [
    await make({ code: 'aroma', kind: 'choice', names: named('Aroma'), choices: [{ value: 'nutty', names: named('Nutty') }, { value: 'fruity', names: named('Fruity') }] }),
    await make({ code: 'bag', kind: 'number', unit: 'g', names: named('Bag') }),
    await make({ code: 'fair', kind: 'boolean', names: named('Fair trade') }),
    await make({ code: 'picked', kind: 'date', names: named('Picked on') }),
    await make({ code: 'farm', kind: 'text', names: named('Farm'), shown: false }),
  ];
  const coffee = await shop.asAdmin<{ id: string }>('POST', '/v1/admin/products', {
    name: 'Attributed coffee', status: 'active', variants: [{ sku: 'ATTR-1', price: 5, options: { Size: 'S' } }, { sku: 'ATTR-2', price: 9, options: { Size: 'L' } }],
  });
  await signIn(page);
  await turnTo(page, `/products/${coffee.id}/edit?tab=attributes`);
  await page.getByRole('combobox', { name: 'Aroma' }).fill('fru');
  await page.getByRole('option', { name: 'Fruity' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Fair trade' }).click();
  await page.getByRole('option', { name: 'Yes' }).click();
  await page.getByLabel('Picked on').fill('2026-02-28');
  await page.getByRole('textbox', { name: 'Farm' }).fill('Finca');
  await page.getByRole('combobox', { name: 'Of', exact: true }).click();
  await page.getByRole('option', { name: 'L', exact: true }).click();
  await page.getByRole('textbox', { name: 'Bag (g)' }).fill('heavy');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('textbox', { name: 'Bag (g)' })).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('textbox', { name: 'Bag (g)' }).fill('250.5');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Attributed coffee is saved.').first()).toBeVisible();
  await settled(page);
  const shown = await shop.call<Shown>('GET', `/v1/products/${coffee.id}`);
  expect(shown.attributes.map((a) => [a.code, a.values.map((v) => v.label)])).toEqual([['aroma', ['Fruity']], ['fair', ['true']], ['picked', ['2026-02-28']]]);
  expect(shown.variants.map((v) => v.attributes.map((a) => [a.code, a.values[0]!.value]))).toEqual([[], [['bag', '250.5']]]);

  // What is saved at another tab leaves them as they are; what is emptied goes.
  await page.getByRole('tab', { name: 'Basics' }).click();
  await page.getByRole('textbox', { name: 'Description' }).fill('Brews.');
  await page.getByRole('tab', { name: 'Attributes' }).click();
  await page.getByLabel('Picked on').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await settled(page);
  await expect(async () => {
    const again = await shop.call<Shown>('GET', `/v1/products/${coffee.id}`);
    expect(again.attributes.map((a) => a.code)).toEqual(['aroma', 'fair']);
    expect(again.variants[1]!.attributes).toHaveLength(1);
  }).toPass();
  await shop.asAdmin('PATCH', `/v1/admin/products/${coffee.id}`, { attributes: [], variants: [{ sku: 'ATTR-1', price: 5, options: { Size: 'S' } }, { sku: 'ATTR-2', price: 9, options: { Size: 'L' } }] });
  for (const { id } of ids) await shop.asAdmin('DELETE', `/v1/admin/attributes/${id}`);
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('422')]);
});

test('the numbers of attributes are typed as any other number is', () => {
  const sent = (locale: string, typed: string) => {
    const draft = draftOf(locale);
    const attributes = [{ code: 'weight', kind: 'number', values: [typed] }];
    const body = bodyOf({ ...draft, attributes, variants: draft.variants.map((v) => ({ ...v, attributes })) });
    expect(body.variants[0]!.attributes).toEqual(body.attributes);
    return body.attributes[0]!.values[0];
  };
  for (const [locale, typed, number] of [
    ['de', '1.250', '1250'], ['en', '1,250', '1250'], ['de', '1.250,5', '1250.5'], ['de', '1,25', '1.25'], ['de', '0,125', '0.125'],
    ['de', '12.5', '12.5'], ['en', '1.299', '1.299'], ['de', '1,299', '1.299'], ['en', '-5', '-5'], ['en', 'heavy', 'heavy'], ['de', '1.25.0', '1.25.0'],
  ] as const) expect(`${locale} ${typed} ${sent(locale, typed)}`).toBe(`${locale} ${typed} ${number}`);
});

test('attributes that can not be read are said to be so, and are read again', async ({ page, shop, consoleErrors }) => {
  await shop.asAdmin('POST', '/v1/admin/attributes', { code: 'unread', kind: 'text', names: named('Unread text') });
  const cup = await shop.asAdmin<{ id: string }>('POST', '/v1/admin/products', { name: 'Unread cup', status: 'draft', variants: [{ sku: 'UNREAD', price: 5 }] });
  await signIn(page);
  await page.route('**/v1/admin/attributes?*', (route) => route.abort());
  await turnTo(page, `/products/${cup.id}/edit?tab=attributes`);
  const alert = page.getByRole('tabpanel').getByRole('alert');
  await expect(alert).toBeVisible();
  await page.unroute('**/v1/admin/attributes?*');
  await alert.getByRole('button').click();
  await expect(page.getByRole('textbox', { name: 'Unread text' })).toBeVisible();
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')]);
});
