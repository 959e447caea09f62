// Pages and images as the crawler sees them, read by the extractor that also fills libraries.
import type { ImageMention, Readers } from '../crawl/crawl.ts';
import { extractPage, probeImage } from '../extract/extract.ts';
import type { Timestamp } from '../model/capture.ts';
import type { ReferenceObservation } from '../model/observation.ts';

/** Pages are read up to here; the fetcher has cut them before. */
const MAX_PAGE_BYTES = 16 * 1024 * 1024;

/** Reads pages and images for a crawl. */
export const CRAWL_READERS: Readers = {
  readPage: (bytes, { url, contentType, time }) => {
    const { page, references, geo, onward } = extractPage(bytes, {
      url,
      contentType,
      time: time as Timestamp, // the fetcher made it
      maxBytes: MAX_PAGE_BYTES,
      outlinks: false,
      guessLanguage: false,
    });
    return {
      title: page.title,
      text: onward.text,
      links: onward.links.map(({ url, text, title, rel }) => ({
        url,
        text,
        title,
        isNofollow: rel !== '' && /(?:^|\s)nofollow(?:\s|$)/i.test(rel),
      })),
      images: toMentions(references),
      robots: onward.robots,
      feeds: onward.feeds,
      forwards: onward.forwards,
      places: geo.length,
    };
  },
  readImage: (bytes, more) => probeImage(bytes, more?.bytes),
};

function toMentions(references: readonly ReferenceObservation[]): ImageMention[] {
  const shown = references.filter(({ url }) => !url.startsWith('data:'));
  const pictures = numberPictures(shown);
  return shown.map((reference, at) => {
    const { url, tag, alt, title, caption, anchorText, width, height, descriptor } = reference;
    const { depth, siblings, position, parentTextLength, lazy, imagesInPage } = reference;
    // `assign`, since V8 takes some 50 times as long for a spread that further properties follow.
    return Object.assign(
      { url, tag, alt, title, caption, anchorText, width, height, descriptor },
      {
        picture: pictures[at] ?? 0,
        place: { depth, siblings, position, parentTextLength, isLazy: lazy, imagesInPage },
      },
    );
  });
}

/**
 * A number for each reference, the same for all addresses of one picture. They follow each other: the sources of a
 * `picture`, its `img`, and the candidates of its `srcset`.
 */
export function numberPictures(references: readonly Pick<ReferenceObservation, 'tag'>[]): number[] {
  let picture = -1;
  let isOpen = false;
  let hasImg = false;
  return references.map(({ tag }) => {
    const isPart = tag === 'img' || tag === 'srcset' || tag === 'picture';
    const isSame = isPart && isOpen && (tag === 'srcset' || !hasImg);
    if (!isSame) picture += 1;
    hasImg = tag === 'img' || (isSame && hasImg);
    isOpen = isPart;
    return picture;
  });
}
