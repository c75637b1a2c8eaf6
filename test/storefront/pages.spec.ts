import { readdirSync, readFileSync } from 'node:fs';
import axe from 'axe-core';
import { HtmlValidate } from 'html-validate';
import { customers, guests, type State, strangers } from './pages';
import { expect, type Look, test, type Visitor } from './visitor';
import type { Page, Response } from '@playwright/test';

// Each page in each state: axe without a word, in English wide and in German on a phone, and on the
// other one by dark colours; no scrolling sideways down to 320 px, also at 640 px, which is 200 %
// of 1280; HTML by the standard.

const html = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard'],
});

const all = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What the page violates at this moment: by all rules, or by those of colours alone. */
async function violations(page: Page, rules: 'all' | 'colors'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (runOnly) => {
    // What is loaded late, or moves into place, is looked at where it comes to rest.
    await Promise.all(document.getAnimations().map((a) => a.finished.catch(() => undefined)));
    const result = await (window as unknown as { axe: typeof axe }).axe.run(document, { runOnly, resultTypes: ['violations'], preload: false });
    return result.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 200)).join(' | ')}`);
  }, rules === 'all' ? { type: 'tag' as const, values: all } : { type: 'rule' as const, values: ['color-contrast'] });
}

/** Where axe looks in a language. */
const widths = { en: { light: 1280, dark: 390 }, de: { light: 390, dark: 1280 } };

async function look(v: Visitor, states: State[]) {
  const { language } = v.look;
  for (const { name, path, act, to } of states) {
    await test.step(name, async () => {
      const { page } = v;
      await page.setViewportSize({ width: 1280, height: 900 });
      let answer: Response | undefined;
      const hear = (r: Response) => {
        if (r.request().isNavigationRequest() && (r.status() < 300 || r.status() >= 400)) answer = r;
      };
      page.on('response', hear);
      await v.open(path);
      await act?.(v);
      await page.waitForLoadState();
      if (to) await expect(page).toHaveURL((url) => url.pathname === v.words.path(to));
      page.off('response', hear);
      expect.soft(answer!.status(), name).toBeLessThan(500);
      const report = await html.validateString(await answer!.text());
      const faults = report.results.flatMap((r) => r.messages.map((m) => `${m.ruleId}, line ${m.line}: ${m.message}`));
      expect.soft(faults, `${name}: HTML`).toEqual([]);
      const found: Record<string, string[]> = {};
      for (const width of [1280, 640, 390, 320]) {
        await page.setViewportSize({ width, height: 844 });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (wide > 0) found[`${width} px`] = [`scrolls sideways by ${wide} px`];
        if (width === widths[language].light) {
          const bad = await violations(page, 'all');
          if (bad.length) found[`${width} px, light`] = bad;
        }
        if (width === widths[language].dark) {
          await page.emulateMedia({ colorScheme: 'dark' });
          const bad = await violations(page, 'colors');
          if (bad.length) found[`${width} px, dark`] = bad;
          await page.emulateMedia({ colorScheme: 'light' });
        }
      }
      expect.soft(found, name).toEqual({});
    });
  }
}

for (const language of ['en', 'de'] as const) {
  test.describe(language, () => {
    test.use({ look: { name: language, language, script: true, width: 1280 } satisfies Look });

    test('what strangers see', async ({ visitor }) => look(visitor, strangers));

    test('what guests see', async ({ visitor, shop }) => look(visitor, await guests(visitor, shop)));

    test('what customers see', async ({ visitor, shop }) => {
      const { empty, filled } = await customers(visitor, shop);
      await look(visitor, empty);
      await visitor.page.setViewportSize({ width: 1280, height: 900 });
      await look(visitor, await filled());
    });
  });
}

test('every page is looked at', async () => {
  const folder = new URL('../../modules/storefront/', import.meta.url);
  const sources = readdirSync(folder).filter((f) => f.endsWith('.go') && !f.endsWith('_test.go')).map((f) => readFileSync(new URL(f, folder), 'utf8'));
  const routes = sources.flatMap((text) => [...text.matchAll(/s\.\w+\("GET ([^"]+)"/g)].map((m) => m[1]!));
  expect(routes.length).toBeGreaterThan(25);
  const paths = [...readFileSync(new URL('pages.ts', import.meta.url), 'utf8').matchAll(/['`](\/[^'`?\s]*)/g)].map((m) => m[1]!);
  expect(routes.filter((route) => !notPages.includes(route) && !paths.some((path) => matches(route, path)))).toEqual([]);
});

/**
 * Routes that answer with no page of their own, the second factor, which staff alone have, and the
 * card pages, which need a provider.
 */
const notPages = [
  '/search/suggest', '/account/export', '/account/notices/latest', '/login/code', '/orders/{id}/pay', '/orders/{id}/paid',
  '/orders/{id}/documents/{document}/{file}', '/robots.txt', '/sitemap.xml', '/sitemaps/{part}', '/feed.xml',
];

/** Reports whether a path is one of a route's, such as /p/{slug} or /c/{slug...}. */
function matches(route: string, path: string): boolean {
  const pattern = route.replace('{$}', '').replace(/\{\w+(\.\.\.)?\}/g, (_, rest) => (rest ? '.+' : '[^/]+'));
  return new RegExp(`^${pattern}$`).test(path);
}
