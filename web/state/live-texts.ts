// What is said about the finds of a live search.
import type { LiveItem } from './live.ts';

/** What a find is called; `''` when nothing is said about it. */
export function liveTitle({ titles, alts, captions }: LiveItem): string {
  return (alts[0] ?? titles[0] ?? captions[0] ?? '').slice(0, 160);
}

/** The host of an address, for people. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}
