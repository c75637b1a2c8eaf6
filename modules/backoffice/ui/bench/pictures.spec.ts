import { settled, test } from '../e2e/shop';

// Pictures of every page, to be looked at: wide, on a phone, dark, in German. Nothing compares
// them. make ui-pictures writes them into e2e-results.

const pages = [
  'overview', 'orders', 'returns', 'wholesale', 'products', 'products/import', 'stock', 'categories', 'brands', 'promotions', 'shipping', 'settings', 'settings/profile', 'settings/checkout', 'looks', 'mailtexts', 'legal',
  'customers', 'reviews', 'mails', 'payments', 'dead', 'events', 'audit', 'webhooks', 'deliveries', 'media', 'staff', 'roles', 'invitations', 'keys', 'inbox', 'account',
];

const views = {
  wide: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 } },
  dark: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' as const },
  german: { viewport: { width: 1280, height: 800 }, locale: 'de-DE' },
};

for (const [name, view] of Object.entries(views)) {
  test.describe(name, () => {
    test.use(view);

    test('pictures', async ({ page, shop }) => {
      const { id } = await shop.order('Ada Lovelace', 2);
      const { data } = await shop.asAdmin<{ data: { id: string }[] }>('GET', '/v1/admin/products?limit=1');
      for (const path of [...pages, `orders/${id}`, `products/${data[0]!.id}`]) {
        await page.goto(path === 'overview' ? '/admin/' : `/admin/${path}`);
        await settled(page); // the network is never idle: the notifications are a stream
        await page.screenshot({ path: `e2e-results/pictures/${name}/${path.replace(/\//g, '-').replace(/-[0-9a-f-]{36}/, '-one')}.png`, fullPage: true });
      }
    });
  });
}
