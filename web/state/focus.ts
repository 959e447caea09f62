// Where the focus goes when the page changes below it: without care it falls back to the start of the document.

/**
 * Call before the page changes: should what has the focus be gone afterwards, the heading of the page gets it, or the
 * page as a whole while that is still to come. What is still there keeps it, and so does what took it in the meantime.
 */
export function keepFocus(): void {
  if (isLost()) return; // nothing had it
  soon(() => {
    if (isLost()) focusPage();
  });
}

/** Gives the focus to an element once the page has been drawn, unless something else has taken it. */
export function focusSoon(find: () => HTMLElement | null | undefined): void {
  soon(() => {
    if (isLost()) find()?.focus();
  });
}

function focusPage(): void {
  const main = document.getElementById('main');
  // A heading that only stands in for one that is being loaded will be replaced, and the focus with it.
  const isWaiting = main?.querySelector('.is-waiting') !== null;
  const heading = isWaiting ? null : main?.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  (heading ?? main)?.focus({ preventScroll: true });
}

function isLost(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body;
}

/** After the page has been drawn: signals draw in the next frame, and effects run behind it. */
function soon(act: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(act)));
}
