import { useEffect } from 'react';
import { useTranslate } from 'react-admin';

/** Where the history is, as the router counts it. */
const placeOf = (state: unknown) => (state as { idx?: number } | null)?.idx ?? 0;

/**
 * While dirty, asks before the page is left: by a link, by Back, by a reload or by closing the tab.
 * Returns the same question for what closes a form.
 */
export function useAskBeforeLeaving(dirty: boolean): () => boolean {
  const text = useTranslate()('conflict.unsaved');
  useEffect(() => {
    if (!dirty) return;
    const place = placeOf(history.state);
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest('a[href]:not([target=_blank])');
      if (link && !window.confirm(text)) {
        event.preventDefault();
        event.stopPropagation();
      }
    };
    // Runs before the router, which then does not see the step; the second step brings the address
    // back.
    const onStep = (event: PopStateEvent) => {
      const steps = place - placeOf(event.state);
      if (steps === 0 || window.confirm(text)) return;
      event.stopImmediatePropagation();
      history.go(steps);
    };
    window.addEventListener('beforeunload', onUnload);
    window.addEventListener('popstate', onStep, true);
    document.addEventListener('click', onClick, true);
    return () => {
      window.removeEventListener('beforeunload', onUnload);
      window.removeEventListener('popstate', onStep, true);
      document.removeEventListener('click', onClick, true);
    };
  }, [dirty, text]);
  return () => !dirty || window.confirm(text);
}
