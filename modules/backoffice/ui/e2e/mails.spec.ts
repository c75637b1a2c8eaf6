import { violations } from './axe';
import { turnTo } from './pages';
import { mailed, register } from './people';
import { expect, signIn, test } from './shop';

test('a mail is found, read without its code, and sent again', async ({ page, shop }) => {
  const ada = await register(shop, 'Radia Perlman');
  const order = await shop.order('Grace Hopper');
  await mailed(shop, 'grace.hopper@example.com', new RegExp(order.number)); // the list is read once
  await signIn(page);
  await turnTo(page, '/mails');
  await expect(page.getByRole('tab', { name: /^Failed \(0\)$/ })).toBeVisible();
  await page.getByLabel('To', { exact: true }).fill('GRACE.HOPPER');
  const row = page.getByRole('row', { name: /grace\.hopper@example\.com/ });
  await row.getByRole('button', { name: 'Order placed' }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText(order.number).first()).toBeVisible();
  await expect.poll(() => violations(page)).toEqual([]); // once the drawer stands
  await drawer.getByRole('button', { name: 'Send again' }).click();
  await page.getByRole('dialog', { name: 'Send this mail again?' }).getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('The mail is on its way.')).toBeVisible();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(drawer).toHaveCount(0);

  await page.getByLabel('To', { exact: true }).fill(ada.email);
  await page.getByRole('button', { name: 'Code for registration' }).click();
  await expect(drawer.getByText('********')).toBeVisible();
  await expect(drawer.getByText(ada.code)).toHaveCount(0);
});
