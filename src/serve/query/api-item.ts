// An image as the API shows it: what search found, with the addresses of its bytes and of its captures.
import type { SearchItem } from '../../search/search.ts';
import type { ShowFile } from '../file-name.ts';
import { type ArchiveLinks, contentPath, thumbnailPath, toDigits } from '../links.ts';

/** An image of an answer. */
export interface ApiItem extends SearchItem {
  /** Path of the thumbnail. */
  readonly thumbnail: string;
  /** Path of the bytes. */
  readonly content: string;
  /** ThumbHash in base64; `null` when there is none. */
  readonly thumbhash: string | null;
  /** The oldest capture of the image in a Wayback. */
  readonly archivedImage: string;
  /** The oldest page that shows it in a Wayback; `null` when none is known. */
  readonly archivedPage: string | null;
}

/** Adds addresses to an item; its archive file is named as the client may see it. */
export function toApiItem(
  item: SearchItem,
  { links, showFile }: { readonly links: ArchiveLinks; readonly showFile: ShowFile },
  thumbhash: string | undefined,
): ApiItem {
  const { id, page, source } = item;
  return {
    ...item,
    source: { file: showFile(source.file), offset: source.offset },
    thumbnail: thumbnailPath(id),
    content: contentPath(id),
    thumbhash: thumbhash ?? null,
    archivedImage: links.image(toDigits(item.firstCapture), item.url, id),
    archivedPage: page === null ? null : links.page(toDigits(page.time), page.url),
  };
}
