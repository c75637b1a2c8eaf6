import type { Route } from '@playwright/test';
import { address, expect, type Look, newEmail, test } from './visitor';

// What takes an impatient visitor: the script shows parts of pages in place of others.

test.use({ look: { name: 'impatient', language: 'en', script: true, width: 1280 } satisfies Look });

test('of two variants that are chosen the last one counts, whichever answer is slow', async ({ page, visitor }) => {
  const { main } = visitor;
  await visitor.open('/p/moka-pot-classic');
  let release = () => {};
  const held = new Promise<void>((resolve) => { release = resolve; });
  await page.route(/variant=MS-CLASSIC-6$/, async (route) => { await held; await route.continue(); });
  const slow = page.waitForResponse(/variant=MS-CLASSIC-6$/);
  await main.locator('a[href$="MS-CLASSIC-6"]').click();
  await main.locator('a[href$="MS-CLASSIC-9"]').click();
  await expect(main.getByText('MS-CLASSIC-9', { exact: true })).toBeVisible();
  release();
  await (await slow).finished();
  await page.evaluate(() => new Promise((resolve) => { setTimeout(resolve, 100); }));
  await expect(main.getByText('MS-CLASSIC-9', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/variant=MS-CLASSIC-9$/);
});

for (const known of [false, true]) {
  test(`what has no answer is sent again, and added once: the cart is ${known ? '' : 'not '}known`, async ({ context, noFaults, page, shop, visitor }) => {
    const made = await shop.make({ name: `Lost Answer Mug ${known}` });
    await visitor.open(`/p/${made.slug}`);
    // The shop has done it, and the visitor's line is cut before they learn of it.
    const lose = async (route: Route) => {
      await route.fetch();
      if (!known) await context.clearCookies();
      await route.abort();
    };
    await page.route('**/cart/items', lose, { times: 1 });
    await visitor.press('toCart');
    await visitor.hears('added', { name: made.name });
    await visitor.open('/cart');
    await expect(visitor.main.getByRole('spinbutton')).toHaveValue('1');
    expect(noFaults.splice(0)).toEqual([expect.stringContaining('net::ERR_FAILED')]);
  });
}

test('a double click adds once', async ({ page, shop, visitor, words }) => {
  const { main } = visitor;
  const made = await shop.make({ name: 'Double Click Mug' });
  await visitor.open(`/p/${made.slug}`);
  const sent: string[] = [];
  page.on('request', (request) => { if (request.method() === 'POST') sent.push(request.url()); });
  let release = () => {};
  const clicked = new Promise<void>((resolve) => { release = resolve; });
  await page.route('**/cart/items', async (route) => { await clicked; await route.continue(); }, { times: 1 });
  await visitor.button('toCart').first().dblclick();
  release();
  await visitor.hears('added', { name: made.name });
  expect(sent).toHaveLength(1);
  // Once it was answered, it can be added again.
  await visitor.press('toCart');
  await expect(page.getByRole('banner').getByRole('link', { name: words.count('items', 2) })).toBeVisible();
  await visitor.open('/cart');
  await expect(main.getByRole('spinbutton')).toHaveValue('2');
});

test('a press of the button counts when the sum comes before it is let go', async ({ page, shop, visitor, words }) => {
  const made = await shop.make({ name: 'Slow Press Mug' });
  await visitor.open(`/p/${made.slug}`);
  await visitor.add(made.name);
  await visitor.goToCheckout();
  await visitor.fill({ ...address, email: newEmail('presser') });
  await expect(page.locator('[aria-busy]')).toHaveCount(0);
  // The code that was typed last counts once the field is left: by the press.
  const buy = visitor.button('checkout.buy').first();
  await buy.scrollIntoViewIfNeeded();
  await visitor.fill({ postalCode: '10117' });
  const { x, y } = (await buy.boundingBox())!;
  const summed = page.waitForResponse('**/checkout');
  await page.mouse.move(x + 5, y + 5);
  await page.mouse.down();
  await (await summed).finished();
  await page.evaluate(() => new Promise((resolve) => { setTimeout(resolve, 100); }));
  await page.mouse.up();
  await visitor.isAt(words.say('order.thanks'));
});

test('a press that is no press of the button holds no sum', async ({ page, shop, visitor }) => {
  const made = await shop.make({ name: 'Right Press Mug' });
  await visitor.open(`/p/${made.slug}`);
  await visitor.add(made.name);
  await visitor.goToCheckout();
  await visitor.fill({ ...address, email: newEmail('right-presser') });
  await expect(page.locator('[aria-busy]')).toHaveCount(0);
  // A menu of the browser takes the release of each.
  await page.getByRole('heading', { level: 1 }).dispatchEvent('pointerdown', { button: 0 });
  await visitor.button('checkout.buy').first().dispatchEvent('pointerdown', { button: 2 });
  const summed = page.waitForResponse('**/checkout');
  await visitor.fill({ postalCode: '10117' });
  await page.keyboard.press('Tab');
  await summed;
  await expect(page.locator('[aria-busy]')).toHaveCount(0);
});

test('a double click on the button below a code sends it once', async ({ page, shop, visitor }) => {
  const email = newEmail('hasty');
  await visitor.open('/register');
  await visitor.fill({ fullName: address.fullName, email, password: 'a moka pot of good coffee' });
  await visitor.press('register.go');
  await visitor.isAt(visitor.say('code.look'));
  await visitor.fill({ code: await shop.code(email, 6) });
  let sent = 0;
  let spent = false;
  let release = () => {};
  const clicked = new Promise<void>((resolve) => { release = resolve; });
  await page.route('**/register/code', async (route) => {
    if (++sent > 1) return route.continue();
    const response = await route.fetch();
    spent = true;
    await clicked;
    return route.fulfill({ response }).catch(() => {}); // nothing waits for it after a second form
  });
  const { x, y } = (await visitor.button('code.confirm').boundingBox())!;
  await page.mouse.click(x + 5, y + 5);
  await expect.poll(() => spent).toBe(true);
  await page.mouse.click(x + 5, y + 5);
  release();
  await visitor.isAt(visitor.say('account.hello', { name: 'Ada' }));
  expect(sent).toBe(1);
});
