import { violations } from './axe';
import { expect, settled, signIn, test, visit } from './shop';

test('an order is found, opened and marked as paid', async ({ page, shop }) => {
  const order = await shop.order('Ada Lovelace', 2);
  await signIn(page);
  await page.getByRole('menuitem', { name: 'Orders' }).click();
  await page.getByLabel('Number, name, article or address').fill(order.number);
  await expect(page).toHaveURL(/filter=.*q/); // the list has taken the search
  await settled(page);
  await page.getByRole('link', { name: order.number }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/orders/${order.id}$`));
  await expect(page.getByRole('heading', { name: `Order ${order.number}` })).toBeVisible();
  expect(order.taxes.length).toBeGreaterThan(0);
  for (const tax of order.taxes) await expect(page.getByText(`VAT of ${tax.rate} % included in €${tax.gross.toFixed(2)}`)).toBeVisible();

  const sent = page.waitForRequest((request) => request.url().endsWith('/mark-paid'));
  await page.getByRole('button', { name: 'Mark paid' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark paid' }).click();
  expect((await sent).headers()['idempotency-key']).toBeTruthy();
  await expect(page.getByText(`Order ${order.number} is paid.`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Begin packing' })).toBeVisible();
});

test('an order whose money is on its way says so', async ({ page, shop }) => {
  const order = await shop.orderOnItsWay('Emmy Noether');
  await page.goto(`/admin/orders/${order.id}`);
  const said = page.getByRole('alert').filter({ hasText: 'The money is on its way' });
  await expect(said).toContainText('The goods are kept until the money comes, at most until');
  await expect(said.getByRole('time')).toHaveText(/in 13 days/);
  await expect(page.getByText('To be paid until')).toBeVisible();
  await settled(page);
  expect(await violations(page)).toEqual([]);
});

test('a search that its list has not taken does not lead back to the list', async ({ page, shop }) => {
  const order = await shop.order('Mary Somerville');
  await page.goto('/admin/orders');
  await settled(page);
  // The page of an order takes longer to come than the search waits for more letters.
  await page.route('**/OrderPage-*.js', async (route) => {
    await page.waitForTimeout(1_500);
    await route.continue();
  });
  await page.getByLabel('Number, name, article or address').pressSequentially('Mary');
  await page.getByRole('link', { name: order.number }).click();
  await expect(page.getByRole('heading', { name: `Order ${order.number}` })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/admin/orders/${order.id}$`));
});

test('a lost answer and a double click have one effect', async ({ page, shop, consoleErrors }) => {
  const order = await shop.order('Grace Hopper');
  await page.goto(`/admin/orders/${order.id}`);
  const keys: string[] = [];
  await page.route('**/mark-paid', async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    if (keys.length > 1) return route.continue();
    await route.fetch(); // the service has done it, and the answer is lost
    return route.abort();
  });
  await page.getByRole('button', { name: 'Mark paid' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark paid' }).click();
  await expect(page.getByText('There was no answer, so it is not clear')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark paid' }).dblclick();
  await expect(page.getByText(`Order ${order.number} is paid.`)).toBeVisible();
  expect(new Set(keys).size).toBe(1);
  consoleErrors.length = 0; // the browser reports the request that was cut
});

test('an order is noted on, goes elsewhere, and is shipped in part', async ({ page, shop, consoleErrors }) => {
  const order = await shop.order('Lise Meitner', 2);
  await page.goto(`/admin/orders/${order.id}`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add a note' }).click();
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Fetches it <b>on Friday</b>.');
  await dialog.getByRole('button', { name: 'Add a note' }).click();
  await expect(page.getByText('Fetches it <b>on Friday</b>.')).toBeVisible();

  await page.getByRole('button', { name: 'Change the address' }).click();
  // A typo is mended, and the rest not typed again.
  for (const [part, value] of Object.entries({ 'Street and number': 'Torstraße 12', 'Postal code': '10119', City: 'Berlin' })) {
    await expect(dialog.getByLabel(part)).toHaveValue(value);
  }
  await dialog.getByLabel('Street and number').fill('Hauptstr. 1');
  await dialog.getByLabel('Postal code').fill('10827');
  await dialog.getByLabel('Country').fill('AT');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText(/^is not possible/)).toBeVisible();
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('422')]);
  await dialog.getByLabel('Country').fill('DE');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Hauptstr. 1 10827 Berlin')).toBeVisible();
  await expect(page.getByText('Address changed')).toBeVisible();

  await shop.asAdmin('POST', `/v1/admin/orders/${order.id}/mark-paid`);
  await shop.asAdmin('POST', `/v1/admin/orders/${order.id}/process`);
  await page.reload();
  await page.getByRole('button', { name: 'Ship' }).click();
  await dialog.getByRole('spinbutton').first().fill('0');
  await expect(dialog.getByText('1 of 2 lines remain')).toBeVisible();
  await dialog.getByLabel('Tracking number').fill('0034');
  await dialog.getByRole('button', { name: 'Ship' }).click();
  await expect(page.getByText(`Order ${order.number} has been shipped.`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change the address' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Ship', exact: true }).click();
  await expect(dialog.getByRole('spinbutton')).toHaveCount(1); // what is left alone

  await test.step('the carrier says where a shipment is, and it alone arrives', async () => {
    const { items } = await shop.asAdmin<{ items: { id: string }[] }>('GET', `/v1/admin/orders/${order.id}`);
    await shop.asAdmin('POST', `/v1/admin/orders/${order.id}/ship`, { carrier: 'UPS', trackingNumber: '1Z', items: [{ orderItemId: items[0]!.id, quantity: 1 }] });
    await page.reload();
    const shipment = page.getByRole('group', { name: 'DHL 0034' });
    await shipment.getByRole('button', { name: 'Add a carrier event' }).click();
    await dialog.getByLabel('Event').click();
    await page.getByRole('option', { name: 'Out for delivery' }).click();
    await dialog.getByLabel('Where').fill('Leipzig');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(page.getByText('The event is in the timeline.')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Out for delivery' })).toContainText('Leipzig');
    await expect(shipment.getByText('Out for delivery')).toBeVisible();
    await shipment.getByRole('button', { name: 'Arrived' }).click();
    await dialog.getByRole('button', { name: 'Arrived' }).click();
    await expect(page.getByText('DHL 0034 is delivered.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Arrived' })).toHaveCount(1); // the other one

    const lost = page.getByRole('group', { name: 'UPS 1Z' });
    await lost.getByRole('button', { name: 'Did not arrive' }).click();
    await dialog.getByRole('radio', { name: 'It is lost' }).click();
    await dialog.getByRole('button', { name: 'Note it' }).click();
    await expect(lost.getByText('lost', { exact: true })).toBeVisible();
    // Again, and without tracking.
    await page.getByRole('button', { name: 'Ship', exact: true }).click();
    await dialog.getByRole('combobox', { name: 'Carrier' }).clear();
    await dialog.getByRole('spinbutton').fill('1');
    await dialog.getByRole('button', { name: 'Ship' }).click();
    await expect(page.getByRole('group', { name: 'Without tracking' })).toBeVisible();
  });

  await test.step('a mail about it is read', async () => {
    await page.getByRole('button', { name: 'Order shipped' }).first().click();
    await expect(dialog.getByText(order.number).first()).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('what is left to pack is printed, without prices', async () => {
    await page.getByRole('link', { name: 'Packing slip of what is left' }).click();
    const slip = page.getByRole('region', { name: 'Packing slip' });
    await expect(slip.getByRole('row')).toHaveCount(2); // the heading's and the line's
    await expect(slip).toContainText('1 unit in all');
    await expect(slip).toContainText('Hauptstr. 1 10827 Berlin');
    await expect(slip).not.toContainText('€');
    await page.emulateMedia({ media: 'print' });
    await expect(slip).toBeVisible();
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('menuitem', { name: 'Orders' })).toBeHidden();
    await page.emulateMedia({ media: null });
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', '');
    });
    await page.getByRole('button', { name: 'Print' }).click();
    await expect(page.locator('body[data-printed]')).toBeAttached();
  });
});

test('orders of several stages are listed by a tab, which stands in the address', async ({ page, shop }) => {
  const waiting = await shop.order('Rosalind Franklin');
  const placed = await shop.order('Chien-Shiung Wu');
  await shop.asAdmin('POST', `/v1/admin/orders/${placed.id}/mark-paid`);
  await page.goto('/admin/orders');
  await page.getByRole('tab', { name: 'To ship' }).click();
  await expect(page.getByRole('link', { name: placed.number })).toBeVisible();
  await expect(page.getByRole('link', { name: waiting.number })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('link', { name: placed.number })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'To ship' })).toHaveAttribute('aria-selected', 'true');
});

test('an open list shows a new order without a reload', async ({ page, shop }) => {
  await page.goto('/admin/orders');
  await settled(page);
  const order = await shop.order('Katherine Johnson');
  await expect(page.getByRole('link', { name: order.number })).toBeVisible();
});

test('parts of an order are refunded by hand: the money counts once staff say that it is sent', async ({ page, shop }) => {
  const order = await shop.order('Mary Jackson');
  await shop.asAdmin('POST', `/v1/admin/orders/${order.id}/mark-paid`);
  await page.goto(`/admin/orders/${order.id}`);
  await expect(page.getByText(/1 order, €[1-9]/)).toBeVisible();
  await page.getByRole('button', { name: 'Refund' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('You send it yourself')).toBeVisible();
  await dialog.getByRole('radio', { name: 'Parts of it' }).click();
  await dialog.getByRole('spinbutton').fill('1');
  await dialog.getByLabel('Goodwill in EUR').fill('1,50 €');
  await dialog.getByLabel('Reason').fill('One was broken.');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await expect(page.getByText(`The refund of order ${order.number} is under way.`)).toBeVisible();
  await expect(page.getByRole('row', { name: /^Refunded/ })).toHaveCount(0);

  await page.goto('/admin/');
  await page.getByRole('link', { name: /^Refunds to be sent by hand\s*[1-9]/ }).click();
  const row = page.getByRole('row', { name: new RegExp(order.number) });
  await expect(row).toContainText('Mary Jackson');
  await row.getByRole('button', { name: 'Sent', exact: true }).click();
  await dialog.getByLabel('Reference of the transfer').fill('4711');
  await dialog.getByRole('button', { name: 'Sent', exact: true }).click();
  await expect(row).toHaveCount(0); // it is pending no longer
  await visit(page, `/orders/${order.id}`, order.number);
  await expect(page.getByText('One was broken. · Reference: 4711')).toBeVisible();
  const sums = await page.getByRole('main').locator('tr').filter({ hasText: /^(Total|Refunded|Left)[−€-]/ }).allTextContents();
  expect(sums.map((sum) => sum.split(/[−€-]/)[0])).toEqual(['Total', 'Refunded', 'Left']);
});

test('what was marked paid by mistake is taken back', async ({ page, shop }) => {
  const order = await shop.order('Dorothy Vaughan');
  await shop.asAdmin('POST', `/v1/admin/orders/${order.id}/mark-paid`);
  await page.goto(`/admin/orders/${order.id}`);
  await page.getByRole('button', { name: 'Take “paid” back' }).click();
  await page.getByRole('dialog').getByLabel('Why').fill('It was for another order.');
  await page.getByRole('dialog').getByRole('button', { name: 'Take “paid” back' }).click();
  await expect(page.getByText(`Order ${order.number} is unpaid again.`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark paid' })).toBeVisible();
});

test('units that are not sent are taken off an order, and what has arrived comes back for a customer who calls', async ({ page, shop }) => {
  const order = await shop.order('Annie Easley');
  await shop.asAdmin('POST', `/v1/admin/orders/${order.id}/mark-paid`);
  await page.goto(`/admin/orders/${order.id}`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Cancel units' }).click();
  await dialog.getByRole('spinbutton').fill('1');
  await dialog.getByLabel('Reason').fill('One is left in stock.');
  await dialog.getByRole('button', { name: 'Cancel units' }).click();
  await expect(page.getByText(`The units are off order ${order.number}.`)).toBeVisible();
  await expect(page.getByText('One is left in stock.').first()).toBeVisible(); // the refund by hand

  for (const [verb, body] of [['process'], ['ship', {}], ['deliver']] as const) await shop.asAdmin('POST', `/v1/admin/orders/${order.id}/${verb}`, body);
  await page.reload();
  await expect(page.getByText('May be returned until')).toBeVisible();
  await page.getByRole('button', { name: 'Open a return' }).click();
  await dialog.getByRole('spinbutton').fill('1');
  await dialog.getByLabel('Reason').fill('Called: it is scratched.');
  await dialog.getByRole('button', { name: 'Open a return' }).click();
  await page.getByRole('button', { name: 'Goods received' }).click();
  await dialog.getByRole('checkbox', { name: /^Back into stock/ }).uncheck();
  await dialog.getByLabel('Take off the refund').fill('2,00');
  await dialog.getByLabel('Why it is taken off').fill('A scratch.');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Goods received' }).click();
  await expect(page.getByText('€2.00: A scratch.')).toBeVisible();
  await expect(page.getByText('1 arrived, 0 back in stock')).toBeVisible();
});
