import type { CDPSession, Page, Request } from '@playwright/test';
import { type Budget, budgets, look, prepare } from './budgets';
import { expect, test } from './visitor';

// What a page may weigh, and that nothing on it moves while it loads: the same on every machine,
// beside whatever else it does. What takes time is in figures.spec.ts.

test.use({ look });

for (const [path, own] of Object.entries(budgets.pages)) {
  test(`the budget of ${path}`, async ({ page, shop, visitor }) => {
    await prepare(path, visitor, shop);
    await hold(page, path, { ...budgets.each, ...own });
  });
}

test('the budget of a product of 200 variants, and of a text of 20 000 characters', async ({ page, shop }) => {
  const mark = `budget ${Date.now() % 100_000}`;
  for (const { slug } of [await shop.makeMany(mark), await shop.makeLong(mark)]) await hold(page, `/p/${slug}`, budgets.each);
});

/** Expects that a page holds its budget. */
async function hold(page: Page, path: string, budget: Budget) {
  await page.goto('about:blank');
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.clearBrowserCache');
  const weight = await weigh(page, path);
  expect.soft(weight.html, 'bytes of HTML').toBeLessThanOrEqual(budget.htmlKB * 1000);
  expect.soft(weight.css, 'bytes of CSS').toBeLessThanOrEqual(budget.cssKB * 1000);
  expect.soft(weight.script, 'bytes of script').toBeLessThanOrEqual(budget.scriptKB * 1000);
  expect.soft(weight.requests.length, weight.requests.join('\n')).toBeLessThanOrEqual(budget.requests);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect.soft(await shift(page, cdp, path), `layout shift at ${width} px`).toBeLessThanOrEqual(budget.layoutShift);
  }
}

/** Loads a page and adds up what was sent for it, in bytes as sent. */
async function weigh(page: Page, path: string) {
  const requests: Request[] = [];
  const hear = (request: Request) => requests.push(request);
  page.on('requestfinished', hear);
  await page.goto(path, { waitUntil: 'networkidle' });
  page.off('requestfinished', hear);
  const late = new Set(await page.evaluate(() => [...document.querySelectorAll<HTMLImageElement>('img[loading=lazy]')].map((img) => img.currentSrc)));
  const bytes = async (kind: string) => {
    const sizes = await Promise.all(requests.filter((r) => r.resourceType() === kind).map((r) => r.sizes()));
    return sizes.reduce((sum, s) => sum + s.responseBodySize, 0);
  };
  return {
    html: await bytes('document'), css: await bytes('stylesheet'), script: await bytes('script'),
    requests: requests.map((r) => r.url()).filter((url) => !late.has(url) && !url.startsWith('data:')),
  };
}

/** How much the page moves by itself when the font comes 0.6 s late, and pictures 0.3 s. */
async function shift(page: Page, cdp: CDPSession, path: string): Promise<number> {
  await cdp.send('Network.clearBrowserCache');
  await page.route(/\.(woff2|webp|png|jpe?g|svg)$|\/media\//, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, route.request().resourceType() === 'font' ? 600 : 300));
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'load' });
  const sum = await page.evaluate(async () => {
    let moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) moved += entry.hadRecentInput ? 0 : entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    await document.fonts.ready;
    await new Promise((resolve) => setTimeout(resolve, 200));
    return moved;
  });
  await page.unrouteAll({ behavior: 'wait' });
  return sum;
}
