import { useEffect } from 'react';

/**
 * Keeps the focus where it was when what had it is gone or disabled: a button after its command, a
 * row that was deleted, a link that led to another page. The nearest thing that is still there gets
 * it, or else the content, so that Tab goes on from there and not from the top of the page.
 */
export function useKeptFocus() {
  useEffect(() => {
    let last: Element | null = null; // what had the focus, unless a click took it
    let around: Element[] = []; // the same in the content, and what it stood in
    let frame = 0;
    const keep = () => {
      frame = 0;
      // A dialog or a menu keeps the focus by itself, and gives it back when it closes.
      if (!isLost() || document.querySelector('.MuiModal-root:not(.MuiModal-hidden)')) return;
      const near = around.find(canHaveFocus) ?? contentOf();
      if (near instanceof HTMLElement) focusOnce(near);
    };
    const observer = new MutationObserver(() => {
      if (frame !== 0 || last === null || canHaveFocus(last)) return;
      // A disabled button loses it a frame later.
      frame = requestAnimationFrame(() => (frame = requestAnimationFrame(keep)));
    });
    const onFocus = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null;
      const content = contentOf();
      if (!last || !content?.contains(last)) return;
      around = [];
      for (let at: Element | null = last; at && at !== content; at = at.parentElement) around.push(at);
    };
    const onPointer = () => (last = null);
    document.addEventListener('focusin', onFocus);
    document.addEventListener('pointerdown', onPointer);
    observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
    return () => {
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('pointerdown', onPointer);
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, []);
}

const contentOf = () => document.getElementById('main-content');

/** Whether nothing has the focus. */
const isLost = () => !document.activeElement || document.activeElement === document.body;

const canHaveFocus = (element: Element) => element.isConnected && element.getClientRects().length > 0 && !element.matches(':disabled');

/** Gives the focus to something that Tab does not reach, until it loses it. */
function focusOnce(element: HTMLElement) {
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) {
    element.tabIndex = -1;
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus({ preventScroll: true });
}
