import { address, expect, fewLooks, newEmail, test, Visitor } from './visitor';

// Back and forward, a reload, and the same shop in two tabs: each page shows what is true now.

for (const look of fewLooks) {
  test.describe(look.name, () => {
    test.use({ look });

    test('back, forward and a reload show the truth', async ({ page, shop, visitor, words }) => {
      const { main } = visitor;
      const email = newEmail('back');
      await visitor.open('/p/coffee-scale');
      await visitor.add('Coffee Scale');
      await visitor.goToCheckout();
      await visitor.fill({ ...address, email });
      const order = await visitor.order();

      // The checkout of before has nothing to order any more, and the cart is empty.
      await page.goBack();
      await visitor.isAt(words.say('cart.title'));
      await expect(main.getByText(words.say('cart.empty')).first()).toBeVisible();
      await page.goForward();
      await visitor.isAt(words.say('order.thanks'));
      await page.reload();
      await visitor.isAt(words.say('order.thanks'));
      const { meta } = await shop.asAdmin<{ meta: { total: number } }>('GET', `/v1/admin/orders?q=${encodeURIComponent(email)}`);
      expect(meta.total).toBe(1);

      // Once it is cancelled, the way back shows that.
      await visitor.open(`/orders/${order}`);
      await visitor.unfold('order.cancel');
      await visitor.press('order.cancel.yes');
      await visitor.isAt(words.say('stage.cancelled'));
      await page.goBack();
      await visitor.isAt(words.say('stage.cancelled'));
      await page.goForward();
      await visitor.isAt(words.say('stage.cancelled'));
    });

    test('the filters of a list go back and forward', async ({ page, visitor, words }) => {
      const { main } = visitor;
      await visitor.open('/c/coffee');
      const all = await main.locator('.list-bar b').innerText();
      await visitor.open('/c/coffee?brand=casa-verde');
      await expect(main.getByText(words.count('products', 4), { exact: true })).toBeVisible();
      await page.goBack();
      await expect(main.getByText(all, { exact: true })).toBeVisible();
      await page.goForward();
      await expect(main.getByText(words.count('products', 4), { exact: true })).toBeVisible();
    });

    test('what was typed at the checkout waits for the login', async ({ shop, visitor, words }) => {
      const email = newEmail('typed');
      const password = 'a moka pot of good coffee';
      await visitor.register(shop, email, password);
      await visitor.press('account.logout');
      await visitor.open('/p/garden-herbs');
      await visitor.add('Garden Herbs');
      await visitor.goToCheckout();
      await visitor.fill(address);
      await visitor.press('checkout.login');
      await visitor.isAt(words.say('login'));
      await visitor.fill({ email, password });
      await visitor.press('login');
      await visitor.isAt(words.say('checkout'));
      await expect(visitor.field('line1')).toHaveValue(address.line1);
      await visitor.order();
    });

    test('a code for an order is mailed once, however often its page is loaded', async ({ page, shop, visitor, words }) => {
      const email = newEmail('reload');
      await visitor.open('/p/garden-herbs');
      await visitor.add('Garden Herbs');
      await visitor.goToCheckout();
      await visitor.fill({ ...address, email });
      await visitor.order();
      const number = (await visitor.main.innerText()).match(/\bORD-\w+/)![0];
      await page.context().clearCookies();
      await visitor.open('/orders/find');
      await visitor.fill({ number, email });
      await visitor.press('find.send');
      await visitor.isAt(words.say('code.look'));
      const code = await shop.code(email, 8);
      await page.reload();
      await visitor.isAt(words.say('code.look'));
      await page.goBack();
      await visitor.isAt(words.say('foot.find'));
      await page.goForward();
      await visitor.isAt(words.say('code.look'));
      await visitor.fill({ code });
      await visitor.press('find.open');
      await visitor.isAt(words.say('stage.awaiting_payment'));
      const mails = await shop.call<{ text: string }[]>('GET', `/dev/mail.json?to=${encodeURIComponent(email)}`);
      expect(mails.filter((mail) => /\b\d{8}\b/.test(mail.text) && !mail.text.includes('IBAN'))).toHaveLength(1);
    });

    test('two tabs change one cart, and order it once', async ({ page, shop, visitor, words }) => {
      const email = newEmail('tabs');
      await visitor.open('/p/travel-press');
      await visitor.add('Travel Press');
      await visitor.open('/p/garden-herbs');
      await visitor.add('Garden Herbs');
      const second = new Visitor(await page.context().newPage(), words, look);
      await second.open('/cart');
      await second.isAt(words.say('cart.title'));

      // One tab takes a thing out; the other, which still shows it, wants one more of it.
      await visitor.button('cart.remove.name', { name: 'Travel Press' }).click();
      await expect(visitor.main.getByText('Travel Press', { exact: true })).toHaveCount(0);
      await second.main.getByRole('button', { name: `Travel Press: ${words.say('qty.more')}`, exact: true }).click();
      await expect(second.main.getByText('Travel Press', { exact: true })).toHaveCount(0);
      await expect(second.main.getByText(words.count('items', 1), { exact: true })).toBeVisible();

      // Both are at the checkout, and both order.
      for (const tab of [visitor, second]) {
        await tab.open('/checkout');
        await tab.fill({ ...address, email });
        // The sum of a cart that is empty by then leads elsewhere.
        await expect(tab.page.locator('[aria-busy]')).toHaveCount(0);
      }
      const order = await visitor.order();
      await second.press('checkout.buy');
      await expect(second.page).toHaveURL(new RegExp(`/(orders/${order}|cart)(\\?|$)`));
      const { meta } = await shop.asAdmin<{ meta: { total: number } }>('GET', `/v1/admin/orders?q=${encodeURIComponent(email)}`);
      expect(meta.total).toBe(1);
      await second.page.close();
    });

    test('a log-out in one tab is one in the other', async ({ page, shop, visitor, words }) => {
      await visitor.register(shop, newEmail('leaver'), 'a moka pot of good coffee');
      const second = new Visitor(await page.context().newPage(), words, look);
      await second.open('/account/profile');
      await second.isAt(words.say('profile'));
      await visitor.open('/account');
      await visitor.main.getByRole('button', { name: words.say('account.logout'), exact: true }).first().click();
      await expect(page.getByText(words.say('said.loggedOut'))).toBeVisible();
      await expect(async () => {
        if (/\/login\?to=/.test(second.page.url())) return; // a script has heard of it
        await second.field('fullName').fill('Somebody Else', { timeout: 1000 });
        await second.button('save').first().click({ timeout: 1000 });
      }).toPass();
      await expect(second.page).toHaveURL(/\/login\?to=/);
      await second.page.goBack();
      await expect(second.page.getByText('Ada Lovelace')).toHaveCount(0);
      await second.page.close();
    });
  });
}
