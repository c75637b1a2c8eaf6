// Double clicks on what opens a dialog, a drawer or a menu.

/** How long the second click of a double click may take, in milliseconds. */
const atMost = 500;
/** What closes a dialog, a drawer or a menu by a click beside it. */
const beside = '.MuiDialog-container, .MuiBackdrop-root';

/**
 * Ignores the second of two clicks where the first has opened a dialog: beside the dialog it would
 * close it, and in it it would press a button that was not seen.
 */
export function ignoreSecondClicks() {
  let first: Event | null = null; // the last click, if it was outside of all dialogs
  document.addEventListener('click', (event) => {
    const target = event.target as Element;
    const before = first;
    first = target.closest('.MuiModal-root') ? null : event;
    if (first || !before) return;
    const isSoon = event.timeStamp - before.timeStamp < atMost;
    if (event.detail <= 1 && !(isSoon && target.matches(beside))) return;
    event.stopPropagation();
    event.preventDefault();
  }, true);
}
