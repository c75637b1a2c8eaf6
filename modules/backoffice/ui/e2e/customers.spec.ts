import { expectAccessible, expectNoViolations } from './axe';
import { Customer } from './customer';
import { turnTo } from './pages';
import { mailed } from './people';
import { expect, signIn, test } from './shop';

test('a customer is found, looked at, exported, signed out and erased', async ({ page, shop }) => {
  const ada = await Customer.register(shop, 'Annie Easley');
  const own = await ada.order({ 'NL-HOUSE-250': 1 });
  const guests = await shop.order('Annie Easley'); // the same email, without the account
  await shop.call('POST', '/v1/wholesale/apply', {
    businessName: 'Easley Orbits', businessAddress: 'Lindenallee 1', state: 'Berlin', country: 'Germany',
    estimatedMonthlyOrderMin: 100, estimatedMonthlyOrderMax: 200,
    contactFullName: 'Annie Easley', contactPhone: '1', contactEmail: ada.email,
  });
  await signIn(page);
  await turnTo(page, '/customers');
  await page.getByLabel('Name or email').fill('easley');
  await expect(page).toHaveURL(/easley/);
  // orders, spent
  await expect(page.getByRole('row', { name: /Annie Easley.* 1 €0\.00/ })).toBeVisible();
  await page.getByRole('link', { name: 'Annie Easley' }).click();
  const main = page.getByRole('main');
  await expect(main.getByText('Lindenallee 1')).toBeVisible();
  await expect(main.getByRole('row', { name: /Code for registration/ })).toBeVisible();
  await expect(main.getByRole('row', { name: /Account created/ })).toBeVisible();
  await expect(main.getByRole('link', { name: own.number })).toBeVisible();
  await expect(main.getByRole('link', { name: guests.number })).toHaveCount(0);
  await expect(main.getByRole('row', { name: /Easley Orbits.*To decide/ }).getByRole('link')).toHaveAttribute('href', /\/wholesale\/[0-9a-f-]+$/);
  await expect(main.getByRole('link', { name: 'All orders' })).toHaveAttribute('href', /customerId/);
  await expectAccessible(page);

  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Correct the name or phone' }).click();
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled();
  await dialog.getByLabel('Name').fill('Annie J. Easley');
  await dialog.getByLabel('Phone').fill('+1 216 4711');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Annie J. Easley', level: 1 })).toBeVisible();
  await expect(main.getByText('+1 216 4711')).toBeVisible();
  await expect(main.getByRole('row', { name: /Name, phone or metadata changed/ })).toBeVisible();

  await page.getByRole('button', { name: 'Adjust points' }).click();
  await dialog.getByLabel('Points').fill('250');
  await expect(dialog.getByText('0 → 250')).toBeVisible();
  await dialog.getByLabel('Reason').fill('For the late parcel.');
  await dialog.getByRole('button', { name: 'Adjust points' }).click();
  await expect(main.getByText('250 points, worth')).toBeVisible();
  await expect(main.getByRole('row', { name: /For the late parcel/ })).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export data' }).click();
  expect((await download).suggestedFilename()).toBe(`${ada.email}.json`);

  await page.getByRole('button', { name: 'End all sessions' }).click();
  await dialog.getByRole('button', { name: 'End all sessions' }).click();
  await expect(main.getByText('Not signed in anywhere.')).toBeVisible();

  await page.getByRole('button', { name: 'Erase' }).click();
  await expect(dialog.getByRole('alert')).toContainText('an order that is not done');
  await expect(dialog.getByRole('link', { name: own.number })).toBeVisible();
  const erase = dialog.getByRole('button', { name: 'Erase' });
  await dialog.getByLabel('Reason, without a name').fill('Asked for on paper.');
  await dialog.getByLabel(`Type ${ada.email}`).fill('somebody@example.com');
  await expect(erase).toBeDisabled();
  await dialog.getByLabel(`Type ${ada.email}`).fill(ada.email);
  await erase.click();
  await expect(page.getByText('The account is erased.')).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/customers/);
  // The orders are erased after that was answered, and their list is read once.
  const nameOf = async () => (await shop.asAdmin<{ customer: { fullName: string | null } }>('GET', `/v1/admin/orders/${own.id}`)).customer.fullName;
  await expect.poll(nameOf).toBeFalsy();
  await turnTo(page, `/orders?filter=${encodeURIComponent(JSON.stringify({ q: own.number }))}`);
  await expect(page.getByRole('row', { name: new RegExp(own.number) })).toContainText('Erased');
  await expect(page.getByRole('link', { name: 'Annie Easley' })).toHaveCount(0);
});

test('a VAT id that the register does not know is confirmed by the staff, with its evidence', async ({ page, shop, consoleErrors }) => {
  const owner = await Customer.register(shop, 'Lucie Moreau');
  await owner.call('PUT', '/v1/users/me/vat-id', { vatId: 'FR 40 303 265 000' });
  await expect(async () => {
    expect(await owner.call<{ status: string }>('GET', '/v1/users/me/vat-id')).toMatchObject({ status: 'invalid' });
  }).toPass();
  const { data } = await shop.asAdmin<{ data: { userId: string }[] }>('GET', '/v1/admin/vat-ids?q=FR40303265000');
  await signIn(page);
  await turnTo(page, `/customers/${data[0]!.userId}`);
  const part = page.getByRole('main').locator('section').filter({ has: page.getByRole('heading', { name: 'VAT id', exact: true }) });
  await expect(part.getByText('FR40303265000').first()).toBeVisible();
  await expect(part.getByText('invalid').first()).toBeVisible();
  await expect(part.getByRole('row', { name: /FR40303265000.*invalid.*VIES/ })).toBeVisible();
  await expectAccessible(page);

  const dialog = page.getByRole('dialog');
  await part.getByRole('button', { name: 'Confirm VAT id' }).click();
  const confirm = dialog.getByRole('button', { name: 'Confirm VAT id' });
  await dialog.getByLabel('Number of the proof').fill('1'.repeat(61));
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel('Reason').fill('Qualified confirmation of the BZSt.');
  await confirm.click();
  await expect(dialog.getByLabel('Number of the proof')).toHaveAccessibleDescription(/is too long/);
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('422')]);
  await expectNoViolations(page);
  await dialog.getByLabel('Number of the proof').fill('BZSt 4711');
  await confirm.click();
  await expect(page.getByText('FR40303265000 is valid.')).toBeVisible();
  await expect(part.getByRole('row', { name: /valid.*Staff · BZSt 4711 · Qualified/ })).toBeVisible();
  await expect(part.getByText('Valid until')).toBeVisible();
  await expect(page.getByRole('main').getByRole('row', { name: /VAT id confirmed: Qualified/ })).toBeVisible();
});

test('a guest is found by the order, and erased with what is open in sight', async ({ page, shop }) => {
  const order = await shop.order('Valentina Guest');
  await page.goto(`/admin/orders/${order.id}`);
  await page.getByRole('main').getByRole('link', { name: 'Valentina Guest' }).click();
  await expect(page.getByRole('heading', { name: 'Valentina Guest', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: order.number, exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Erase' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toContainText('an order that is not done');
  await dialog.getByLabel('Type valentina.guest@example.com').fill('valentina.guest@example.com');
  await dialog.getByLabel('Reason, without a name').fill('Asked for on paper.');
  await dialog.getByRole('button', { name: 'Erase' }).click();
  await expect(page.getByText('The guest is erased.')).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/guests/);
});

test('a person who was invited joins the staff by the link of the mail', async ({ page, shop, consoleErrors }) => {
  const role = await shop.asAdmin<{ id: string }>('POST', '/v1/admin/roles', { name: 'Packer', scopes: ['orders:write'] });
  await shop.asAdmin('POST', '/v1/admin/staff/invitations', { email: 'pat@example.com', fullName: 'Pat', roleId: role.id, locale: 'en' });
  const [link = ''] = await mailed(shop, 'pat@example.com', /http\S+\/admin\/accept-invitation#\S+/);
  await page.goto(link);
  await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toHaveValue('pat@example.com');
  expect(page.url()).not.toContain('code=');
  await expectAccessible(page);
  await page.getByLabel('Your name').fill('Pat Packer');
  await page.getByLabel('New password').fill('password');
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page.getByLabel('New password')).toBeFocused();
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription('is too easy to guess');
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('422')]);
  await page.getByLabel('New password').fill('nine lives of a grey cat');
  await page.route('**/v1/users/me', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByLabel('New password')).toBeDisabled();
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')]);
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pat Packer' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Customers' })).toHaveCount(0);

  await page.goto('about:blank');
  await page.goto(link);
  await page.getByLabel('New password').fill('nine lives of a grey cat');
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page.getByRole('alert')).toContainText('If you have joined already, sign in');
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('400')]);
});
