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
  await page.goto(`/admin/products/${made.id}`);
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
