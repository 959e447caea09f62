// All that a library holds, or what it knows of the images of a query, record by record in a fixed order.
import type { GroupReference } from '../dedupe/dedupe.ts';
import { keyOfDigest, type Library } from '../index/index.ts';
import type { ImageDocument, ImagePage } from '../model/image.ts';
import { parseQuery } from '../model/query/parse-query.ts';
import { RANKING_PROFILES } from '../model/ranking.ts';
import { TEXTS_SOURCES } from '../model/said.ts';
import { toIsoTime } from '../model/timestamp.ts';
import { toShown } from '../search/item.ts';
import { type SearchWarning, toPlan } from '../search/search.ts';
import { accumulateKey } from './derive.ts';
import { loadImageDetails } from './image-details.ts';
import { openPlacesFor } from './place-reader.ts';

/** What can be exported as records. */
export const EXPORT_KINDS = ['documents', 'captures', 'references', 'pages'] as const;

/** One of them. */
export type ExportKind = (typeof EXPORT_KINDS)[number];

/** A record: plain values, lists and objects by name. */
export type ExportRecord = Readonly<Record<string, unknown>>;

/** Options of `iterateExport`. */
export interface ExportOptions {
  /** Only what is known of the images that this query finds. Default: all that the library holds. */
  readonly query?: string | undefined;
  readonly onWarning?: ((warning: SearchWarning) => void) | undefined;
}

/** Names of the columns of a table of records; what is no plain value becomes JSON there. */
export function exportColumns(kind: ExportKind): readonly string[] {
  return COLUMNS[kind];
}

/**
 * Gives the records of a library. As long as the library does not change the order is always the same, so that an export can be
 * gone on with.
 */
export function iterateExport(
  library: Library,
  kind: ExportKind,
  { query, onWarning }: ExportOptions = {},
): AsyncGenerator<ExportRecord> | Generator<ExportRecord> {
  if (query === undefined) return ALL[kind](library);
  return FOUND[kind](library, findDocuments(library, query, onWarning));
}

/** Documents that a query finds, whatever their number: all variants, those that the family filter hides too. */
export async function* findDocuments(
  { index }: Library,
  query: string,
  onWarning?: (warning: SearchWarning) => void,
): AsyncGenerator<ImageDocument> {
  const places = await openPlacesFor(query);
  const request = { query, match: 'all', duplicates: 'all', safe: false, places } as const;
  const { selections, warnings } = await toPlan(index, parseQuery(query).query, request);
  for (const warning of warnings) onWarning?.(warning);
  const [profile] = RANKING_PROFILES;
  if (profile === undefined) throw new Error('pinakes: there is no profile');
  for (const selection of selections) {
    for (let offset = 0; ; offset += AT_ONCE) {
      const wanted = { words: [], profile, sort: 'oldest', offset, limit: AT_ONCE } as const;
      const { hits } = await index.search({ ...selection, ...wanted });
      for (const { document } of hits) yield document;
      if (hits.length < AT_ONCE) break;
    }
  }
}

/** Each question looks at all that match, so few large ones are cheaper; these are a few megabytes. */
const AT_ONCE = 5000;

const SAID = [...TEXTS_SOURCES.map(({ text }) => text), 'captionSource'] as const;

const COLUMNS: Readonly<Record<ExportKind, readonly string[]>> = {
  documents: [
    ...['id', 'url', 'mime', 'width', 'height', 'bytes', 'captures', 'firstCapture', 'lastCapture'],
    ...['pages', 'titles', 'alts', 'captions', 'linkTexts', 'page', 'collections', 'place'],
    ...['source'],
  ],
  captures: ['surt', 'time', 'url', 'mime', 'status', 'digest', 'length', 'file', 'offset'],
  references: ['surt', 'tag', ...SAID, 'pageUrl', 'pageTitle', 'pageTime', 'file', 'collections'],
  pages: ['url', 'title', 'time', 'language', 'images', 'file', 'collections'],
};

const ALL: Readonly<Record<ExportKind, (library: Library) => Generator<ExportRecord>>> = {
  *documents({ documents }) {
    for (const { document } of documents.all()) yield { ...toShown(document) };
  },
  *captures({ captures }) {
    for (const some of captures.find({ surt: '', matchType: 'prefix' })) {
      for (const { surt, time, url, mime, status, digest, length, file, offset } of some) {
        yield {
          ...{ surt, time: toIsoTime(time), url, mime, status },
          ...{ digest, length, file, offset },
        };
      }
    }
  },
  *references({ files, rows }) {
    for (const { id, name } of files.list()) {
      for (const { references } of rows.rowsOf(id)) {
        for (const reference of references) yield toReference(reference, reference.tag, name);
      }
    }
  },
  *pages({ files, pages }) {
    for (const { id, name } of files.list()) {
      const collections = files.collectionsOf(id);
      for (const { url, title, time, language, images } of pages.ofFile(id)) {
        yield { url, title, time: toIsoTime(time), language, images, file: name, collections };
      }
    }
  },
};

type Documents = AsyncIterable<ImageDocument>;

const FOUND: Readonly<
  Record<ExportKind, (library: Library, found: Documents) => AsyncGenerator<ExportRecord>>
> = {
  async *documents(_library, found) {
    for await (const document of found) yield { ...toShown(document) };
  },
  async *captures(library, found) {
    for await (const { id, digest, mime } of oncePerContent(found)) {
      const details = await loadImageDetails(library, id, Number.POSITIVE_INFINITY);
      for (const { surt, time, url, file, offset } of details?.versions ?? []) {
        yield { surt, time: toIsoTime(time), url, mime, digest, file, offset };
      }
    }
  },
  async *references(library, found) {
    for await (const { digest } of oncePerContent(found)) {
      for (const reference of referencesTo(library, digest)) yield reference;
    }
  },
  async *pages(library, found) {
    const seen = new Set<string>();
    for await (const { digest } of oncePerContent(found)) {
      for (const page of pagesOf(library, digest)) {
        const name = `${page.time} ${page.surt}`;
        if (seen.has(name)) continue;
        seen.add(name);
        const { url, title, time, language } = page;
        yield { url, title, time: toIsoTime(time), language };
      }
    }
  },
};

/** In mode `full` a content has a document for each page: each content comes once. */
async function* oncePerContent(found: Documents): Documents & AsyncGenerator<ImageDocument> {
  const seen = new Set<string>();
  for await (const document of found) {
    if (seen.has(document.digest)) continue;
    seen.add(document.digest);
    yield document;
  }
}

/** References whose nearest capture is of a content, with those through style sheets and redirects. */
function* matchedTo(library: Library, digest: string): Generator<GroupReference> {
  for (const key of library.documents.keysOf(keyOfDigest(digest))) {
    const own: GroupReference[] = [];
    accumulateKey(library, key, library.rows.group(key), {
      addCapture: () => {},
      addReference: (to, reference) => {
        if (to === digest) own.push(reference);
      },
    });
    yield* own;
  }
}

function* referencesTo(library: Library, digest: string): Generator<ExportRecord> {
  for (const reference of matchedTo(library, digest)) {
    yield { image: digest, ...toReference(reference) };
  }
}

function* pagesOf(library: Library, digest: string): Generator<ImagePage> {
  for (const { page } of matchedTo(library, digest)) yield page;
}

function toReference(
  { surt, said, page, collections }: GroupReference,
  tag?: string,
  file?: string,
): ExportRecord {
  return {
    surt,
    ...(tag !== undefined && { tag }),
    ...Object.fromEntries(SAID.map((name) => [name, said[name]])),
    pageUrl: page.url,
    pageTitle: page.title,
    pageTime: toIsoTime(page.time),
    ...(file !== undefined && { file }),
    collections,
  };
}
