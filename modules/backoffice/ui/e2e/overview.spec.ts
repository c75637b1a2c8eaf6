import { expect, settled, signIn, test } from './shop';

test('the overview shows what was sold, and leads to the orders of a stage', async ({ page, shop }) => {
  const order = await shop.order('Ada Lovelace');
  await signIn(page);
  await settled(page);
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
  const chart = page.getByRole('table', { name: 'Sales of 30 days' });
  await expect(chart.getByRole('row')).toHaveCount(31);
  await page.getByRole('navigation', { name: 'Orders by stage' }).getByRole('link', { name: /Awaiting payment/ }).click();
  await expect(page).toHaveURL(/awaiting_payment/);
  await expect(page.getByRole('link', { name: order.number })).toBeVisible();
});
