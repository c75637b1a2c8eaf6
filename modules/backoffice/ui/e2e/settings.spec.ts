import { turnTo } from './pages';
import { expect, signIn, test } from './shop';

test('an owner sets up bank account, VAT and ways to pay, and is told what is wrong', async ({ page, consoleErrors }) => {
  await signIn(page);
  await turnTo(page, '/settings');
  const dialog = page.getByRole('dialog');
  const part = (name: string) => page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });

  await page.getByRole('button', { name: 'Edit: Bank account' }).click();
  await dialog.getByRole('textbox', { name: 'IBAN' }).fill('DE03 1203 0000 0000 2020 51');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('must be an IBAN with right check digits')).toBeVisible();
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('422')]);
  await dialog.getByRole('textbox', { name: 'IBAN' }).fill('DE02 1203 0000 0000 2020 51');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(part('Bank account').getByText('DE02120300000000202051')).toBeVisible();

  await page.getByRole('button', { name: 'Edit: VAT' }).click();
  await dialog.getByRole('textbox', { name: 'Rates' }).fill('DE 19 7\nAT 20 10\nDE 21 8 2027-01-01');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(part('VAT').getByText('AT 20 10')).toBeVisible();

  await page.getByRole('button', { name: 'Edit: Checkout' }).click();
  await dialog.getByRole('textbox', { name: 'Waits for a card' }).fill('soon');
  await dialog.getByRole('checkbox', { name: 'Orders without an account' }).uncheck();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('must be a time such as 30m or 72h')).toBeVisible();
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('422')]);
  await dialog.getByRole('textbox', { name: 'Waits for a card' }).fill('45m');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(part('Checkout').getByText('45m')).toBeVisible();

  // Other specs order without an account.
  await page.getByRole('button', { name: 'Edit: Checkout' }).click();
  await dialog.getByRole('checkbox', { name: 'Orders without an account' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
});
