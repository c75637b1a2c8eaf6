import { join } from 'node:path';
import { customers, guests, type State, strangers } from './pages';
import { type Look, test, type Visitor } from './visitor';

// Pictures of every page and state, to be looked at: nothing compares them.
//   ORDERD=… npm run pictures, with PICTURES=the folder that they are written to.

const folder = process.env.PICTURES ?? 'node_modules/.pictures';

const views: (Look & { scheme: 'light' | 'dark' })[] = [
  { name: 'wide', language: 'en', script: true, width: 1280, scheme: 'light' },
  { name: 'phone', language: 'de', script: true, width: 390, scheme: 'light' },
  { name: 'dark', language: 'en', script: true, width: 1280, scheme: 'dark' },
  { name: 'german', language: 'de', script: true, width: 1280, scheme: 'light' },
];

for (const view of views) {
  test.describe(view.name, () => {
    test.use({ look: view, colorScheme: view.scheme });

    const take = async (v: Visitor, states: State[], whose: string) => {
      for (const { name, path, act } of states) {
        await v.open(path);
        await act?.(v);
        await v.page.waitForLoadState();
        // What is loaded late is loaded now.
        await v.page.evaluate(async () => {
          for (const img of document.querySelectorAll('img')) img.loading = 'eager';
          await Promise.all([...document.images].map((img) => img.decode().catch(() => undefined)));
        });
        const file = `${whose} ${name}`.replace(/\W+/g, '-');
        await v.page.screenshot({ path: join(folder, view.name, `${file}.png`), fullPage: true });
      }
    };

    test('strangers', async ({ visitor }) => take(visitor, strangers, 'stranger'));

    test('guests', async ({ visitor, shop }) => take(visitor, await guests(visitor, shop), 'guest'));

    test('customers', async ({ visitor, shop }) => {
      const { empty, filled } = await customers(visitor, shop);
      await take(visitor, empty, 'customer');
      await take(visitor, await filled(), 'customer');
    });

    test('extremes', async ({ visitor, shop }) => {
      const mark = `${view.name} ${Date.now() % 100_000}`;
      const many = await shop.makeMany(mark);
      const long = await shop.makeLong(mark);
      const gone = await shop.make({ name: `Sold out pot ${mark}`, stock: 0 });
      const states = [many, long, gone].map((p) => ({ name: p.name.slice(0, 20), path: `/p/${p.slug}` }));
      await take(visitor, [...states, { name: 'newest', path: '/search?sort=newest' }], 'extreme');
    });
  });
}
