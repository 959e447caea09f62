// What else the addresses of an image showed: other pictures, before it, after it and in between.
import { keyOfDigest } from '../../index/index.ts';
import type { ImageVersion } from '../../model/image.ts';
import { toIsoTime } from '../../model/timestamp.ts';
import { contentPath, thumbnailPath } from '../links.ts';
import type { AnswerContext } from './answer-context.ts';
import { lastOf } from './embargo.ts';

/** Another picture at an address of an image, by its first capture in a row. */
export interface OtherPicture {
  readonly time: string;
  readonly url: string;
  /** Absent where the library shows no such image: it was too small, or is known only as part of a page. */
  readonly id?: string;
  readonly thumbnail?: string;
  readonly content?: string;
  readonly archivedImage: string;
}

/** How the addresses of an image changed. */
export interface Changes {
  /** Whether the capture before this one, at the same address, was of another picture. */
  isChanged(version: Pick<ImageVersion, 'surt' | 'time'>): boolean;
  /** The oldest first, at most `MAX_OTHERS`. */
  readonly others: readonly OtherPicture[];
}

const MAX_OTHERS = 50;

/** Finds the changes at all addresses of a content. */
export async function findChanges(digest: string, context: AnswerContext): Promise<Changes> {
  const { library, links } = context;
  const changed = new Set<string>();
  const found: (ImageVersion & { readonly digest: string })[] = [];
  for (const key of library.documents.keysOf(keyOfDigest(digest))) {
    const bySurt = new Map<string, (ImageVersion & { readonly digest: string })[]>();
    for (const row of library.rows.group(key)) {
      for (const capture of row.captures) {
        if (capture.time > (lastOf(row.file, context) ?? '')) continue;
        const known = bySurt.get(capture.surt);
        if (known === undefined) bySurt.set(capture.surt, [capture]);
        else known.push(capture);
      }
    }
    for (const captures of bySurt.values()) {
      captures.sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
      for (const [at, capture] of captures.entries()) {
        const before = captures[at - 1];
        if (before?.digest === capture.digest) continue;
        if (capture.digest !== digest) found.push(capture);
        else if (before !== undefined) changed.add(`${capture.time} ${capture.surt}`);
      }
    }
  }
  found.sort((a, b) => (a.time < b.time ? -1 : 1));
  const first = found.slice(0, MAX_OTHERS);
  const digests = [...new Set(first.map((other) => other.digest))];
  const documents = await library.index.documents(digests);
  const known = new Map(documents.map((document) => [document?.id, document?.thumbnails]));
  const others = first.map(({ time, url, digest: id }): OtherPicture => {
    const hasThumbnail = known.get(id) !== undefined;
    const paths = {
      id,
      ...(hasThumbnail && { thumbnail: thumbnailPath(id) }),
      content: contentPath(id),
    };
    return {
      time: toIsoTime(time),
      url,
      ...(known.has(id) && paths),
      archivedImage: links.image(time, url, id),
    };
  });
  return { others, isChanged: ({ surt, time }) => changed.has(`${time} ${surt}`) };
}
