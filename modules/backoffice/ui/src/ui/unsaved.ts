import { useEffect } from 'react';
import { useTranslate } from 'react-admin';

/** What is not saved: what to ask before the page is left, and where the history is. */
let unsaved: { question: string; place: number } | null = null;

/** Where the history is, as the router counts it. */
const placeOf = (state: unknown) => (state as { idx?: number } | null)?.idx ?? 0;

// Chromium calls the listeners of a window in their order, whether they capture or not. This one is
// there before the router's, which does not see the step that is refused; the second step brings
// the address back.
window.addEventListener('popstate', (event) => {
  const steps = unsaved ? unsaved.place - placeOf(event.state) : 0;
  if (steps === 0 || mayLeave()) return;
  event.stopImmediatePropagation();
  history.go(steps);
}, true);

/** Asks whether the page may be left, if something on it is not saved. Links ask by themselves. */
export const mayLeave = () => unsaved === null || window.confirm(unsaved.question);

/**
 * While dirty, asks before the page is left: by a link, by Back, by a reload or by closing the tab.
 * Returns the same question for what closes a form.
 */
export function useAskBeforeLeaving(dirty: boolean): () => boolean {
  const question = useTranslate()('ui.conflict.unsaved');
  useEffect(() => {
    if (!dirty) return;
    unsaved = { question, place: placeOf(history.state) };
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest('a[href]:not([target=_blank])');
      if (link && !mayLeave()) {
        event.preventDefault();
        event.stopPropagation();
      }
    };
    window.addEventListener('beforeunload', onUnload);
    document.addEventListener('click', onClick, true);
    return () => {
      unsaved = null;
      window.removeEventListener('beforeunload', onUnload);
      document.removeEventListener('click', onClick, true);
    };
  }, [dirty, question]);
  return () => !dirty || window.confirm(question);
}
