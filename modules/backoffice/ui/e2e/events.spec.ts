import { expectAccessible } from './axe';
import { turnTo } from './pages';
import { mailedCode, register } from './people';
import { expect, signIn, test } from './shop';

test('the audit says in sentences who did what, and the log shows all of a request', async ({ page, shop }) => {
  const ada = await register(shop, 'Barbara Liskov');
  await shop.asAdmin('PATCH', `/v1/admin/users/${ada.id}`, { disabled: true });
  await signIn(page);
  await turnTo(page, '/audit');
  await page.getByLabel('What', { exact: true }).click();
  await page.getByRole('option', { name: 'Account disabled or enabled' }).click();
  const row = page.getByRole('row', { name: /Account disabled or enabled/ });
  await expect(row.getByRole('link', { name: 'Administrator' })).toBeVisible();
  await expectAccessible(page);
  await row.getByText('Show').click();
  await row.getByRole('link', { name: 'All of this request' }).click();
  await expect(page.getByRole('heading', { name: 'Event log', level: 1 })).toBeVisible();
  await expect(page.getByRole('row', { name: /identity\.access_changed\.v1/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /identity\.sessions_ended\.v1/ })).toBeVisible();
  await turnTo(page, '/events');
  const renewals = page.getByRole('row', { name: /identity\.(logged_in|session_refreshed)\.v1/ });
  await expect(renewals).toHaveCount(0);
  await page.getByRole('switch', { name: 'Also sign-ins and renewals' }).click();
  await expect(renewals.first()).toBeVisible();
  await turnTo(page, '/audit');
  await row.getByRole('link', { name: 'Account disabled or enabled' }).click();
  await expect(page.getByRole('heading', { name: 'Barbara Liskov', level: 1 })).toBeVisible();
});

test('who reads the audit but no customers sees the names of colleagues', async ({ page, shop }) => {
  const role = await shop.asAdmin<{ id: string }>('POST', '/v1/admin/roles', { name: 'Auditor', scopes: ['audit:read'] });
  await shop.asAdmin('POST', '/v1/admin/staff/invitations', { email: 'rita@example.com', fullName: 'Rita', roleId: role.id, locale: 'en' });
  const rita = { email: 'rita@example.com', password: 'a moka pot of good coffee' };
  await shop.call('POST', '/v1/auth/accept-invitation', { ...rita, code: await mailedCode(shop, rita.email, 8) });
  await signIn(page, rita);
  await turnTo(page, '/audit');
  await expect(page.getByRole('row', { name: /Auditor saved/ }).getByText('Administrator').first()).toBeVisible();
});

test('the audit shows sign-ins and renewals when they are asked for', async ({ page, shop }) => {
  const barbara = await register(shop, 'Barbara Audited');
  await shop.call('POST', '/v1/auth/login', { email: barbara.email, password: 'a moka pot of good coffee' });
  await shop.asAdmin('PATCH', `/v1/admin/users/${barbara.id}`, { disabled: true });
  await signIn(page);
  await turnTo(page, '/audit');
  const row = (name: string) => page.getByRole('row', { name }).first();
  await expect(row('Account disabled or enabled')).toBeVisible();
  await expect(page.getByRole('row', { name: /Signed in|Session renewed/ })).toHaveCount(0);
  await page.getByRole('switch', { name: 'Also sign-ins and renewals' }).click();
  await expect(row('Signed in')).toBeVisible();
  await expect(page).toHaveURL(/sessions/);
  await page.reload();
  await expect(row('Signed in')).toBeVisible();
  await page.getByRole('switch', { name: 'Also sign-ins and renewals' }).click();
  await expect(page.getByRole('row', { name: 'Signed in' })).toHaveCount(0);
  await page.getByLabel('What', { exact: true }).click();
  await page.getByRole('option', { name: 'Signed in' }).click();
  await expect(row('Signed in')).toBeVisible();
});

test('consumers are listed, and all stuck events of one are tried again', async ({ page }) => {
  await signIn(page);
  await turnTo(page, '/dead');
  await expect(page.getByText('All consumers are up to date.')).toBeVisible();
  await page.getByRole('button', { name: 'All consumers' }).click();
  await expect(page.getByRole('row', { name: /mailer\.letters/ })).toBeVisible();
  await expectAccessible(page);

  // No event of a healthy shop gets stuck: the service's answer is given another figure.
  await page.route('**/v1/admin/events/consumers', async (route) => {
    const answer = await route.fetch();
    const list = (await answer.json()) as { data: { name: string; dead: number }[] };
    list.data = list.data.map((c) => (c.name === 'mailer.letters' ? { ...c, dead: 3 } : c));
    await route.fulfill({ response: answer, json: list });
  });
  await page.reload();
  await page.getByRole('row', { name: /mailer\.letters/ }).getByRole('button', { name: 'Try all again' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('mailer.letters gets 3 events once more')).toBeVisible();
  const sent = page.waitForRequest('**/v1/admin/events/dead/retry');
  await dialog.getByRole('button', { name: 'Try all again' }).click();
  expect((await sent).postDataJSON()).toEqual({ consumer: 'mailer.letters' });
  await expect(page.getByText('Nothing of it is stuck any more: somebody has tried it again already.')).toBeVisible();
});
