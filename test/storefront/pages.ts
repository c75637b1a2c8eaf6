// All pages of the shop in their states, for the specs that look at each of them. A page that is
// not here fails pages.spec.ts, which compares with the routes of modules/storefront.

import { address, newEmail, type Visitor } from './visitor';
import type { Shop } from './shop';

/** A page in a state. */
export interface State {
  name: string;
  path: string;
  /** What is done on the page before it is looked at. */
  act?: (v: Visitor) => Promise<void>;
  /** Where that leads, when it is another page. */
  to?: string;
}

/** Sends a form, and waits for what is said of it or asked next. */
const sent = (button: string, values: Record<string, string> = {}, next = '[name=code], [role=alert]') => async (v: Visitor) => {
  await v.fill(values);
  await v.press(button);
  await v.main.locator(next).first().waitFor();
};

const put = async (v: Visitor) => {
  await v.press('toCart');
  await v.main.getByRole('status').waitFor();
};

/** What somebody sees who has not been there before. */
export const strangers: State[] = [
  { name: 'home', path: '/' },
  { name: 'category', path: '/c/coffee' },
  { name: 'category with others below', path: '/c/brewing' },
  { name: 'category with filters', path: '/c/coffee?brand=casa-verde&inStock=true&minPrice=10&sort=price' },
  { name: 'category with nothing left', path: '/c/coffee?maxPrice=1' },
  { name: 'category with its filters open on a phone', path: '/c/coffee#filters' },
  { name: 'category with the menu of orders', path: '/c/coffee', act: (v) => v.main.locator('details.menu summary').click() },
  {
    name: 'suggestions', path: '/',
    act: async (v) => {
      const field = v.page.locator('input[name=q]');
      if (!(await field.first().isVisible())) return; // a phone has a page for it
      await field.first().fill('coffee');
      await v.page.getByRole('option').first().waitFor();
    },
  },
  { name: 'collection', path: '/collections/gifts' },
  { name: 'brand', path: '/b/casa-verde' },
  { name: 'everything', path: '/search' },
  { name: 'search', path: '/search?q=espresso' },
  { name: 'search without results', path: '/search?q=zzzzzz' },
  { name: 'product', path: '/p/verde-crema' },
  { name: 'product with two options', path: '/p/moka-pot-induction' },
  { name: 'product with reviews', path: '/p/coffee-scale' },
  { name: 'product sold out', path: '/p/travel-mug?variant=MS-MUG-STEEL' },
  { name: 'product in the cart', path: '/p/travel-press', act: put },
  { name: 'empty cart', path: '/cart', act: async (v) => { await v.page.context().clearCookies(); await v.page.reload(); } },
  { name: 'login', path: '/login' },
  { name: 'login refused', path: '/login', act: sent('login', { email: 'nobody@example.com', password: 'nothing at all' }) },
  { name: 'register', path: '/register' },
  { name: 'register refused', path: '/register', act: sent('register.go', { fullName: 'Ada', email: 'ada@example.com', password: 'short' }) },
  { name: 'register with the code', path: '/register', to: '/register/code', act: sent('register.go', { fullName: 'Ada', email: newEmail('seen'), password: 'a moka pot of coffee' }) },
  { name: 'forgotten password', path: '/password' },
  { name: 'new password', path: '/password', to: '/password/code', act: sent('password.send', { email: newEmail('seen') }) },
  { name: 'new password with the code of a mail', path: '/password/code' },
  { name: 'email address, undone', path: '/email/undo' },
  { name: 'find an order', path: '/orders/find' },
  { name: 'find an order with the code', path: '/orders/find', to: '/orders/find/code', act: sent('find.send', { number: 'ORD-0123456789', email: newEmail('seen') }) },
  { name: 'withdraw', path: '/withdraw' },
  { name: 'withdraw refused', path: '/withdraw', act: sent('withdraw.go', { number: 'ORD-0123456789' }) },
  { name: 'withdraw, to confirm', path: '/withdraw', act: sent('withdraw.go', { number: 'ORD-0123456789', fullName: 'Ada Lovelace', email: newEmail('seen'), goods: 'A pot' }, '[name=change]') },
  { name: 'wholesale', path: '/wholesale' },
  { name: 'wholesale refused', path: '/wholesale', act: sent('wholesale.send') },
  { name: 'find an application', path: '/wholesale/find' },
  { name: 'text', path: '/i/imprint' },
  { name: 'no page', path: '/nothing' },
  { name: 'no product', path: '/p/nothing' },
];

/** What a guest sees who has an order, and a cart in which one line can't be had. */
export async function guests(v: Visitor, shop: Shop): Promise<State[]> {
  await v.open('/p/travel-press');
  await put(v);
  await v.open('/checkout');
  await v.fill({ ...address, email: newEmail('guest') });
  const order = await v.order();
  const pot = await shop.make({ name: newEmail('Gone pot').replace(/\W/g, ' '), stock: 3 });
  for (const slug of [pot.slug, 'travel-press', 'verde-crema']) {
    await v.open(`/p/${slug}`);
    await put(v);
  }
  return [
    { name: 'cart', path: '/cart' },
    { name: 'checkout', path: '/checkout' },
    { name: 'checkout refused', path: '/checkout', act: sent('checkout.buy') },
    { name: 'order placed', path: `/orders/${order}?placed=1` },
    { name: 'order', path: `/orders/${order}` },
    { name: 'withdraw from an order', path: `/orders/${order}/withdraw` },
    {
      name: 'cart with a line that is gone', path: '/cart',
      act: async () => { await shop.archive(pot); await v.waitFor(v.main.getByText(v.say('cart.gone'))); },
    },
  ];
}

/** What a customer sees, first with nothing in the account, then with an order and all else. */
export async function customers(v: Visitor, shop: Shop): Promise<{ empty: State[]; filled: () => Promise<State[]> }> {
  const password = 'a moka pot of good coffee';
  await v.register(shop, newEmail('customer'), password);
  const own = [
    '/account/orders', '/account/returns', '/account/addresses', '/account/recipients', '/account/sessions', '/account/reviews',
    '/account/notices', '/account/points', '/account/profile', '/account/password', '/account/email', '/account/vat-id', '/account/data',
  ].map((path) => ({ name: path.slice(1).replace('/', ', '), path }));
  const empty = [{ name: 'account', path: '/account' }, ...own].map(({ name, path }) => ({ name: `${name}, empty`, path }));
  const filled = async () => {
    await v.open('/account/addresses/new');
    await v.fill(address);
    await v.press('save');
    await v.isAt(v.say('addresses'));
    await v.open('/p/coffee-scale');
    await v.add('Coffee Scale');
    await v.open('/checkout');
    const order = await v.order();
    await shop.deliver(order);
    await v.waitFor(v.main.getByRole('link', { name: v.say('return'), exact: true }));
    await v.waitFor(v.main.getByText(v.say('document.invoice')));
    await v.open('/p/coffee-scale');
    await v.unfold('review.write');
    await v.main.getByRole('radio', { name: '4', exact: true }).check();
    await v.fill({ message: 'Good.' });
    await v.press('review.publish');
    await v.hears('said.reviewed');
    await v.add('Coffee Scale');
    await v.open('/wholesale');
    await v.fill({
      businessName: 'Café Lovelace', businessAddress: 'Torstraße 12, 10119 Berlin', businessState: 'Berlin',
      contactFullName: address.fullName, contactEmail: newEmail('cafe'), contactPhone: '+49 30 1234567', min: '500', max: '2000',
    });
    await v.press('wholesale.send');
    await v.isAt(v.say('application'));
    const application = new URL(v.page.url()).pathname.split('/').at(-1)!;
    await v.open('/account/addresses');
    const link = v.main.locator('a[href*="/account/addresses/"]:not([href$="/new"])').first();
    const saved = (await link.getAttribute('href'))!.split('/').at(-1)!;
    await v.open('/account/reviews');
    const written = v.main.locator('a[href*="/account/reviews/"]').first();
    const review = (await written.getAttribute('href'))!.split('/').at(-1)!;
    return [
      { name: 'account', path: '/account' }, ...own,
      { name: 'account, new address refused', path: '/account/addresses/new', act: sent('save') },
      { name: 'account, address', path: `/account/addresses/${saved}` },
      { name: 'account, review', path: `/account/reviews/${review}` },
      { name: 'account, email with the code', path: '/account/email', to: '/account/email/code', act: sent('profile.email.send', { email: newEmail('new'), currentPassword: password }) },
      { name: 'account, VAT id refused', path: '/account/vat-id', act: sent('save') },
      { name: 'account, VAT id', path: '/account/vat-id', act: sent('save', { vatId: 'FR40303265000' }, '#h-vat') },
      { name: 'order delivered', path: `/orders/${order}` },
      { name: 'return', path: `/orders/${order}/return` },
      { name: 'return refused', path: `/orders/${order}/return`, act: sent('return.go') },
      { name: 'review', path: '/p/verde-crema', act: async () => { await v.unfold('review.write'); } },
      { name: 'checkout with an address', path: '/checkout' },
      { name: 'application', path: `/wholesale/${application}` },
    ];
  };
  return { empty, filled };
}
