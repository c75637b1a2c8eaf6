import { violations } from './axe';
import { sell } from './invoices';
import { expect, signIn, test, visit } from './shop';

test('an order that is collected names no carrier, and is ready and collected in place of shipped and delivered', async ({ page, shop }) => {
  await sell(shop);
  const method = await shop.asAdmin<{ id: string }>('POST', '/v1/admin/shipping-methods', { name: 'At the roastery', kind: 'pickup', minDays: 0, maxDays: 1 });
  // The seller's address, at which it is collected, is known a moment later.
  await expect(async () => {
    expect((await shop.call<{ id: string }[]>('GET', '/v1/shipping-methods')).map(({ id }) => id)).toContain(method.id);
  }).toPass();
  // Other specs take the first of the methods.
  const order = await shop.order('Emmy Noether', 1, 'bank_transfer', method.id).finally(() => (
    shop.asAdmin('DELETE', `/v1/admin/shipping-methods/${method.id}`)
  ));
  await shop.asAdmin('POST', `/v1/admin/orders/${order.id}/mark-paid`);
  await shop.asAdmin('POST', `/v1/admin/orders/${order.id}/process`);

  await signIn(page);
  await visit(page, `/orders/${order.id}`, order.number);
  await expect(page.getByRole('heading', { name: 'Collected at' })).toBeVisible();
  await page.getByRole('button', { name: 'Ready to collect' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Nothing remains.')).toBeVisible();
  await expect(dialog.getByLabel('Carrier')).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Ready to collect' }).click();
  await expect(page.getByText(`Order ${order.number} is ready to collect.`)).toBeVisible();

  await page.getByRole('group', { name: 'To be collected' }).getByRole('button', { name: 'Collected' }).click();
  await expect(dialog.getByRole('heading', { name: `Was order ${order.number} collected?` })).toBeVisible();
  await dialog.getByRole('button', { name: 'Collected' }).click();
  await expect(page.getByText(`Order ${order.number} was collected.`)).toBeVisible();
  await expect(page.getByText('Delivered', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('listitem').filter({ hasText: 'Ready to collect' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: /^Collected/ })).toBeVisible();
  expect(await shop.asAdmin('GET', `/v1/admin/orders/${order.id}`)).toMatchObject({ stage: 'delivered', shipments: [{ carrier: null, trackingNumber: null }] });
});
