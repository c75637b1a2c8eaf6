import { expect, signIn, test } from './shop';

test('an API key is shown once, reads orders, and is refused when revoked', async ({ page, shop }) => {
  await signIn(page);
  await page.goto('/admin/keys');
  await page.getByRole('button', { name: 'New key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Warehouse');
  await dialog.getByRole('combobox', { name: 'May do' }).click();
  await page.getByRole('option', { name: 'orders:read' }).click();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const key = (await page.getByTestId('secret').textContent()) ?? '';
  await page.getByRole('button', { name: 'I have kept it' }).click();
  const read = () => fetch(`${shop.url}/v1/admin/orders`, { headers: { Authorization: `Bearer ${key}` } }).then((a) => a.status);
  expect(await read()).toBe(200);
  await page.getByRole('button', { name: 'Revoke' }).click();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect.poll(read).toBe(401);
});

test('a wholesale application is approved', async ({ page, shop }) => {
  await shop.call('POST', '/v1/wholesale/apply', {
    businessName: 'Rösterei <b>Lindner</b>', businessAddress: 'Hauptstr. 1, 10827 Berlin', state: 'Berlin', country: 'DE',
    contactFullName: 'Jana Lindner', contactEmail: 'jana@lindner.example', contactPhone: '+49 30 1234567',
    estimatedMonthlyOrderMin: 500, estimatedMonthlyOrderMax: 2000,
  });
  await signIn(page);
  await page.goto('/admin/wholesale');
  await page.getByRole('link', { name: 'Rösterei <b>Lindner</b>' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('buys wholesale now')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
});
