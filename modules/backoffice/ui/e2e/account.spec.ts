import { createHmac } from 'node:crypto';
import { expectAccessible } from './axe';
import { turnTo } from './pages';
import { expect, signIn, test, trySignIn, admin } from './shop';

/** The code of an authenticator app at this moment (RFC 6238). secret is in base32. */
function totp(secret: string): string {
  const bits = [...secret.replace(/[\s=]/g, '')].map((c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const mac = createHmac('sha1', key).update(step).digest();
  return String((mac.readUInt32BE(mac.at(-1)! & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

test.use({ fresh: true });

test('an authenticator app is added, asked for at sign-in, and removed', async ({ page, consoleErrors }) => {
  await signIn(page);
  await page.getByRole('button', { name: 'Administrator' }).click();
  await page.getByRole('menuitem', { name: 'My account' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  await page.getByLabel('Code of the app').fill(totp((await page.getByTestId('secret').textContent()) ?? ''));
  await page.getByRole('button', { name: 'Confirm' }).click();
  const shown = page.getByRole('dialog', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(shown).toHaveCount(10);
  const [recoveryCode = ''] = await shown.allTextContents();
  await page.getByRole('button', { name: 'I have kept them' }).click();

  const mail = page.getByRole('checkbox', { name: 'New order: Mail' });
  await expect(mail).toBeChecked(); // an owner hears of orders
  await mail.click();
  await expect(mail).not.toBeChecked();
  await page.getByRole('combobox', { name: /^Language/ }).click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await expect(page.getByText('What comes from now on is in this language.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('combobox', { name: /^Language/ })).toHaveText('Deutsch');
  await expect(mail).not.toBeChecked();
  await page.getByRole('combobox', { name: /^Language/ }).click();
  await page.getByRole('option', { name: 'English' }).click();
  await expect(page.getByRole('combobox', { name: /^Language/ })).toHaveText('English');

  await page.getByRole('button', { name: 'Administrator' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await trySignIn(page, admin);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCode);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();

  await turnTo(page, '/account');
  await expect(page.getByText('9 recovery codes left')).toBeVisible();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Only the password protects your account.')).toBeVisible();
  // Sign-in asks for the second factor by a 403.
  expect(consoleErrors.splice(0).filter((e) => !e.includes('403'))).toEqual([]);
});

test('a passkey is added, and signs in alone', async ({ page, context, shop }) => {
  // Passkeys need a name: the page moves to it.
  await page.goto(`${shop.url.replace('localhost', '127.0.0.1')}/admin/`);
  await expect(page).toHaveURL(`${shop.url}/admin/login`);
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true,
      isUserVerified: true, automaticPresenceSimulation: true,
    },
  });
  await signIn(page);
  await turnTo(page, '/account');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByRole('button', { name: 'Administrator' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
  await turnTo(page, '/account');
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Only the password protects your account.')).toBeVisible();
});
