import { chromium as browsers, type Page } from '@playwright/test';
import lighthouse from 'lighthouse';
import { prepare } from './budgets';
import { chromium } from './chromium';
import { freePort } from './service';
import type { Shop } from './shop';
import type { Visitor } from './visitor';

/** What Lighthouse says of a page, as a phone on a slow line has it. */
export interface Judged {
  /** Of 100, by category. */
  scores: Record<string, number>;
  /** The audits that take something off. */
  audits: string[];
}

/** Has Lighthouse judge a page, as the visitor of the given one sees it. */
export async function judge(path: string, categories: string[], page: Page, visitor: Visitor, shop: Shop): Promise<Judged> {
  const isPrivate = path === '/cart' || path === '/checkout';
  await prepare(path, visitor, shop);
  const cookies = (await page.context().cookies()).map((c) => `${c.name}=${c.value}`).join('; ');
  const port = await freePort();
  const chrome = await browsers.launch({ ...chromium, args: [...chromium.args, `--remote-debugging-port=${port}`] });
  try {
    const result = await lighthouse(shop.url + path, {
      port, logLevel: 'error', onlyCategories: categories,
      ...(cookies && { extraHeaders: { Cookie: cookies } }),
      // Search engines are kept away from what is a visitor's alone.
      ...(isPrivate && { skipAudits: ['is-crawlable'] }),
    });
    const lhr = result!.lhr;
    return {
      scores: Object.fromEntries(Object.entries(lhr.categories).map(([name, c]) => [name, Math.round(c.score! * 100)])),
      audits: Object.values(lhr.audits)
        .filter((a) => a.score !== null && a.score < 1 && a.scoreDisplayMode !== 'informative' && a.scoreDisplayMode !== 'metricSavings')
        .map((a) => `${a.id}: ${a.title} ${a.displayValue ?? ''} ${JSON.stringify((a.details as unknown as { items?: unknown[] } | undefined)?.items ?? '').slice(0, 600)}`),
    };
  } finally {
    await chrome.close();
  }
}
