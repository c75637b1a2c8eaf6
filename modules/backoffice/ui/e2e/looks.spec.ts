import { expectNoViolations } from './axe';
import { turnTo } from './pages';
import { expect, signIn, test } from './shop';

interface Storefront {
  version: number;
  values: { accent: string; radius: number; home: { kind: string }[]; menu: { link: string }[] };
}

const path = '/v1/admin/settings/storefront';

// The demo dresses the shop's pages once their pictures are there, after the first test has begun.
test.beforeEach(async ({ shop }) => {
  await expect.poll(async () => (await shop.asAdmin<Storefront>('GET', path)).version, { timeout: 120_000 }).toBeGreaterThan(1);
});

test('an owner chooses colors, blocks and links, and sees the shop with them before they are saved', async ({ page, shop, consoleErrors }) => {
  await signIn(page);
  await turnTo(page, '/looks');
  const main = page.getByRole('main');
  const frame = main.frameLocator('iframe');
  const group = (name: string) => main.getByRole('group', { name, exact: true });
  await expect(frame.getByRole('heading', { level: 1 })).toBeVisible();

  // A yellow can't be read on white: the page says what is shown instead, and the shop shows it.
  await main.getByRole('textbox', { name: 'Main color', exact: true }).fill('#ffe500');
  const mended = main.getByText(/Shown as #[0-9a-f]{6}/);
  await expect(mended).toBeVisible();
  const color = /#[0-9a-f]{6}/.exec((await mended.textContent()) ?? '')![0];
  await expect.poll(() => frame.locator('html').evaluate((root) => getComputedStyle(root).getPropertyValue('--brand'))).toBe(color);

  await group('Opening').getByRole('button', { name: 'Texts: Opening' }).click();
  await group('Opening').getByRole('textbox', { name: 'Title (English)' }).fill('Good <b>coffee</b>');
  await expect(frame.getByRole('heading', { name: 'Good <b>coffee</b>' })).toBeVisible();

  await main.getByRole('combobox', { name: 'Add a block' }).click();
  await page.getByRole('option', { name: 'Text', exact: true }).click();
  await group('Text').getByRole('textbox', { name: 'Title (English)' }).fill('Our roast');
  const text = group('Text: Our roast');
  await text.getByRole('textbox', { name: 'Text (English)' }).fill('Every **Tuesday**.');
  await text.getByRole('button', { name: 'Move Text: Our roast up' }).click();
  await expect(frame.getByText('Every Tuesday.', { exact: true })).toBeVisible();
  await expectNoViolations(page);

  // What is refused is said; the preview stays.
  await text.getByRole('textbox', { name: 'Text (English)' }).fill('<i>Every</i> Tuesday.');
  await expect(main.getByText('The preview is the last one without a fault.')).toBeVisible();
  await expect(frame.getByText('Every Tuesday.', { exact: true })).toBeVisible();
  await main.getByRole('button', { name: 'Save' }).click();
  await expect(text.getByText(/line 1: HTML is not allowed/)).toBeVisible();
  expect(consoleErrors.splice(0).length).toBeGreaterThan(0);
  await text.getByRole('textbox', { name: 'Text (English)' }).fill('Every **Tuesday**.');

  await main.getByRole('button', { name: 'Add a link: Links in the head' }).click();
  await group('New link').getByRole('combobox', { name: 'Page' }).fill('/search?onSale=true');
  await group('/search?onSale=true').getByRole('textbox', { name: 'Title (English)' }).fill('Bargains');
  await expect(frame.getByRole('link', { name: 'Bargains' })).toBeVisible();
  // The shop is as it was, and its links stay in the preview.
  expect((await shop.asAdmin<Storefront>('GET', path)).values.accent).not.toBe('#ffe500');
  await frame.getByRole('link', { name: 'Bargains' }).click();
  await expect(frame.getByRole('heading', { level: 1 })).not.toHaveText('Good <b>coffee</b>');
  await expect(frame.getByRole('link', { name: 'Bargains' })).toBeVisible();

  await main.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The storefront is saved.')).toBeVisible();
  const { values } = await shop.asAdmin<Storefront>('GET', path);
  expect(values).toMatchObject({ accent: '#ffe500', menu: [{ link: '/search?onSale=true' }] });
  expect(values.home.at(-2)?.kind).toBe('text');
  await shop.asAdmin('PUT', path, { accent: null, home: null, menu: null });
});

test('looks that another admin has saved meanwhile are not lost', async ({ page, shop, consoleErrors }) => {
  await signIn(page);
  await turnTo(page, '/looks');
  const main = page.getByRole('main');
  const corners = main.getByRole('textbox', { name: 'Corners in pixels' });
  const radius = async () => (await shop.asAdmin<Storefront>('GET', path)).values.radius;
  await corners.fill('10');
  await shop.asAdmin('PUT', path, { radius: 2 });
  await main.getByRole('button', { name: 'Save' }).click();
  await main.getByRole('button', { name: 'Keep mine' }).click();
  await expect.poll(radius).toBe(10);
  await corners.fill('11');
  await shop.asAdmin('PUT', path, { radius: 3 });
  await main.getByRole('button', { name: 'Save' }).click();
  await main.getByRole('button', { name: 'Take theirs' }).click();
  await expect(corners).toHaveValue('3');
  expect(consoleErrors.splice(0)).toEqual(Array(2).fill(expect.stringContaining('412')));
  await shop.asAdmin('PUT', path, { radius: null });
});
