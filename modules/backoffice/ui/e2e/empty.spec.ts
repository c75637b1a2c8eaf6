import { violations } from './axe';
import { plainPages, turnTo } from './pages';
import { expect, settled, signIn, test } from './shop';

test.use({ empty: true });

/** What a page is for, as it says while the shop has nothing of it, and the first thing to do. */
const texts: Record<string, [what: string, first?: string]> = {
  '/orders': ['appear here as soon as somebody buys'],
  '/guests': ['Those who order without an account appear here'],
  '/refunds': ['Money that goes back to customers appears here'],
  '/entries': ['What came into your account appears here', 'Bank statements'],
  '/statements': ['Upload a statement of your bank account'],
  '/returns': ['Customers ask for a return from their order'],
  '/withdrawals': ['Who withdraws from a contract'],
  '/invoices': ['Invoices appear here with the first shipment'],
  '/wholesale': ['Businesses apply for wholesale prices from the shop'],
  '/products': ['What the shop sells is here', 'New product'],
  '/price-plans': ['Prices and publishing from a day to a day', 'New price plan'],
  '/bulk-edits': ['What was done to many products at once'],
  '/stock': ['How much there is of each variant', 'New product'],
  '/categories': ['Categories are the shelves of the shop', 'New category'],
  '/collections': ['Collections gather goods across categories', 'New collection'],
  '/attributes': ['Attributes say more of goods', 'New attribute'],
  '/brands': ['Customers find products by their brand', 'New brand'],
  '/media': ['Pictures of products, brands, categories, collections and the shop are here', 'Choose pictures'],
  '/promotions': ['Codes make a cart cheaper', 'New promotion'],
  '/automatic-promotions': ['These make a cart cheaper without a code', 'New automatic promotion'],
  '/shipping': ['Nobody can order before there is a way to ship', 'New shipping method'],
  '/reviews': ['Customers review what they bought'],
  '/mails': ['Mails to customers and staff appear here'],
  '/payments': ['What the payment provider is asked to do'],
  '/dead': ['Events that a consumer has given up'],
  '/webhooks': ['Other systems hear of every order', 'New webhook'],
  '/deliveries': ['What is sent to your webhooks', 'Webhooks'],
  '/invitations': ['Who runs the shop with you', 'Invite somebody'],
  '/keys': ['Programs read and write with keys of their own', 'New key'],
};

/** These begin with records, as an admin has signed in, or are no lists. */
const others = ['/', '/inbox', '/customers', '/staff', '/roles', '/events', '/audit', '/settings', '/synonyms', '/tax', '/looks', '/mailtexts', '/legal', '/products/new', '/products/import', '/customers/import', '/account', '/nothing'];

test('in an empty shop every page says what it is for and what to do first', async ({ page }) => {
  await signIn(page);
  const paths = await plainPages(page);
  expect(paths.filter((path) => !others.includes(path)).sort()).toEqual(Object.keys(texts).sort());
  await expect(page.getByText('appear here as soon as somebody buys')).toBeVisible();
  const faults: string[] = [];
  for (const path of paths) {
    if (path === '/') await settled(page);
    else await turnTo(page, path);
    const content = page.locator('#main-content');
    const [what, first] = texts[path] ?? [];
    if (what) await expect(content.getByText(what)).toBeVisible();
    if (first) await expect(content.locator('a, button').filter({ hasText: first }).first()).toBeVisible();
    const tables = await content.locator('table').filter({ hasNot: page.locator('tbody tr') }).count();
    faults.push(...Array<string>(tables).fill(`${path}: a table without rows`), ...(await violations(page)).map((found) => `${path}: ${found}`));
  }
  expect(faults).toEqual([]);
  await turnTo(page, '/invitations'); // to a role that is not there yet
  await expect(page.getByRole('button', { name: 'Take over the role Packer' })).toBeVisible();
});
