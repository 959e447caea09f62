// What a site of the demo consists of: pictures, pages that show them, and when they were captured.
import { extname } from 'node:path';
import type { Scene } from './drawing.ts';
import type { Credit } from './photograph.ts';
import type { Format, Shot, Subject } from './render.ts';

/** A picture of a site. */
export interface Picture {
  /** Path on the site's host, or a whole URL. */
  readonly path: string;
  readonly scene: Subject;
  readonly format: Format;
  readonly width: number;
  readonly height: number;
  /** Same scene, size and seed: same bytes. */
  readonly seed: string;
  readonly quality?: number;
  readonly shot?: Shot;
  readonly film?: boolean;
  readonly frames?: readonly Scene[];
  /** What is found under the same path later: the scene from a time on, the oldest first. */
  readonly later?: readonly { readonly from: string; readonly scene: Scene }[];
  /** What is wrong with it, if anything. */
  readonly fault?: 'cut' | 'missing' | 'page';
}

/** What may be said of a picture beyond path, scene and size. */
export type PictureOptions = Partial<
  Omit<Picture, 'path' | 'scene' | 'width' | 'height' | 'format'>
>;

/** A picture; the ending of the path tells the format. */
export function picture(
  path: string,
  scene: Subject,
  [width, height]: readonly [number, number],
  options: PictureOptions = {},
): Picture {
  const format = FORMATS[extname(path)];
  if (format === undefined) throw new Error(`${path} names no format of the demo`);
  return { path, scene, width, height, format, seed: path, ...options };
}

const FORMATS: Readonly<Record<string, Format>> = {
  '.jpg': 'jpeg',
  '.png': 'png',
  '.gif': 'gif',
  '.webp': 'webp',
  '.avif': 'avif',
  '.svg': 'svg',
};

/** The same bytes at another address. */
export function copy(original: Picture, path: string): Picture {
  return { ...original, path };
}

/** How a page shows a picture: plainly, by a link to it, late, in several sizes, or inside the page itself. */
export type Showing = 'plain' | 'link' | 'lazy' | 'noscript' | 'srcset' | 'picture' | 'data';

/** A picture with what a page says about it. */
export interface Shown {
  readonly picture: Picture;
  readonly alt: string;
  readonly caption?: string;
  readonly title?: string;
  readonly how?: Showing;
  /** Whose photograph it is, as far as the page says so. */
  readonly credit?: Credit;
  /** Further sizes or formats of it, for `srcset` and `picture`. */
  readonly others?: readonly Picture[];
}

/** What a page shows, in short form. */
export function show(
  shown: Picture,
  alt: string,
  caption?: string,
  options: Omit<Shown, 'picture' | 'alt' | 'caption'> = {},
): Shown {
  return { picture: shown, alt, ...(caption !== undefined && { caption }), ...options };
}

/** How pages were built: with tables (to about 2003), as blogs (to about 2011), with figures (since). */
export type Layout = 'tables' | 'blog' | 'figures';

/** A page of a site. */
export interface Page {
  readonly path: string;
  readonly title: string;
  readonly layout: Layout;
  /** Times of capture, 8 to 14 digits. */
  readonly times: readonly string[];
  /** Paragraphs. */
  readonly text: readonly string[];
  readonly shows: readonly Shown[];
  /** UTF-8 by default. */
  readonly charset?: 'iso-8859-1' | 'shift_jis' | 'utf-8';
  /** The page does not declare its language. */
  readonly isSilent?: boolean;
  /** How it tells the licences of photographs: by markup for machines, by a plain link, or in words alone. */
  readonly credits?: 'markup' | 'link' | 'words';
}

/** A site. */
export interface Site {
  /** Name of its archive file. */
  readonly name: string;
  readonly collection: string;
  readonly host: string;
  readonly title: string;
  readonly language: string;
  /** Said in the archive file; CC0 where all was made for the demo. */
  readonly licence?: string;
  readonly colours: { readonly ink: string; readonly paper: string; readonly accent: string };
  readonly pages: readonly Page[];
  /** Tile behind pages with tables. */
  readonly tile: Picture;
  /** Picture on top of blogs, named in their style sheet. */
  readonly banner?: Picture;
  /** Words the layouts need. */
  readonly words: { readonly visitors: string; readonly home: string };
}

/** One transparent pixel that held table layouts open. */
export const spacer: Picture = picture('img/spacer.gif', () => {}, [1, 1]);

/** The number of visitors on a button. */
export const counter: Picture = picture(
  'img/counter.gif',
  (drawing) => {
    drawing.background('#101418');
    drawing.text([20, 72], '004711', {
      'font-size': 56,
      'font-family': 'DejaVu Sans Mono, monospace',
      fill: '#6fe06a',
    });
  },
  [88, 31],
);
