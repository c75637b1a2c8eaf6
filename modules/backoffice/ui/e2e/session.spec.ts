import { mailedCode, register } from './people';
import { admin, expect, signIn, test, trySignIn } from './shop';

test.use({ fresh: true });

test('a first visit goes to the sign-in page once', async ({ page }) => {
  await page.addInitScript(() => {
    for (const method of ['pushState', 'replaceState'] as const) {
      const go = history[method].bind(history);
      history[method] = (...args) => {
        console.info('visit');
        go(...args);
      };
    }
  });
  let visits = 0;
  page.on('console', (message) => message.text() === 'visit' && visits++);
  await page.goto('/admin/orders');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(visits).toBeLessThan(5); // the first entry, and one navigation
});

test('a wrong password is said so', async ({ page, consoleErrors }) => {
  await trySignIn(page, { ...admin, password: 'wrong' });
  await expect(page.getByText('The email or the password is wrong.')).toBeVisible();
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('401')]);
});

test('a forgotten password is set anew with the code of a mail, and a weak one is said at its field', async ({ page, shop, consoleErrors }) => {
  const { id, email } = await register(shop, 'Forgetful Admin');
  await shop.asAdmin('PATCH', `/v1/admin/users/${id}`, { role: 'admin' });
  await page.goto('/admin/login');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Send the code' }).click();
  const code = await mailedCode(shop, email, 8);
  const password = page.getByLabel('New password');
  await page.getByLabel('Code from the mail').fill(code);
  await password.fill('password');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(password).toBeFocused();
  await expect(password).toHaveAccessibleDescription('is too easy to guess');
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('422')]);
  await password.fill('nine lives of a grey cat');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page.getByRole('button', { name: 'Forgetful Admin' })).toBeVisible();
});

test('no token is kept where a script finds it after a reload', async ({ page }) => {
  await signIn(page);
  await expect(page.getByRole('menuitem', { name: 'Orders' })).toBeVisible();
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
  expect(kept).not.toMatch(/eyJ|refresh/i);
  await page.reload();
  await expect(page.getByRole('menuitem', { name: 'Orders' })).toBeVisible();
});

test('five tabs renew once, and signing out in one signs out all', async ({ page, context }) => {
  await signIn(page);
  await expect(page.getByRole('menuitem', { name: 'Orders' })).toBeVisible();
  let renewals = 0;
  context.on('request', (request) => request.url().endsWith('/v1/auth/refresh') && renewals++);
  const tabs = await Promise.all(Array.from({ length: 4 }, () => context.newPage()));
  await Promise.all(tabs.map((tab) => tab.goto('/admin/orders')));
  for (const tab of tabs) await expect(tab.getByRole('heading', { name: 'Orders' })).toBeVisible();
  expect(renewals).toBeLessThanOrEqual(2);
  await page.getByRole('button', { name: 'Administrator' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  for (const tab of tabs) await expect(tab.getByRole('button', { name: 'Sign in' })).toBeVisible();
});

test('a session that was ended elsewhere leads to sign-in', async ({ page, shop, consoleErrors }) => {
  // But the one that calls, which may have been renewed.
  const sessions = async () =>
    (await shop.asAdmin<{ data: { id: string; current: boolean }[] }>('GET', '/v1/auth/sessions')).data.filter((s) => !s.current).map((s) => s.id);
  const before = await sessions();
  await signIn(page);
  await expect(page.getByRole('menuitem', { name: 'Orders' })).toBeVisible();
  for (const id of (await sessions()).filter((s) => !before.includes(s))) await shop.asAdmin('DELETE', `/v1/auth/sessions/${id}`);
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  consoleErrors.length = 0; // the refusals
});

test('language and theme stay after a sign-out, and the sign-in page names the shop', async ({ page, shop }) => {
  const { shopName } = await shop.asAdmin<{ shopName: string }>('GET', '/v1/admin/settings');
  await signIn(page);
  await expect(page.getByRole('banner').getByText(shopName)).toBeVisible();
  await page.getByRole('button', { name: 'Toggle light/dark mode' }).click();
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('menuitem', { name: 'Deutsch' }).click();
  await page.getByRole('button', { name: 'Administrator' }).click();
  await page.getByRole('menuitem', { name: 'Abmelden' }).click();
  await expect(page.getByRole('button', { name: 'Anmelden' })).toBeVisible();
  await expect(page.getByText(shopName)).toBeVisible();
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
});

test('something is seen before the script has come', async ({ page }) => {
  await page.route('**/admin/assets/*.js', () => undefined); // never
  await page.goto('/admin/orders', { waitUntil: 'commit' });
  await expect(page.getByRole('status')).toContainText('Back office');
  await expect(page.getByRole('status')).toHaveCSS('min-height', /\d+px/);
});
