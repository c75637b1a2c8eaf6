import { turnTo } from './pages';
import { register } from './people';
import { expect, signIn, test } from './shop';

interface Member {
  id: string;
}

test('what another admin has done to a customer meanwhile is shown, and wrong points are said at their field', async ({ page, shop, consoleErrors }) => {
  const customer = await register(shop, 'Stale Customer');
  await signIn(page);
  await turnTo(page, `/customers/${customer.id}`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Adjust points' }).click();
  await dialog.getByLabel('Points').fill('99999999999');
  await dialog.getByLabel('Reason').fill('By mistake');
  await dialog.getByRole('button', { name: 'Adjust points' }).click();
  await expect(dialog.getByLabel('Points')).toBeFocused();
  await expect(dialog.getByLabel('Points')).toHaveAttribute('aria-invalid', 'true');
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('422')]);
  page.once('dialog', (ask) => void ask.accept());
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  const correction = (body: object) => shop.asAdmin('PATCH', `/v1/admin/users/${customer.id}`, body);
  await page.getByRole('button', { name: 'Correct the name or phone' }).click();
  await dialog.getByLabel('Name').fill('Stale Customers');
  await correction({ phone: '+49 30 4711' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  const conflict = page.getByRole('dialog', { name: 'Somebody else was faster' });
  await conflict.getByRole('radio', { name: 'Keep mine: Stale Customers' }).check();
  await conflict.getByRole('radio', { name: 'Take theirs: +49 30 4711' }).check();
  await conflict.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Stale Customers', level: 1 })).toBeVisible();
  await expect(page.getByRole('main').getByText('+49 30 4711')).toBeVisible();
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('412')]);

  await page.getByRole('button', { name: 'Disable' }).click();
  await shop.asAdmin('PATCH', `/v1/admin/users/${customer.id}`, { disabled: true });
  await dialog.getByRole('button', { name: 'Disable' }).click();
  await expect(page.getByRole('dialog', { name: 'Somebody else was faster' })).toBeVisible();
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('412')]);
});

test('what another admin has done to a member of the staff meanwhile is shown, and one owner stays', async ({ page, shop, consoleErrors }) => {
  const member = await register(shop, 'Stale Member');
  const role = (name: string) => shop.asAdmin<Member>('POST', '/v1/admin/roles', { name, scopes: ['orders:read'] });
  const [before, mine, theirs] = [await role('Role before'), await role('Role of mine'), await role('Role of theirs')];
  await shop.asAdmin('PATCH', `/v1/admin/users/${member.id}`, { role: 'admin' });
  await shop.asAdmin('PATCH', `/v1/admin/staff/${member.id}`, { roleId: before.id });
  await signIn(page);
  await turnTo(page, '/staff');
  const dialog = page.getByRole('dialog');
  const row = page.getByRole('row', { name: 'Stale Member' });
  await row.getByRole('button', { name: 'Change the role' }).click();
  await dialog.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Role of mine' }).click();
  await shop.asAdmin('PATCH', `/v1/admin/staff/${member.id}`, { roleId: theirs.id });
  await dialog.getByRole('button', { name: 'Save' }).click();
  const conflict = page.getByRole('dialog', { name: 'Somebody else was faster' });
  await conflict.getByRole('radio', { name: 'Keep mine: Role of mine' }).check();
  await conflict.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Role of mine');
  expect(mine.id).not.toBe(theirs.id);
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('412')]);

  await page.getByRole('row', { name: 'Administrator' }).getByRole('button', { name: 'Remove from the staff' }).click();
  await dialog.getByRole('button', { name: 'Remove from the staff' }).click();
  await expect(page.getByText('One owner has to stay.')).toBeVisible();
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('409')]);
});
