import { turnTo } from './pages';
import { expect, signIn, test } from './shop';

/** A picture of one pixel. */
const dot = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

test('categories are a tree: walked by keys, made, moved, and deleted when nothing is in them', async ({ page, shop, consoleErrors }) => {
  const make = (name: string, parentId: string | null) => shop.asAdmin<{ id: string }>('POST', '/v1/categories', { name, parentId });
  const top = await make('Tree top', null);
  const branch = await make('Tree branch', top.id);
  await make('Tree leaf', branch.id);
  await shop.asAdmin('POST', '/v1/admin/products', { name: 'Leaf cup', status: 'draft', categoryIds: [branch.id], variants: [{ sku: 'LEAF-1', price: 5 }] });
  await signIn(page);
  await turnTo(page, '/categories');
  const tree = page.getByRole('tree', { name: 'Categories' });
  const item = (name: string) => tree.getByRole('treeitem', { name });
  await expect(item('Tree top')).toContainText('1 product');

  // By keys: down the tree, closed and opened again.
  await item('Tree top').click();
  await page.keyboard.press('ArrowRight');
  await expect(item('Tree branch')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(item('Tree leaf')).toBeHidden();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(item('Tree leaf')).toBeFocused();
  await expect(item('Tree leaf')).toHaveAttribute('aria-level', '3');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowUp');
  await expect(item('Tree top')).toBeFocused();

  // What is chosen stands in the address.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Tree top' })).toBeVisible();

  // Moving asks where; a category cannot go below itself.
  await item('Tree branch').click();
  await page.getByRole('button', { name: 'Move' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Below' }).click();
  await expect(page.getByRole('option', { name: 'Tree leaf' })).toHaveCount(0);
  await page.getByRole('option', { name: 'At the top' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(item('Tree branch')).toHaveAttribute('aria-level', '1');
  await expect(item('Tree top')).toContainText('0 products');

  await page.getByRole('button', { name: 'New category below' }).click();
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Tree twig');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Tree twig' })).toBeVisible();
  await expect(item('Tree twig')).toHaveAttribute('aria-level', '2');

  await page.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(item('Tree twig')).toHaveCount(0);

  // Its products are a link away.
  await item('Tree branch').click();
  await page.getByRole('link', { name: '1 product' }).click();
  await expect(page.getByRole('link', { name: 'Leaf cup' })).toBeVisible();
  expect(consoleErrors).toEqual([]);
});

test('a category has a description, a picture and its place among the others', async ({ page, shop }) => {
  const make = (name: string, position: number) => shop.asAdmin<{ id: string }>('POST', '/v1/categories', { name, position });
  const first = await make('! Shelf A', 1);
  await make('! Shelf B', 2);
  await signIn(page);
  await turnTo(page, '/categories');
  const items = page.getByRole('treeitem').filter({ hasText: '! Shelf' });
  await expect(items.first()).toContainText('Shelf A');
  await items.first().click();
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('What stands at the front.');
  await dialog.getByRole('textbox', { name: 'Position' }).fill('3');
  await dialog.getByTestId('picture-file').setInputFiles({ name: 'shelf.png', mimeType: 'image/png', buffer: dot });
  await expect(dialog.getByRole('button', { name: 'Remove the picture' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('What stands at the front.')).toBeVisible();
  await expect(items.first()).toContainText('Shelf B');
  const read = () => shop.call<{ mediaId: string | null; image: { url: string } | null; position: number }>('GET', `/v1/categories/${first.id}`);
  const { image } = await read();
  await expect(page.getByRole('main').locator(`img[src="${image!.url}"]`)).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByRole('button', { name: 'Remove the picture' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await read()).toMatchObject({ mediaId: null, position: 3 });
});

test('brands show how many products they have', async ({ page, shop }) => {
  const brand = await shop.asAdmin<{ id: string }>('POST', '/v1/brands', { name: 'Counted brand' });
  await shop.asAdmin('POST', '/v1/admin/products', { name: 'Counted cup', status: 'draft', brandId: brand.id, variants: [{ sku: 'COUNTED-1', price: 5 }] });
  await signIn(page);
  await turnTo(page, '/brands');
  await page.getByRole('row').filter({ hasText: 'Counted brand' }).getByRole('link', { name: '1', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Counted cup' })).toBeVisible();
});

test('a brand behind the first hundred can be chosen, and is shown', async ({ page, shop }) => {
  for (let i = 0; i <= 100; i++) await shop.asAdmin('POST', '/v1/brands', { name: `Many ${String(i).padStart(3, '0')}` });
  const last = await shop.asAdmin<{ id: string }>('POST', '/v1/brands', { name: 'Zz last of many' });
  const cup = await shop.asAdmin<{ id: string }>('POST', '/v1/admin/products', { name: 'Many cup', status: 'draft', brandId: last.id, variants: [{ sku: 'MANY-1', price: 5 }] });
  await signIn(page);
  await turnTo(page, `/products/${cup.id}/edit`);
  const brand = page.getByRole('combobox', { name: 'Brand' });
  await expect(brand).toHaveText('Zz last of many');
  await brand.click();
  await expect(page.getByRole('option', { name: 'Many 100' })).toBeAttached();
  await page.getByRole('option', { name: 'Zz last of many' }).click();
});
