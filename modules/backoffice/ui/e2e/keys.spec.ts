// Every page by keys alone. The acts of a page are in a table by its address: a page of the menu
// without one fails.

import type { Locator, Page } from '@playwright/test';
import { invoicedOrder } from './invoices';
import { Keyboard, lookAtFocus } from './keyboard';
import { plainPages, recordPages, turnTo } from './pages';
import { mailed, register } from './people';
import { statementOf, upload } from './statements';
import { admin, expect, settled, type Shop, signIn, test } from './shop';

/** What an act gets. */
interface Desk {
  keys: Keyboard;
  page: Page;
  shop: Shop;
  main: Locator;
  /** A button of the content. */
  button: (name: string) => Locator;
  link: (name: string) => Locator;
  row: (name: string) => Locator;
}

interface Act {
  /** The page's name in the menu. */
  name: string;
  act: (desk: Desk) => Promise<void>;
}

/** A picture of one pixel. */
const dot = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

/** An application for wholesale prices. */
const apply = (shop: Shop, businessName: string) =>
  shop.call('POST', '/v1/wholesale/apply', {
    businessName, businessAddress: 'Hauptstr. 1, 10827 Berlin', state: 'Berlin', country: 'DE', contactFullName: 'Jana Keys',
    contactEmail: `${businessName.toLowerCase().replace(/\W+/g, '.')}@example.com`, contactPhone: '+49 30 1234567',
    estimatedMonthlyOrderMin: 500, estimatedMonthlyOrderMax: 2000,
  });

const makeProduct = (shop: Shop, name: string, sku: string) =>
  shop.asAdmin<{ id: string; variants: { id: string }[] }>('POST', '/v1/admin/products', {
    name, options: [{ name: 'Color', values: ['White'] }], variants: [{ sku, price: 10, options: { Color: 'White' } }],
  });

/** Chooses files in the browser's own window, which a button has opened. */
async function chooseFiles(page: Page, press: () => Promise<void>, files: { name: string; mimeType: string; buffer: Buffer }[]) {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press()]);
  await chooser.setFiles(files);
}

const acts: Record<string, Act> = {
  '/': {
    name: 'Overview',
    act: async ({ keys, page, shop, link }) => {
      const order = await shop.order('Keys Overview');
      await keys.use(page.getByRole('navigation', { name: 'Orders by stage' }).getByRole('link', { name: /Awaiting payment/ }));
      await keys.isAt('Orders');
      await expect(link(order.number)).toBeVisible();
    },
  },
  '/inbox': {
    name: 'Inbox',
    act: async ({ keys, page, shop, button, main }) => {
      await apply(shop, 'Keys Inbox');
      await page.reload();
      await settled(page);
      await keys.press('Tab');
      await keys.press('Enter'); // skips the menu
      await keys.use(main.getByRole('link', { name: 'New wholesale application' }).first());
      await keys.isAt('Keys Inbox');
      await keys.open('Inbox');
      await keys.use(button('Mark all as read'), 'Space');
      await expect(page.getByRole('link', { name: 'Inbox: 0 unread' })).toBeVisible();
    },
  },
  '/orders': {
    name: 'Orders',
    act: async ({ keys, page, shop, button, link, main }) => {
      const order = await shop.order('Keys Orders', 2);
      await keys.search(order.number);
      await keys.use(main.getByRole('checkbox', { name: `Select ${order.number}` }), 'Space');
      const dialog = await keys.dialogOf(button('Mark paid'));
      await keys.use(dialog.getByRole('button', { name: 'Mark paid' }));
      await expect(dialog.getByText('1 of 1 done.')).toBeVisible();
      await keys.use(dialog.getByRole('button', { name: 'Close' }));
      await expect(dialog).toHaveCount(0);
      await keys.hasFocus();

      await keys.to(main.getByRole('tab', { name: 'All' }));
      await keys.press('ArrowRight');
      await keys.press('ArrowRight');
      await keys.press('Enter');
      await expect(main.getByRole('tab', { name: 'To ship' })).toHaveAttribute('aria-selected', 'true');
      await settled(page);
      await keys.use(button('Add filter'));
      await expect(page.getByRole('menuitemcheckbox', { name: 'Stage' })).toBeFocused();
      await keys.press('ArrowDown');
      await keys.press('Enter');
      await keys.use(main.getByRole('combobox', { name: 'Payment' }));
      await expect(page.locator('[role=option]:focus')).toHaveCount(1);
      await keys.press('ArrowDown');
      await keys.press('Space');
      await keys.press('Escape');
      await expect(page).toHaveURL(/paymentStatus/);
      await settled(page);
      await keys.use(link(order.number));
      await keys.isAt(`Order ${order.number}`);
      await keys.dialogOf(button('Begin packing'));
      await keys.send('Begin packing', 'is being packed.');
      const shipping = await keys.dialogOf(button('Ship'));
      await keys.fill(shipping.getByRole('spinbutton').first(), '1');
      await keys.fill(shipping.getByLabel('Tracking number'), '0034');
      await keys.press('Enter');
      await expect(page.getByText('has been shipped.')).toBeVisible();
      await keys.hasFocus();
      const note = await keys.dialogOf(button('Add a note'));
      await keys.fill(note.getByRole('textbox', { name: 'Note' }), 'Rings twice.');
      await keys.send('Add a note', 'Rings twice.');
      await expect(button('Add a note')).toBeFocused();
      await keys.use(main.getByRole('button', { name: 'Order placed' }));
      await keys.isInside(page.getByRole('dialog'));
      await keys.press('Escape');
      await expect(main.getByRole('button', { name: 'Order placed' })).toBeFocused();
    },
  },
  '/returns': {
    name: 'Returns',
    act: async ({ keys, shop, button, link }) => {
      const order = await shop.order('Keys Returns');
      const token = { 'X-Order-Token': shop.orderToken };
      const command = (verb: string, body?: unknown) => shop.asAdmin<{ items: { id: string }[] }>('POST', `/v1/admin/orders/${order.id}/${verb}`, body);
      await command('mark-paid');
      await command('process');
      await command('ship', { carrier: 'DHL', trackingNumber: '1' });
      const { items } = await command('deliver');
      await shop.call('POST', `/v1/orders/${order.id}/returns`, { items: [{ orderItemId: items[0]!.id, quantity: 1 }], reason: 'Too small.' }, token);
      await keys.search(order.number);
      await keys.use(link(order.number));
      await keys.isAt('Return');
      await keys.dialogOf(button('Approve'));
      await keys.send('Approve', 'The return is approved.');
      await keys.dialogOf(button('Goods received'));
      await keys.send('Goods received', 'The goods are back');
    },
  },
  '/withdrawals': {
    name: 'Withdrawals',
    act: async ({ keys, shop, button, link }) => {
      const number = 'ORD-KEYS';
      await shop.call('POST', '/v1/withdrawals', { orderNumber: number, fullName: 'Keys Withdrawals', email: 'keys@example.com' });
      await keys.search(number);
      await keys.use(link(number));
      await keys.isAt('Withdrawal');
      await keys.dialogOf(button('Match'));
      await keys.press('Escape');
      const dialog = await keys.dialogOf(button('Contest'));
      await keys.fill(dialog.getByRole('textbox'), 'There is no such order.');
      await keys.send('Contest', 'The withdrawal is contested.');
    },
  },
  '/invoices': {
    name: 'Invoices',
    act: async ({ keys, page, shop, button, link }) => {
      const { invoice } = await invoicedOrder(shop, 'Keys Invoices');
      await keys.search(invoice.number);
      const dialog = await keys.dialogOf(button('Export a period'));
      await Promise.all([page.waitForEvent('download'), keys.use(dialog.getByRole('button', { name: 'Save as ZIP' }))]);
      await expect(dialog).toHaveCount(0);
      await keys.use(link(invoice.number));
      await keys.isAt(invoice.number);
      await Promise.all([page.waitForEvent('download'), keys.use(button(`PDF ${invoice.number}`))]);
      const replace = await keys.dialogOf(button('Replace'));
      await keys.fill(replace.getByRole('textbox', { name: /^Reason/ }), 'The name was wrong.');
      await keys.send('Replace', `${invoice.number} is cancelled, and`);
    },
  },
  '/tax': {
    name: 'VAT report',
    act: async ({ keys, page, button }) => {
      await keys.to(page.getByLabel('From'));
      await Promise.all([page.waitForEvent('download'), keys.use(button('Export CSV'))]);
    },
  },
  '/refunds': {
    name: 'Refunds',
    act: async ({ keys, shop, row }) => {
      const order = await shop.order('Keys Refunds');
      await shop.asAdmin('POST', `/v1/admin/orders/${order.id}/mark-paid`);
      await shop.asAdmin('POST', `/v1/admin/orders/${order.id}/refund`, { amount: 1, reason: 'Late.' });
      await keys.press('Control+k'); // the list is read anew
      await keys.press('Escape');
      await keys.open('Refunds');
      const dialog = await keys.dialogOf(row(order.number).getByRole('button', { name: 'Sent', exact: true }));
      await keys.fill(dialog.getByRole('textbox'), '4711');
      await keys.send('Sent', 'The refund of €1.00 is sent.');
    },
  },
  '/statements': {
    name: 'Bank statements',
    act: async ({ keys, page, shop, button }) => {
      const order = await shop.order('Keys Statements');
      const file = { name: 'keys.xml', mimeType: 'text/xml', buffer: await statementOf(shop, [{ amount: order.total, text: order.number }]) };
      await chooseFiles(page, () => keys.use(button('Choose a statement')), [file]);
      await keys.use(button('Keep and book'));
      await expect(page.getByText('The statement is kept: 1 booked, 0 left for you.')).toBeVisible();
      await keys.hasFocus();
    },
  },
  '/entries': {
    name: 'Incoming transfers',
    act: async ({ keys, page, shop, row }) => {
      const order = await shop.order('Keys Entries');
      await upload(shop, [{ amount: 1, text: 'By keys', name: 'Keys Payer' }, { amount: 2, text: 'By keys', name: 'Keys Supplier' }]);
      await keys.search('Keys Payer');
      const dialog = await keys.dialogOf(row('Keys Payer').getByRole('button', { name: 'Book' }));
      await keys.fill(dialog.getByRole('combobox', { name: 'Order' }), order.number);
      await expect(page.getByRole('option', { name: order.number })).toBeVisible();
      await keys.press('ArrowDown');
      await keys.press('Enter');
      await keys.send('Book', `€1.00 is booked for order ${order.number}.`);
      await keys.search('Keys Supplier');
      const reason = await keys.dialogOf(row('Keys Supplier').getByRole('button', { name: 'Ignore' }));
      await keys.fill(reason.getByRole('textbox'), 'A refund.');
      await keys.send('Ignore', 'The transfer is ignored.');
    },
  },
  '/wholesale': {
    name: 'Wholesale',
    act: async ({ keys, shop, button, link }) => {
      await apply(shop, 'Keys Wholesale');
      await keys.search('Keys Wholesale');
      await keys.use(link('Keys Wholesale'));
      await keys.isAt('Keys Wholesale');
      const ask = await keys.dialogOf(button('Ask'));
      await keys.fill(ask.getByRole('textbox', { name: 'Question' }), 'Do you roast?');
      await keys.send('Ask', 'The question is on its way.');
      const record = await keys.dialogOf(button('Record the answer'));
      await keys.fill(record.getByRole('textbox', { name: 'Answer' }), 'Every Tuesday.');
      await keys.send('Record the answer', 'The answer is recorded.');
      await keys.dialogOf(button('Approve'));
      await keys.send('Approve', 'buys wholesale now');
    },
  },
  '/products': {
    name: 'Products',
    act: async ({ keys, page, shop, button, link, main }) => {
      const { id } = await makeProduct(shop, 'Keys cup', 'KEYS-CUP');
      await keys.search('KEYS-CUP');
      await keys.choose(main.getByRole('combobox', { name: 'VAT class' }), 'standard');
      await settled(page);
      await keys.use(button('Name'));
      await settled(page);
      await keys.use(main.getByRole('checkbox', { name: 'Select Keys cup' }), 'Space');
      const dialog = await keys.dialogOf(button('Publish'));
      await keys.use(dialog.getByRole('button', { name: 'Publish' }));
      await keys.use(dialog.getByRole('button', { name: 'Close' }));
      await expect(main.getByRole('table').getByText('In the shop')).toBeVisible();
      await keys.hasFocus();
      await keys.use(link('Keys cup'));
      await keys.isAt('Keys cup');
      await keys.use(link('Edit'));
      await keys.isAt('Edit Keys cup');
      await keys.fill(main.getByRole('textbox', { name: 'Description' }), 'By keys.');

      // Tabs, values of an option, pictures and their order.
      const tabTo = async (name: string) => {
        await keys.to(main.getByRole('tab', { selected: true }), 'Shift+Tab');
        await keys.press('ArrowRight');
        await expect(main.getByRole('tab', { name })).toBeFocused();
        await keys.press('Enter');
      };
      await tabTo('Variants');
      const values = main.getByRole('combobox', { name: 'Values' });
      await keys.to(values);
      for (const value of ['Black', 'Wrong']) {
        await page.keyboard.type(value);
        await keys.press('Enter');
      }
      await keys.press('Backspace');
      await expect(main.getByLabel('SKU, Wrong')).toHaveCount(0);
      await keys.fill(main.getByLabel('SKU, Black'), 'KEYS-CUP-B');
      await keys.fill(main.getByLabel('Price, Black', { exact: true }), '11');
      await tabTo('Attributes');
      await tabTo('Images');
      const pictures = ['first.png', 'second.png', 'third.png'].map((name) => ({ name, mimeType: 'image/png', buffer: dot }));
      await chooseFiles(page, () => keys.use(button('Choose pictures')), pictures);
      await expect(button('Remove picture 3')).toBeVisible();
      await keys.fill(main.getByRole('group', { name: 'picture 3' }).getByLabel('What the picture shows'), 'Handle');
      await keys.use(button('Move picture 3 up'));
      await expect(button('Move picture 2 up')).toBeFocused();
      await keys.press('Enter');
      await expect(button('Move picture 1 down')).toBeFocused();
      await expect(main.getByRole('group', { name: 'picture 1' }).getByLabel('What the picture shows')).toHaveValue('Handle');
      await keys.use(button('Remove picture 3'));
      await keys.hasFocus();
      await keys.use(button('Save'));
      await expect(page.getByText('Keys cup is saved.')).toBeVisible();
      await keys.hasFocus();
      expect(await shop.asAdmin('GET', `/v1/admin/products/${id}`)).toMatchObject({
        description: 'By keys.', images: [{ alt: 'Handle' }, {}], variants: [{ sku: 'KEYS-CUP' }, { sku: 'KEYS-CUP-B', price: 11 }],
      });
    },
  },
  '/products/new': {
    name: 'Products',
    act: async ({ keys, page, button, link, main }) => {
      await keys.use(link('New product'));
      await keys.isAt('New product');
      await keys.fill(main.getByRole('textbox', { name: /^Name\s*\*?$/ }), 'Keys jug');
      await keys.to(main.getByRole('tab', { name: 'Basics' }), 'Shift+Tab');
      await keys.press('ArrowRight');
      await keys.press('Enter');
      await keys.fill(main.getByLabel(/^SKU/), 'KEYS-JUG');
      await keys.fill(main.getByLabel(/^Price/), '12');
      await keys.use(button('Save'));
      await expect(page.getByText('Keys jug is saved.')).toBeVisible();
      await keys.hasFocus();
    },
  },
  '/products/import': {
    name: 'Products',
    act: async ({ keys, page, button, link }) => {
      await keys.use(link('Import'));
      await keys.isAt('Import products');
      const csv = Buffer.from('name,status,sku,price\nKeys mug,active,KEYS-MUG,4.50\n');
      await chooseFiles(page, () => keys.use(button('Choose a file')), [{ name: 'keys.csv', mimeType: 'text/csv', buffer: csv }]);
      await keys.use(button('Import now'));
      await expect(page.getByText('The import is done:')).toBeVisible();
      await keys.hasFocus();
    },
  },
  '/price-plans': {
    name: 'Price plans',
    act: async ({ keys, page, shop, button }) => {
      await makeProduct(shop, 'Keys plate', 'KEYS-PLATE');
      const dialog = await keys.dialogOf(button('New price plan'));
      await keys.fill(dialog.getByRole('textbox', { name: /^Name/ }), '! Keys plan');
      await dialog.getByLabel(/^Starts/).fill(`${new Date().getFullYear() + 1}-07-01T00:00`);
      await keys.fill(dialog.getByRole('textbox', { name: 'Prices' }), 'KEYS-PLATE; 5');
      await keys.send('Save', '! Keys plan is saved.');
      await expect(page.getByRole('row', { name: /Keys plate/ })).toContainText('Waiting');
    },
  },
  '/customers/import': {
    name: 'Customers',
    act: async ({ keys, page, button, link }) => {
      await keys.use(link('Import'));
      await keys.isAt('Import customers');
      const csv = Buffer.from('email,name\nkeys.import@example.com,Keys Import\n');
      await chooseFiles(page, () => keys.use(button('Choose a file')), [{ name: 'keys.csv', mimeType: 'text/csv', buffer: csv }]);
      await keys.use(button('Import now'));
      await expect(page.getByText('The import is done:')).toBeVisible();
      await keys.hasFocus();
    },
  },
  '/stock': {
    name: 'Stock',
    act: async ({ keys, page, shop, button, main }) => {
      await makeProduct(shop, 'Keys pot', 'KEYS-POT');
      await keys.search('KEYS-POT');
      await keys.fill(main.getByLabel('On hand of KEYS-POT'), '7');
      await keys.press('Enter');
      await expect(page.getByText('KEYS-POT: 7 on hand.')).toBeVisible();
      await expect(main.getByLabel('On hand of KEYS-POT')).toBeFocused();
      await keys.dialogOf(button('Movements'));
      await keys.press('Escape');
      await expect(button('Movements')).toBeFocused();
      await keys.to(button('Count'), 'Shift+Tab');
      await keys.press('Space');
      await keys.fill(main.getByLabel('Scan or type an SKU'), 'KEYS-POT');
      await keys.press('Enter');
      await expect(main.getByLabel('Counted', { exact: true })).toBeFocused();
      await page.keyboard.type('8');
      await keys.press('Enter');
      await expect(page.getByText('KEYS-POT: 7 → 8')).toBeVisible();
      await expect(main.getByLabel('Scan or type an SKU')).toBeFocused();
      await keys.to(button('Count'), 'Shift+Tab'); // no key of the page works in a field
    },
  },
  '/categories': {
    name: 'Categories',
    act: async ({ keys, page, button, main }) => {
      const item = (name: string) => main.getByRole('treeitem', { name });
      for (const name of ['Keys shelf', 'Keys tray']) {
        const dialog = await keys.dialogOf(button('New category'));
        await keys.fill(dialog.getByRole('textbox', { name: /^Name\s*\*?$/ }), name);
        await keys.press('Enter');
        await expect(main.getByRole('heading', { name })).toBeVisible();
        await expect(button('New category')).toBeFocused();
      }
      await keys.to(main.locator('[role=treeitem][tabindex="0"]'));
      await keys.press('End');
      await keys.press('Home');
      await expect(main.getByRole('treeitem').first()).toBeFocused();
      await keys.walkTo(item('Keys tray'));
      const move = await keys.dialogOf(button('Move'));
      await keys.choose(move.getByRole('combobox', { name: 'Below' }), 'Keys shelf');
      await keys.send('Save', 'Keys tray is saved.');
      await expect(item('Keys tray')).toHaveAttribute('aria-level', '2');
      await keys.dialogOf(button('Delete'));
      await keys.use(page.getByRole('dialog').getByRole('button', { name: 'Delete' }));
      await expect(item('Keys tray')).toHaveCount(0);
      await keys.hasFocus();
    },
  },
  '/collections': {
    name: 'Collections',
    act: async ({ keys, page, shop, button, link, row }) => {
      await makeProduct(shop, 'Keys gift one', 'KEYS-GIFT-1');
      await makeProduct(shop, 'Keys gift two', 'KEYS-GIFT-2');
      const dialog = await keys.dialogOf(button('New collection'));
      await keys.fill(dialog.getByRole('textbox', { name: /^Name\s*\*?$/ }), '! Keys collection');
      await keys.send('Save', '! Keys collection is saved.');
      await keys.use(row('! Keys collection').getByRole('link'));
      await keys.isAt('! Keys collection');
      const picking = await keys.dialogOf(button('Pick products'));
      for (const name of ['Keys gift one', 'Keys gift two']) {
        await keys.fill(picking.getByRole('combobox'), name);
        await expect(page.getByRole('option')).toHaveText([name]);
        await keys.press('ArrowDown');
        await keys.press('Enter');
        await expect(picking.getByRole('group', { name })).toBeVisible();
      }
      await keys.use(picking.getByRole('button', { name: 'Move Keys gift two up' }));
      await keys.send('Save', '! Keys collection is saved.');
      await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('Keys gift two');
      await expect(link('Keys gift one')).toBeVisible();
      await keys.hasFocus();
    },
  },
  '/attributes': {
    name: 'Attributes',
    act: async ({ keys, button, row }) => {
      const dialog = await keys.dialogOf(button('New attribute'));
      await keys.fill(dialog.getByRole('textbox', { name: 'Code' }), 'keys-roast');
      await keys.fill(dialog.getByRole('textbox', { name: 'Name of the attribute (English)' }), '! Keys roast');
      await keys.use(dialog.getByRole('button', { name: 'Add a choice' }));
      const first = dialog.getByRole('group').first();
      await keys.fill(first.getByRole('textbox', { name: 'Value' }), 'dark');
      await keys.fill(first.getByRole('textbox', { name: 'Label (English)' }), 'Dark');
      await keys.send('Save', '! Keys roast is saved.');
      await expect(row('! Keys roast')).toContainText('keys-roast');
      await keys.hasFocus();
    },
  },
  '/synonyms': {
    name: 'Synonyms',
    act: async ({ keys, page, button }) => {
      const dialog = await keys.dialogOf(button('Edit the synonyms'));
      await keys.fill(dialog.getByRole('textbox', { name: 'Equal words' }), 'keysofa, keyscouch');
      await keys.send('Save', 'The synonyms are saved. The search follows at once.');
      await expect(page.getByText('keysofa, keyscouch')).toBeVisible();
      await keys.hasFocus();
    },
  },
  // What is done to many products begins in their list.
  '/bulk-edits': {
    name: 'Products',
    act: async ({ keys, link }) => {
      await keys.use(link('Bulk edits'));
      await keys.isAt('Bulk edits');
    },
  },
  '/brands': {
    name: 'Brands',
    act: async ({ keys, button, row }) => {
      const dialog = await keys.dialogOf(button('New brand'));
      await keys.fill(dialog.getByRole('textbox', { name: /^Name\s*\*?$/ }), '! Keys brand');
      await keys.send('Save', '! Keys brand is saved.');
      await expect(button('New brand')).toBeFocused();
      await keys.dialogOf(row('! Keys brand').getByRole('button', { name: 'Delete' }));
      await keys.send('Delete', '! Keys brand is deleted.');
      await expect(row('! Keys brand')).toHaveCount(0);
      await keys.hasFocus();
    },
  },
  '/media': {
    name: 'Pictures',
    act: async ({ keys, page, button, row }) => {
      await chooseFiles(page, () => keys.use(button('Choose pictures')), [{ name: 'keys.png', mimeType: 'image/png', buffer: dot }]);
      await expect(row('keys.png')).toBeVisible();
      await keys.search('keys.png');
      await keys.dialogOf(row('keys.png').getByRole('button', { name: 'Delete' }));
      await keys.send('Delete', 'keys.png is deleted.');
      await expect(row('keys.png')).toHaveCount(0);
      await keys.hasFocus();
    },
  },
  '/promotions': {
    name: 'Promotions',
    act: async ({ keys, button, row }) => {
      const dialog = await keys.dialogOf(button('New promotion'));
      await keys.fill(dialog.getByRole('textbox', { name: 'Code' }), 'KEYS');
      await keys.choose(dialog.getByRole('combobox', { name: 'Kind' }), 'Amount in EUR');
      await keys.fill(dialog.getByRole('textbox', { name: 'Value' }), '5');
      await keys.send('Save', 'KEYS is saved.');
      await keys.dialogOf(row('KEYS').getByRole('button', { name: 'Switch off' }));
      await keys.send('Switch off', 'KEYS is off.');
      await expect(row('KEYS').getByRole('button', { name: 'Switch off' })).toHaveCount(0);
      await keys.hasFocus();
    },
  },
  '/automatic-promotions': {
    name: 'Automatic promotions',
    act: async ({ keys, button, row }) => {
      const dialog = await keys.dialogOf(button('New automatic promotion'));
      await keys.fill(dialog.getByRole('textbox', { name: 'Name' }), 'Keys sale');
      await keys.choose(dialog.getByRole('combobox', { name: 'Kind' }), 'Free shipping');
      await keys.fill(dialog.getByRole('textbox', { name: 'Value' }), '5');
      await keys.send('Save', 'Keys sale is saved.');
      await keys.dialogOf(row('Keys sale').getByRole('button', { name: 'Switch off' }));
      await keys.send('Switch off', 'Keys sale is off.');
      await expect(row('Keys sale').getByRole('button', { name: 'Switch off' })).toHaveCount(0);
      await keys.hasFocus();
    },
  },
  '/settings': {
    name: 'Settings',
    act: async ({ keys, shop, button, link, main }) => {
      await keys.use(main.getByRole('link', { name: /^Points/ }));
      await keys.isAt('Settings: Points');
      const dialog = await keys.dialogOf(button('Edit: Points'));
      await keys.use(dialog.getByRole('checkbox'), 'Space');
      await keys.fill(dialog.getByRole('textbox', { name: 'Points for sharing a product' }), '7');
      await keys.send('Save', 'Points: saved.');
      await expect(main.getByText('7', { exact: true })).toBeVisible();

      // Ways to pay: their order, and what is folded up.
      await keys.use(link('Checkout'));
      await keys.isAt('Settings: Checkout');
      const checkout = await keys.dialogOf(button('Edit: Checkout'));
      const invoice = checkout.getByRole('group', { name: 'Invoice', exact: true });
      const up = invoice.getByRole('button', { name: 'Move Invoice up' });
      await keys.use(up);
      await expect(up).toBeFocused();
      await keys.press('Enter');
      await expect(invoice.getByRole('button', { name: 'Move Invoice down' })).toBeFocused();
      await keys.to(invoice.getByRole('button', { name: 'Bounds and texts' }), 'Shift+Tab');
      await keys.press('Enter');
      await keys.fill(invoice.getByLabel('From (EUR)'), '20');
      await keys.send('Save', 'Checkout: saved.');
      await expect(main.getByText(/^Invoice · from €20\.00/)).toBeVisible();
      await shop.asAdmin('PUT', '/v1/admin/settings/checkout', { methods: null });
    },
  },
  '/looks': {
    name: 'Storefront',
    act: async ({ keys, page, shop, button, main }) => {
      const group = (name: string) => main.getByRole('group', { name, exact: true });
      await keys.fill(main.getByRole('textbox', { name: 'Corners in pixels' }), '12');
      // The order of blocks, and what is folded up.
      const up = group('New goods').getByRole('button', { name: 'Move New goods up' });
      await keys.use(up);
      await expect(up).toBeFocused();
      await keys.press('Enter');
      await expect(group('New goods').getByRole('button', { name: 'Move New goods down' })).toBeFocused();
      await keys.use(group('New goods').getByRole('button', { name: 'Remove New goods' }));
      await expect(group('New goods')).toHaveCount(0);
      await keys.use(button('Texts: Best sellers'));
      await keys.fill(group('Best sellers').getByRole('textbox', { name: 'Title (English)' }), 'Loved');
      await keys.use(button('Add a link: Links in the head'));
      await keys.fill(group('New link').getByRole('combobox', { name: 'Page' }), '/search');
      await keys.fill(group('/search').getByRole('textbox', { name: 'Title (English)' }), 'All');
      await keys.use(button('Save'));
      await expect(page.getByText('The storefront is saved.')).toBeVisible();
      await shop.asAdmin('PUT', '/v1/admin/settings/storefront', { radius: null, home: null, menu: null });
    },
  },
  '/mailtexts': {
    name: 'Mail texts',
    act: async ({ keys, page, button, main }) => {
      // The messages of the pages before come one after another, above this one's buttons: they go.
      await page.reload();
      await settled(page);
      await keys.choose(main.getByRole('combobox', { name: 'Mail' }), 'Order paid');
      await keys.fill(main.getByRole('textbox', { name: 'Subject' }), 'Paid: ');
      await keys.use(button('{number}'));
      await expect(main.getByRole('textbox', { name: 'Subject' })).toBeFocused();
      await expect(main.getByText(/^Subject: Paid: ORD-/)).toBeVisible();
      await keys.use(button('Save'));
      await expect(page.getByText('Order paid: saved.')).toBeVisible();
      await keys.dialogOf(button('Send to myself'));
      await keys.send('Send to myself', 'The mail is on its way to');
    },
  },
  '/legal': {
    name: 'Legal pages',
    act: async ({ keys, button, main }) => {
      const dialog = await keys.dialogOf(button('Edit: Withdrawal, English'));
      await keys.fill(dialog.getByRole('textbox', { name: 'Title' }), 'Withdrawal');
      await keys.fill(dialog.getByRole('textbox', { name: 'Text' }), 'Write to us.');
      await keys.send('Save draft', 'The draft of Withdrawal is saved.');
      await keys.dialogOf(button('Publish: Withdrawal, English'));
      await keys.send('Publish', 'Withdrawal is published.');
      await expect(main.getByText('version 1 of')).toBeVisible();
    },
  },
  '/shipping': {
    name: 'Shipping methods',
    act: async ({ keys, page, button, link, main, row }) => {
      const dialog = await keys.dialogOf(button('New shipping method'));
      await keys.fill(dialog.getByRole('textbox', { name: /^Name\s*\*?$/ }), 'Keys way');
      await keys.to(dialog.getByRole('combobox', { name: 'Countries' }));
      await keys.press('Backspace');
      await keys.add(dialog.getByRole('combobox', { name: 'Countries' }), 'Austria (AT)');
      await keys.fill(dialog.getByLabel('Price in EUR'), '3');
      await keys.use(dialog.getByRole('checkbox'), 'Space');
      await keys.send('Save', 'Keys way is saved.');
      await expect(row('Keys way')).toContainText('AT');
      await expect(row('Keys way')).toContainText('off');

      // Its table of rates.
      await keys.use(link('Keys way'));
      await keys.isAt('Keys way');
      await keys.use(button('Add a row'));
      await expect(main.getByLabel('Countries, row 1', { exact: true })).toBeFocused();
      await keys.fill(main.getByLabel('Price (EUR), row 1', { exact: true }), '4');
      await keys.use(button('Copy row 1'));
      await keys.fill(main.getByLabel('From weight (g), row 2', { exact: true }), '5000');
      await keys.use(button('Save the rates'));
      await expect(page.getByText('Saved: 2 rows.')).toBeVisible();
      await keys.hasFocus();
      await keys.fill(main.getByLabel('Weight of the goods (g)'), '6000');
      await expect(main.getByText('It costs €4.00, by row 2.')).toBeVisible();
      await keys.to(button('Sort'), 'Shift+Tab'); // no key of the page works in a field
      await keys.open('Shipping methods');
      await keys.dialogOf(row('Keys way').getByRole('button', { name: 'Delete' }));
      await keys.send('Delete', 'Keys way is deleted.');
    },
  },
  '/customers': {
    name: 'Customers',
    act: async ({ keys, page, shop, button, link, main }) => {
      await register(shop, 'Keys Customer');
      await keys.choose(main.getByRole('combobox', { name: 'Account' }), 'Retail');
      await keys.search('Keys Customer');
      await keys.use(link('Keys Customer'));
      await keys.isAt('Keys Customer');
      const correction = await keys.dialogOf(button('Correct the name or phone'));
      await keys.fill(correction.getByLabel('Phone'), '+49 30 4711');
      await keys.send('Save', 'Keys Customer is saved.');
      const dialog = await keys.dialogOf(button('Adjust points'));
      await keys.fill(dialog.getByLabel('Points'), '250');
      await keys.fill(dialog.getByLabel('Reason'), 'By keys.');
      await keys.press('Enter');
      await expect(main.getByText('250 points, worth')).toBeVisible();
      await expect(button('Adjust points')).toBeFocused();
      const [file] = await Promise.all([page.waitForEvent('download'), keys.use(button('Export data'))]);
      expect(file.suggestedFilename()).toBe('keys.customer@example.com.json');
      await keys.dialogOf(button('Disable'));
      await keys.send('Disable', 'Disabled');
    },
  },
  '/guests': {
    name: 'Guests',
    act: async ({ keys, page, shop, button, link }) => {
      await shop.order('Keys Guest');
      await keys.search('Keys Guest');
      await keys.use(link('Keys Guest'));
      await keys.isAt('Keys Guest');
      const [file] = await Promise.all([page.waitForEvent('download'), keys.use(button('Export data'))]);
      expect(file.suggestedFilename()).toBe('keys.guest@example.com.json');
      const dialog = await keys.dialogOf(button('Erase'));
      await keys.fill(dialog.getByLabel('Type keys.guest@example.com'), 'keys.guest@example.com');
      await keys.fill(dialog.getByLabel('Reason, without a name'), 'Asked for.');
      await keys.send('Erase', 'The guest is erased.');
    },
  },
  '/reviews': {
    name: 'Reviews',
    act: async ({ keys, page, shop, button, main }) => {
      const { token } = await register(shop, 'Keys Reviewer');
      const { data } = await shop.call<{ data: { id: string }[] }>('GET', '/v1/products?limit=1');
      await shop.call('POST', '/v1/reviews', { productId: data[0]!.id, rating: 1, message: 'Keys and nothing else' }, { Authorization: `Bearer ${token}` });
      await keys.search('Keys and nothing');
      const row = main.getByRole('row', { name: /Keys and nothing else/ });
      await keys.use(row.getByRole('checkbox'), 'Space');
      const dialog = await keys.dialogOf(page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Hide' }));
      await keys.fill(dialog.getByLabel('Reason'), 'An advertisement.');
      await keys.use(dialog.getByRole('button', { name: 'Hide' }));
      await keys.use(dialog.getByRole('button', { name: 'Close' }));
      await expect(row.getByText('Hidden')).toBeVisible();
      await keys.hasFocus();
      await keys.dialogOf(button('Show'));
      await keys.send('Show', 'The review is shown.');
    },
  },
  '/mails': {
    name: 'Mails',
    act: async ({ keys, page, shop, button, main }) => {
      await shop.order('Keys Mails');
      await mailed(shop, 'keys.mails@example.com', /./); // the list is read once
      await keys.fill(main.getByLabel('To', { exact: true }), 'keys.mails');
      await expect(page).toHaveURL(/keys\.mails/);
      await settled(page);
      await expect(button('Order placed')).toHaveCount(1);
      const drawer = await keys.dialogOf(button('Order placed'));
      await keys.use(drawer.getByRole('button', { name: 'Send again' }));
      await keys.use(page.getByRole('dialog', { name: 'Send this mail again?' }).getByRole('button', { name: 'Send again' }));
      await expect(page.getByText('The mail is on its way.')).toBeVisible();
      await keys.use(drawer.getByRole('button', { name: 'Close' }));
      await expect(button('Order placed')).toBeFocused();
    },
  },
  '/payments': {
    name: 'Payment tasks',
    act: async ({ keys, page, shop, button }) => {
      // The demo's payments ask no provider: the service's answer is given a task.
      const { id: orderId } = await shop.order('Keys Payments');
      const task = { id: 'task', orderId, kind: 'intent', status: 'failed', attempts: 3, lastError: 'no answer', createdAt: '2026-01-01T00:00:00Z' };
      const meta = { page: 1, limit: 20, total: 1, totalPages: 1 };
      await page.route(/v1\/admin\/payments\/tasks/, (route) => route.fulfill({ json: route.request().method() === 'GET' ? { data: [task], meta } : task }));
      await page.reload();
      await settled(page);
      await keys.dialogOf(button('Ask again'));
      await keys.send('Ask again', 'The payment provider is asked again.');
      await expect(button('Ask again')).toBeFocused();
      await page.unroute(/v1\/admin\/payments\/tasks/);
    },
  },
  '/dead': {
    name: 'Stuck events',
    act: async ({ keys, page, button, main, row }) => {
      await page.route('**/v1/admin/events/consumers', async (route) => {
        const answer = await route.fetch();
        const list = (await answer.json()) as { data: { name: string; dead: number }[] };
        list.data = list.data.map((c) => (c.name === 'mailer.letters' ? { ...c, dead: 3 } : c));
        await route.fulfill({ response: answer, json: list });
      });
      await page.reload();
      await settled(page);
      await keys.dialogOf(row('mailer.letters').getByRole('button', { name: 'Try all again' }));
      await keys.send('Try all again', 'Nothing of it is stuck any more');
      await keys.use(button('All consumers'));
      await expect(button('All consumers')).toHaveCount(0);
      await keys.hasFocus();
      await keys.choose(main.getByRole('combobox', { name: 'Consumer' }), 'mailer.letters');
      await page.unroute('**/v1/admin/events/consumers');
    },
  },
  '/events': {
    name: 'Event log',
    act: async ({ keys, page, main }) => {
      await keys.fill(main.getByLabel('Event', { exact: true }), 'ordering.order_placed.v1');
      await expect(page).toHaveURL(/order_placed/);
      await settled(page);
      await keys.use(main.locator('summary').first());
      await keys.use(main.getByRole('link', { name: 'All of this request' }).first());
      await expect(page).toHaveURL(/requestId/);
      await settled(page);
      await keys.hasFocus();
    },
  },
  '/audit': {
    name: 'Audit',
    act: async ({ keys, page, main }) => {
      await keys.choose(main.getByRole('combobox', { name: 'What' }), 'Account created');
      await expect(page).toHaveURL(/account_created/);
      await settled(page);
      await keys.use(main.locator('summary').first(), 'Space');
      await keys.use(main.getByRole('link', { name: /^All about/ }).first());
      await keys.isAt('Event log');
    },
  },
  '/webhooks': {
    name: 'Webhooks',
    act: async ({ keys, page, button, link }) => {
      const form = await keys.dialogOf(button('New webhook'));
      await keys.fill(form.getByLabel('Address'), 'http://127.0.0.1:9/keys');
      await keys.use(form.getByRole('button', { name: 'Save' }));
      const secret = page.getByRole('dialog').filter({ hasText: 'whsec_' });
      await keys.isInside(secret);
      await keys.use(secret.getByRole('button', { name: 'I have kept it' }));
      await expect(secret).toHaveCount(0);
      await keys.hasFocus();
      await keys.use(link('http://127.0.0.1:9/keys'));
      await keys.isAt(/127\.0\.0\.1:9/);
      await keys.dialogOf(button('Pause'));
      await keys.send('Pause', 'Somebody paused it.');
      await keys.dialogOf(button('Resume'));
      await keys.send('Resume', /./);
      await expect(button('Pause')).toBeVisible();
    },
  },
  '/deliveries': {
    name: 'Webhook deliveries',
    act: async ({ keys, page, shop, main }) => {
      await shop.asAdmin('POST', '/v1/admin/webhooks', { url: 'http://127.0.0.1:9/sent', events: ['ordering.*'] });
      await shop.order('Keys Deliveries');
      await expect.poll(() => shop.asAdmin<{ data: unknown[] }>('GET', '/v1/admin/webhooks/deliveries').then(({ data }) => data.length)).toBeGreaterThan(0);
      await keys.open('Staff');
      await keys.open('Webhook deliveries');
      await keys.choose(main.getByRole('combobox', { name: 'Address' }), 'http://127.0.0.1:9/sent');
      await expect(page).toHaveURL(/endpointId/);
      await settled(page);
      await keys.dialogOf(main.getByRole('button', { name: 'ordering.order_placed.v1' }));
      await keys.press('Escape');
      await expect(main.getByRole('button', { name: 'ordering.order_placed.v1' })).toBeFocused();
    },
  },
  '/staff': {
    name: 'Staff',
    act: async ({ keys, page, shop, row }) => {
      const { id } = await register(shop, 'Keys Member');
      await shop.asAdmin('POST', '/v1/admin/roles', { name: 'Role by keys', scopes: ['orders:read'] });
      await shop.asAdmin('PATCH', `/v1/admin/users/${id}`, { role: 'admin' });
      await page.reload();
      await settled(page);
      const dialog = await keys.dialogOf(row('Keys Member').getByRole('button', { name: 'Change the role' }));
      await keys.choose(dialog.getByRole('combobox', { name: 'Role' }), 'Role by keys');
      await keys.send('Save', 'Keys Member is saved.');
      await keys.dialogOf(row('Keys Member').getByRole('button', { name: 'Remove from the staff' }));
      await keys.send('Remove from the staff', 'is a customer now');
      await expect(row('Keys Member')).toHaveCount(0);
      await keys.hasFocus();
    },
  },
  '/invitations': {
    name: 'Invitations',
    act: async ({ keys, button, row }) => {
      const dialog = await keys.dialogOf(button('Invite somebody'));
      await keys.fill(dialog.getByLabel('Email'), 'keys.invited@example.com');
      await keys.fill(dialog.getByLabel('Name'), 'Keys Invited');
      await keys.choose(dialog.getByRole('combobox', { name: 'Role' }), 'Owner');
      await keys.send('Invite', 'An invitation is on its way');
      await keys.dialogOf(row('keys.invited@example.com').getByRole('button', { name: 'Withdraw' }));
      await keys.send('Withdraw', 'The invitation is withdrawn.');
    },
  },
  '/roles': {
    name: 'Roles',
    act: async ({ keys, button, row }) => {
      const dialog = await keys.dialogOf(button('New role'));
      await keys.fill(dialog.getByRole('textbox', { name: /^Name\s*\*?$/ }), 'Keys role');
      await keys.add(dialog.getByRole('combobox', { name: 'May do' }), 'Pack and ship orders, change addresses, take returns in', 'See stock and its movements');
      await keys.send('Save', 'Keys role is saved.');
      await expect(row('Keys role')).toContainText('Pack and ship orders');
      await keys.dialogOf(row('Keys role').getByRole('button', { name: 'Delete' }));
      await keys.send('Delete', 'Keys role is deleted.');
    },
  },
  '/keys': {
    name: 'API keys',
    act: async ({ keys, page, button, row }) => {
      const dialog = await keys.dialogOf(button('New key'));
      await keys.fill(dialog.getByRole('textbox', { name: /^Name\s*\*?$/ }), 'Keys program');
      await keys.add(dialog.getByRole('combobox', { name: 'May do' }), 'See orders and returns');
      await keys.use(dialog.getByRole('button', { name: 'Save' }));
      await keys.use(page.getByRole('button', { name: 'I have kept it' }));
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await keys.hasFocus();
      await keys.dialogOf(row('Keys program').getByRole('button', { name: 'Revoke' }));
      await keys.send('Revoke', 'The key Keys program is revoked.');
    },
  },
};

test('the main acts of every page are done by keys alone', async ({ page, shop }) => {
  test.setTimeout(600_000); // each page of the menu
  await signIn(page);
  const paths = await plainPages(page);
  // The account and a page that is not there are reached from elsewhere, and tested below.
  expect(Object.keys(acts).sort()).toEqual(paths.filter((path) => path !== '/account' && path !== '/nothing').sort());
  const keys = new Keyboard(page);
  const main = page.getByRole('main');
  const desk: Desk = {
    keys, page, shop, main,
    button: (name) => main.getByRole('button', { name, exact: true }),
    link: (name) => main.getByRole('link', { name, exact: true }),
    row: (name) => main.getByRole('row').filter({ hasText: name }),
  };
  for (const [path, { name, act }] of Object.entries(acts)) {
    await test.step(path, async () => {
      await keys.open(name);
      await act(desk);
    });
  }
});

test('on every page Tab reaches all that can be pressed, and each stop is seen', async ({ page, shop }) => {
  test.setTimeout(300_000); // some 40 pages
  const paths = await recordPages(shop, 'Keys Stops');
  await signIn(page);
  paths.push(...(await plainPages(page)));
  const faults: string[] = [];
  for (const path of paths) {
    await turnTo(page, path);
    await page.evaluate(() => {
      const reached = ((window as unknown as { reached: Set<unknown> }).reached = new Set());
      document.addEventListener('focusin', (event) => reached.add(event.target));
    });
    await skipToContent(page);
    for (let stops = 0; stops < 300; stops++) {
      await page.keyboard.press('Tab');
      const { name, fault } = await lookAtFocus(page);
      if (name === '' || name.includes('Skip to content')) break; // the page has ended
      if (fault) faults.push(`${path}: ${name} ${fault}`);
    }
    faults.push(...(await missed(page)).map((what) => `${path}: ${what} is not reached`));
  }
  expect(faults).toEqual([]);
});

/** Tab goes on from the content, as after the link at the top of the page. */
async function skipToContent(page: Page) {
  await page.evaluate(() => {
    const content = document.getElementById('main-content')!;
    content.tabIndex = -1;
    content.focus();
    content.blur();
    content.removeAttribute('tabindex');
  });
}

/**
 * What a mouse can press in the content, and had no focus. Arrows walk in tabs and trees and open
 * lists, Backspace takes a value of several, and what is folded up has its turn once it is open.
 */
function missed(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { reached } = window as unknown as { reached: Set<Element> };
    const showsHand = (e: Element) => getComputedStyle(e).cursor === 'pointer' && getComputedStyle(e).pointerEvents !== 'none';
    const canBePressed = (e: Element) => showsHand(e) && !(e.parentElement && showsHand(e.parentElement));
    const all = [...document.querySelectorAll('#main-content *')].filter((e) => e.getClientRects().length > 0 && canBePressed(e));
    const isReached = (e: Element) => reached.has(e) || [...reached].some((r) => e.contains(r) || r.contains(e));
    const otherwise = '[role="tab"], .MuiTabScrollButton-root, [role="treeitem"], label, .MuiAutocomplete-endAdornment, .MuiChip-deleteIcon, details:not([open]) > :not(summary)';
    return all.filter((e) => !isReached(e) && !e.closest(otherwise)).map((e) => e.outerHTML.slice(0, 120));
  });
}

test('the bar, its menus and the own account by keys', async ({ page }) => {
  await signIn(page);
  await settled(page);
  const keys = new Keyboard(page);
  const bar = page.getByRole('banner');
  await keys.use(bar.getByRole('button', { name: 'English' }));
  await expect(page.locator('[role=menuitem]:focus')).toHaveCount(1);
  await keys.press('Escape');
  await expect(bar.getByRole('button', { name: 'English' })).toBeFocused();
  await keys.use(bar.getByRole('button', { name: 'Administrator' }));
  await keys.walkTo(page.getByRole('menuitem', { name: 'My account' }));
  await keys.press('Enter');
  await expect(page.getByRole('heading', { name: 'My account', level: 1 })).toBeVisible();
  await settled(page);
  const main = page.getByRole('main');
  const dialog = await keys.dialogOf(main.getByRole('button', { name: 'Change the password' }));
  await expect(dialog.getByLabel('Current password')).toBeFocused();
  await keys.press('Escape');
  await expect(main.getByRole('button', { name: 'Change the password' })).toBeFocused();
  await keys.press('?');
  await keys.isInside(page.getByRole('dialog', { name: 'Keys' }));
  await keys.press('Escape');
  await expect(main.getByRole('button', { name: 'Change the password' })).toBeFocused();
});

test.describe('signed out', () => {
  test.use({ fresh: true });

  test('sign-in by keys, from the first field on', async ({ page }) => {
    await page.goto('/admin/');
    const keys = new Keyboard(page);
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
    await keys.fill(page.getByRole('textbox', { name: 'Email' }), admin.email);
    await keys.fill(page.getByRole('textbox', { name: 'Password' }), admin.password);
    await keys.press('Enter');
    await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
  });
});
