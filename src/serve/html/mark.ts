// The mark of the program, for pages that the server writes.
import { Markup } from './escape.ts';

/** Pictures on a shelf; `Mark` of web/parts/brand.tsx is the same. */
export const MARK = new Markup(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#a23f24"/><g fill="#fdf7ee"><rect x="7" y="7" width="11" height="8" rx="1.5"/><rect x="20" y="7" width="5" height="8" rx="1.5" opacity=".75"/><rect x="7" y="17" width="5" height="8" rx="1.5" opacity=".6"/><rect x="14" y="17" width="11" height="8" rx="1.5" opacity=".9"/></g></svg>',
);
