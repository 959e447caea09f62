// What the client of the request under way may see. Whoever does not know the request sees what everybody may.
import { AsyncLocalStorage } from 'node:async_hooks';
import { PUBLIC_VIEW, type View } from './collection-scope.ts';

const views = new AsyncLocalStorage<View>();

/** Does the rest of a request with a view. */
export function runWithView(view: View, rest: () => void): void {
  views.run(view, rest);
}

/** The view of the request that the caller works for. */
export function currentView(): View {
  return views.getStore() ?? PUBLIC_VIEW;
}
