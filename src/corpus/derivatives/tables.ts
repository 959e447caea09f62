// The tables of the standard derivatives, in the columns of the Archives Unleashed Toolkit: which records they take, and what they say.
import type { AnyEnrichment } from '../../model/enrichment.ts';
import type { FileRow } from '../enrichments/file.ts';
import { html, image, page, payload } from '../enrichments/groups.ts';
import type { Column } from '../output/columns.ts';
import { keyPathOf } from '../plan.ts';
import type { RecordView } from '../record-view.ts';

/** One table. */
export interface DerivativeTable {
  /** Of its file, without the ending. */
  readonly name: string;
  /** One line for people. */
  readonly holds: string;
  /** Path of a list whose entries are rows; absent where each record is one. */
  readonly explode?: string;
  readonly columns: readonly Column[];
  accepts(record: RecordView): boolean;
}

/** All that the tables show; each record is opened and read once for all of them. */
export const DERIVED: readonly AnyEnrichment[] = [
  payload.file,
  image.size,
  html.text,
  html.language,
  html.mainText,
  page.webGraph,
  page.imageGraph,
];

const FILE = keyPathOf(payload.file);
const SIZE = keyPathOf(image.size);
const TEXT = keyPathOf(html.text);
const LANGUAGE = keyPathOf(html.language);
const MAIN_TEXT = keyPathOf(html.mainText);
/** Where the links of a page stand. */
export const LINKS = keyPathOf(page.webGraph);
const IMAGES = keyPathOf(page.imageGraph);

const at = (path: string, names: readonly string[]): readonly Column[] =>
  names.map((name) => ({ name, path: `${path}.${name}` }));
const column = (name: string, path: string): Column => ({ name, path });

/** Whether a record is a page by its type and its bytes. */
export const isPage = ({ values }: RecordView): boolean => values.has(TEXT);

/** The type that the bytes of a record told; `''` where it could not be opened. */
function typeOf({ values }: RecordView): string {
  const row = values.get(FILE) as FileRow | undefined; // what `payload.file` gives
  return row?.mime_type_tika ?? '';
}

const DATES = ['crawl_date', 'last_modified_date'] as const;
const NAMES = ['url', 'filename', 'extension', 'mime_type_web_server', 'mime_type_tika'] as const;
const DIGESTS = ['md5', 'sha1'] as const;

/** A table of files of some types. */
function filesOf(name: string, holds: string, types: RegExp): DerivativeTable {
  return {
    name: `${name}-information`,
    holds: `${holds}: dates, address, file name, declared type, type told by the bytes, digests`,
    columns: at(FILE, [...DATES, ...NAMES, ...DIGESTS]),
    accepts: (record) => types.test(typeOf(record)),
  };
}

/** The tables, in the order of the documentation. */
export const TABLES: readonly DerivativeTable[] = [
  {
    name: 'web-pages',
    holds: 'pages with their language and visible text',
    columns: [
      ...at(FILE, ['crawl_date', 'domain', 'url', 'mime_type_web_server', 'mime_type_tika']),
      column('language', LANGUAGE),
      column('content', TEXT),
    ],
    accepts: isPage,
  },
  {
    name: 'plain-text',
    holds: 'pages with their main text, without menus and margins',
    columns: [...at(FILE, ['crawl_date', 'domain', 'url']), column('text', MAIN_TEXT)],
    accepts: isPage,
  },
  {
    name: 'web-graph',
    holds: 'links of pages with their texts',
    explode: LINKS,
    columns: at(LINKS, ['crawl_date', 'src', 'dest', 'anchor']),
    accepts: isPage,
  },
  {
    name: 'image-graph',
    holds: 'images that pages show, with their alternative texts',
    explode: IMAGES,
    columns: at(IMAGES, ['crawl_date', 'src', 'image_url', 'alt_text']),
    accepts: isPage,
  },
  {
    name: 'image-information',
    holds: 'images: as for files, with width and height',
    columns: [
      ...at(FILE, [...DATES, ...NAMES]),
      ...at(SIZE, ['width', 'height']),
      ...at(FILE, DIGESTS),
    ],
    accepts: (record) => typeOf(record).startsWith('image/'),
  },
  filesOf('pdf', 'PDF files', /^application\/pdf$/),
  filesOf('audio', 'sound', /^audio\/|rn-realmedia$/),
  filesOf('video', 'film', /^video\//),
  filesOf(
    'word-processor',
    'texts of word processors',
    /^application\/(?:msword|rtf|vnd\.oasis\.opendocument\.text|.*\.wordprocessingml\.document)$/,
  ),
  filesOf(
    'spreadsheet',
    'spreadsheets',
    /^application\/(?:vnd\.ms-excel|vnd\.oasis\.opendocument\.spreadsheet|.*\.spreadsheetml\.sheet)$/,
  ),
  filesOf(
    'presentation-program',
    'presentations',
    /^application\/(?:vnd\.ms-powerpoint|vnd\.oasis\.opendocument\.presentation|.*\.presentation)$/,
  ),
];
