// From format 2 to format 3: shorter keys, packed pages, rows stored on others, and originals told by the rows themselves.
import type { Database } from 'better-sqlite3';
import type { Timestamp } from '../model/capture.ts';
import { FileTable } from './library-files.ts';
import { NO_MARK_KEY, OriginalTable } from './library-originals.ts';
import { PageTable } from './library-pages.ts';
import { RowTable } from './library-rows.ts';
import { encodePage } from './page-codec.ts';
import {
  type PayloadMark,
  type StoredDigest,
  toMarkBytes,
  toMarkKey,
  toPayloadMark,
} from './payload-digest.ts';
import { type BaseSource, decodeRow, type RowContent } from './row-codec.ts';
import { TRUTH_TABLES } from './schema.ts';

/** Keys of format 2 had 52 bits of the same hash; these are the first 47. */
const toKey = (column: string) => `${column} >> 5`;

/** What originals held in format 2. */
const PAGE = 0;
const SHEET = 1;
const IMAGE = 2;
const HIDDEN = 3;

/** Tables that are filled anew. */
const RENEWED = [
  'page',
  'observation',
  'original',
  'revisit',
  'sheet',
  'sheet_content',
  'sheet_image',
  'sheet_import',
  'sheet_link',
  'dirty_revisit',
  'hidden_capture',
] as const;

/** Indexes of these tables that were there before, in the way of new ones with their names. */
const INDEXES = [
  'page_file',
  'page_key',
  'observation_file',
  'original_file',
  'revisit_file',
  'revisit_target',
  'sheet_file',
  'sheet_content_key',
  'sheet_link_file',
  'hidden_capture_file',
];

/** Brings everything over; documents stay as they are. */
export function shareRows(database: Database): void {
  for (const index of INDEXES) database.exec(`DROP INDEX ${index}`);
  for (const table of RENEWED) database.exec(`ALTER TABLE ${table} RENAME TO ${table}_before`);
  database.exec(
    `CREATE INDEX before_place ON original_before(file, key, time, offset);
     CREATE INDEX before_page ON revisit_before(file, page);`,
  );
  database.exec(TRUTH_TABLES);
  database.exec('CREATE TEMP TABLE waiting AS SELECT key FROM dirty_key; DELETE FROM dirty_key');
  const marks = new OldMarks(database);
  const originals = new OriginalTable(database);
  const pages = new PageTable(database, originals);
  movePages(database, marks, originals);
  const rows = new RowTable(database, { files: new FileTable(database), pages, originals });
  moveRows(database, marks, rows);
  moveSheets(database, marks, originals);
  moveHidden(database, marks, originals);
  rows.flush();
  originals.flush();
  moveRevisits(database);
  shortenKeys(database);
  for (const table of RENEWED) database.exec(`DROP TABLE ${table}_before`);
}

/** Where a record was in format 2. */
interface OldPlace {
  readonly file: number;
  readonly key: number;
  readonly time: number;
  readonly offset: number;
}

/** The marks of records, from the originals of format 2. */
class OldMarks {
  readonly #select;

  constructor(database: Database) {
    this.#select = database
      .prepare<[OldPlace & { readonly kind: number }], StoredDigest>(
        `SELECT digest FROM original_before
         WHERE file = @file AND key = @key AND time = @time AND offset = @offset AND kind = @kind`,
      )
      .pluck();
  }

  /** The mark of a record; `''` when it is no original. */
  at({ file, key, time, offset }: OldPlace, kind: number): PayloadMark {
    const digest = this.#select.get({ file, key, time, offset, kind });
    return digest === undefined ? '' : toPayloadMark(digest);
  }
}

function movePages(database: Database, marks: OldMarks, originals: OriginalTable): void {
  const insert = database.prepare('INSERT INTO page VALUES(?, ?, ?, ?, ?)');
  const offsetOf = database
    .prepare<[number, number, number], number | null>(
      `SELECT min(offset) FROM original_before WHERE file = ? AND key = ? AND time = ? AND kind = ${PAGE}`,
    )
    .pluck();
  const isOfRevisit = database.prepare('SELECT 1 FROM revisit_before WHERE file = ? AND page = ?');
  for (const page of walk<OldPage>(database, 'page_before', 'id')) {
    const { id, file, key: oldKey, time } = page;
    const offset = offsetOf.get(file, oldKey, time) ?? 0;
    const isRevisit = isOfRevisit.get(file, id) !== undefined;
    const mark = isRevisit ? '' : marks.at({ file, key: oldKey, time, offset }, PAGE);
    const key = Math.floor(oldKey / 32);
    const timestamp = String(time) as Timestamp; // stored from 14 digits
    insert.run(id, file, key, time, encodePage({ ...page, time: timestamp, offset, mark }));
    originals.add({ mark, key, time, file });
  }
}

interface OldPage {
  readonly id: number;
  readonly file: number;
  readonly key: number;
  readonly time: number;
  readonly images: number;
  readonly language: string;
  readonly url: string;
  readonly title: string;
}

/** Format 2 stored each row by itself. */
const NO_BASES: BaseSource = {
  at: () => {
    throw new RangeError('a row of format 2 has a base');
  },
};

function moveRows(database: Database, marks: OldMarks, rows: RowTable): void {
  type OldRow = {
    readonly key: number;
    readonly file: number;
    readonly part: number;
    readonly data: unknown;
  };
  for (const { key, file, part, data } of walk<OldRow>(
    database,
    'observation_before',
    'key, file, part',
  )) {
    const { surt, captures, references } = decodeRow(data, NO_BASES);
    const marked = captures.map((capture) => {
      const place = { file, key, time: Number(capture.time), offset: capture.offset };
      return { ...capture, mark: marks.at(place, IMAGE) };
    });
    addSomewhere(rows, { file, part }, { surt, captures: marked, references });
  }
}

/** Two keys may have become one: then the part is taken, and the next one is free. */
function addSomewhere(
  rows: RowTable,
  { file, part }: { readonly file: number; readonly part: number },
  row: RowContent,
): void {
  for (let next = part; ; next++) {
    if (rows.addRow({ file, part: next }, row.surt, row.captures, row.references)) return;
  }
}

function moveSheets(database: Database, marks: OldMarks, originals: OriginalTable): void {
  type OldSheet = {
    readonly key: number;
    readonly time: number;
    readonly file: number;
    readonly offset: number;
    readonly content: number;
  };
  const insert = database.prepare('INSERT OR IGNORE INTO sheet VALUES(?, ?, ?, ?, ?, ?)');
  for (const sheet of walk<OldSheet>(database, 'sheet_before', 'key, time, file, offset')) {
    const { key: oldKey, time, file, offset, content } = sheet;
    const key = Math.floor(oldKey / 32);
    const mark = marks.at({ file, key: oldKey, time, offset }, SHEET);
    insert.run(key, time, file, offset, content, toMarkBytes(mark));
    originals.add({ mark, key, time, file });
  }
  database.exec(
    `INSERT INTO sheet_content SELECT id, ${toKey('key')}, data FROM sheet_content_before;
     INSERT OR IGNORE INTO sheet_image SELECT ${toKey('key')}, content FROM sheet_image_before;
     INSERT OR IGNORE INTO sheet_import SELECT ${toKey('key')}, content FROM sheet_import_before;`,
  );
  type OldLink = {
    readonly key: number;
    readonly file: number;
    readonly part: number;
    readonly data: unknown;
  };
  const link = database.prepare('INSERT OR IGNORE INTO sheet_link VALUES(?, ?, ?, ?)');
  for (const { key, file, part, data } of walk<OldLink>(
    database,
    'sheet_link_before',
    'key, file, part',
  )) {
    for (let next = part; ; next++) {
      if (link.run(Math.floor(key / 32), file, next, data).changes > 0) break;
    }
  }
}

function moveHidden(database: Database, marks: OldMarks, originals: OriginalTable): void {
  type OldHidden = {
    readonly key: number;
    readonly time: number;
    readonly file: number;
    readonly offset: number;
    readonly digest: string;
  };
  const insert = database.prepare('INSERT OR IGNORE INTO hidden_capture VALUES(?, ?, ?, ?, ?, ?)');
  for (const hidden of walk<OldHidden>(
    database,
    'hidden_capture_before',
    'key, time, file, offset',
  )) {
    const { key: oldKey, time, file, offset, digest } = hidden;
    const key = Math.floor(oldKey / 32);
    const mark = marks.at({ file, key: oldKey, time, offset }, HIDDEN);
    insert.run(key, time, file, offset, digest, toMarkBytes(mark));
    originals.add({ mark, key, time, file });
  }
}

/** After all originals: these would note them to be settled. */
function moveRevisits(database: Database): void {
  database.function('mark_key', { deterministic: true }, (digest) => {
    const stored = Buffer.isBuffer(digest) ? digest : String(digest);
    return stored === '' ? NO_MARK_KEY : toMarkKey(toPayloadMark(stored));
  });
  database.exec(
    `INSERT INTO revisit SELECT id, file, offset, time, digest, mark_key(digest), ${toKey('target_key')}, target_time,
       origin_file, origin_offset, origin_kind, page, url FROM revisit_before;
     INSERT INTO dirty_revisit SELECT id FROM dirty_revisit_before;`,
  );
}

/** What was derived stays, under shorter keys; what waited goes on waiting. */
function shortenKeys(database: Database): void {
  database.exec(
    `UPDATE document SET hash = ${toKey('hash')};
     CREATE TEMP TABLE placed AS SELECT ${toKey('hash')} AS hash, ${toKey('key')} AS key FROM placement;
     DELETE FROM placement;
     INSERT OR IGNORE INTO placement SELECT hash, key FROM placed ORDER BY hash, key;
     DROP TABLE placed;
     CREATE TEMP TABLE images AS SELECT ${toKey('key')} AS key, ${toKey('hash')} AS hash FROM dirty_image;
     DELETE FROM dirty_image;
     INSERT OR IGNORE INTO dirty_image SELECT key, hash FROM images;
     DROP TABLE images;
     DELETE FROM dirty_key;
     INSERT OR IGNORE INTO dirty_key SELECT ${toKey('key')} FROM waiting;
     DROP TABLE waiting;`,
  );
}

const ROWS_AT_ONCE = 500;

/** All rows of a table in the order of some columns that tell each apart, some at a time. */
function* walk<Row extends object>(
  database: Database,
  table: string,
  order: string,
): Generator<Row> {
  const columns = order.split(', ');
  const places = columns.map(() => '?').join(', ');
  const next = database.prepare<number[], Row>(
    `SELECT * FROM ${table} WHERE (${order}) > (${places}) ORDER BY ${order} LIMIT ${ROWS_AT_ONCE}`,
  );
  let last = columns.map(() => -1);
  for (;;) {
    const rows = next.all(...last);
    yield* rows;
    const end = rows.at(-1) as Record<string, number> | undefined; // the columns of an order are integers
    if (end === undefined) return;
    last = columns.map((column) => end[column] ?? -1);
  }
}
