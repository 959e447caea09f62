// The style sheets of a library: their captures, what they say, and the pages that link them.
import type { Timestamp } from '../model/capture.ts';
import type { Database, Statement } from '../sqlite/sqlite.ts';
import { hashKey } from '../support/hash-key.ts';
import { MarkedTable, type OriginalHolder, type OriginalTable } from './library-originals.ts';
import { fromMarkBytes, type PayloadMark, toMarkBytes } from './payload-digest.ts';
import {
  decodeLinks,
  decodeSheet,
  encodeLinks,
  encodeSheet,
  type SheetContent,
  type SheetLinks,
} from './sheet-codec.ts';

/** A capture of a style sheet, with what it says. */
export interface NewSheet {
  readonly surt: string;
  readonly time: Timestamp;
  readonly offset: number;
  /** SURTs of images and of imported sheets, in any order. */
  readonly images: readonly string[];
  readonly imports: readonly string[];
  /** `''` or absent for one that revisits cannot stand for. */
  readonly mark?: PayloadMark | undefined;
}

/** Sheets that import sheets that import sheets: a page sees this many levels. */
export const MAX_SHEET_LEVELS = 4;

/** Images and imports of one sheet that are kept: more are hardly meant for people. */
const MAX_IMAGES = 5000;
const MAX_IMPORTS = 100;
const MAX_CACHED_CONTENTS = 2000;

interface RemovedSheet {
  readonly key: number;
  readonly time: number;
  readonly content: number;
  readonly file: number;
  readonly offset: number;
  readonly mark: unknown;
}

/** The tables of style sheets. Writers work inside a transaction of the caller. */
export class SheetTable implements OriginalHolder {
  readonly #database: Database;
  readonly #originals: OriginalTable;
  readonly #marked: MarkedTable;
  readonly #contents = new Map<number, SheetContent>();
  readonly #selectContent: Statement<[number], unknown>;
  readonly #selectContents: Statement<[number], { readonly id: number }>;
  readonly #insertDirty: Statement;

  constructor(database: Database, originals: OriginalTable) {
    this.#database = database;
    this.#originals = originals;
    this.#marked = new MarkedTable(database, 'sheet');
    this.#selectContent = database
      .prepare<[number], unknown>('SELECT data FROM sheet_content WHERE id = ?')
      .pluck();
    this.#selectContents = database.prepare('SELECT id FROM sheet_content WHERE key = ?');
    this.#insertDirty = database.prepare('INSERT OR IGNORE INTO dirty_key VALUES(?)');
  }

  /** Forgets what it remembers of the tables. */
  refresh(): void {
    this.#contents.clear();
  }

  /** Stores a capture of a style sheet. Call `mark` or `markFile` afterwards. */
  addSheet(file: number, sheet: NewSheet): void {
    const { surt, offset, images, imports, mark = '' } = sheet;
    const content = toSheetContent({ surt, images, imports });
    const key = hashKey(surt);
    const time = Number(sheet.time);
    this.#database
      .prepare(
        'INSERT OR REPLACE INTO sheet(key, time, file, offset, content, mark) VALUES(?, ?, ?, ?, ?, ?)',
      )
      .run(key, time, file, offset, this.#contentId(content), toMarkBytes(mark));
    this.#originals.add({ mark, key, time, file });
  }

  originalsAt(key: number, time: number, file: number) {
    return this.#marked.originalsAt(key, time, file);
  }

  /**
   * Stores which pages of a file link a sheet. `part` must be new for this sheet and file; gives false, and stores
   * nothing, where another SURT with the same key has that part.
   */
  addLinks(
    place: { readonly file: number; readonly part: number },
    surt: string,
    pages: readonly number[],
  ): boolean {
    const sorted = [...new Set(pages)].sort((a, b) => a - b);
    const { changes } = this.#database
      .prepare('INSERT OR IGNORE INTO sheet_link(key, file, part, data) VALUES(?, ?, ?, ?)')
      .run(hashKey(surt), place.file, place.part, encodeLinks({ surt, pages: sorted }));
    return changes > 0;
  }

  /** What a stored sheet says. Throws a `RangeError` when it is not there or damaged. */
  content(id: number): SheetContent {
    const known = this.#contents.get(id);
    if (known !== undefined) return known;
    const content = decodeSheet(this.#selectContent.get(id));
    if (this.#contents.size >= MAX_CACHED_CONTENTS) this.#contents.clear();
    this.#contents.set(id, content);
    return content;
  }

  /** All captures of style sheets in a file. */
  *ofFile(file: number): Generator<NewSheet> {
    const sheets = this.#database
      .prepare<[number], { time: number; offset: number; content: number; mark: unknown }>(
        'SELECT time, offset, content, mark FROM sheet WHERE file = ? ORDER BY key, time, offset',
      )
      .all(file);
    for (const { time, offset, content, mark } of sheets) {
      const when = String(time) as Timestamp; // stored from 14 digits
      yield { ...this.content(content), time: when, offset, mark: fromMarkBytes(mark) };
    }
  }

  /** All links of a file, part by part: pages by their rows. */
  *linksOf(file: number): Generator<SheetLinks & { readonly part: number }> {
    const links = this.#database
      .prepare<[number], { part: number; data: unknown }>(
        'SELECT part, data FROM sheet_link WHERE file = ? ORDER BY part, key',
      )
      .all(file);
    for (const { part, data } of links) yield { part, ...decodeLinks(data) };
  }

  /** Notes that images which the sheets of a file, or those its pages link, may show must be derived again. */
  markFile(file: number): void {
    const keys = this.#database
      .prepare<[{ file: number }], number>(
        'SELECT key FROM sheet WHERE file = @file UNION SELECT key FROM sheet_link WHERE file = @file',
      )
      .pluck()
      .all({ file });
    this.mark(keys);
  }

  /** Notes the same for the sheets of these keys, and for all that they import. */
  mark(keys: Iterable<number>): void {
    const seen = new Set(keys);
    let level = [...seen];
    for (let depth = 0; depth < MAX_SHEET_LEVELS && level.length > 0; depth++) {
      const next = new Set<number>();
      for (const key of level) {
        for (const { id } of this.#selectContents.all(key)) {
          const { images, imports } = this.content(id);
          for (const image of images) this.#insertDirty.run(hashKey(image));
          for (const imported of imports) next.add(hashKey(imported));
        }
      }
      level = [...next].filter((key) => !seen.has(key));
      for (const key of level) seen.add(key);
    }
  }

  /** Takes back all sheets and links of a file. */
  removeFile(file: number): void {
    this.markFile(file);
    this.#removeSheets('file = ?', [file]);
    this.#database.prepare('DELETE FROM sheet_link WHERE file = ?').run(file);
  }

  /** Notes all originals anew, of a table that was copied. */
  restore(): void {
    for (const original of this.#marked.all()) this.#originals.add(original);
  }

  /** Takes back the sheet of one record, and the links in some parts of its file. */
  removeRecord(
    file: number,
    { offset, parts }: { readonly offset: number; readonly parts: readonly [number, number] },
  ): void {
    const keys = this.#database
      .prepare<[number, number, number, number, number], number>(
        `SELECT key FROM sheet WHERE file = ? AND offset = ?
         UNION SELECT key FROM sheet_link WHERE file = ? AND part BETWEEN ? AND ?`,
      )
      .pluck()
      .all(file, offset, file, ...parts);
    this.mark(keys);
    this.#removeSheets('file = ? AND offset = ?', [file, offset]);
    this.#database
      .prepare('DELETE FROM sheet_link WHERE file = ? AND part BETWEEN ? AND ?')
      .run(file, ...parts);
  }

  /**
   * Takes out all sheets at hidden addresses, and what others say of such addresses. Gives the places of the sheets
   * that went.
   */
  removeHidden(hidesUrl: (surt: string) => boolean): { file: number; offset: number }[] {
    const gone: { file: number; offset: number }[] = [];
    const contents = this.#database.prepare<[], { id: number; key: number }>(
      'SELECT id, key FROM sheet_content ORDER BY id',
    );
    for (const { id, key } of contents.all()) {
      const content = this.content(id);
      const isGone = hidesUrl(content.surt);
      const images = content.images.filter((surt) => !hidesUrl(surt));
      const imports = content.imports.filter((surt) => !hidesUrl(surt));
      const isWhole =
        images.length === content.images.length && imports.length === content.imports.length;
      if (!isGone && isWhole) continue;
      this.mark([key]);
      if (isGone) gone.push(...this.#removeSheets('key = ? AND content = ?', [key, id]));
      else this.#replaceContent(id, key, { surt: content.surt, images, imports });
    }
    return gone;
  }

  /** Takes out links to hidden addresses, and those of pages that have gone. */
  removeLinks(hidesUrl: (surt: string) => boolean, gone: ReadonlySet<number>): void {
    const next = this.#database.prepare<
      [number, number, number],
      { key: number; file: number; part: number; data: unknown }
    >(
      `SELECT key, file, part, data FROM sheet_link WHERE (key, file, part) > (?, ?, ?)
       ORDER BY key, file, part LIMIT 256`,
    );
    const remove = this.#database.prepare(
      'DELETE FROM sheet_link WHERE key = ? AND file = ? AND part = ?',
    );
    let place: readonly [number, number, number] = [-1, -1, -1];
    for (;;) {
      const rows = next.all(...place);
      for (const { key, file, part, data } of rows) {
        place = [key, file, part];
        const { surt, pages } = decodeLinks(data);
        const left = hidesUrl(surt) ? [] : pages.filter((page) => !gone.has(page));
        if (left.length === pages.length) continue;
        this.mark([key]);
        remove.run(key, file, part);
        if (left.length > 0) this.addLinks({ file, part }, surt, left);
      }
      if (rows.length === 0) return;
    }
  }

  #replaceContent(id: number, key: number, content: SheetContent): void {
    const made = this.#contentId(content);
    this.#database
      .prepare('UPDATE sheet SET content = ? WHERE key = ? AND content = ?')
      .run(made, key, id);
    this.#dropContent(id, key);
  }

  /** Removes captures, then what nobody says any more. */
  #removeSheets(where: string, values: readonly number[]): { file: number; offset: number }[] {
    const removed = this.#database
      .prepare<number[], RemovedSheet>(
        `DELETE FROM sheet WHERE ${where} RETURNING key, time, content, file, offset, mark`,
      )
      .all(...values);
    for (const { key, time, file, mark } of removed) {
      this.#originals.remove({ mark: fromMarkBytes(mark), key, time, file });
    }
    const keys = new Map(removed.map(({ key, content }) => [content, key]));
    for (const [content, key] of keys) this.#dropContent(content, key);
    return removed.map(({ file, offset }) => ({ file, offset }));
  }

  /** Drops what a sheet said, unless another capture says it too. */
  #dropContent(id: number, key: number): void {
    const other = this.#database
      .prepare('SELECT 1 FROM sheet WHERE key = ? AND content = ? LIMIT 1')
      .get(key, id);
    if (other !== undefined) return;
    const { images, imports } = this.content(id);
    for (const [table, surts] of [
      ['sheet_image', images],
      ['sheet_import', imports],
    ] as const) {
      const remove = this.#database.prepare(`DELETE FROM ${table} WHERE key = ? AND content = ?`);
      for (const surt of surts) remove.run(hashKey(surt), id);
    }
    this.#database.prepare('DELETE FROM sheet_content WHERE id = ?').run(id);
    this.#contents.delete(id);
  }

  /** The row of what a sheet says; the same for all captures that say the same. */
  #contentId(content: SheetContent): number {
    const key = hashKey(content.surt);
    for (const { id } of this.#selectContents.all(key)) {
      if (isSameContent(this.content(id), content)) return id;
    }
    const { lastInsertRowid } = this.#database
      .prepare('INSERT INTO sheet_content(key, data) VALUES(?, ?)')
      .run(key, encodeSheet(content));
    const id = Number(lastInsertRowid);
    for (const [table, surts] of [
      ['sheet_image', content.images],
      ['sheet_import', content.imports],
    ] as const) {
      const insert = this.#database.prepare(
        `INSERT OR IGNORE INTO ${table}(key, content) VALUES(?, ?)`,
      );
      for (const surt of surts) insert.run(hashKey(surt), id);
    }
    return id;
  }
}

/** Whether two sheets say the same. Their bytes may differ: another zlib may have packed them. */
function isSameContent(a: SheetContent, b: SheetContent): boolean {
  const isSameList = (some: readonly string[], others: readonly string[]) =>
    some.length === others.length && some.every((text, at) => text === others[at]);
  return a.surt === b.surt && isSameList(a.images, b.images) && isSameList(a.imports, b.imports);
}

/** What is kept of a sheet: lists without repetition, not too long, in order. */
export function toSheetContent({ surt, images, imports }: SheetContent): SheetContent {
  return { surt, images: toList(images, MAX_IMAGES), imports: toList(imports, MAX_IMPORTS) };
}

/** The first so many texts, sorted, each once. */
function toList(texts: readonly string[], most: number): string[] {
  return [...new Set(texts)].slice(0, most).sort();
}
