// All pages, for the specs that look at each of them. What is promised of a page is tested
//   - for each page of the menu, by a table or a walk that a new page joins or fails: axe in both
//     languages and themes, 390 px and 200 % (pages.spec), the empty shop (empty.spec), keys only
//     (keys.spec), neither an error of the console nor a report of the policy (shop.ts, each test);
//   - for the commands of each kind of record, by a table: what a second admin has done meanwhile
//     (second_admin; both versions of a record: editors, refused_people, stock);
//   - for the forms and commands of each kind of record, by tables: a wrong value at its field, and
//     what was typed when the session ended meanwhile (refusals; the editor of a product: products,
//     frame);
//   - its happy path in the spec of the page.

import { expect, type Page } from '@playwright/test';
import { invoicedOrder } from './invoices';
import { register } from './people';
import { goTo, settled, type Shop } from './shop';

/** Where the pages are that need no record: those of the menu, and the others. */
export async function plainPages(page: Page): Promise<string[]> {
  const items = page.getByRole('main').getByRole('menuitem');
  const links = await items.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(links.length).toBeGreaterThan(20);
  return [...links.map((link) => link.replace(/^\/admin\/?/, '/')), '/products/new', '/products/import', '/customers/import', '/bulk-edits', '/account', '/nothing'];
}

/** Makes a record of each kind that has a page, with a name, and returns where their pages are. */
export async function recordPages(shop: Shop, name: string): Promise<string[]> {
  const order = await shop.order(name, 2);
  const token = { 'X-Order-Token': shop.orderToken };
  const command = (verb: string, body?: unknown) => shop.asAdmin<{ items: { id: string }[] }>('POST', `/v1/admin/orders/${order.id}/${verb}`, body);
  await command('mark-paid');
  await command('process');
  await command('ship', { carrier: 'DHL', trackingNumber: '1' });
  const { items } = await command('deliver');
  await command('notes', { text: name });
  const returned = await shop.call<{ id: string }>('POST', `/v1/orders/${order.id}/returns`, { items: [{ orderItemId: items[0]!.id, quantity: 1 }], reason: name }, token);
  const withdrawn = await shop.call<{ id: string }>('POST', '/v1/withdrawals', { orderNumber: order.number, fullName: name, email: 'withdrawn@example.com' });
  const customer = await register(shop, name);
  await shop.call('POST', '/v1/wholesale/apply', {
    businessName: `${name} Ltd`, businessAddress: 'Hauptstr. 1, 10827 Berlin', state: 'Berlin', country: 'DE', contactFullName: name,
    contactEmail: customer.email, contactPhone: '+49 30 1234567', estimatedMonthlyOrderMin: 500, estimatedMonthlyOrderMax: 2000,
  });
  await shop.call('PUT', '/v1/users/me/vat-id', { vatId: 'FR40303265045' }, { Authorization: `Bearer ${customer.token}` });
  const { invoice } = await invoicedOrder(shop, name);
  const first = async (list: string) => (await shop.asAdmin<{ data: { id: string }[] }>('GET', `${list}?limit=1`)).data[0]!.id;
  const product = await first('/v1/admin/products');
  const application = await first('/v1/admin/wholesale/applications');
  const webhook = await shop.asAdmin<{ id: string }>('POST', '/v1/admin/webhooks', { url: 'https://example.com/orders', events: ['ordering.*'], description: name, enabled: false });
  const category = await shop.asAdmin<{ id: string }>('POST', '/v1/categories', { name });
  const collection = await shop.asAdmin<{ id: string }>('POST', '/v1/admin/collections', { name, productIds: [product] });
  const method = await shop.asAdmin<{ id: string }>('POST', '/v1/admin/shipping-methods', {
    name, price: 5, minDays: 1, maxDays: 2, active: false, rates: [{ price: 5 }, { countries: ['DE'], postalPrefixes: ['258', '25849'], fromGrams: 5000, fromGoods: 50, price: 4 }],
  });
  const groups = ['profile', 'seller', 'bank', 'tax', 'checkout', 'loyalty', 'mail'].map((group) => `/settings/${group}`);
  const tabs = ['basics', 'variants', 'attributes', 'images', 'related', 'history'].map((tab) => `/products/${product}/edit?tab=${tab}`);
  return [`/orders/${order.id}`, `/orders/${order.id}/slip`, `/returns/${returned.id}`, `/withdrawals/${withdrawn.id}`, `/invoices/${invoice.id}`, `/collections/${collection.id}`, `/wholesale/${application}`, `/customers/${customer.id}`, `/products/${product}`, `/webhooks/${webhook.id}`, `/categories?category=${category.id}`, `/shipping/${method.id}`, ...groups, ...tabs];
}

/** Goes to a page as a link of the menu does, and waits until it is there instead of the former. */
export async function turnTo(page: Page, path: string) {
  const heading = page.getByRole('heading', { level: 1 });
  const before = (await heading.textContent()) ?? '';
  const isAnother = new URL(page.url()).pathname !== `/admin${path}`.replace(/\?.*/, '');
  await goTo(page, path);
  if (isAnother) await expect(heading).not.toHaveText(before);
  await settled(page);
}

/** A language and a theme. */
export interface Look {
  lang: 'en' | 'de';
  theme: 'light' | 'dark';
}

/** Changes language and theme as another tab does: the page follows without loading anew. */
export async function change(page: Page, look: Look) {
  await page.evaluate(async ({ lang, theme }) => {
    const keep = (key: string, newValue: string) => {
      localStorage.setItem(key, newValue);
      window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
    };
    keep('RaStore.locale', JSON.stringify(lang));
    keep('RaStore.theme', JSON.stringify(theme));
    const root = document.documentElement;
    const frame = () => new Promise(requestAnimationFrame);
    for (let i = 0; i < 300 && !(root.lang === lang && getComputedStyle(root).colorScheme === theme); i++) await frame();
    // Colors change over time, however short, and each element begins when its parent has ended.
    const running = () => document.getAnimations().filter((animation) => animation instanceof CSSTransition && animation.playState === 'running');
    do {
      await frame();
      await Promise.allSettled(running().map((transition) => transition.finished));
    } while (running().length > 0);
  }, look);
  await expect(page.locator('html')).toHaveAttribute('lang', look.lang);
  await expect(page.locator('html')).toHaveCSS('color-scheme', look.theme);
}
