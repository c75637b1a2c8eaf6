import type { Page } from '@playwright/test';
import { Customer } from './customer';
import { turnTo } from './pages';
import { mailedCode } from './people';
import { expect, signIn, test } from './shop';

// What the admin and the packer of `orderd demo` do, in the browser alone. Customers order over
// HTTP.
test('a day of the shop', async ({ page, browser, shop }) => {
  test.setTimeout(300_000);
  const [ada, emma, finn] = await Promise.all([
    Customer.register(shop, 'Ada Brandt'), Customer.register(shop, 'Emma Lind'), Customer.register(shop, 'Finn Jansen'),
  ]);
  await signIn(page);

  await test.step('goods arrive in the morning', async () => {
    await turnTo(page, '/stock');
    await page.getByLabel('SKU').fill('NL-HOUSE-250');
    const row = page.getByRole('row', { name: /NL-HOUSE-250/ });
    await row.getByRole('button', { name: 'Adjust' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Difference').fill('60');
    await dialog.getByLabel('Reason').fill('A delivery in the morning.');
    await dialog.getByRole('button', { name: 'Adjust' }).click();
    await expect(row.getByRole('textbox')).toHaveValue('300');
  });

  const packing = await test.step('a packer is invited, and signs in', async () => {
    await turnTo(page, '/roles');
    await page.getByRole('button', { name: 'New role' }).click();
    let dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Packing');
    await dialog.getByRole('combobox', { name: 'May do' }).click();
    await page.getByRole('option', { name: 'Pack and ship orders' }).click();
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Packing is saved.')).toBeVisible();

    const paula = { email: 'paula.pack@example.com', password: 'nine sturdy boxes a day' };
    await turnTo(page, '/invitations');
    await page.getByRole('button', { name: 'Invite' }).first().click();
    dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').fill(paula.email);
    await dialog.getByLabel('Name').fill('Paula Pack');
    await dialog.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Packing' }).click();
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await expect(page.getByText(`An invitation is on its way to ${paula.email}.`)).toBeVisible();
    await shop.call('POST', '/v1/auth/accept-invitation', { ...paula, code: await mailedCode(shop, paula.email, 8) });
    const context = await browser.newContext({ baseURL: shop.url });
    const own = await context.newPage();
    await signIn(own, paula);
    return own;
  });

  await test.step('two parcels for Ada, and money that comes before', async () => {
    const order = await ada.order({ 'NL-HOUSE-250': 2, 'KA-PAPER-02': 1 });
    await turnTo(page, `/orders/${order.id}`);
    await command(page, 'Mark paid', `Order ${order.number} is paid.`);
    await turnTo(packing, `/orders/${order.id}`);
    await command(packing, 'Begin packing', `Order ${order.number} is being packed.`);
    await expect(packing.getByRole('button', { name: 'Refund' })).toHaveCount(0);

    await packing.getByRole('button', { name: 'Ship', exact: true }).click();
    const dialog = packing.getByRole('dialog');
    await dialog.getByLabel(/KA-PAPER-02/).fill('0');
    await dialog.getByLabel('Tracking number').fill('00340434161094042557');
    await expect(dialog.getByText('1 of 2 lines remain')).toBeVisible();
    await dialog.getByRole('button', { name: 'Ship', exact: true }).click();
    await expect(packing.getByText(`Order ${order.number} has been shipped.`)).toBeVisible();
    await expect(packing.getByText('Partly shipped')).toBeVisible();
    await ship(packing, order.number, '00340434161094042558');
    await command(packing, 'Delivered', `Order ${order.number} is delivered.`);
    const { events } = await ada.call<{ events: { status: string }[] }>('GET', `/v1/orders/${order.id}/tracking`);
    expect(events.map((e) => e.status)).toEqual(['placed', 'paid', 'processing', 'shipped', 'shipped', 'delivered', 'delivered']);
  });

  await test.step('Emma sends a cup back', async () => {
    const order = await emma.order({ 'EL-ESPR-WHITE': 2 }, 'cash_on_delivery');
    await turnTo(packing, `/orders/${order.id}`);
    await command(packing, 'Begin packing', `Order ${order.number} is being packed.`);
    await ship(packing, order.number, '1Z999AA10123456784');
    await command(packing, 'Delivered', `Order ${order.number} is delivered.`);
    const items = [{ orderItemId: order.items[0]!.id, quantity: 1 }];
    const asked = await emma.call<{ id: string }>('POST', `/v1/orders/${order.id}/returns`, { items, reason: 'One is enough.' });
    await turnTo(page, `/returns/${asked.id}`);
    await command(page, 'Approve', /approved/);
    await command(page, 'Goods received', /The goods are back/);
    await turnTo(page, '/refunds');
    await page.getByRole('row', { name: new RegExp(order.number) }).getByRole('button', { name: 'Sent', exact: true }).click();
    await answer(page, 'Sent', /is sent\./);
    const { payment } = await emma.call<{ payment: { refundedTotal: number } }>('GET', `/v1/orders/${order.id}`);
    expect(payment.refundedTotal).toBe(order.items[0]!.unitPrice);
  });

  await test.step('a wholesaler is asked, and approved', async () => {
    await shop.call('POST', '/v1/wholesale/apply', {
      businessName: 'Café Sonnenschein', businessAddress: 'Hauptstr. 1, 10827 Berlin', state: 'Berlin', country: 'DE',
      contactFullName: 'Chloé Martin', contactEmail: 'chloe@sonnenschein.example', contactPhone: '+49 30 1234567',
      estimatedMonthlyOrderMin: 500, estimatedMonthlyOrderMax: 2000,
    });
    await turnTo(page, '/wholesale');
    await page.getByRole('link', { name: 'Café Sonnenschein' }).click();
    await command(page, 'Ask', /question/i, { Question: 'Do you roast yourself?' });
    await command(page, 'Approve', /buys wholesale now/);
  });

  await test.step('an advertisement is hidden', async () => {
    const { data } = await shop.call<{ data: { id: string }[] }>('GET', '/v1/products?limit=1');
    const review = { productId: data[0]!.id, rating: 1, message: 'Buy at my shop instead!' };
    await finn.call('POST', '/v1/reviews', review);
    await turnTo(page, '/reviews');
    await page.getByRole('row', { name: /Buy at my shop instead!/ }).getByRole('button', { name: 'Hide' }).click();
    await answer(page, 'Hide', 'The review is hidden.', { Reason: 'An advertisement.' });
  });

  await test.step('the packer leaves', async () => {
    await turnTo(page, '/staff');
    await page.getByRole('row', { name: /Paula Pack/ }).getByRole('button', { name: 'Remove from the staff' }).click();
    await answer(page, 'Remove from the staff', /is a customer now/);
    await packing.goto('/admin/orders');
    await expect(packing.getByRole('button', { name: 'Sign in' })).toBeVisible();
  });

  await test.step('nothing is stuck in the evening', async () => {
    await page.goto('/admin/');
    for (const trouble of ['Mails that failed', 'Events that got stuck', 'Payments that failed']) {
      await expect(page.getByRole('link', { name: new RegExp(`^${trouble}\\s*0$`) })).toBeVisible();
    }
  });
  await packing.context().close();
});

/** Presses the button of a command, answers its dialog, and waits for what is announced. */
async function command(page: Page, button: string, done: string | RegExp, fields: Record<string, string> = {}) {
  await page.getByRole('button', { name: button, exact: true }).click();
  await answer(page, button, done, fields);
}

async function answer(page: Page, button: string, done: string | RegExp, fields: Record<string, string> = {}) {
  const dialog = page.getByRole('dialog');
  for (const [label, text] of Object.entries(fields)) await dialog.getByLabel(label).fill(text);
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await expect(page.getByText(done).first()).toBeVisible();
  await expect(dialog).toHaveCount(0);
}

/** Ships all that is left. */
async function ship(page: Page, number: string, tracking: string) {
  await page.getByRole('button', { name: 'Ship', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Tracking number').fill(tracking);
  await answer(page, 'Ship', `Order ${number} has been shipped.`);
}
