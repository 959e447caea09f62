// A page as finding sees it, read by the extractor that also fills libraries.
import { extractPage } from '../extract/extract.ts';
import { type FindPage, tagBit } from '../find/find.ts';
import type { Timestamp } from '../model/capture.ts';
import { numberPictures } from './crawl-readers.ts';

/** Reads a page. Never throws. */
export function readFindPage(
  bytes: Uint8Array,
  {
    url,
    contentType,
    time,
  }: { readonly url: string; readonly contentType: string; readonly time: Timestamp },
): FindPage {
  const { page, references, onward, outline } = extractPage(bytes, {
    url,
    contentType,
    time,
    outlinks: false,
  });
  const links = onward.links.map((link, at) => ({
    url: link.url,
    node: outline.links[at] ?? 0,
    isNofollow: /(?:^|\s)nofollow(?:\s|$)/i.test(link.rel),
  }));
  const targets = new Map(links.map(({ node, url }) => [node, url]));
  const pictures = numberPictures(references);
  return {
    url,
    title: page.title,
    language: page.language,
    parents: outline.parents,
    bits: Int32Array.from(outline.names, tagBit),
    texts: outline.texts,
    images: references.flatMap((reference, at) => {
      const { node = 0, anchor = -1 } = outline.references[at] ?? {};
      if (reference.url.startsWith('data:')) return [];
      const { alt, title, caption, captionSource, anchorText, width, height } = reference;
      return [
        {
          ...{ url: reference.url, node, tag: reference.tag, descriptor: reference.descriptor },
          ...{ alt, title, caption, captionSource, anchorText, width, height },
          linkUrl: targets.get(anchor) ?? '',
          picture: pictures[at] ?? 0,
        },
      ];
    }),
    links: [
      ...links,
      ...onward.forwards.map((forward) => ({ url: forward, node: 0, isNofollow: false })),
    ],
    robots: onward.robots,
  };
}
