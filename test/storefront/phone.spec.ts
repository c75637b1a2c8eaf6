import { expect, type Look, newEmail, test } from './visitor';

// What takes a small phone, whose main button is in a bar at its foot.

for (const language of ['en', 'de'] as const) {
  test.describe(language, () => {
    test.use({ look: { name: `small phone, ${language}`, language, script: true, width: 320 } satisfies Look });

    test('a product goes into the cart by the bar, right after a review of it', async ({ page, shop, visitor }) => {
      await visitor.register(shop, newEmail('small'), 'a moka pot of good coffee');
      const pot = await shop.make({ name: `Espressomaschinenreinigungsset ${newEmail('small').replace(/\W/g, ' ')}` });
      await visitor.open(`/p/${pot.slug}`);
      await visitor.unfold('review.write');
      await visitor.main.getByRole('radio', { name: '4', exact: true }).check();
      await visitor.fill({ message: 'Good.' });
      await visitor.press('review.publish');
      await visitor.hears('said.reviewed');
      const bar = page.locator('.bar').getByRole('button');
      for (let times = 1; times <= 3; times++) {
        await bar.click();
        await visitor.hears('added', { name: pot.name });
        await expect(visitor.main.getByRole('status').first()).toBeInViewport();
        await expect(page.locator('.count')).toHaveText(new RegExp(`^${times}`));
        // The long word of the name is broken: nothing scrolls sideways.
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      }
    });
  });
}
