import { turnTo } from './pages';
import { expect, signIn, test } from './shop';

test('an automatic promotion is made, refused at a field, changed, switched off and deleted', async ({ page, consoleErrors }) => {
  await signIn(page);
  await turnTo(page, '/automatic-promotions');
  await page.getByRole('button', { name: 'New automatic promotion' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Spring sale');
  await dialog.getByRole('textbox', { name: 'Value' }).fill('140');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('is too small or too large (must be less than 100 percent)')).toBeVisible();
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('422')]);
  await dialog.getByRole('textbox', { name: 'Value' }).fill('12,5');
  await dialog.getByRole('combobox', { name: 'For' }).click();
  await page.getByRole('option', { name: 'wholesale customers' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Spring sale is saved.')).toBeVisible();

  const row = page.getByRole('row', { name: /Spring sale/ });
  await expect(row.getByText('12.5 %')).toBeVisible();
  await expect(row.getByText('wholesale customers')).toBeVisible();
  await expect(row.getByText('running')).toBeVisible();
  await row.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Free shipping' }).click();
  await dialog.getByRole('textbox', { name: 'Value' }).fill('4,9');
  await dialog.getByLabel('Begins').fill('2099-01-01T00:00');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByText('Free shipping up to €4.90')).toBeVisible();
  await expect(row.getByText('planned')).toBeVisible();
  await row.getByRole('button', { name: 'Switch off' }).click();
  await dialog.getByRole('button', { name: 'Switch off' }).click();
  await expect(row.getByText('off', { exact: true })).toBeVisible();
  await row.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
});
