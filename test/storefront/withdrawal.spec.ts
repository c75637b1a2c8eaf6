import { address, expect, fewLooks, newEmail, test } from './visitor';

for (const look of fewLooks) {
  test.describe(look.name, () => {
    test.use({ look });

    test('a guest withdraws from an order in two steps, and reads the receipt', async ({ shop, visitor, words }) => {
      const email = newEmail('withdraw');
      const { main } = visitor;
      await visitor.open('/p/coffee-scale');
      await visitor.add('Coffee Scale');
      await visitor.goToCheckout();
      await visitor.fill({ ...address, email });
      const order = await visitor.order();
      await visitor.open(`/orders/${order}`);
      await visitor.follow('withdraw');
      await visitor.isAt(words.say('withdraw'));
      await main.getByRole('combobox').first().selectOption('0');
      await visitor.press('withdraw.go');
      await visitor.isRefused();
      await main.getByRole('combobox').first().selectOption('1');
      await visitor.press('withdraw.go');
      await expect(main.getByText('1 × Coffee Scale')).toBeVisible();
      await visitor.press('withdraw.change');
      await expect(main.getByRole('combobox').first()).toHaveValue('1');
      await visitor.press('withdraw.go');
      await visitor.press('withdraw.confirm');
      await visitor.isAt(words.say('withdraw.received'));
      await expect(main.getByText(/\d{2}:\d{2}:\d{2}/)).toBeVisible();
      await shop.mailed(email, look.language === 'de' ? /eingegangen/ : /received your declaration/);
      await visitor.follow('withdraw.order');
      await visitor.isAt(words.say('stage.cancelled'));
      await expect(main.getByText(words.say('withdrawalState.settled'))).toBeVisible();
      await expect(main.getByRole('link', { name: words.say('withdraw'), exact: true })).toHaveCount(0);
    });

    test('anybody withdraws with an order\'s number, by the link in the foot of every page', async ({ page, shop, visitor, words }) => {
      const email = newEmail('withdraw');
      const { main } = visitor;
      await visitor.open('/');
      await page.getByRole('contentinfo').getByRole('link', { name: words.say('withdraw'), exact: true }).click();
      await visitor.isAt(words.say('withdraw'));
      await visitor.press('withdraw.go');
      await visitor.isRefused();
      await visitor.fill({ number: 'ORD-0000000000', fullName: 'Ada www.example.com', email, goods: 'The pot\n\nTwo cups' });
      await visitor.press('withdraw.go');
      await expect(main.getByRole('listitem').filter({ hasText: 'Two cups' })).toBeVisible();
      await visitor.press('withdraw.confirm');
      await visitor.isRefused();
      await expect(visitor.field('goods')).toHaveValue(/The pot/);
      await visitor.fill({ fullName: 'Ada Lovelace' });
      await visitor.press('withdraw.go');
      await visitor.press('withdraw.confirm');
      await visitor.isAt(words.say('withdraw.received'));
      await expect(main.getByText('Ada Lovelace')).toBeVisible();
      await shop.mailed(email, /Two cups/);
    });
  });
}
