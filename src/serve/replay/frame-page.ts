// The page around an archived page: our bar, and below it a frame that the archived page cannot leave.
import type { Capture } from '../../model/capture.ts';
import { html, Markup } from '../html/escape.ts';
import { BANNER_STYLE } from './banner.ts';
import { WIDE_STYLE } from './capture-pages.ts';
import type { PageWays } from './page-look.ts';
import { toReplayPath } from './replay-url.ts';
import { REPLAY_WORDS } from './words.ts';

/** Rules for the page: nothing but a frame of this server, and nobody may frame it in turn. */
export const FRAME_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Goes into the archived page: a link that is clicked on replaces the frame and the bar, not the frame alone. */
export const LINKS_LEAVE_FRAME = '<base target="_top">';

/** The page as HTML. */
export function toFramePage(
  capture: Capture,
  banner: string,
  { basePath, language }: PageWays,
): string {
  const words = REPLAY_WORDS[language];
  const source = toReplayPath(basePath, { ...capture, modifier: 'mp_' });
  return html`<!DOCTYPE html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${words.archivedPage}: ${capture.url}</title><style>${new Markup(WIDE_STYLE + BANNER_STYLE)}</style></head>
<body>${new Markup(banner)}<main><h1>${words.archivedPage}: ${capture.url}</h1><iframe src="${source}" title="${words.archivedPage}" sandbox="allow-top-navigation-by-user-activation"></iframe></main></body></html>
`.text;
}
