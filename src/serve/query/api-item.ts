// An image as the API shows it: what search found, with the addresses of its bytes and of its captures.
import type { SearchItem } from '../../search/search.ts';
import type { ShowFile } from '../file-name.ts';
import { type ArchiveLinks, contentPath, thumbnailPath, toDigits } from '../links.ts';

/** An image of an answer. */
export interface ApiItem extends Omit<SearchItem, 'thumbhash' | 'thumbnails'> {
  /** Path of the smallest thumbnail; `null` when there is none. */
  readonly thumbnail: string | null;
  /** All thumbnails, the smallest first. */
  readonly thumbnails: readonly ApiThumbnail[];
  /** Path of the bytes. */
  readonly content: string;
  /** ThumbHash in base64; `null` when there is none. */
  readonly thumbhash: string | null;
  /** The oldest capture of the image in a Wayback. */
  readonly archivedImage: string;
  /** The oldest page that shows it in a Wayback; `null` when none is known. */
  readonly archivedPage: string | null;
  /** `matchedPage` in a Wayback, where there is one. */
  readonly archivedMatchedPage?: string;
}

/** A thumbnail of an answer. */
export interface ApiThumbnail {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Path of the picture. */
  readonly url: string;
}

/** Adds addresses to an item; its archive file is named as the client may see it. */
export function toApiItem(
  item: SearchItem,
  { links, showFile }: { readonly links: ArchiveLinks; readonly showFile: ShowFile },
): ApiItem {
  const { id, page, matchedPage, source } = item;
  const thumbnails = (item.thumbnails ?? []).map(({ width, height }, index) => {
    const side = index === 0 ? undefined : Math.max(width, height);
    return { width, height, url: thumbnailPath(id, side) };
  });
  return {
    ...item,
    source: { file: showFile(source.file), offset: source.offset },
    thumbnail: thumbnails[0]?.url ?? null,
    thumbnails,
    content: contentPath(id),
    thumbhash: item.thumbhash ?? null,
    archivedImage: links.image(toDigits(item.firstCapture), item.url, id),
    archivedPage: page === null ? null : links.page(toDigits(page.time), page.url),
    ...(matchedPage && {
      archivedMatchedPage: links.page(toDigits(matchedPage.time), matchedPage.url),
    }),
  };
}
