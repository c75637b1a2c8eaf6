// From an empty database to the first order, in one sitting and in the browser alone: by the list
// of the overview, which says what is missing. The service runs as in production: without the
// demo's goods, with the first admin of the configuration.

import type { Page } from '@playwright/test';
import { expect, settled, test, trySignIn, admin } from './shop';

test.use({ empty: true, fresh: true });

/** With PICTURES=1, pictures of the walk to be looked at: wide and on a phone, in e2e-results. */
async function look(page: Page, name: string) {
  if (!process.env.PICTURES) return;
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await page.waitForTimeout(500); // parts narrow one by one
    await page.screenshot({ path: `e2e-results/newcomer/${name}-${width}.png`, fullPage: true });
  }
}

/** A picture of a cup, drawn by the browser. */
async function cup(page: Page, color: string): Promise<Buffer> {
  const url = await page.evaluate((fill) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [800, 800];
    const context = canvas.getContext('2d')!;
    context.fillStyle = '#eee';
    context.fillRect(0, 0, 800, 800);
    context.fillStyle = fill;
    context.fillRect(250, 250, 300, 350);
    context.strokeStyle = fill;
    context.lineWidth = 50;
    context.strokeRect(550, 320, 120, 180);
    return canvas.toDataURL('image/png');
  }, color);
  return Buffer.from(url.split(',')[1]!, 'base64');
}

const legal = ['Imprint', 'Terms', 'Privacy', 'Withdrawal', 'Shipping and payment'];

test('a newcomer sets the shop up by the list alone, and it takes its first order', async ({ page, shop }) => {
  await trySignIn(page, admin);
  const main = page.getByRole('main');
  const list = page.getByRole('region', { name: 'Before the first order' });
  const step = (name: string) => list.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
  const dialog = page.getByRole('dialog');
  const begin = async (name: string, heading: string) => {
    await list.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    await settled(page);
  };
  const done = async (name: string) => {
    await page.getByRole('menuitem', { name: 'Overview' }).click();
    await expect(step(name)).toContainText('Done');
  };
  /** Fills in a dialog that a button of the page opens, and saves it. */
  const fillIn = async (button: string, fields: Record<string, string>, picture: string, save = 'Save') => {
    await main.getByRole('button', { name: button, exact: true }).click();
    for (const [name, value] of Object.entries(fields)) await dialog.getByRole('textbox', { name: new RegExp(`^${name}(\\s*\\*)?$`) }).fill(value);
    await look(page, picture);
    await dialog.getByRole('button', { name: save, exact: true }).click();
    await expect(dialog).toHaveCount(0);
  };

  await expect(list).toBeVisible();
  await expect(list.getByText('Loading…')).toHaveCount(0);
  await expect(step('Mail')).toContainText('Done'); // it runs as in production
  await expect(list.getByText('Done')).toHaveCount(1);
  await look(page, '01-overview');

  await test.step('the shop, the seller and the bank account', async () => {
    await begin('The shop', 'Settings: Shop');
    await look(page, '02-settings');
    await fillIn('Edit: Shop', { Name: 'Moka & Co', Email: 'hello@moka.example', Phone: '+49 30 901820' }, '03-shop');
    await done('The shop');
    await begin('Who sells', 'Settings: Seller');
    await fillIn('Edit: Seller', {
      Name: 'Moka & Co GmbH', 'Street and number': 'Torstraße 12', 'Postal code': '10119', City: 'Berlin', Email: 'hello@moka.example', 'VAT id': 'DE 129 273 398',
    }, '04-seller');
    await done('Who sells');
    await begin('A bank account', 'Settings: Bank account');
    await fillIn('Edit: Bank account', { IBAN: 'DE02 1203 0000 0000 2020 51', BIC: 'BYLADEM1001' }, '05-bank');
    await done('A bank account');
  });

  await test.step('a way to ship, with rates', async () => {
    await begin('A shipping method', 'Shipping methods');
    await look(page, '06-shipping');
    await fillIn('New shipping method', { Name: 'Parcel', 'Price in EUR': '4.90' }, '07-method');
    await main.getByRole('link', { name: 'Parcel' }).click();
    await main.getByRole('button', { name: 'Add a row' }).click();
    await main.getByLabel('Price (EUR), row 1', { exact: true }).fill('4.90');
    await main.getByRole('button', { name: 'Copy row 1' }).click();
    await main.getByLabel('From weight (g), row 2', { exact: true }).fill('5000');
    await main.getByLabel('Price (EUR), row 2', { exact: true }).fill('8.90');
    await main.getByLabel('Weight of the goods (g)').fill('6000');
    await expect(main.getByText('It costs €8.90, by row 2.')).toBeVisible();
    await look(page, '08-rates');
    await main.getByRole('button', { name: 'Save the rates' }).click();
    await expect(page.getByText('Saved: 2 rows.')).toBeVisible();
    await done('A shipping method');
  });

  await test.step('a product with pictures, and how many there are', async () => {
    await begin('A product', 'New product');
    await main.getByRole('textbox', { name: /^Name\s*\*?$/ }).fill('Espresso cup');
    await main.getByRole('textbox', { name: 'Description' }).fill('Thick porcelain.');
    await main.getByRole('combobox', { name: 'State' }).click();
    await page.getByRole('option', { name: 'In the shop' }).click();
    await look(page, '09-product');
    await main.getByRole('tab', { name: 'Variants' }).click();
    await main.getByLabel(/^SKU/).fill('CUP');
    await main.getByLabel('Price, Variant 1', { exact: true }).fill('12.90');
    await main.getByLabel(/^Weight/).fill('310');
    await look(page, '10-variant');
    await main.getByRole('tab', { name: 'Images' }).click();
    const files = await Promise.all(['#b04a2f', '#2f6bb0'].map(async (color) => ({ name: `${color.slice(1)}.png`, mimeType: 'image/png', buffer: await cup(page, color) })));
    await main.getByTestId('picture-file').setInputFiles(files);
    await expect(main.getByRole('button', { name: 'Remove picture 2' })).toBeVisible();
    await look(page, '11-pictures');
    await main.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { name: 'Espresso cup', level: 1 })).toBeVisible();
    await settled(page);
    await look(page, '12-made');
    await done('A product');
    await begin('Stock', 'Stock');
    await main.getByLabel('On hand of CUP').fill('12');
    await main.getByLabel('On hand of CUP').press('Enter');
    await expect(page.getByText('CUP: 12 on hand.')).toBeVisible();
    await look(page, '13-stock');
    await expect.poll(() => shop.call<{ data: { variants: { available: number }[] }[] }>('GET', '/v1/products?inStock=true').then(({ data }) => data[0]?.variants[0]!.available)).toBe(12);
    await done('Stock');
  });

  await test.step('the legal pages', async () => {
    await begin('Legal pages', 'Legal pages');
    await look(page, '14-legal');
    for (const [i, name] of legal.entries()) {
      await fillIn(`Edit: ${name}, English`, { Title: name, Text: `## ${name}\n\nMoka & Co GmbH, Torstraße 12, 10119 Berlin.` }, `15-legal-${i}`, 'Save draft');
      await main.getByRole('button', { name: `Publish: ${name}, English` }).click();
      if (i === 0) await look(page, '16-publish');
      await dialog.getByRole('button', { name: 'Publish' }).click();
      await expect(dialog).toHaveCount(0);
    }
    await done('Legal pages');
  });

  await test.step('what begins as most shops have it', async () => {
    await expect(list.getByText('Done')).toHaveCount(8);
    await look(page, '17-ready');
    await begin('Settings', 'Settings');
    const menu = main.getByRole('navigation', { name: 'Groups of settings' });
    const group = (name: string) => menu.getByRole('link', { name: new RegExp(`^${name}`) }).click();
    await look(page, '18-groups');
    await group('VAT');
    await fillIn('Edit: VAT', { Rates: 'DE 19 7\nAT 20 10' }, '18-vat');
    await group('Checkout');
    await main.getByRole('button', { name: 'Edit: Checkout' }).click();
    const invoice = dialog.getByRole('group', { name: 'Invoice', exact: true });
    await invoice.getByRole('checkbox').uncheck();
    await invoice.getByRole('button', { name: 'Bounds and texts' }).click();
    await look(page, '19-checkout');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
    await group('Mails');
    await fillIn('Edit: Mails', { Sender: 'Moka & Co' }, '20-mails');
    await look(page, '21-settings');
  });

  const order = await shop.order('First Guest');
  await page.getByRole('menuitem', { name: 'Overview' }).click();
  await expect(main.getByRole('link', { name: order.number })).toBeVisible();
  await expect(list).toHaveCount(0);
  await look(page, '22-first-order');
  await main.getByRole('link', { name: order.number }).click();
  await expect(page.getByRole('heading', { name: `Order ${order.number}`, level: 1 })).toBeVisible();
  await expect(main.getByText('Espresso cup').first()).toBeVisible();
  await look(page, '23-order');
});
