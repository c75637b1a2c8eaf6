import { address, expect, type Look, newEmail, test, type Visitor } from './visitor';
import type { Shop } from './shop';

// What the script does beside the content of a page: it opens the link of a mail, brings messages
// while one looks, and loads anew what the browser had kept. Each part can fail alone.

test.use({ look: { name: 'with a script', language: 'en', script: true, width: 1280 } satisfies Look });

const password = 'a moka pot of good coffee';

/** Orders as a guest, or as whoever is logged in. Returns the order's id. */
async function buy(visitor: Visitor, email?: string): Promise<string> {
  await visitor.open('/p/garden-herbs');
  await visitor.add('Garden Herbs');
  await visitor.goToCheckout();
  await visitor.fill({ ...address, ...(email ? { email } : {}) });
  return visitor.order();
}

/** The newest message on a page of the account. */
const newest = (visitor: Visitor) => visitor.main.locator('[data-notices]');

/** Has the customer's order sent off, which is a message of the account. */
async function send(shop: Shop, order: string) {
  for (const verb of ['mark-paid', 'process']) await shop.asAdmin('POST', `/v1/admin/orders/${order}/${verb}`);
  await shop.asAdmin('POST', `/v1/admin/orders/${order}/ship`, { carrier: 'DHL', trackingNumber: '00340434161094042557' });
}

test('the link of a mail opens the order in another browser', async ({ browser, shop, visitor, words }) => {
  const email = newEmail('mailed');
  const order = await buy(visitor, email);
  const [link] = await shop.mailed(email, /http:\/\/\S+\/orders\/\S+#[\w-]+/);
  const elsewhere = await browser.newContext({ baseURL: shop.url });
  try {
    const page = await elsewhere.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(link);
    await expect(page).toHaveURL(`${shop.url}/orders/${order}`);
    await expect(page.getByRole('main').getByText('Torstraße 12, 10119 Berlin').first()).toBeVisible();
    const token = link.split('#')[1]!;
    expect(asked.filter((url) => url.includes(token) && !url.endsWith(`#${token}`)), 'no address has the token').toEqual([]);

    // A token that is none says so, and offers the code, with the number filled in.
    await elsewhere.clearCookies();
    await page.goto('about:blank');
    await page.goto(`${link.split('#')[0]!}#${'x'.repeat(token.length)}`);
    await expect(page.getByRole('status').filter({ hasText: words.say('find.over') })).toBeVisible();
    await expect(page.getByRole('main').locator('[name=number]:visible')).toHaveValue(/^ORD-/);
    expect(new URL(page.url()).hash).toBe('');
  } finally {
    await elsewhere.close();
  }
});

test('a message comes while one looks at the account', async ({ page, shop, visitor }) => {
  await visitor.register(shop, newEmail('live'), password);
  const order = await buy(visitor);
  // It hears from then on.
  const opened = page.waitForResponse(/\/v1\/notifications\/stream\?ticket=/);
  await visitor.open('/account');
  await opened;
  let loads = 0;
  page.on('load', () => loads++);
  const before = await newest(visitor).innerText();
  await send(shop, order);
  await expect.poll(async () => newest(visitor).innerText(), { timeout: 60_000 }).not.toBe(before);
  await expect(newest(visitor)).toContainText(/ORD-\w+/);
  expect(loads, 'the page was not loaded anew').toBe(0);
});

test('a session that was ended elsewhere ends the page that listens', async ({ browser, page, shop, visitor, words }) => {
  const email = newEmail('listener');
  await visitor.register(shop, email, password);
  const opened = page.waitForResponse(/\/v1\/notifications\/stream\?ticket=/);
  await visitor.open('/account');
  await opened;
  const elsewhere = await browser.newContext({ baseURL: shop.url });
  try {
    const other = await elsewhere.newPage();
    await other.goto('/login');
    await other.locator('[name=email]:visible').fill(email);
    await other.locator('[name=password]:visible').fill(password);
    await other.getByRole('main').getByRole('button', { name: words.say('login'), exact: true }).click();
    await expect(other.getByRole('heading', { level: 1, name: words.say('account.hello', { name: 'Ada' }) })).toBeVisible();
    await other.goto('/account/sessions');
    await other.getByRole('main').getByRole('button', { name: new RegExp(`^${words.say('sessions.end')}`) }).first().click();
    await expect(other.getByRole('main').getByRole('status').first()).toBeVisible();
  } finally {
    await elsewhere.close();
  }
  // The page goes there by itself.
  await expect(page).toHaveURL(/\/login\?to=/, { timeout: 60_000 });
  await expect(page.getByText(words.say('said.signedOut'))).toBeVisible();
});

test('without the stream of messages, everything else of the script goes on', async ({ page, shop, visitor }) => {
  await page.addInitScript(() => { delete (window as { EventSource?: unknown }).EventSource; });
  await visitor.register(shop, newEmail('deaf'), password);
  const order = await buy(visitor); // the variant, the cart and the sum are the script's
  await visitor.open('/account');
  await send(shop, order);
  await visitor.waitFor(newest(visitor).getByText(/ORD-\w+/).first());
});

test('a part of the script that fails takes no other along', async ({ browser, shop, words }) => {
  const context = await browser.newContext({ baseURL: shop.url });
  try {
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    // Suggestions can't be made: their list is not.
    await page.addInitScript(() => {
      const make = document.createElement.bind(document);
      document.createElement = ((name: string) => {
        if (name === 'div') throw new Error('no list');
        return make(name);
      }) as typeof document.createElement;
    });
    await page.goto('/p/moka-pot-classic');
    await page.evaluate(() => { (window as { stays?: boolean }).stays = true; });
    await page.getByRole('main').locator('a[href$="MS-CLASSIC-9"]').click();
    await expect(page.getByText('MS-CLASSIC-9', { exact: true })).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: words.say('toCart'), exact: true }).click();
    await expect(page.getByRole('main').getByRole('status').first()).toBeVisible();
    expect(await page.evaluate(() => (window as { stays?: boolean }).stays), 'the page was not loaded anew').toBe(true);
    expect(faults.filter((text) => text.includes('no list'))).toHaveLength(1);
  } finally {
    await context.close();
  }
});

test('a page that the browser had kept is loaded anew', async ({ page, visitor, words }) => {
  await visitor.open('/p/travel-press');
  await visitor.press('toCart');
  await visitor.hears('added', { name: 'Travel Press' });
  const other = await page.context().newPage();
  await other.goto('/cart');
  await other.getByRole('main').getByRole('button', { name: words.say('cart.remove.name', { name: 'Travel Press' }), exact: true }).click();
  await expect(other.getByText(words.say('cart.empty')).first()).toBeVisible();
  await other.close();
  // Chromium keeps no page while it is driven: what it would say of one is said to the script.
  const loaded = page.waitForEvent('load');
  await page.evaluate(() => { dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })); });
  await loaded;
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: words.say('added', { name: 'Travel Press' }) })).toHaveCount(0);
});
