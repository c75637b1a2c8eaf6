// What who has no mouse does: all by page.keyboard, nothing by a click or by a focus from outside.

import { expect, type Locator, type Page } from '@playwright/test';
import { settled } from './shop';

/** Something that has the focus. */
export interface Stop {
  /** In words, for a message; empty when nothing has the focus. */
  name: string;
  /** Why it is not seen, or null. */
  fault: string | null;
}

/**
 * Looks at what has the focus: it has to be in the window, marked and uncovered, and nothing moves
 * without end for who wants less motion, as the browser of the specs does.
 */
export function lookAtFocus(page: Page): Promise<Stop> {
  return page.evaluate(async () => {
    const at = document.activeElement;
    if (!at || at === document.body) return { name: '', fault: null };
    const text = at.getAttribute('aria-label') ?? (at as HTMLInputElement).labels?.[0]?.textContent ?? at.textContent ?? '';
    const name = `${at.getAttribute('role') ?? at.tagName.toLowerCase()} “${text.trim().slice(0, 40)}”`;
    const faultOf = () => {
      const box = at.getBoundingClientRect();
      const left = Math.max(box.left, 0), right = Math.min(box.right, innerWidth);
      const top = Math.max(box.top, 0), bottom = Math.min(box.bottom, innerHeight);
      if (right - left < 1 || bottom - top < 1) return 'is outside the window';
      const parts = [0.1, 0.5, 0.9];
      const isSeen = parts.some((x) => parts.some((y) => {
        const hit = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y);
        return hit !== null && (at.contains(hit) || hit.contains(at));
      }));
      if (!isSeen) return 'is below something else';
      const hasLine = (of: Element | null) => {
        const style = of && getComputedStyle(of);
        return style !== null && style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
      };
      // A checkbox is a button around an input; a field has a border, or a line below it.
      const isMarked = hasLine(at) || hasLine(at.closest('.Mui-focusVisible')) || at.closest('.MuiInputBase-root.Mui-focused') !== null;
      if (!isMarked) return 'is not marked';
      const isEndless = (animation: Animation) => animation.effect?.getComputedTiming().endTime === Infinity;
      return document.getAnimations().some(isEndless) ? 'moves without end' : null;
    };
    let fault = faultOf();
    for (let i = 0; i < 30 && fault; i++) {
      await new Promise(requestAnimationFrame); // it moves into the window
      fault = faultOf();
    }
    return { name, fault };
  });
}

/** The keyboard of who has no mouse. */
export class Keyboard {
  constructor(private readonly page: Page) {}

  press(key: string): Promise<void> {
    return this.page.keyboard.press(key);
  }

  /** Presses Tab, or Shift+Tab, until something has the focus. Every stop before has to be seen. */
  async to(target: Locator, key = 'Tab') {
    await expect(target).toBeVisible();
    const trail: string[] = [];
    for (;;) {
      if (await target.evaluate((element) => element === document.activeElement)) break;
      // The longest page with the menu has some 130 stops.
      if (trail.length === 200) throw new Error(`${String(target)} is not reached by ${key}: ${trail.join(', ')}`);
      await this.press(key);
      const { name, fault } = await lookAtFocus(this.page);
      trail.push(name);
      expect(fault, trail.join(', ')).toBeNull();
    }
  }

  /** Goes to a button or a link and presses it. */
  async use(target: Locator, key = 'Enter') {
    await this.to(target);
    await this.press(key);
  }

  /** Goes to a field and types over what stands in it. */
  async fill(field: Locator, text: string) {
    await this.to(field);
    await this.press('Control+a');
    await this.page.keyboard.type(text);
  }

  /** Goes to a choice and takes an option. */
  async choose(choice: Locator, option: string) {
    await this.use(choice);
    const wanted = this.page.getByRole('option', { name: option, exact: true });
    await expect(wanted).toBeVisible();
    await expect(this.page.locator('[role=option]:focus')).toHaveCount(1);
    await this.press('Home');
    await this.walkTo(wanted);
    await this.press('Enter');
    await expect(choice).toBeFocused();
  }

  /** Presses an arrow until something has the focus. */
  async walkTo(target: Locator, arrow = 'ArrowDown') {
    const trail: string[] = [];
    while (trail.length < 100) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await this.press(arrow);
      trail.push((await lookAtFocus(this.page)).name);
    }
    throw new Error(`${String(target)} is not reached by ${arrow}: ${trail.join(', ')}`);
  }

  /** Goes to a field of several values and takes options. */
  async add(field: Locator, ...options: string[]) {
    for (const option of options) {
      await this.fill(field, option);
      await expect(this.page.getByRole('option', { name: option, exact: true })).toBeVisible();
      await this.press('ArrowDown');
      await this.press('Enter');
    }
  }

  /** Opens a page of the menu by the search of everything. */
  async open(name: string) {
    await this.press('Control+k');
    await expect(this.page.getByRole('combobox', { name: 'Search everything' })).toBeFocused();
    await this.page.keyboard.type(name);
    const wanted = this.page.getByRole('group', { name: 'Pages' }).getByRole('option', { name, exact: true });
    await expect(wanted).toBeVisible();
    await expect(async () => {
      if ((await wanted.getAttribute('aria-selected')) !== 'true') await this.press('ArrowDown');
      await expect(wanted).toHaveAttribute('aria-selected', 'true', { timeout: 100 });
    }).toPass();
    await this.press('Enter');
    await this.isAt(name);
  }

  /** Expects that a page has come, and the focus with it. */
  async isAt(heading: string | RegExp) {
    await expect(this.page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    await settled(this.page);
    await this.hasFocus();
  }

  /** Searches the list of the page. */
  async search(text: string) {
    await this.press('/');
    await expect(this.page.locator('main [data-search]')).toBeFocused();
    await this.page.keyboard.type(text);
    await expect(this.page).toHaveURL(new RegExp(encodeURIComponent(text).replace(/%20/g, '(%20|\\+)')));
    await settled(this.page);
  }

  /** Opens the dialog of a button; Escape leads back to the button, and Enter opens it again. */
  async dialogOf(button: Locator): Promise<Locator> {
    const dialog = this.page.getByRole('dialog');
    await this.use(button);
    await this.isInside(dialog);
    await this.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(button).toBeFocused();
    await this.press('Enter');
    await this.isInside(dialog);
    return dialog;
  }

  /** Sends the dialog and waits for what is announced: the focus is on the page again. */
  async send(button: string, done: string | RegExp) {
    const dialog = this.page.getByRole('dialog');
    await this.use(dialog.getByRole('button', { name: button, exact: true }));
    await expect(this.page.getByText(done).first()).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await this.hasFocus();
  }

  async isInside(dialog: Locator) {
    await expect(dialog).toBeVisible();
    await expect(this.page.locator('.MuiModal-root :focus')).toHaveCount(1);
  }

  /** Expects that something of the page has the focus. */
  async hasFocus() {
    await expect(this.page.locator('#root main :focus')).toHaveCount(1);
  }
}
