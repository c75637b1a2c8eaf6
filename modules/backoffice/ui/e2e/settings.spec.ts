import { expectNoViolations } from './axe';
import { turnTo } from './pages';
import { findVatId } from '../src/settings/codes';
import { expect, signIn, test } from './shop';

test('an owner sets up bank account, VAT and ways to pay, and is told what is wrong', async ({ page, shop, consoleErrors }) => {
  await signIn(page);
  await turnTo(page, '/settings');
  await expectNoViolations(page);
  const menu = page.getByRole('navigation', { name: 'Groups of settings' });
  await menu.getByRole('link', { name: /^Bank account/ }).click();
  const dialog = page.getByRole('dialog');
  const part = (name: string) => page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });

  await page.getByRole('button', { name: 'Edit: Bank account' }).click();
  const iban = dialog.getByRole('textbox', { name: 'IBAN' });
  for (const [typed, says] of [
    ['X', 'begins with its country'], ['DE02 1203', '8 of 22 characters.'], ['DE02 1203 0000 0000 2020 51', 'The check digits are right.'],
    ['DE02 1203 0000 0000 2020 512', '23 characters, and there may be 22.'], ['DE03 1203 0000 0000 2020 51', 'The check digits are wrong'],
  ] as const) {
    await iban.fill(typed);
    await expect(iban).toHaveAccessibleDescription(new RegExp(says));
  }
  await expect(iban).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('textbox', { name: 'BIC' }).fill('BYLADEM10');
  await expect(dialog.getByText('these are 9.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'BIC' }).fill('BYLADEM1');
  await expect(dialog.getByText('these are 9.')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('must be an IBAN with right check digits')).toBeVisible();
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('422')]);
  await dialog.getByRole('textbox', { name: 'IBAN' }).fill('DE02 1203 0000 0000 2020 51');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(part('Bank account').getByText('DE02120300000000202051')).toBeVisible();

  await menu.getByRole('link', { name: 'VAT' }).click();
  await expect(menu.getByRole('link', { name: 'VAT' })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('button', { name: 'Edit: VAT' }).click();
  const rates = dialog.getByRole('textbox', { name: 'Rates' });
  for (const [typed, says] of [
    ['DE 19 7\nAustria 20', 'Line 2: a country of two letters'], ['DE 19 100', 'Line 1: a percent is below 100'],
    ['DE 19 7 2027-02-30', 'Line 1: a day is such as'], ['DE 19 7\nDE 20 7', 'Line 2: the country and the day are there already'],
  ] as const) {
    await rates.fill(typed);
    await expect(rates).toHaveAccessibleDescription(new RegExp(says));
  }
  await rates.fill('DE 19 7\nAT 20 10\nDE 21 8 2099-01-01');
  await expect(rates).toHaveAttribute('aria-invalid', 'false');
  await dialog.getByRole('checkbox', { name: 'Small business' }).check();
  await dialog.getByRole('combobox', { name: 'Wholesale prices' }).click();
  await page.getByRole('option', { name: 'without VAT' }).click();
  await dialog.getByRole('textbox', { name: 'A checked VAT id counts for' }).fill('360h');
  await dialog.getByRole('textbox', { name: 'Years that documents are kept' }).fill('31');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Years that documents are kept' })).toHaveAccessibleDescription(/^is too small or too large/);
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('422')]);
  await dialog.getByRole('textbox', { name: 'Years that documents are kept' }).fill('10');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(part('VAT').getByText('AT 20 10')).toBeVisible();
  await expect(part('VAT').getByText('without VAT', { exact: true })).toBeVisible();
  expect(await shop.asAdmin('GET', '/v1/admin/settings/tax')).toMatchObject({
    values: { smallBusiness: true, wholesalePrices: 'net', vatIdMaxAge: '360h', retentionYears: 10 },
  });
  await shop.asAdmin('PUT', '/v1/admin/settings/tax', { smallBusiness: null, wholesalePrices: null, vatIdMaxAge: null, retentionYears: null });

  await menu.getByRole('link', { name: 'Checkout' }).click();
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

test('ways to pay have an order, countries, bounds and texts, as buyers then see them', async ({ page, shop, consoleErrors }) => {
  await signIn(page);
  await turnTo(page, '/settings/checkout');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Edit: Checkout' }).click();
  const method = (name: string) => dialog.getByRole('group', { name, exact: true });
  const cash = method('Cash on delivery');
  await cash.getByRole('button', { name: 'Bounds and texts' }).click();
  await cash.getByRole('combobox', { name: 'Countries of destination' }).fill('Germ');
  await page.getByRole('option', { name: 'Germany (DE)' }).click();
  await page.keyboard.press('Escape');
  await cash.getByLabel('From (EUR)').fill('500');
  await cash.getByLabel('Up to (EUR)').fill('10');
  await cash.getByLabel('Title (English)').fill('Pay the driver');
  await cash.getByLabel('Text (German)').fill('Bitte passend.');
  await expectNoViolations(page);
  // Up to the top, the focus with it.
  while (await cash.getByRole('button', { name: 'Move Cash on delivery up' }).isEnabled()) await cash.getByRole('button', { name: 'Move Cash on delivery up' }).press('Enter');
  await expect(cash.getByRole('button', { name: 'Move Cash on delivery down' })).toBeFocused();
  await expect(dialog.getByRole('group', { name: /^(Bank|Cash|Invoice|Card)/ }).first()).toHaveAccessibleName('Cash on delivery');
  await method('Invoice').getByRole('checkbox').uncheck();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(cash.getByLabel('Up to (EUR)')).toHaveAccessibleDescription(/^is too small or too large/);
  await expect(cash.getByLabel('Up to (EUR)')).toBeFocused();
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('422')]);
  await cash.getByLabel('From (EUR)').fill('10');
  await cash.getByLabel('Up to (EUR)').fill('500');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Cash on delivery · DE · from €10.00 · up to €500.00 · Pay the driver')).toBeVisible();
  const { paymentMethods } = await shop.call<{ paymentMethods: { method: string }[] }>('GET', '/v1/shop?locale=en');
  expect(paymentMethods[0]).toMatchObject({ method: 'cash_on_delivery', title: 'Pay the driver', countries: ['DE'], minimum: 10, maximum: 500 });
  expect(await shop.call('GET', '/v1/shop?locale=de')).toMatchObject({ paymentMethods: [{ text: 'Bitte passend.' }, {}, {}] });
  await shop.asAdmin('PUT', '/v1/admin/settings/checkout', { methods: null });
});

test('a field that the configuration decides about is shown with its key, and not in the form', async ({ page }) => {
  await page.route('**/v1/admin/settings', async (route) => {
    const answer = await route.fetch();
    const settings = (await answer.json()) as { groups: { bank: { pinned: object[] } } };
    settings.groups.bank.pinned = [{ field: 'iban', key: 'seller.iban' }];
    await route.fulfill({ response: answer, json: settings });
  });
  await signIn(page);
  await turnTo(page, '/settings/bank');
  await expect(page.getByText('set by seller.iban in the configuration of the service')).toBeVisible();
  await page.getByRole('button', { name: 'Edit: Bank account' }).click();
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'BIC' })).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'IBAN' })).toHaveCount(0);
});

test('groups with a page of their own lead to it', async ({ page }) => {
  await signIn(page);
  await turnTo(page, '/settings/storefront');
  await expect(page).toHaveURL(/\/admin\/looks$/);
  await turnTo(page, '/settings/legal');
  await expect(page).toHaveURL(/\/admin\/legal$/);
});

test('on a phone a page of settings leads back to all, and an unknown group is not there', async ({ page }) => {
  await signIn(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await turnTo(page, '/settings/loyalty');
  await page.getByRole('link', { name: 'All settings' }).click();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1, exact: true })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Groups of settings' }).getByRole('link')).toHaveCount(7);
  await turnTo(page, '/settings/nothing');
  await expect(page.getByRole('main').getByRole('button', { name: 'Search everything' })).toBeVisible();
});

test('VAT ids are checked by their member state', () => {
  const wrong = (typed: string) => findVatId(typed)?.wrong ?? false;
  expect(['', 'DE 123 456 789', 'de123456789', 'GR123456789', 'ATU12345678', 'NL123456789B01'].filter(wrong)).toEqual([]);
  expect(['XX1', 'DE12345678X', 'DE1234567890', 'ATX12345678'].filter((typed) => !wrong(typed))).toEqual([]);
  expect(findVatId('DE1234')).toEqual({ text: 'vatId.form', values: { example: 'DE123456789' }, wrong: false });
});

/** A PNG of one pixel. */
const dot = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

test('an owner gives the shop a logo and an icon, which are not deleted', async ({ page, shop, consoleErrors }) => {
  await signIn(page);
  await turnTo(page, '/settings/profile');
  const dialog = page.getByRole('dialog');
  const part = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Shop', exact: true }) });
  const edit = () => page.getByRole('button', { name: 'Edit: Shop' }).click();

  await edit();
  const logo = dialog.getByRole('group', { name: 'Logo' });
  const icon = dialog.getByRole('group', { name: 'Icon' });
  await logo.getByTestId('picture-file').setInputFiles({ name: 'Shop Logo.png', mimeType: 'image/png', buffer: dot });
  await expect(logo.locator('img')).toHaveAttribute('src', /shop-logo\.png/);
  await icon.getByTestId('picture-file').setInputFiles({ name: 'Shop Icon.png', mimeType: 'image/png', buffer: dot });
  await expect(icon.locator('img')).toHaveAttribute('src', /shop-icon\.png/);
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(part.locator('img')).toHaveCount(2);
  await expect(part.locator('img').first()).toHaveAttribute('src', /shop-logo\.png/);

  await turnTo(page, '/media');
  await page.getByRole('row', { name: /shop-logo\.png/ }).getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog.getByRole('alert').getByRole('link', { name: 'Shop', exact: true })).toHaveAttribute('href', '/admin/settings/profile');
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('409')]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);

  // Other specs begin without.
  await shop.asAdmin('PUT', '/v1/admin/settings/profile', { iconMediaId: null });
  await turnTo(page, '/settings/profile');
  await edit();
  await logo.getByRole('button', { name: 'Remove the picture' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(part.locator('img')).toHaveCount(0);
});

test('mails get a color and a footer', async ({ page, shop, consoleErrors }) => {
  await signIn(page);
  await turnTo(page, '/settings/mail');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Edit: Mails' }).click();
  await dialog.getByRole('textbox', { name: 'Color' }).fill('red');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('must be a color like #4338ca')).toBeVisible();
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('422')]);
  await dialog.getByRole('textbox', { name: 'Color' }).fill('#0F766E');
  await dialog.getByRole('textbox', { name: 'Footer, German' }).fill('Moka & Co GmbH\nTorstraße 12');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('German: Moka & Co GmbH')).toBeVisible();
  await expect(page.getByText('#0f766e')).toBeVisible();

  await page.getByRole('button', { name: 'Edit: Mails' }).click();
  await dialog.getByRole('textbox', { name: 'Footer, German' }).fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('German: Moka & Co GmbH')).toHaveCount(0);
  expect(await shop.asAdmin('GET', '/v1/admin/settings/mail')).toMatchObject({ values: { color: '#0f766e', footers: [] } });
});
