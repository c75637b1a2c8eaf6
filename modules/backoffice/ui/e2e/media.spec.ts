import { expectAccessible, violations } from './axe';
import { turnTo } from './pages';
import { expect, signIn, test } from './shop';

/** A PNG of one pixel. */
const dot = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

test('pictures are uploaded, refused in words and deleted', async ({ page, consoleErrors }) => {
  await signIn(page);
  await turnTo(page, '/media');
  const chooser = page.getByTestId('picture-file');
  await expect(page.getByRole('button', { name: 'Choose pictures' })).toBeVisible();

  await chooser.setInputFiles({ name: 'Tiny Dot.png', mimeType: 'image/png', buffer: dot });
  const row = page.getByRole('row', { name: /tiny-dot\.png/ });
  await expect(row.getByText('1 × 1')).toBeVisible();
  await expectAccessible(page);

  await chooser.setInputFiles([
    { name: 'broken.png', mimeType: 'image/png', buffer: dot.subarray(0, 40) },
    { name: 'disguised.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<html><script>alert(1)</script></html>') },
    { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc((8 << 20) + 1) },
  ]);
  await expect(page.getByText('broken.png: This is no JPEG, PNG or WebP picture, or it is broken.')).toBeVisible();
  await expect(page.getByText('disguised.jpg: This is no JPEG, PNG or WebP picture, or it is broken.')).toBeVisible();
  await expect(page.getByText('large.png: The file is larger than 8 MiB.')).toBeVisible();
  await expectAccessible(page);
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('422'), expect.stringContaining('422')]);

  await row.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('tiny-dot.png is deleted.')).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('a logo is uploaded in the form of its brand, which keeps it', async ({ page, consoleErrors }) => {
  await signIn(page);
  await turnTo(page, '/brands');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'New brand' }).click();
  await dialog.getByLabel('Name', { exact: false }).first().fill('Brand with a logo');
  await dialog.getByLabel('Address of the logo').fill('http://example.com/logo.png');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByLabel('Address of the logo')).toBeFocused();
  await expect(dialog.getByLabel('Address of the logo')).toHaveAccessibleDescription(/^has the wrong form \(must be an https URL/);
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('422')]);
  await dialog.getByTestId('picture-file').setInputFiles({ name: 'Brand Logo.png', mimeType: 'image/png', buffer: dot });
  await expect(dialog.getByLabel('Address of the logo')).toHaveValue(/\/media\/.*\/brand-logo\.png$/);
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('row', { name: /Brand with a logo/ }).locator('img')).toHaveAttribute('src', /brand-logo\.png/);
  await turnTo(page, '/media');
  await page.getByRole('row', { name: /brand-logo\.png/ }).getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog.getByRole('alert').getByRole('link', { name: 'Brand with a logo' })).toBeVisible();
  expect(consoleErrors.splice(0)).toEqual([expect.stringContaining('409')]);
});
