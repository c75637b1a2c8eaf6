import { turnTo } from './pages';
import { expect, signIn, test } from './shop';

test('a promotion is made, refused at a field, changed and deleted', async ({ page, consoleErrors }) => {
  await signIn(page);
  await turnTo(page, '/promotions');
  await page.getByRole('button', { name: 'New promotion' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Code' }).fill('SPRING');
  await dialog.getByRole('textbox', { name: 'Value' }).fill('140');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('is too small or too large (must be at most 100 percent)')).toBeVisible();
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('422')]);
  await dialog.getByRole('textbox', { name: 'Value' }).fill('12,5');
  await expect(dialog.getByText('it takes off €6.25: €43.75 remain')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('SPRING is saved.')).toBeVisible();

  const row = page.getByRole('row', { name: /SPRING/ });
  await expect(row.getByText('12.5 %')).toBeVisible();
  await expect(row.getByText('running')).toBeVisible();
  await row.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Begins').fill('2099-01-01T00:00');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByText('planned')).toBeVisible();
  await row.getByRole('button', { name: 'Switch off' }).click();
  await dialog.getByRole('button', { name: 'Switch off' }).click();
  await expect(row.getByText('off', { exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Active' }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole('tab', { name: 'Off' }).click();
  await row.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
});
