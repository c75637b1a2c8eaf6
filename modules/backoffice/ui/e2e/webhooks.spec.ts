import { turnTo } from './pages';
import { receiver } from './receiver';
import { expect, signIn, test } from './shop';

test('a webhook is made, tested, looked at, paused, and its gap is replayed', async ({ page, shop }) => {
  const hook = await receiver();
  await signIn(page);
  await turnTo(page, '/webhooks');
  await page.getByRole('button', { name: 'New webhook' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill(hook.url);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('whsec_')).toBeVisible();
  await dialog.getByRole('button', { name: 'I have kept it' }).click();
  await page.getByRole('link', { name: hook.url }).click();

  await page.getByRole('button', { name: 'Test' }).click();
  await dialog.getByRole('button', { name: 'Test' }).click();
  await expect(page.getByText('It answered 204')).toBeVisible();
  // What others do comes as well.
  expect(hook.got.map((event) => event.type)).toContain('webhooks.ping.v1');

  // An order is sent, and the page says what came of it.
  const sent = (order: { id: string }) => hook.got.filter((event) => event.type === 'ordering.order_placed.v1' && event.key === order.id).length;
  const order = await shop.order('Hook Buyer');
  await expect.poll(() => sent(order)).toBe(1);
  await page.reload();
  await page.getByRole('button', { name: 'ordering.order_placed.v1' }).first().click();
  await expect(dialog.getByText('"type": "ordering.order_placed.v1"')).toBeVisible();
  await expect(dialog.getByRole('table')).toContainText('204');
  await expect(dialog).toContainText('***');
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await page.getByRole('dialog').last().getByRole('button', { name: 'Send again' }).click();
  await expect.poll(() => sent(order)).toBe(2);
  await page.getByRole('button', { name: 'Close' }).last().click();

  // What happens during a pause comes by a replay.
  await page.getByRole('button', { name: 'Pause' }).click();
  await dialog.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Somebody paused it.')).toBeVisible();
  const missed = await shop.order('Hook Missed');
  await page.getByRole('button', { name: 'Resume' }).click();
  await dialog.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.getByRole('button', { name: 'Replay' }).click();
  await dialog.getByLabel('From').fill('2026-01-01T00:00');
  await dialog.getByRole('button', { name: 'Replay' }).click();
  await expect.poll(() => sent(missed)).toBe(1);
  await page.reload();
  await expect(page.getByText('done', { exact: true })).toBeVisible();
  hook.close();
});
