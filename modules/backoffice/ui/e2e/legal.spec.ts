import { turnTo } from './pages';
import { expect, signIn, test } from './shop';

test('an owner writes a legal page, sees how it will look, and publishes it', async ({ page, shop, consoleErrors }) => {
  await signIn(page);
  await turnTo(page, '/legal');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Edit: Imprint, German' }).click();
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Impressum');
  await dialog.getByRole('textbox', { name: 'Text' }).fill('## Anbieter\n\n[Shop](javascript:alert(1))');
  await dialog.getByRole('button', { name: 'Save draft' }).click();
  await expect(dialog.getByText('line 3: a link must begin with https:')).toBeVisible();
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('422')]);
  await dialog.getByRole('textbox', { name: 'Text' }).fill('## Anbieter\n\n**Muster & Co**, [Shop](https://shop.example)');
  await dialog.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('There is a draft.')).toBeVisible();
  await page.getByRole('button', { name: 'Preview in the shop: Imprint, German' }).click();
  const preview = await page.context().newPage();
  await preview.goto((await page.getByRole('link', { name: 'Open the preview (30 minutes)' }).getAttribute('href'))!);
  await expect(preview.getByRole('heading', { name: 'Anbieter' })).toBeVisible();
  await preview.close();

  await page.getByRole('button', { name: 'Publish: Imprint, German' }).click();
  await expect(dialog.getByRole('heading', { name: 'Anbieter' })).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Shop' })).toHaveAttribute('href', 'https://shop.example');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('“Impressum”, version 1 of')).toBeVisible();
  const { pages } = await shop.call<{ pages: { slug: string }[] }>('GET', '/v1/shop');
  expect(pages.map((p) => p.slug)).toContain('impressum');

  await page.getByRole('button', { name: 'Read: Imprint, German' }).click();
  await expect(dialog.getByText('by Administrator')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Take off' }).click();
  await dialog.getByRole('button', { name: 'Take off' }).click();
  await expect(page.getByText('“Impressum”, version 1 of')).toHaveCount(0);
});
