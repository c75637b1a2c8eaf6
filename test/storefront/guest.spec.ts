import { address, expect, fewLooks, looks, newEmail, test } from './visitor';

for (const look of looks) {
  test.describe(look.name, () => {
    test.use({ look });

    test('a guest looks around, buys, finds the order again and cancels it', async ({ page, shop, visitor, words }) => {
      const email = newEmail('guest');
      const { main } = visitor;

      // Around the shop: the search, a category with a filter, a product and its variants.
      await visitor.open('/');
      await visitor.search('gooseneck', 'Gooseneck Kettle');
      await page.getByRole('navigation', { name: words.say('categories'), exact: true }).getByRole('link', { name: 'Coffee', exact: true }).click();
      await visitor.isAt('Coffee');
      if (visitor.onPhone) await main.getByRole('link', { name: words.say('filters'), exact: true }).click();
      const filters = page.getByRole('region', { name: words.say('filters'), exact: true });
      await filters.getByRole('link', { name: /^Casa Verde/ }).click();
      if (visitor.onPhone) await filters.getByRole('link', { name: words.count('filters.show', 4), exact: true }).click();
      await expect(main.getByText(words.count('products', 4), { exact: true })).toBeVisible();
      await expect(main.getByRole('link', { name: `${words.say('filter.remove')} Casa Verde` })).toBeVisible();
      await main.getByRole('link', { name: 'Verde Crema', exact: true }).click();
      await visitor.isAt('Verde Crema');
      await main.getByRole('link', { name: /^500 g/ }).click();
      await expect(main.getByText('CV-CREMA-500', { exact: true })).toBeVisible();
      const perUnit = (price: number) => main.getByText(words.say('perUnit', { price: words.price(price), unit: 'kg' }), { exact: true }).filter({ visible: true }).first();
      await expect(perUnit(25.8)).toBeVisible();
      await main.getByRole('link', { name: /^1 kg/ }).click();
      await expect(main.getByText('CV-CREMA-1000', { exact: true })).toBeVisible();
      await expect(perUnit(23.9)).toBeVisible();
      await expect(main.getByText('Casa Verde S.r.l.')).toBeVisible();
      await expect(main.getByText(words.price(23.9), { exact: true }).filter({ visible: true }).first()).toBeVisible();

      // The cart: a second unit, a code that is none, a code that is good.
      await visitor.add('Verde Crema');
      await main.getByRole('button', { name: `Verde Crema: ${words.say('qty.more')}`, exact: true }).click();
      await expect(main.getByText(words.count('items', 2), { exact: true })).toBeVisible();
      const codes = await visitor.unfold('code.title');
      await visitor.fill({ code: 'NO-SUCH' }, codes);
      await visitor.press('code.use');
      await expect(visitor.field('code')).toHaveAttribute('aria-invalid', 'true');
      await expect(visitor.field('code')).toHaveValue('NO-SUCH');
      await visitor.fill({ code: 'welcome10' });
      await visitor.press('code.use');
      await expect(main.getByText(`−${words.price(4.78)}`)).toBeVisible();

      // The checkout: what is missing is said, and nothing that was typed is lost.
      await visitor.goToCheckout();
      await visitor.fill({ email: 'ada', fullName: address.fullName });
      await visitor.press('checkout.buy');
      await visitor.isRefused();
      await expect(visitor.field('fullName')).toHaveValue(address.fullName);
      for (const language of [look.language === 'en' ? 'de' : 'en', look.language]) {
        await page.getByRole('contentinfo').getByRole('button', { name: words.say(`language.${language}`), exact: true }).click();
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        await page.waitForLoadState();
        await expect(visitor.field('fullName')).toHaveValue(address.fullName);
        await expect(visitor.field('email')).toHaveValue('ada');
      }
      await visitor.fill({ ...address, email });
      await main.getByRole('radio', { name: /Express/ }).check();
      if (!look.script) await visitor.press('checkout.update');
      await expect(main.getByText(words.price(55.92)).filter({ visible: true }).first()).toBeVisible();
      await visitor.order();
      await expect(main.getByText('DE89 3704 0044 0532 0130 00')).toBeVisible();
      const number = (await main.innerText()).match(/\bORD-\w+/)![0];
      await shop.mailed(email, new RegExp(number));

      // The order again, from nothing but the mail; then it is cancelled.
      await page.context().clearCookies();
      await visitor.open('/orders/find');
      await visitor.fill({ number, email });
      await visitor.press('find.send');
      await visitor.isAt(words.say('code.look'));
      await visitor.fill({ code: '00000000' });
      await visitor.press('find.open');
      await visitor.isRefused();
      await visitor.fill({ code: await shop.code(email, 8) });
      await visitor.press('find.open');
      await visitor.isAt(words.say('stage.awaiting_payment'));
      await visitor.unfold('order.cancel');
      await visitor.press('order.cancel.yes');
      await visitor.hears('said.cancelled');
      await visitor.isAt(words.say('stage.cancelled'));
    });
  });
}

for (const look of fewLooks) {
  test.describe(look.name, () => {
    test.use({ look });

    test('what has changed meanwhile is said at its line', async ({ shop, visitor, words }) => {
      const { main } = visitor;
      const named = (what: string) => `${what} ${look.language} ${look.width} ${Date.now() % 100_000}`;
      const cup = await shop.make({ name: named('Last cup'), price: 12, stock: 3 });
      const pot = await shop.make({ name: named('Archived pot'), price: 30 });
      for (const { slug, name } of [cup, pot]) {
        await visitor.open(`/p/${slug}`);
        await visitor.add(name);
      }
      const more = main.getByRole('button', { name: `${cup.name}: ${words.say('qty.more')}`, exact: true });
      await more.click();
      await expect(main.getByText(words.count('items', 3), { exact: true })).toBeVisible();

      // The price is another, the pot is not sold any more, and fewer cups are left.
      const line = (name: string) => main.getByRole('listitem').filter({ hasText: name });
      await shop.reprice(cup, 14);
      await shop.archive(pot);
      await visitor.waitFor(main.getByText(words.say('cart.gone')));
      await expect(line(cup.name).getByText(words.say('cart.priceChanged'))).toBeVisible();
      await expect(line(cup.name).getByText(words.price(14)).first()).toBeVisible();
      await shop.stock(cup, 1);
      await visitor.waitFor(line(cup.name).getByText(words.count('cart.short', 1)));
      await line(cup.name).getByRole('button', { name: words.count('cart.take', 1), exact: true }).click();
      await expect(main.getByText(words.count('cart.short', 1))).toHaveCount(0);
      await line(pot.name).getByRole('button', { name: words.say('cart.leaveOut'), exact: true }).click();
      await expect(main.getByText(words.count('items', 1), { exact: true })).toBeVisible();

      // The price changes again beside the filled form: it is said, and the form is as it was.
      await visitor.goToCheckout();
      await visitor.fill({ ...address, email: newEmail('late') });
      // The sum of the postal code that was typed is there: it is the former one.
      await expect(visitor.page.locator('[aria-busy]')).toHaveCount(0);
      await shop.reprice(cup, 16);
      await visitor.press('checkout.buy');
      await expect(main.getByRole('alert').filter({ hasText: words.say('checkout.changed') })).toContainText(words.price(20.9));
      await expect(visitor.field('line1')).toHaveValue(address.line1);

      // The last unit goes to somebody else.
      await shop.stock(cup, 0);
      await visitor.press('checkout.buy');
      await visitor.isRefused();
      await expect(line(cup.name).getByText(words.say('cart.gone'))).toBeVisible();
      await expect(visitor.field('line1')).toHaveValue(address.line1);
      await visitor.open(`/p/${cup.slug}`);
      await expect(main.getByText(words.say('soldOut'), { exact: true }).first()).toBeVisible();
      await expect(visitor.button('toCart')).toHaveCount(0);
    });
  });
}

for (const look of fewLooks) {
  test.describe(look.name, () => {
    test.use({ look });

    test('the invoice goes to another address', async ({ shop, visitor, words }) => {
      const { main } = visitor;
      const email = newEmail('invoice');
      await visitor.open('/p/garden-herbs');
      await visitor.add('Garden Herbs');
      await visitor.goToCheckout();
      await visitor.fill({ ...address, email });
      const billing = main.getByRole('group', { name: words.say('checkout.billTo'), exact: true });
      await expect(billing).toBeHidden();
      await main.getByRole('checkbox', { name: words.say('checkout.bill'), exact: true }).check();
      await visitor.fill({ billFullName: 'Grace Hopper', billCompany: 'Analytical Engines Ltd', billLine1: 'Hopperweg 1', billCity: 'Potsdam' });
      await visitor.press('checkout.buy');
      await visitor.isRefused();
      await expect(visitor.field('billPostalCode')).toHaveAttribute('aria-invalid', 'true');
      await expect(visitor.field('billCompany')).toHaveValue('Analytical Engines Ltd');
      await visitor.fill({ billPostalCode: '14467' });
      await visitor.order();
      await expect(main.getByText(words.say('order.billTo'), { exact: true })).toBeVisible();
      await expect(main.getByText('Hopperweg 1, 14467 Potsdam')).toBeVisible();
      const { data } = await shop.asAdmin<{ data: unknown[] }>('GET', `/v1/admin/orders?q=${encodeURIComponent(email)}`);
      expect(data).toMatchObject([{
        billTo: { fullName: 'Grace Hopper', company: 'Analytical Engines Ltd', postalCode: '14467', country: 'DE' },
        shipTo: { fullName: address.fullName, line1: address.line1 },
      }]);
    });
  });
}

test('a double click orders once', async ({ shop, visitor }) => {
  const email = newEmail('twice');
  await visitor.open('/p/garden-herbs');
  await visitor.add('Garden Herbs');
  await visitor.goToCheckout();
  await visitor.fill({ ...address, email });
  await visitor.button('checkout.buy').first().dblclick();
  await visitor.isAt(visitor.say('order.thanks'));
  const { meta } = await shop.asAdmin<{ meta: { total: number } }>('GET', `/v1/admin/orders?q=${encodeURIComponent(email)}`);
  expect(meta.total).toBe(1);
});
