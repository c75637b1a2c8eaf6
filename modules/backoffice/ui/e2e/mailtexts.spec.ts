import { expectNoViolations } from './axe';
import { turnTo } from './pages';
import { admin, expect, signIn, test } from './shop';

interface MailSettings {
  version: number;
  values: { texts: { kind: string; locale: string; subject: string | null; intro: string | null }[] };
}

const path = '/v1/admin/settings/mail';

test('an owner gives a mail words of the shop, sees it meanwhile, and sends it to herself', async ({ page, shop, consoleErrors }) => {
  const order = await shop.order('Emmy Noether');
  await signIn(page);
  await turnTo(page, '/mailtexts');
  const main = page.getByRole('main');
  const mail = main.frameLocator('iframe');
  const field = (name: string) => main.getByRole('textbox', { name, exact: true });
  await expect(mail.getByText('Hello Ada Lovelace,')).toBeVisible();
  // The mail has its styles, though the policy of the pages lets no document have any.
  await expect(mail.locator('.card')).toHaveCSS('max-width', '560px');

  await main.getByRole('combobox', { name: 'Mail' }).click();
  await page.getByRole('option', { name: 'Order shipped' }).click();
  await field('Subject').fill('{colour}');
  await expect(main.getByText('has {colour}, but these mails know only {shop}')).toBeVisible();
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('422')]);
  await field('Subject').fill('On its way: ');
  await main.getByRole('button', { name: '{number}', exact: true }).click();
  await expect(field('Subject')).toHaveValue('On its way: {number}');
  await field('First paragraph').fill('<b>{carrier}</b> brings it.\n\nSoon.');
  await expect(mail.getByText('<b>DHL</b> brings it.')).toBeVisible();
  await expect(mail.getByText('Soon.', { exact: true })).toBeVisible();
  await expect(main.getByText('Subject: On its way: ORD-4071826651')).toBeVisible();
  await expectNoViolations(page);

  // With an order that is there, in the other language.
  await main.getByRole('tab', { name: 'German' }).click();
  await field('Subject').fill('Unterwegs: {number}');
  await main.getByRole('combobox', { name: 'Preview with' }).click();
  await page.getByRole('option', { name: order.number }).click();
  await expect(main.getByText(`Subject: Unterwegs: ${order.number}`)).toBeVisible();

  await main.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Order shipped: saved.')).toBeVisible();
  const { values } = await shop.asAdmin<MailSettings>('GET', path);
  expect(values.texts.filter((t) => t.kind === 'order_shipped')).toEqual([
    { kind: 'order_shipped', locale: 'en', subject: 'On its way: {number}', intro: '<b>{carrier}</b> brings it.\n\nSoon.' },
    { kind: 'order_shipped', locale: 'de', subject: 'Unterwegs: {number}', intro: null },
  ]);

  await main.getByRole('button', { name: 'Send to myself' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send to myself' }).click();
  await expect(page.getByText(`on its way to ${admin.email}`)).toBeVisible();
  const sent = () => shop.call<{ subject: string }[]>('GET', `/dev/mail.json?to=${admin.email}`);
  await expect.poll(async () => (await sent()).map((m) => m.subject)).toContain(`Unterwegs: ${order.number}`);
});

test('words that another admin has saved meanwhile are not lost', async ({ page, shop, consoleErrors }) => {
  await signIn(page);
  await turnTo(page, '/mailtexts');
  const main = page.getByRole('main');
  const subject = main.getByRole('textbox', { name: 'Subject' });
  const put = (...texts: object[]) => shop.asAdmin('PUT', path, { texts });
  const texts = async () => (await shop.asAdmin<MailSettings>('GET', path)).values.texts.map((t) => `${t.kind} ${t.subject}`).sort();
  const other = { kind: 'order_paid', locale: 'en', subject: 'Other' };

  await subject.fill('Mine');
  await put(other); // of another kind
  await main.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Order placed: saved.').first()).toBeVisible();
  expect(await texts()).toEqual(['order_paid Other', 'order_placed Mine']);

  await subject.fill('Mine again');
  await put(other, { kind: 'order_placed', locale: 'en', subject: 'Theirs' });
  await main.getByRole('button', { name: 'Save' }).click();
  await expect(main.getByText('English: Theirs')).toBeVisible();
  expect(await texts()).toEqual(['order_paid Other', 'order_placed Theirs']);
  await main.getByRole('button', { name: 'Keep mine' }).click();
  await expect(main.getByText('English: Theirs')).toHaveCount(0);
  await expect.poll(texts).toEqual(['order_paid Other', 'order_placed Mine again']);

  await subject.fill('Mine for good');
  await put({ kind: 'order_placed', locale: 'en', subject: 'Theirs again' });
  await main.getByRole('button', { name: 'Save' }).click();
  await main.getByRole('button', { name: 'Take theirs' }).click();
  await expect(subject).toHaveValue('Theirs again');
  expect(consoleErrors.splice(0)).toEqual(Array(3).fill(expect.stringContaining('412')));
});

test('every kind of mail takes the placeholders that its page offers', async ({ page, shop }) => {
  await signIn(page);
  await turnTo(page, '/mailtexts');
  const main = page.getByRole('main');
  await main.getByRole('combobox', { name: 'Mail' }).click();
  const names = await page.getByRole('option').allTextContents();
  expect(names.length).toBeGreaterThan(20);
  await page.keyboard.press('Escape');
  page.on('dialog', (question) => question.accept()); // of what is not saved
  for (const name of names) {
    await main.getByRole('combobox', { name: 'Mail' }).click();
    await page.getByRole('option', { name, exact: true }).click();
    const places = await main.getByRole('group', { name: 'Put in where the cursor is' }).getByRole('button').allTextContents();
    await main.getByRole('textbox', { name: 'Subject' }).fill(`${name}: ${places.join(' ')}`);
    await expect(main.getByText(new RegExp(`^Subject: ${name.replace(/[()]/g, '\\$&')}`))).toBeVisible();
  }
  await shop.asAdmin('PUT', path, { texts: [] });
});
