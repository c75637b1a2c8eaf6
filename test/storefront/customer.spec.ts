import { address, expect, fewLooks, newEmail, test } from './visitor';

for (const look of fewLooks) {
  test.describe(look.name, () => {
    test.use({ look });

    test('a customer makes an account, buys, returns, reviews, spends points and leaves', async ({ page, shop, visitor, words }) => {
      const email = newEmail('customer');
      const password = 'a moka pot of good coffee';
      const { main } = visitor;

      // An account, with the code of the mail.
      await visitor.open('/register');
      await visitor.fill({ fullName: address.fullName, email, password });
      await visitor.press('register.go');
      await visitor.isAt(words.say('code.look'));
      await visitor.fill({ code: '000000' });
      await visitor.press('code.confirm');
      await visitor.isRefused();
      await visitor.fill({ code: await shop.code(email, 6) });
      await visitor.press('code.confirm');
      await visitor.isAt(words.say('account.hello', { name: 'Ada' }));

      // Out, and in again.
      await visitor.press('account.logout');
      await visitor.open('/account');
      await visitor.isAt(words.say('login'));
      await visitor.fill({ email, password: 'not the password' });
      await visitor.press('login');
      await visitor.isRefused();
      await visitor.fill({ email, password });
      await visitor.press('login');
      await visitor.isAt(words.say('account.hello', { name: 'Ada' }));

      // An address for the book.
      await visitor.open('/account/addresses/new');
      await visitor.press('save');
      await visitor.isRefused();
      await visitor.fill(address);
      await visitor.field('isDefault').check();
      await visitor.press('save');
      await visitor.isAt(words.say('addresses'));
      await expect(main.getByText(address.line1).first()).toBeVisible();

      // An order to it, which the shop delivers.
      await visitor.open('/p/coffee-scale');
      await visitor.add('Coffee Scale');
      await main.getByRole('button', { name: `Coffee Scale: ${words.say('qty.more')}`, exact: true }).click();
      await expect(main.getByText(words.count('items', 2), { exact: true })).toBeVisible();
      await visitor.goToCheckout();
      await expect(main.getByRole('radio', { name: new RegExp(address.line1) })).toBeChecked();
      const orderId = await visitor.order();
      await shop.deliver(orderId);
      await visitor.open('/account/orders');
      await visitor.waitFor(main.getByText(words.say('stage.delivered'), { exact: true }));
      await main.getByRole('link', { name: 'Coffee Scale' }).first().click();
      await visitor.isAt(words.say('stage.delivered'));

      // One of the two goes back.
      await visitor.follow('return');
      await visitor.isAt(words.say('return'));
      await visitor.press('return.go');
      await visitor.isRefused();
      await main.getByRole('combobox').first().selectOption('1');
      await visitor.fill({ reason: 'One is enough.' });
      await visitor.press('return.go');
      await visitor.hears('said.returnRequested');
      await expect(main.getByText(words.say('returnStatus.requested')).first()).toBeVisible();
      await visitor.open('/account/returns');
      await expect(main.getByText(words.say('returnStatus.requested'), { exact: true })).toBeVisible();
      await expect(main.getByText('1 × Coffee Scale')).toBeVisible();

      // A review, and points for telling others.
      await visitor.open('/p/coffee-scale');
      await visitor.unfold('review.write');
      await visitor.press('review.publish');
      await visitor.isRefused();
      await main.getByRole('radio', { name: '5', exact: true }).check();
      await visitor.fill({ message: `Weighs what it should (${look.name}).` });
      await visitor.press('review.publish');
      await visitor.hears('said.reviewed');
      await visitor.open('/account/reviews');
      await expect(main.getByText(`Weighs what it should (${look.name}).`)).toBeVisible();
      await visitor.open('/p/coffee-scale');
      await visitor.unfold('share');
      await visitor.press('share.done');
      await visitor.hears('said.shared');

      // Points become a voucher, and that is used.
      await visitor.open('/account/points');
      await visitor.waitFor(visitor.button('points.redeem'));
      await visitor.fill({ points: '500' });
      await visitor.press('points.redeem');
      await visitor.hears('said.redeemed');
      await visitor.open('/p/coffee-scale');
      await visitor.add('Coffee Scale');
      await visitor.open('/account/points');
      await main.getByRole('button', { name: new RegExp(`^${words.say('voucher.use')}`) }).first().click();
      await visitor.isAt(words.say('cart.title'));
      await expect(main.getByText(/^−/)).toBeVisible();

      // The account's own pages.
      await visitor.open('/account/profile');
      await visitor.field('fullName').first().fill('Ada King');
      await visitor.button('save').first().click();
      await visitor.hears('said.saved');
      const another = newEmail('king');
      await visitor.open('/account/email');
      await visitor.fill({ email: another, currentPassword: password });
      await visitor.press('profile.email.send');
      await visitor.fill({ code: await shop.code(another, 8) });
      await visitor.press('code.confirm');
      await visitor.hears('said.email');
      await visitor.open('/account/password');
      await visitor.fill({ currentPassword: 'not the password', newPassword: 'another pot of good coffee' });
      await visitor.press('profile.password');
      await visitor.isRefused();
      await visitor.fill({ currentPassword: password, newPassword: 'another pot of good coffee' });
      await visitor.press('profile.password');
      await visitor.hears('said.password');
      const answer = await page.request.get(words.path('/account/export'));
      expect(answer.status()).toBe(200);
      expect(await answer.text()).toContain(another);
      await visitor.open('/account/vat-id');
      await expect(main.getByText(words.say('vatId.retail'))).toBeVisible();
      await visitor.open('/account/sessions');
      await expect(main.getByText(words.say('sessions.this'))).toBeVisible();

      // The end of it.
      await visitor.open('/account/data');
      await visitor.unfold('profile.erase');
      await visitor.fill({ currentPassword: 'another pot of good coffee' });
      await visitor.press('profile.erase.yes');
      await visitor.hears('said.erased');
      await visitor.open('/account');
      await visitor.isAt(words.say('login'));
    });

    test('a café applies for wholesale prices, and buys at them', async ({ shop, visitor, words }) => {
      const email = newEmail('cafe');
      const { main } = visitor;
      await visitor.open('/wholesale');
      await visitor.press('wholesale.send');
      await visitor.isRefused();
      await visitor.fill({
        businessName: 'Café Lovelace', businessAddress: 'Torstraße 12, 10119 Berlin', businessState: 'Berlin',
        contactFullName: address.fullName, contactEmail: email, contactPhone: '+49 30 1234567', min: '500', max: '2000',
      });
      await visitor.press('wholesale.send');
      await visitor.isAt(words.say('application'));
      await expect(main.getByText(words.say('application.under_review'))).toBeVisible();
      const { data } = await shop.asAdmin<{ data: { id: string }[] }>('GET', `/v1/admin/wholesale/applications?q=${encodeURIComponent(email)}`);
      await shop.asAdmin('POST', `/v1/admin/wholesale/applications/${data[0]!.id}/approve`, {});
      await visitor.waitFor(main.getByText(words.say('application.approved')));

      // The account is made by an event, and its password set by a code.
      await shop.mailed(email, /./);
      await expect(async () => {
        await visitor.open('/password');
        await visitor.fill({ email });
        await visitor.press('password.send');
        await visitor.isAt(words.say('code.look'));
        await visitor.fill({ code: await shop.code(email, 8), password: 'a pot for the whole café' });
        await visitor.press('password.set');
        await visitor.isAt(words.say('account.hello', { name: 'Ada' }));
      }).toPass();
      // Its VAT id: of no form, unknown to the register, and known.
      await visitor.open('/account/profile');
      await visitor.follow('profile.vatId.go');
      await visitor.isAt(words.say('vatId'));
      await visitor.fill({ vatId: 'FR 40' });
      await visitor.press('save');
      await visitor.isRefused();
      await expect(main.getByText(words.say('fault.vatId.bad_format')).first()).toBeVisible();
      await visitor.fill({ vatId: 'FR 40 303 265 000' });
      await visitor.press('save');
      await visitor.hears('said.saved');
      await visitor.waitFor(main.getByText(words.say('vatId.invalid')));
      await main.getByRole('button', { name: `${words.say('remove')} FR40303265000` }).click();
      await visitor.hears('said.removed');
      await visitor.fill({ vatId: 'FR 40 303 265 999' });
      await visitor.press('save');
      await expect(main.getByText(words.say('vatId.pending'))).toBeVisible();
      await visitor.fill({ vatId: 'fr 40 303 265 045' });
      await visitor.press('save');
      await visitor.waitFor(main.getByText('Stand-in FR40303265045'));
      await expect(main.getByRole('heading', { name: 'FR40303265045' })).toBeVisible();

      await visitor.open('/p/verde-crema');
      await expect(main.getByRole('heading', { name: words.say('tiers') })).toBeVisible();
      await expect(main.getByRole('row', { name: `10 ${words.price(10.8)}` })).toBeVisible();
      await visitor.add('Verde Crema');
      await visitor.fill({ quantity: '10' });
      await visitor.field('quantity').press('Enter');
      await expect(main.getByText(words.price(108), { exact: true }).filter({ visible: true }).first()).toBeVisible();
    });
  });
}
