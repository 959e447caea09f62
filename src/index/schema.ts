// The tables of a library.
import { createHash } from 'node:crypto';
import { ANALYSIS_VERSION } from '../model/analysis/analysis.ts';
import { TEXT_FIELDS } from '../model/field-lists.ts';

/** Columns of the text index: the searchable fields, and one for exact conditions (`toKeyword`). */
export const TEXT_COLUMNS: readonly string[] = [...TEXT_FIELDS, 'keyword'];

/** Format of the library folder. Raised with each change that older programs would misread, once a version is released. */
export const FORMAT_VERSION = 1;

/** Pages of the database: a chunk of a column fills one. */
export const PAGE_BYTES = 8192;

/** Pages, what files say of images, and what binds them together. */
const TRUTH_TABLES = `CREATE TABLE page(
  id INTEGER PRIMARY KEY,
  file INTEGER NOT NULL,
  key INTEGER NOT NULL,
  time INTEGER NOT NULL,            -- a timestamp of 14 digits as a number
  data BLOB NOT NULL,               -- what else is known of it, packed (page-codec.ts)
  sum INTEGER NOT NULL
);
CREATE INDEX page_file ON page(file);
CREATE INDEX page_key ON page(key, time, file);

-- What one file says of one SURT: image captures, references and what else it gave, packed (row-codec.ts). In the order of arrival: in that of the
-- keys each row would change another page of the database.
CREATE TABLE observation(
  key INTEGER NOT NULL, file INTEGER NOT NULL, part INTEGER NOT NULL,
  captures INTEGER NOT NULL, refs INTEGER NOT NULL,
  data BLOB NOT NULL,
  sum INTEGER NOT NULL
);
CREATE UNIQUE INDEX observation_key ON observation(key, file, part);
-- What is stored of each file, summed up; its references by tag.
CREATE TABLE file_count(
  file INTEGER PRIMARY KEY, captures INTEGER NOT NULL, refs INTEGER NOT NULL, pages INTEGER NOT NULL,
  listed INTEGER NOT NULL,          -- rows of \`capture\`
  sum INTEGER
);
CREATE TABLE tag_count(file INTEGER, tag TEXT, refs INTEGER NOT NULL, sum INTEGER, PRIMARY KEY(file, tag)) WITHOUT ROWID;
-- The keys of the rows of each part, packed (library-parts.ts).
CREATE TABLE part(file INTEGER, part INTEGER, data BLOB NOT NULL, PRIMARY KEY(file, part)) WITHOUT ROWID;

-- Addresses that redirected to one of a key at some time, by the rows that say so: all of it is told by them.
CREATE TABLE redirect(
  target INTEGER, key INTEGER, file INTEGER, part INTEGER,
  PRIMARY KEY(target, key, file, part)
) WITHOUT ROWID;
CREATE INDEX redirect_key ON redirect(key);

-- Where and when payloads were captured: finds the records that a revisit may stand for. All of it is told by the rows of pages,
-- images, style sheets and hidden captures, which have the whole mark (payload-digest.ts).
CREATE TABLE original(
  mark INTEGER, key INTEGER, time INTEGER, file INTEGER,
  PRIMARY KEY(mark, key, time, file)
) WITHOUT ROWID;
CREATE TABLE revisit(
  id INTEGER PRIMARY KEY,
  file INTEGER NOT NULL,
  offset INTEGER NOT NULL,
  time INTEGER NOT NULL,
  digest BLOB NOT NULL,             -- payload digest that it names, or ''
  mark INTEGER NOT NULL,            -- of the digest, as in \`original\`; -1: none
  target_key INTEGER NOT NULL,      -- address and time that it names
  target_time INTEGER NOT NULL,     -- 0: none
  origin_file INTEGER NOT NULL,     -- the original that its rows were made from; 0: none yet
  origin_offset INTEGER NOT NULL,
  origin_kind INTEGER NOT NULL,     -- 0 page, 1 style sheet, 2 image, 3 image that was taken down
  page INTEGER NOT NULL,            -- the page that it became; 0: none
  url TEXT NOT NULL,
  sum INTEGER
);
CREATE INDEX revisit_file ON revisit(file);
CREATE INDEX revisit_mark ON revisit(mark, target_key);

-- Captures of style sheets, what each distinct one says (sheet-codec.ts), and the pages of a file that link one.
CREATE TABLE sheet(
  key INTEGER, time INTEGER, file INTEGER, offset INTEGER, content INTEGER NOT NULL,
  mark BLOB NOT NULL,               -- 8 bytes; empty for one that revisits cannot stand for
  sum INTEGER,
  PRIMARY KEY(key, time, file, offset)
) WITHOUT ROWID;
CREATE INDEX sheet_file ON sheet(file);
CREATE TABLE sheet_content(id INTEGER PRIMARY KEY, key INTEGER NOT NULL, data BLOB NOT NULL, sum INTEGER);
CREATE INDEX sheet_content_key ON sheet_content(key);
CREATE TABLE sheet_image(key INTEGER, content INTEGER, sum INTEGER, PRIMARY KEY(key, content)) WITHOUT ROWID;
CREATE TABLE sheet_import(key INTEGER, content INTEGER, sum INTEGER, PRIMARY KEY(key, content)) WITHOUT ROWID;
CREATE TABLE sheet_link(
  key INTEGER, file INTEGER, part INTEGER, data BLOB NOT NULL, sum INTEGER,
  PRIMARY KEY(key, file, part)
) WITHOUT ROWID;
CREATE INDEX sheet_link_file ON sheet_link(file);

-- Revisits that have to be settled.
CREATE TABLE dirty_revisit(id INTEGER PRIMARY KEY);

-- When images were captured that were taken down: what pages of that time say about the address is not stored.
CREATE TABLE hidden_capture(
  key INTEGER, time INTEGER, file INTEGER, offset INTEGER, digest TEXT NOT NULL,
  mark BLOB NOT NULL,               -- as that of a style sheet
  sum INTEGER,
  PRIMARY KEY(key, time, file, offset)
) WITHOUT ROWID;
CREATE INDEX hidden_capture_file ON hidden_capture(file);
-- Files whose pages mention such images, by the address and the image: read again when it may come back.
CREATE TABLE hidden_mention(
  file INTEGER, key INTEGER, digest TEXT, sum INTEGER,
  PRIMARY KEY(file, key, digest)
) WITHOUT ROWID;

-- Every capture by address and time, for replay, /cdx and corpora. In the order of arrival; the indexes have the order of index
-- lines (address.surt, then capture_place), and find what a revisit repeats.
CREATE TABLE address(
  id INTEGER PRIMARY KEY,
  surt TEXT NOT NULL UNIQUE,
  url NOT NULL,                     -- of its first capture: a number for one that the SURT tells, else the text (captures-url.ts)
  sum INTEGER NOT NULL
);
CREATE TABLE capture(
  id INTEGER PRIMARY KEY,
  address INTEGER NOT NULL, time INTEGER NOT NULL, file INTEGER NOT NULL, offset INTEGER NOT NULL,
  url,                              -- as that of the address; NULL: the same
  mime TEXT NOT NULL, status INTEGER NOT NULL,
  mark INTEGER NOT NULL,            -- of the digest, as in \`original\`; -1: none, or a revisit
  digest NOT NULL,                  -- 20 bytes of SHA-1, else the text
  length INTEGER NOT NULL,
  sum INTEGER NOT NULL
);
CREATE UNIQUE INDEX capture_place ON capture(address, time, file, offset);
CREATE INDEX capture_mark ON capture(mark, time) WHERE mark >= 0;
CREATE INDEX capture_file ON capture(file);
`;

/** Which images may be variants of one picture (library-kin.ts). Libraries of before get these when they are written first. */
export const KIN_TABLES = `-- Contents by the names that variants share (keys of hashKey), and by pieces of their looks (below 0).
CREATE TABLE IF NOT EXISTS kin(key INTEGER, hash INTEGER, PRIMARY KEY(key, hash)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS look(hash INTEGER PRIMARY KEY, bits BLOB NOT NULL);
-- Contents that have to be grouped again.
CREATE TABLE IF NOT EXISTS dirty_kin(hash INTEGER PRIMARY KEY);
`;

/**
 * Truth: all from `collection` to `takedown`, but for `part`, `file_count`, `tag_count`, `redirect` and `original`. These, and everything below `document`, are
 * derived from it and can be made again.
 *
 * `sum` is the checksum of a row (row-sum.ts).
 *
 * Keys are hashes of 47 bits (`hashKey`) of SURTs and digests. Two texts may share one, so whoever reads by
 * key compares the texts as well.
 */
export const SCHEMA = `
-- Values are kept as they are given: of a declared type the name \`007\` would become a number.
CREATE TABLE meta(name TEXT PRIMARY KEY, value, sum INTEGER) WITHOUT ROWID;
CREATE TABLE collection(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, sum INTEGER);

CREATE TABLE file(
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,        -- as shown: no credentials
  location TEXT NOT NULL,           -- what opens it
  size INTEGER NOT NULL,
  modified INTEGER NOT NULL,        -- milliseconds since 1970; 0 for remote files
  fingerprint TEXT NOT NULL,
  report TEXT NOT NULL,             -- what was found in it, JSON
  sum INTEGER
);
CREATE INDEX file_fingerprint ON file(fingerprint);
CREATE TABLE file_collection(file INTEGER, collection INTEGER, sum INTEGER, PRIMARY KEY(file, collection)) WITHOUT ROWID;
CREATE INDEX collection_file ON file_collection(collection, file);

${TRUTH_TABLES}-- Who told facts (producerKey), and what they told about contents (library-facts.ts): a content has one fact of each name.
CREATE TABLE producer(id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, sum INTEGER);
CREATE TABLE fact(
  digest BLOB NOT NULL,             -- SHA-256 of the content
  producer INTEGER NOT NULL,
  kind INTEGER NOT NULL,            -- 0 the reason why there is no value, 1 JSON, 2 bytes
  value BLOB NOT NULL,
  sum INTEGER NOT NULL,
  PRIMARY KEY(digest, producer)
) WITHOUT ROWID;
CREATE TABLE takedown(
  id INTEGER PRIMARY KEY, kind TEXT NOT NULL, value TEXT NOT NULL, time TEXT NOT NULL,
  details TEXT NOT NULL DEFAULT '', -- who asked for it and why, JSON
  sum INTEGER, UNIQUE(kind, value)
);
-- What has to be derived again.
CREATE TABLE dirty_key(key INTEGER PRIMARY KEY);
CREATE TABLE dirty_image(key INTEGER, hash INTEGER, PRIMARY KEY(key, hash)) WITHOUT ROWID;
CREATE TABLE dirty_fact(hash INTEGER PRIMARY KEY);

CREATE TABLE document(id INTEGER PRIMARY KEY, hash INTEGER NOT NULL, data BLOB NOT NULL, sum INTEGER NOT NULL);
CREATE INDEX document_hash ON document(hash);
-- At which SURTs a content was captured, with what that adds to the totals (match-totals.ts).
CREATE TABLE placement(hash INTEGER, key INTEGER, counts BLOB NOT NULL, sum INTEGER NOT NULL, PRIMARY KEY(hash, key)) WITHOUT ROWID;
CREATE INDEX placement_key ON placement(key);
-- Of each collection, by its row; 0: of the whole library.
CREATE TABLE match_total(
  collection INTEGER PRIMARY KEY, pairs INTEGER NOT NULL, addresses INTEGER NOT NULL, contents INTEGER NOT NULL
);

${KIN_TABLES}
CREATE TABLE column_chunk(id INTEGER PRIMARY KEY, data BLOB NOT NULL, sum INTEGER NOT NULL);
CREATE TABLE field_total(field INTEGER PRIMARY KEY, documents INTEGER NOT NULL, words INTEGER NOT NULL);
CREATE TABLE host(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, documents INTEGER NOT NULL);
CREATE TABLE mime(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE language(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, texts INTEGER NOT NULL);
CREATE TABLE place_name(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);  -- as facets count them (place-names.ts)
CREATE TABLE label(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);  -- what models say is in pictures
CREATE TABLE collection_set(id INTEGER PRIMARY KEY, members TEXT NOT NULL UNIQUE);  -- ids of collections, JSON
CREATE TABLE word(word TEXT PRIMARY KEY, documents INTEGER NOT NULL) WITHOUT ROWID;
-- Words of texts whose language is known and stemmed, by their stems.
CREATE TABLE stem(
  language TEXT, stem TEXT, word TEXT, documents INTEGER NOT NULL, PRIMARY KEY(language, stem, word)
) WITHOUT ROWID;
-- Deleted with the words that were inserted: told only the row, FTS5 would leave them in the file until parts are merged.
CREATE VIRTUAL TABLE text USING fts5(
  ${TEXT_COLUMNS.join(', ')},
  content='', tokenize='ascii', detail=full
);
CREATE VIRTUAL TABLE vocabulary USING fts5vocab(text, 'col');
-- Pages by the keys of their links (page-links.ts), and documents by the keys of the pages that show them.
CREATE VIRTUAL TABLE page_link USING fts5(keys, content='', tokenize='ascii', detail=none, columnsize=0);
CREATE VIRTUAL TABLE page_link_words USING fts5vocab(page_link, 'instance');
CREATE TABLE page_image(page INTEGER, document INTEGER, PRIMARY KEY(page, document)) WITHOUT ROWID;
`;

/** What an index depends on: the tables, whatever their comments, and the text analysis. */
export const INDEX_VERSION: string = createHash('sha256')
  .update(SCHEMA.replace(/--.*$/gm, '').replace(/\s+/g, ' '))
  .update(`${ANALYSIS_VERSION}`)
  .digest('hex')
  .slice(0, 16);

/**
 * Exact conditions as words of the column `keyword`: a mark that analysis never gives, a letter for the
 * kind, and the value. Separators of the tokenizer are written in another way.
 */
export function toKeyword(kind: 'host' | 'collection', value: string): string {
  const letter = kind === 'host' ? 'h' : 'c';
  const encoded = value
    .toLowerCase()
    .replace(SEPARATOR, (character) => `\u00b7${character.charCodeAt(0).toString(16)}`);
  return `\u00a6${letter}${encoded}`;
}

/** What the tokenizer `ascii` takes for the end of a word. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are separators too
const SEPARATOR = /[\x00-\x2f\x3a-\x60\x7b-\x7f]/g;

/** Keywords of a host: one for itself and one for each domain above it, so that `site:` is one word. */
export function toHostKeywords(host: string): string[] {
  const labels = host.toLowerCase().split('.');
  const keywords = [];
  for (let from = 0; from < labels.length; from++) {
    keywords.push(toKeyword('host', labels.slice(from).join('.')));
  }
  return keywords;
}

/** Stands between the values of a field, so that no phrase goes across: more of them than any slop forgives. */
export const VALUE_GAP = ` ${'\u00a6 '.repeat(6)}`;
