// Somebody in the shop: with or without a script, on a desk or a phone, in one of the languages.

import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { Shop } from './shop';
import { type Language, Words } from './words';

export interface Look {
  name: string;
  language: Language;
  script: boolean;
  width: number;
}

const pairs: Look[] = [
  { name: 'English, with a script, wide', language: 'en', script: true, width: 1280 },
  { name: 'German, with a script, on a phone', language: 'de', script: true, width: 390 },
  { name: 'English, without a script, on a phone', language: 'en', script: false, width: 390 },
  { name: 'German, without a script, wide', language: 'de', script: false, width: 1280 },
];

const few: Look[] = [
  pairs[1]!,
  { name: 'English, without a script, wide', language: 'en', script: false, width: 1280 },
];

const rest: Look[] = [
  { name: 'English, with a script, on a phone', language: 'en', script: true, width: 390 },
  { name: 'German, with a script, wide', language: 'de', script: true, width: 1280 },
  { name: 'German, without a script, on a phone', language: 'de', script: false, width: 390 },
];

// `make storefront-test LOOKS=all` plays every flow in all eight.
const inAll = process.env.LOOKS === 'all';

/** Each two of language, script and width meet in one of these. */
export const looks: Look[] = inAll ? [...pairs, few[1]!, ...rest] : pairs;

/** For what takes long: every language, script and width is in one of these. */
export const fewLooks: Look[] = inAll ? looks : few;

export const address = { fullName: 'Ada Lovelace', line1: 'Torstraße 12', postalCode: '10119', city: 'Berlin' };

export class Visitor {
  readonly main: Locator;

  constructor(readonly page: Page, readonly words: Words, readonly look: Look) {
    this.main = page.getByRole('main');
  }

  get onPhone() {
    return this.look.width < 800;
  }

  say(key: string, values: Record<string, string | number> = {}) {
    return this.words.say(key, values);
  }

  open(path: string) {
    return this.page.goto(this.words.path(path));
  }

  /** Expects that a page has come, by its heading, and its script with it. */
  async isAt(heading: string | RegExp) {
    await expect(this.main.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(this.page.locator('html')).toHaveAttribute('lang', this.words.language);
    await this.page.waitForLoadState();
  }

  /** Expects that the page says something anew. */
  async hears(key: string, values: Record<string, string | number> = {}) {
    await expect(this.main.getByRole('status').filter({ hasText: this.say(key, values) })).toBeVisible();
  }

  button(key: string, values: Record<string, string | number> = {}, within = this.main) {
    return within.getByRole('button', { name: this.say(key, values), exact: true });
  }

  press(key: string, values: Record<string, string | number> = {}) {
    return this.button(key, values).first().click();
  }

  follow(key: string, values: Record<string, string | number> = {}) {
    return this.main.getByRole('link', { name: this.say(key, values), exact: true }).first().click();
  }

  /** The field of a form by the name that it is sent under, which no theme changes. */
  field(name: string, within = this.main) {
    return within.locator(`[name="${name}"]:visible`);
  }

  async fill(values: Record<string, string>, within = this.main) {
    for (const [name, value] of Object.entries(values)) await this.field(name, within).fill(value);
  }

  /** Opens what is folded away behind a text, and returns it. */
  async unfold(key: string): Promise<Locator> {
    const fold = this.main.locator('details').filter({ has: this.page.locator('summary').filter({ hasText: this.say(key) }) });
    if ((await fold.getAttribute('open')) === null) await fold.locator('summary').click();
    return fold;
  }

  /**
   * Expects that a form is refused: the faults are said on top, with the focus, and the first one
   * leads to its field. The title says so too.
   */
  async isRefused(within = this.main) {
    const faults = within.getByRole('alert').first();
    await expect(faults).toBeVisible();
    await expect(faults).toBeFocused();
    await expect(this.page).toHaveTitle(new RegExp(`^${this.say('fault')}`));
    const links = faults.getByRole('link');
    if ((await links.count()) === 0) return;
    const target = (await links.first().getAttribute('href'))!;
    expect(target).toMatch(/^#./);
    await links.first().click();
    const at = this.page.locator(`[id="${target.slice(1)}"]`);
    await expect(at).toBeInViewport();
    if (await at.evaluate((e) => e.matches('input, select, textarea'))) {
      await expect(at).toBeFocused();
      // Of radio buttons the group has the fault: none of them is wrong by itself.
      const group = await at.evaluate((e) => e.matches('[type=radio]'));
      if (!group) await expect(at).toHaveAttribute('aria-invalid', 'true');
      const described = group ? at.locator('xpath=ancestor::fieldset') : at;
      await expect(described).toHaveAttribute('aria-describedby', /-e\b/);
    }
  }

  /** Finds a product by the field of the search: by its suggestions where there is a script. */
  async search(text: string, product: string) {
    if (this.onPhone) await this.page.getByRole('banner').getByRole('link', { name: this.say('search') }).click();
    const field = this.page.locator('input[name=q]:visible');
    // The script comes after the field, which it makes a combobox.
    if (this.look.script) await expect(field).toHaveAttribute('role', 'combobox');
    await field.fill(text);
    if (this.look.script) {
      const option = this.page.getByRole('option').filter({ hasText: product });
      await expect(option).toBeVisible();
      await field.press('ArrowDown');
      await expect(option).toHaveAttribute('aria-selected', 'true');
      await field.press('Enter');
    } else {
      await field.press('Enter');
      await this.isAt(this.say('list.results', { q: text }));
      await this.main.getByRole('link', { name: product, exact: true }).first().click();
    }
    await this.isAt(product);
  }

  /** Puts the product of the page into the cart, and goes there. */
  async add(name: string) {
    await this.press('toCart');
    await this.hears('added', { name });
    await this.follow('added.cart');
    await this.isAt(this.say('cart.title'));
  }

  async goToCheckout() {
    await this.press('cart.checkout');
    await this.isAt(this.say('checkout'));
  }

  /** Orders what the checkout shows, and returns the id of the order. */
  async order(): Promise<string> {
    await this.press('checkout.buy');
    await this.isAt(this.say('order.thanks'));
    return new URL(this.page.url()).pathname.split('/').at(-1)!;
  }

  /** Makes an account with the code of the mail. */
  async register(shop: Shop, email: string, password: string) {
    await this.open('/register');
    await this.fill({ fullName: address.fullName, email, password });
    await this.press('register.go');
    await this.isAt(this.say('code.look'));
    await this.fill({ code: await shop.code(email, 6) });
    await this.press('code.confirm');
    await this.isAt(this.say('account.hello', { name: 'Ada' }));
  }

  /** Loads the page anew until it shows what staff or events have brought. */
  async waitFor(shown: Locator) {
    await expect(async () => {
      await this.page.reload();
      await expect(shown).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 30_000 });
  }
}

let people = 0;

/** An address that nobody else has. */
export const newEmail = (name: string) => `${name}.${process.pid}.${++people}@example.com`;

interface Options {
  look: Look;
}

interface Fixtures extends Options {
  visitor: Visitor;
  words: Words;
  noFaults: string[];
}

/** Each test is a visitor's, who has not been there before, with the look of `test.use`. */
export const test = base.extend<Fixtures, { shop: Shop }>({
  look: [looks[0]!, { option: true }],
  shop: [async ({}, use) => use(new Shop(process.env.SHOP_URL!)), { scope: 'worker' }],
  words: async ({ look }, use) => use(new Words(look.language)),
  baseURL: async ({ shop }, use) => use(shop.url),
  javaScriptEnabled: async ({ look }, use) => use(look.script),
  viewport: async ({ look }, use) => use({ width: look.width, height: look.width < 800 ? 844 : 900 }),
  visitor: async ({ page, words, look }, use) => use(new Visitor(page, words, look)),
  // A page that writes an error, breaks its policy or asks another host fails its test.
  noFaults: [
    async ({ page, shop }, use) => {
      const faults: string[] = [];
      page.on('console', (message) => {
        // An answer that a spec provokes is no fault of the page.
        if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) faults.push(`${message.text()} ${message.location().url}`);
      });
      page.on('pageerror', (error) => faults.push(String(error)));
      page.on('request', (request) => {
        if (!request.url().startsWith(`${shop.url}/`) && !/^(data|blob):/.test(request.url())) faults.push(`asks ${request.url()}`);
      });
      await use(faults);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
