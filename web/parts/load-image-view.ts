// The view of one picture is loaded when somebody is about to open one: it is a fifth of the page's scripts.
import { loadPageWords } from '../i18n/i18n.ts';

/** Loads the view; again and again costs nothing. */
export async function loadImageView(): Promise<typeof import('./image-view.tsx')> {
  const [view] = await Promise.all([import('./image-view.tsx'), loadPageWords()]);
  return view;
}
