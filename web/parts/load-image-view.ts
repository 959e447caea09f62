// The view of one picture is loaded when somebody is about to open one: it is a fifth of the page's scripts.

/** Loads the view; again and again costs nothing. */
export const loadImageView = () => import('./image-view.tsx');
