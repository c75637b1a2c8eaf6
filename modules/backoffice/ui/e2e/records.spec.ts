import { turnTo } from './pages';
import { expect, signIn, test } from './shop';

test('an API key is shown once, reads orders, and is refused when revoked', async ({ page, shop }) => {
  await signIn(page);
  await turnTo(page, '/keys');
  await page.getByRole('button', { name: 'New key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Warehouse');
  await dialog.getByRole('combobox', { name: 'May do' }).click();
  await page.getByRole('option', { name: 'See orders and returns' }).click();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const key = (await page.getByTestId('secret').textContent()) ?? '';
  await page.getByRole('button', { name: 'I have kept it' }).click();
  const read = () => fetch(`${shop.url}/v1/admin/orders`, { headers: { Authorization: `Bearer ${key}` } }).then((a) => a.status);
  expect(await read()).toBe(200);
  await page.getByRole('row', { name: 'Warehouse' }).getByRole('button', { name: 'Revoke' }).click();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect.poll(read).toBe(401);
});

test('ready roles are in words, and one is taken over', async ({ page, shop }) => {
  await signIn(page);
  // In a shop without any they stand at the invitations, too (empty.spec).
  await turnTo(page, '/roles');
  const ready = page.getByRole('listitem').filter({ hasText: 'Bookkeeper' });
  await expect(ready).toContainText('marks orders as paid and refunds');
  await ready.getByRole('button', { name: 'Take over the role Bookkeeper' }).click();
  await expect(page.getByText('There is the role Bookkeeper now.')).toBeVisible();
  await expect(ready).toHaveCount(0);
  await expect(page.getByRole('row', { name: 'Bookkeeper' })).toContainText('See orders and returns');
  await expect(page.getByRole('row', { name: 'Owner' })).toContainText('Everything');
  const { data } = await shop.asAdmin<{ data: { id: string; name: string }[] }>('GET', '/v1/admin/roles');
  await shop.asAdmin('DELETE', `/v1/admin/roles/${data.find((role) => role.name === 'Bookkeeper')!.id}`);
});

/** What a business sends that applies for wholesale prices. */
const application = (businessName: string, contactEmail: string) => ({
  businessName, businessAddress: 'Hauptstr. 1, 10827 Berlin', state: 'Berlin', country: 'DE',
  contactFullName: 'Jana Lindner', contactEmail, contactPhone: '+49 30 1234567',
  estimatedMonthlyOrderMin: 500, estimatedMonthlyOrderMax: 2000,
});

test('a wholesale application is approved', async ({ page, shop }) => {
  await shop.call('POST', '/v1/wholesale/apply', application('Rösterei <b>Lindner</b>', 'jana@lindner.example'));
  await signIn(page);
  await turnTo(page, '/wholesale');
  await page.getByRole('link', { name: 'Rösterei <b>Lindner</b>' }).click();
  await expect(page.getByText('None yet')).toBeVisible(); // an account of the email
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('dialog')).toContainText('An account is made. The mail “Wholesale: approved”');
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('buys wholesale now')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0);
});

test('the answer of an applicant is written down, and the list says how the question stands', async ({ page, shop }) => {
  await shop.call('POST', '/v1/wholesale/apply', application('Teehaus Wolke', 'teehaus@wolke.example'));
  await signIn(page);
  await turnTo(page, '/wholesale');
  const inList = (state: string) => expect(page.getByRole('row', { name: new RegExp(`Teehaus Wolke.*${state}`) })).toBeVisible();
  await inList('To decide');
  await page.getByRole('link', { name: 'Teehaus Wolke' }).click();
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  const command = async (button: string, field: string, text: string) => {
    await main.getByRole('button', { name: button, exact: true }).click();
    await dialog.getByLabel(field).fill(text);
    await dialog.getByRole('button', { name: button, exact: true }).click();
    await expect(dialog).toHaveCount(0);
  };
  await expect(main.getByRole('button', { name: 'Ask', exact: true })).toBeVisible();
  // Nothing was asked yet.
  await expect(main.getByRole('button', { name: 'Record the answer' })).toHaveCount(0);
  await command('Ask', 'Question', 'How much tea?');
  await turnTo(page, '/wholesale');
  await inList('Asked, no answer yet');
  await page.getByRole('link', { name: 'Teehaus Wolke' }).click();
  await main.getByRole('button', { name: 'Record the answer' }).click();
  await expect(dialog).toContainText('To the question “How much tea?”');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await command('Record the answer', 'Answer', 'Ten kilos a month,\nby phone.');
  const history = main.locator('section').filter({ has: page.getByRole('heading', { name: 'History' }) });
  await expect(history).toContainText(/How much tea\?Asked.*AnswerTen kilos a month,\s+by phone\.Answered.*\d/);
  await expect(main.getByRole('row', { name: /Answer about application.*How much tea\?.*Ten kilos/ })).toBeVisible();
  await turnTo(page, '/wholesale');
  await inList('Answered, to decide');
  await page.getByRole('link', { name: 'Teehaus Wolke' }).click();
  await command('Ask', 'Question', 'Green or black?');
  await expect(history).toContainText('Green or black?');
  await expect(history).not.toContainText('Ten kilos');
  await expect(main.getByText('Asked, no answer yet')).toBeVisible();
});

test('a wholesale application that another admin decides meanwhile says who was faster', async ({ page, shop, consoleErrors }) => {
  await shop.call('POST', '/v1/wholesale/apply', application('Kiosk am Park', 'kiosk@park.example'));
  const path = '/v1/admin/wholesale/applications';
  const { data } = await shop.asAdmin<{ data: { id: string }[] }>('GET', `${path}?q=Kiosk`);
  const { id } = data[0]!;
  for (const question of ['Do you sell coffee?', 'How much of it?']) await shop.asAdmin('POST', `${path}/${id}/request-info`, { question });
  await page.goto('/admin/wholesale');
  await expect(page.getByRole('row', { name: /Kiosk am Park.*Asked, no answer yet/ })).toBeVisible();
  await page.getByRole('link', { name: 'Kiosk am Park' }).click();
  await expect(page.getByRole('row', { name: /Question about application.*Do you sell coffee\?/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Wholesale: question' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Approve' }).click();
  await shop.asAdmin('POST', `${path}/${id}/reject`, { reason: 'no coffee' });
  const reads: string[] = [];
  page.on('request', (request) => request.method() === 'GET' && request.url().endsWith(`${path}/${id}`) && reads.push(request.url()));
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText(/Somebody has decided this already. It is now: Rejected, \w+ \d+/)).toBeVisible();
  await expect(page.getByText('Rejected by you')).toBeVisible();
  await expect(page.getByText('no coffee').first()).toBeVisible();
  expect(reads).toEqual([]); // the refusal has said it all
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('409')]);
});
