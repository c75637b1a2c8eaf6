import { expect, test } from './shop';

test('a withdrawal is matched with the order that is searched for, and its order does not ship before', async ({ page, shop, consoleErrors }) => {
  const order = await shop.order('Emmy Noether');
  const email = 'emmy@example.com';
  const command = (name: string, body?: unknown) => shop.asAdmin('POST', `/v1/admin/orders/${order.id}/${name}`, body);
  await command('mark-paid');
  await command('process');
  await shop.call('POST', '/v1/withdrawals', { orderNumber: 'ORD-1', fullName: 'Emmy Noether', email, items: [{ text: 'The pot', quantity: 1 }] });
  await page.goto('/admin/withdrawals');
  await page.getByRole('tab', { name: 'Received' }).click();
  await page.getByLabel('Order, name or email').fill(email);
  await page.getByRole('link', { name: 'ORD-1', exact: true }).click();
  await expect(page.getByText('1 × The pot')).toBeVisible();
  await page.getByRole('button', { name: 'Match' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Order').fill(order.number);
  await page.getByRole('option', { name: order.number }).click();
  await dialog.getByRole('radio', { name: 'All that may be withdrawn from' }).check();
  await dialog.getByRole('button', { name: 'Match' }).click();
  await expect(page.getByText(`The withdrawal is matched with order ${order.number}.`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Match' })).toHaveCount(0);
  await page.goto(`/admin/orders/${order.id}`);
  await expect(page.getByText('Cancelled').first()).toBeVisible();
  expect(consoleErrors.splice(0)).toEqual([]);
});

test('a withdrawal is contested with a reason, and keeps its order from being shipped until then', async ({ page, shop, consoleErrors }) => {
  const order = await shop.order('Lise Meitner');
  const { customer } = await shop.asAdmin<{ customer: { email: string } }>('GET', `/v1/admin/orders/${order.id}`);
  await shop.asAdmin('POST', `/v1/admin/orders/${order.id}/mark-paid`);
  await shop.asAdmin('POST', `/v1/admin/orders/${order.id}/process`);
  await shop.call('POST', '/v1/withdrawals', { orderNumber: order.number, fullName: 'Lise Meitner', email: customer.email });
  await page.goto(`/admin/orders/${order.id}`);
  await expect(page.getByRole('button', { name: 'Ship', exact: true })).toHaveCount(0);
  await page.getByRole('link', { name: 'Withdrawals with this number' }).click();
  await page.getByRole('link', { name: order.number }).click();
  await page.getByRole('button', { name: 'Contest' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('It was made for you.');
  await dialog.getByRole('button', { name: 'Contest' }).click();
  await expect(page.getByText('The withdrawal is contested.')).toBeVisible();
  await expect(page.getByText('It was made for you.')).toBeVisible();
  await page.goto(`/admin/orders/${order.id}`);
  await expect(page.getByRole('button', { name: 'Ship', exact: true })).toBeVisible();
  expect(consoleErrors.splice(0)).toEqual([]);
});
