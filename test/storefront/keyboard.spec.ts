import type { Locator, Page } from '@playwright/test';
import { address, expect, type Look, newEmail, test } from './visitor';

test.use({ look: { name: 'keys', language: 'en', script: true, width: 1280 } satisfies Look });

/** What is wrong with what has the focus: it has to be in the window, marked and uncovered. */
function faultOfFocus(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const at = document.activeElement;
    if (!at || at === document.body) return null;
    const box = at.getBoundingClientRect();
    const left = Math.max(box.left, 0), right = Math.min(box.right, innerWidth);
    const top = Math.max(box.top, 0), bottom = Math.min(box.bottom, innerHeight);
    const what = `${at.tagName} “${(at.getAttribute('aria-label') ?? at.textContent ?? '').trim().slice(0, 40)}”`;
    if (right - left < 1 || bottom - top < 1) return `${what} is outside the window`;
    const parts = [0.1, 0.5, 0.9];
    const isSeen = parts.some((x) => parts.some((y) => {
      const hit = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y);
      return hit !== null && (at.contains(hit) || hit.contains(at));
    }));
    if (!isSeen) return `${what} is below something else`;
    const hasLine = (of: Element | null, part?: string) => {
      const style = of && getComputedStyle(of, part);
      return style !== null && style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
    };
    // A radio button marks the whole choice, and the link of a card the whole card.
    const isMarked = hasLine(at) || hasLine(at, '::after') || hasLine(at.closest('label')) || hasLine(at.closest('li'));
    return isMarked ? null : `${what} is not marked`;
  });
}

class Keyboard {
  constructor(private readonly page: Page) {}

  /** Presses Tab until something has the focus. Every stop before has to be seen. */
  async to(target: Locator, key = 'Tab') {
    await expect(target).toBeVisible();
    for (let stops = 0; !(await target.evaluate((e) => e === document.activeElement)); stops++) {
      if (stops === 150) throw new Error(`${String(target)} is not reached by ${key}`);
      await this.page.keyboard.press(key);
      expect(await faultOfFocus(this.page)).toBeNull();
    }
  }

  async use(target: Locator, key = 'Enter') {
    await this.to(target);
    await this.page.keyboard.press(key);
  }

  async fill(field: Locator, text: string) {
    await this.to(field);
    await this.page.keyboard.press('Control+a');
    await this.page.keyboard.type(text);
  }
}

test('a guest buys with the keyboard alone', async ({ page, visitor, words }) => {
  const keys = new Keyboard(page);
  const { main } = visitor;
  await visitor.open('/');

  // Past the head of the page, then to a department and its filter.
  await keys.use(page.getByRole('link', { name: words.say('skip') }));
  await expect(page).toHaveURL(/#main$/);
  await page.keyboard.press('Control+Home');
  await visitor.open('/');
  await keys.fill(page.locator('input[name=q]:visible'), 'pocket');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await visitor.isAt(words.say('list.results', { q: 'pocket' }));
  await keys.use(main.getByRole('link', { name: 'Hand Grinder Pocket', exact: true }).first());
  await visitor.isAt('Hand Grinder Pocket');

  // A variant, the quantity, and into the cart; the focus goes where it is said.
  await keys.use(main.getByRole('link', { name: 'Black', exact: true }));
  await expect(main.getByText('FS-POCKET-BLACK', { exact: true })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Black', exact: true })).toBeFocused();
  await keys.fill(visitor.field('quantity'), '2');
  await page.keyboard.press('Enter'); // as on every form: the main button
  await visitor.hears('added', { name: 'Hand Grinder Pocket' });
  await keys.use(main.getByRole('link', { name: words.say('added.cart'), exact: true }));
  await visitor.isAt(words.say('cart.title'));
  await expect(visitor.field('quantity')).toHaveValue('2');
  await keys.use(visitor.button('cart.checkout'));
  await visitor.isAt(words.say('checkout'));

  // Refused at first, then from fault to fault.
  await keys.use(visitor.button('checkout.buy'));
  const faults = main.getByRole('alert').first();
  await expect(faults).toBeFocused();
  await keys.use(faults.getByRole('link').first());
  await expect(visitor.field('email')).toBeFocused();
  for (const [name, value] of Object.entries({ email: newEmail('keys'), ...address })) await keys.fill(visitor.field(name), value);
  await keys.use(visitor.button('checkout.buy'));
  await visitor.isAt(words.say('order.thanks'));

  // What folds opens by a key.
  await keys.use(main.locator('summary').filter({ hasText: words.say('order.cancel') }));
  await keys.use(visitor.button('order.cancel.yes'));
  await visitor.hears('said.cancelled');
});
