// Links from images to their archived captures: on this server, or on another Wayback by a template.
import { PinakesError } from '../support/errors.ts';
import { toPlainUrl } from './replay/replay-url.ts';

/** Makes links; times are 14 digits. */
export interface ArchiveLinks {
  /** The image at a URL as it was at a time; `id` is shown instead where the URL is no address. */
  image(time: string, url: string, id: string): string;
  /** The page at a URL as it was at a time. */
  page(time: string, url: string): string;
}

/** Address of the bytes of an image. */
export function contentPath(id: string): string {
  return `/api/v1/images/${id}/content`;
}

/** Address of the thumbnail of an image; the smallest, or the one for a longer side of so many pixels. */
export function thumbnailPath(id: string, side?: number): string {
  return `/api/v1/images/${id}/thumbnail${side === undefined ? '' : `?side=${side}`}`;
}

/**
 * Links by a template, or to `/web/` of this server. `base` goes before paths of this server; default none.
 * In a template `{timestamp}` and `{url}` are replaced, and `{modifier}` (`im_` for images) if it is there;
 * else the modifier follows the timestamp.
 */
export function createLinks(template?: string, base = ''): ArchiveLinks {
  const make =
    template === undefined
      ? (time: string, modifier: string, url: string) => `${base}/web/${time}${modifier}/${url}`
      : (time: string, modifier: string, url: string) =>
          fillTemplate(template, time, modifier, url);
  return {
    image: (time, url, id) =>
      isAddress(url) ? make(time, 'im_', toPlainUrl(url)) : base + contentPath(id),
    page: (time, url) => make(time, '', toPlainUrl(url)),
  };
}

/** Checks a template; throws `USAGE`. */
export function checkTemplate(template: string): string {
  const isWhole = template.includes('{timestamp}') && template.includes('{url}');
  const isWeb = /^https?:\/\/[^\s"'<>]+$/i.test(template);
  if (isWhole && isWeb) return template;
  throw new PinakesError('USAGE', {
    command: 'serve',
    detail: `The replay template must be an http(s) address with {timestamp} and {url} in it, such as https://arquivo.pt/wayback/{timestamp}/{url}.`,
  });
}

/** A time of RFC 3339 as 14 digits. */
export function toDigits(time: string): string {
  return time.replace(/\D/g, '').slice(0, 14);
}

function fillTemplate(template: string, time: string, modifier: string, url: string): string {
  const hasModifier = template.includes('{modifier}');
  const values: Readonly<Record<string, string>> = {
    timestamp: hasModifier ? time : time + modifier,
    modifier,
    url,
  };
  return template.replace(/\{(timestamp|modifier|url)\}/g, (_, name: string) => values[name] ?? '');
}

/** Whether a Wayback could know the URL: images inside pages (`data:`) have none. */
function isAddress(url: string): boolean {
  return !url.startsWith('data:');
}
