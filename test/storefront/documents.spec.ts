import { readFileSync } from 'node:fs';
import { address, expect, fewLooks, newEmail, test } from './visitor';

for (const look of fewLooks) {
  test.describe(look.name, () => {
    test.use({ look });

    test('a guest reads the VAT of an order and saves its invoice, strangers do not', async ({ page, shop, visitor, words }) => {
      const { main } = visitor;
      await visitor.open('/p/coffee-scale');
      await visitor.add('Coffee Scale');
      const rate = words.say('vat', { rate: '19\u00a0%' });
      await visitor.goToCheckout();
      await visitor.fill({ ...address, email: newEmail('invoice') });
      await expect(main.getByText(rate, { exact: true })).toBeVisible();
      const order = await visitor.order();
      await expect(main.getByText(rate, { exact: true })).toBeVisible();
      await expect(main.getByRole('heading', { name: words.say('documents'), exact: true })).toHaveCount(0);
      await shop.deliver(order);
      await visitor.open(`/orders/${order}`);
      await visitor.waitFor(main.getByRole('heading', { name: words.say('documents'), exact: true }));

      const files: Record<string, string> = {};
      for (const kind of ['PDF', 'XML']) {
        const link = main.getByRole('link', { name: new RegExp(`^${kind} RE-\\d{4}-\\d{6}$`) });
        files[kind] = (await link.getAttribute('href'))!;
        // The file follows the number within seconds.
        await expect.poll(async () => (await page.request.get(files[kind]!)).status()).toBe(200);
        const saving = page.waitForEvent('download');
        await link.click();
        const saved = await saving;
        expect(saved.suggestedFilename()).toMatch(new RegExp(`^RE-\\d{4}-\\d{6}\\.${kind.toLowerCase()}$`));
        expect(readFileSync(await saved.path(), 'latin1')).toContain(kind === 'PDF' ? '%PDF-' : 'urn:cen.eu:en16931:2017');
      }
      await page.context().clearCookies();
      await page.goto(files.PDF!);
      await visitor.isAt(words.say('foot.find'));
    });
  });
}
