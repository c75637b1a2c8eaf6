import { start } from './service';
import { expect, type Look, test } from './visitor';

test('a shop without goods says so politely', async ({ browser }) => {
  const { url, stop } = await start(true);
  try {
    const context = await browser.newContext({ baseURL: url });
    const page = await context.newPage();
    for (const path of ['/', '/search', '/cart', '/login', '/wholesale', '/orders/find']) {
      const answer = await page.goto(path);
      expect(answer!.status(), path).toBe(200);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
    expect((await page.goto('/c/coffee'))!.status()).toBe(404);
    await context.close();
  } finally {
    await stop();
  }
});

test.use({ look: { name: 'empty', language: 'en', script: true, width: 1280 } satisfies Look });
