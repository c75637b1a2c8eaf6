import { violations } from './axe';
import { change, turnTo } from './pages';
import { expect, signIn, test } from './shop';

const path = '/v1/admin/search/synonyms';

interface Synonyms {
  groups: { words: string[] }[];
  rules: { word: string; finds: string[] }[];
  version: number;
}

test('synonyms are written as lines, refused with the line, and searches follow', async ({ page, shop, consoleErrors }) => {
  await shop.asAdmin('PUT', path, { groups: [], rules: [] });
  await shop.asAdmin('POST', '/v1/admin/products', { name: 'Kuschelsofa', status: 'active', tags: ['sofa'], variants: [{ sku: 'SYN-SOFA', price: 5 }] });
  const found = async (q: string) => (await shop.call<{ data: { name: string }[] }>('GET', `/v1/products?q=${q}`)).data.map((p) => p.name);
  expect(await found('ottomane')).toEqual([]);
  await signIn(page);
  await turnTo(page, '/synonyms');
  await expect(page.getByText('None yet.')).toHaveCount(2);
  await page.getByRole('button', { name: 'Edit the synonyms' }).click();
  const dialog = page.getByRole('dialog');
  const [groups, rules] = [dialog.getByRole('textbox', { name: 'Equal words' }), dialog.getByRole('textbox', { name: 'One way' })];
  await groups.fill('Sofa, Ottomane\n\nDivan, sofa\ntwo words, x1');
  await rules.fill('sneaker => shoe, boot\nsneaker');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(groups).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog.getByText(/Line 3: .*is in another group/)).toBeVisible();
  await expect(dialog.getByText(/Line 4: .*must be one word/)).toBeVisible();
  await expect(rules).toHaveAttribute('aria-invalid', 'true');
  expect(await violations(page)).toEqual([]);
  await groups.fill('Sofa, Ottomane\nÖl, Oil');
  await rules.fill('sneaker => shoe, boot');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Sofa, Ottomane')).toBeVisible();
  await expect(page.getByText('sneaker => shoe, boot')).toBeVisible();
  const saved = await shop.asAdmin<Synonyms>('GET', path);
  expect(saved).toMatchObject({ groups: [{ words: ['Sofa', 'Ottomane'] }, { words: ['Öl', 'Oil'] }], rules: [{ word: 'sneaker', finds: ['shoe', 'boot'] }] });
  expect(await found('ottomane')).toEqual(['Kuschelsofa']);

  await change(page, { lang: 'de', theme: 'dark' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Synonyme');
  await page.getByRole('button', { name: 'Synonyme bearbeiten' }).click();
  await dialog.getByRole('textbox', { name: 'Gleiche Wörter' }).fill('Sofa, Ottomane, sofa');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(dialog.getByText(/Zeile 1: .*steht zweimal da/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  consoleErrors.splice(0);
});

test('what another admin has written meanwhile is not overwritten', async ({ page, shop, consoleErrors }) => {
  await shop.asAdmin('PUT', path, { groups: [{ words: ['cup', 'mug'] }], rules: [] });
  await signIn(page);
  await turnTo(page, '/synonyms');
  await page.getByRole('button', { name: 'Edit the synonyms' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Equal words' }).fill('cup, mug, beaker');
  await shop.asAdmin('PUT', path, { groups: [{ words: ['cup', 'glass'] }], rules: [] });
  await dialog.getByRole('button', { name: 'Save' }).click();
  const conflict = page.getByRole('dialog');
  await expect(conflict).toContainText('cup, glass');
  await expect(conflict).toContainText('cup, mug, beaker');
  await conflict.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('cup, mug, beaker')).toBeVisible();
  expect((await shop.asAdmin<Synonyms>('GET', path)).groups).toEqual([{ words: ['cup', 'mug', 'beaker'] }]);
  consoleErrors.splice(0);
});
