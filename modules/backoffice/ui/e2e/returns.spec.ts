import { expect, test } from './shop';

test('a return is found by its order, approved, and refused when another admin was faster', async ({ page, shop, consoleErrors }) => {
  const order = await shop.order('Hedy Lamarr');
  const token = shop.orderToken;
  const command = (name: string, body?: unknown) => shop.asAdmin<{ items: { id: string }[] }>('POST', `/v1/admin/orders/${order.id}/${name}`, body);
  await command('mark-paid');
  await command('process');
  await command('ship', { carrier: 'DHL', trackingNumber: '1' });
  const { items } = await command('deliver');
  const asked = await shop.call<{ id: string }>(
    'POST', `/v1/orders/${order.id}/returns`, { items: [{ orderItemId: items[0]!.id, quantity: 1 }], reason: 'Too small.' }, { 'X-Order-Token': token },
  );
  await page.goto('/admin/returns');
  await page.getByLabel('Order, name or email').fill(order.number);
  await page.getByRole('link', { name: order.number }).click();
  await expect(page.getByText(`${order.number} · Hedy Lamarr`)).toBeVisible();
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Approve' }).click();
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('The return is approved.')).toBeVisible();

  await page.getByRole('button', { name: 'Goods received' }).click();
  await shop.asAdmin('POST', `/v1/admin/returns/${asked.id}/receive`);
  await dialog.getByRole('button', { name: 'Goods received' }).click();
  await expect(page.getByText('Somebody has received these goods already.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Goods received' })).toHaveCount(0);
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('409')]);
});
