import axe from 'axe-core';
import { expect, type Page } from '@playwright/test';
import { settled } from './shop';

/** Expects that the page, once it has loaded, violates neither WCAG 2.2 AA nor best practice. */
export async function expectAccessible(page: Page) {
  await settled(page);
  await expectNoViolations(page);
}

/** Expects the same of the page as it is at this moment. */
export async function expectNoViolations(page: Page) {
  expect(await violations(page)).toEqual([]);
}

/** What the page violates at this moment. */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    // A color on its way is neither of its ends.
    const moving = document.getAnimations().filter((a) => a.playState === 'running' && a.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(moving.map((a) => a.finished));
    // A bar that sticks may cover half a control, from which a user scrolls it away.
    const bars = [...document.querySelectorAll<HTMLElement>('main *')].filter((e) => getComputedStyle(e).position === 'sticky');
    for (const bar of bars) bar.style.position = 'static';
    const result = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      resultTypes: ['violations'],
      preload: false, // no rule among these needs it
    });
    for (const bar of bars) bar.style.position = '';
    return result.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 200)).join(' | ')}`);
  });
}
