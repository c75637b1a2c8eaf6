import { expect, settled, signIn, test } from './shop';

test('the overview shows what was sold, and leads to the orders of a stage', async ({ page, shop }) => {
  const order = await shop.order('Ada Lovelace');
  await signIn(page);
  await settled(page);
  await expect(page.getByText('Before the first order')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
  await expect(page.getByText('ordered, paid or not yet').first()).toBeVisible();
  await expect(page.getByRole('term').filter({ hasText: 'Received' })).toHaveCount(3);
  const chart = page.getByRole('table', { name: 'Sales of 30 days' });
  await expect(chart.getByRole('row')).toHaveCount(31);
  await expect(page.getByRole('link', { name: /^Orders unpaid for 2 days/ })).toBeVisible();
  await page.getByRole('navigation', { name: 'Orders by stage' }).getByRole('link', { name: /Awaiting payment/ }).click();
  await expect(page).toHaveURL(/awaiting_payment/);
  await expect(page.getByRole('link', { name: order.number })).toBeVisible();
});

test('a shop without orders is told what it needs before the first one', async ({ page }) => {
  const none = { json: { data: [], meta: { page: 1, limit: 1, total: 0, totalPages: 0 } } };
  await page.route((url) => url.pathname === '/v1/admin/orders' && url.search === '?limit=1', (route) => route.fulfill(none));
  await page.route((url) => url.pathname === '/v1/admin/shipping-methods', (route) => route.fulfill(none));
  await page.goto('/admin/');
  const list = page.getByRole('region', { name: 'Before the first order' });
  await expect(list.getByRole('listitem').filter({ hasText: 'A product' })).toContainText('Done');
  await expect(list.getByRole('listitem').filter({ hasText: /^Mail/ })).toContainText('mails are not sent');
  await list.getByRole('link', { name: 'A shipping method' }).click();
  await expect(page).toHaveURL(/\/admin\/shipping/);
});
