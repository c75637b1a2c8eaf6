// The budgets of pages, and what has to be there before a page is measured.

import { readFileSync } from 'node:fs';
import type { Shop } from './shop';
import { type Look, newEmail, type Visitor } from './visitor';

export interface Budget {
  htmlKB: number;
  cssKB: number;
  scriptKB: number;
  requests: number;
  layoutShift: number;
  longestTaskMs: number;
}

/** What pages may weigh and how long they may take. */
export const budgets = JSON.parse(readFileSync(new URL('budgets.json', import.meta.url), 'utf8')) as {
  each: Budget;
  pages: Record<string, Partial<Budget>>;
  lighthouse: { each: Record<string, number>; performance: number; pages: string[] };
};

export const look: Look = { name: 'figures', language: 'en', script: true, width: 1280 };

/** Puts something into the cart, or signs in, so that the page has what it shows. */
export async function prepare(path: string, v: Visitor, shop: Shop) {
  if (!['/cart', '/checkout', '/account'].includes(path)) return;
  if (path === '/account') await v.register(shop, newEmail('figures'), 'a moka pot of good coffee');
  await v.open('/p/travel-press');
  await v.press('toCart');
  await v.hears('added', { name: 'Travel Press' });
}
