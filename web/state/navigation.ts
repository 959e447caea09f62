// Which page is shown, and whether a picture is open above it. Follows the history of the browser.
import { batch, signal } from '@preact/signals';
import { keepFocus } from './focus.ts';
import { isOwnPath, parseRoute, printRoute, type Route } from './route.ts';

/** What is kept with an entry of the history. */
interface Entry {
  /** The picture is shown above the results, not as a page of its own. */
  readonly isViewer?: boolean;
  /** How far the page was scrolled when it was left, in pixels. */
  readonly scrolled?: number;
}

/** The page. */
export const page = signal<Route>({ name: 'search', q: '', sort: 'relevance' });

/** Id of the picture that is shown above the results. */
export const viewer = signal<string | undefined>(undefined);

/** Starts to follow the address. */
export function startNavigation(): void {
  history.scrollRestoration = 'manual';
  follow();
  addEventListener('popstate', () => {
    const before = page.peek();
    keepFocus();
    follow();
    if (printRoute(before) !== printRoute(page.peek())) scrollSoon(entry().scrolled ?? 0);
  });
  document.addEventListener('click', followLink);
}

/** Goes to a page. `replace`: the page before it cannot be gone back to. */
export function go(route: Route, { replace = false } = {}): void {
  keepFocus();
  if (replace) history.replaceState({}, '', printRoute(route));
  else {
    keepScrolled();
    history.pushState({}, '', printRoute(route));
  }
  batch(() => {
    viewer.value = undefined;
    page.value = route;
  });
  if (!replace) scrollSoon(0);
}

/** Shows a picture above the results; the next one takes the place of the one before it in the history. */
export function openViewer(id: string): void {
  const below = page.peek();
  if (below.name !== 'search') return;
  const address = printRoute({ ...below, name: 'image', id });
  if (viewer.peek() === undefined) {
    keepScrolled();
    history.pushState({ isViewer: true } satisfies Entry, '', address);
  } else history.replaceState({ isViewer: true } satisfies Entry, '', address);
  viewer.value = id;
}

/** Closes the viewer as the browser's back button does: its entry always stands behind that of its results. */
export function closeViewer(): void {
  if (viewer.peek() !== undefined) history.back();
}

function follow(): void {
  const route = parseRoute(location.pathname + location.search + location.hash);
  batch(() => {
    if (route.name === 'image' && entry().isViewer) {
      page.value = { name: 'search', q: route.q, sort: route.sort };
      viewer.value = route.id;
    } else {
      page.value = route;
      viewer.value = undefined;
    }
  });
}

/** Links inside the page need no new document. */
function followLink(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || link.target !== '' || link.hasAttribute('download')) return;
  if (link.origin !== location.origin || link.hash !== '' || !isOwnPath(link.pathname)) return;
  event.preventDefault();
  go(parseRoute(link.pathname + link.search));
}

function entry(): Entry {
  return typeof history.state === 'object' && history.state !== null ? history.state : {};
}

function keepScrolled(): void {
  history.replaceState({ ...entry(), scrolled: scrollY } satisfies Entry, '');
}

/** After the page has been drawn; two frames, as signals draw in the first. */
function scrollSoon(top: number): void {
  requestAnimationFrame(() => requestAnimationFrame(() => scrollTo({ top, behavior: 'instant' })));
}
