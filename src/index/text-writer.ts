// Writes the searchable side of documents: words, attributes and the numbers that ranking and suggestions need.
import { toSite } from '../model/document-fields.ts';
import { COLUMN_SOURCES, type ColumnSource, LATE_COLUMNS } from '../model/field-lists.ts';
import type { NameTable } from '../model/field-types.ts';
import type { ImageDocument } from '../model/image.ts';
import { TEXTS_FIELDS } from '../model/said.ts';
import type { Database } from '../sqlite/sqlite.ts';
import { openColumnWriter } from './column-writer.ts';
import { openPageImages, pageKeysOf } from './page-images.ts';
import { toHostKeywords, toKeyword } from './schema.ts';
import {
  type CountedDictionary,
  type Dictionary,
  openCountedDictionary,
  openDictionary,
} from './text-dictionary.ts';
import { type IndexedField, toIndexedFields } from './text-fields.ts';
import { createTitleMemory, remembering } from './text-memory.ts';
import { openTextRows } from './text-rows.ts';
import { openTextTotals } from './text-totals.ts';

/**
 * Adds and removes documents within the transaction of the caller, who calls `flush` before it ends,
 * and `discard` when it was rolled back.
 */
export interface TextWriter {
  /** Makes a document searchable. */
  add(rowId: number, document: ImageDocument): void;
  /** Brings the attributes up to date that facts and other images tell, of a document that was added before with the same words. */
  updateLate(rowId: number, document: ImageDocument): void;
  /** Takes back everything `add` gave for the same document. */
  remove(rowId: number, document: ImageDocument): void;
  /** Stores what was gathered in memory. */
  flush(): void;
  /** Forgets what was gathered in memory. */
  discard(): void;
}

/** The last collection set that fits its column stands for all that do not. */
export const LAST_COLLECTION_SET = 65_535;

/** Opens the searchable side of a library for writing. */
export function openTextWriter(db: Database): TextWriter {
  const rows = openTextRows(db);
  const hosts = openCountedDictionary(db, 'host');
  const languages = openCountedDictionary(db, 'language');
  const mimes = openDictionary(db, 'mime');
  const sets = openDictionary(db, 'collection_set');
  const places = openDictionary(db, 'place_name');
  const labels = openDictionary(db, 'label');
  const dictionaries: Readonly<Record<NameTable, Dictionary>> = {
    host: hosts,
    language: languages,
    mime: mimes,
    collection_set: sets,
    place_name: places,
    label: labels,
  };
  const collections = openDictionary(db, 'collection');
  const columns = openColumnWriter(db);
  const totals = openTextTotals(db);
  const pages = openPageImages(db);
  const ofTitle = createTitleMemory(totals.vocabulary);
  const parts = [
    rows,
    hosts,
    languages,
    mimes,
    sets,
    places,
    labels,
    collections,
    columns,
    totals,
    pages,
  ];

  /** Counts a document in (1) or out (-1). */
  function count(
    document: ImageDocument,
    host: string,
    fields: readonly IndexedField[],
    change: 1 | -1,
  ): void {
    if (host !== '') hosts.count(host, change);
    countLanguages(languages, document, change);
    totals.count(fields, change);
  }

  return {
    add(rowId, document) {
      const host = toSite(document);
      const fields = toIndexedFields(document, totals.vocabulary, ofTitle);
      rows.insert(rowId, toTexts(host, document, fields));
      columns.write(
        rowId,
        COLUMN_SOURCES.map((column) => toColumnValue(column, document, fields)),
      );
      count(document, host, fields, 1);
      pages.add(rowId, pageKeysOf(document));
    },
    updateLate(rowId, document) {
      const values = LATE_COLUMNS.map(
        (column) => [column.name, toColumnValue(column, document, [])] as const,
      );
      columns.change(rowId, new Map(values));
    },
    remove(rowId, document) {
      const host = toSite(document);
      const fields = toIndexedFields(document, totals.vocabulary, ofTitle);
      rows.delete(rowId, toTexts(host, document, fields));
      columns.clear(rowId);
      count(document, host, fields, -1);
      pages.remove(rowId, pageKeysOf(document));
    },
    flush() {
      rows.flush();
      hosts.flush();
      languages.flush();
      totals.flush();
      columns.flush();
      pages.flush();
      collections.discard(); // they may be removed or renamed between transactions
    },
    discard() {
      for (const part of parts) part.discard();
    },
  };

  function toColumnValue(
    { toNumber, lengthOf, names, toName, bytes, overflow }: ColumnSource,
    document: ImageDocument,
    fields: readonly IndexedField[],
  ): number {
    if (toNumber !== undefined) return toNumber(document);
    if (names === undefined) return fields[lengthOf]?.length ?? 0;
    const number = numberOf(names, toName(document));
    return number < 2 ** (bytes * 8) ? number : overflow;
  }

  /** The row of a name, or of a set of collections; 0 for none. */
  function numberOf(table: NameTable, name: string | readonly string[]): number {
    if (name.length === 0) return 0;
    if (typeof name === 'string') return dictionaries[table].idOf(name);
    const ids = name.map((each) => collections.idOf(each)).sort((a, b) => a - b);
    return dictionaries[table].idOf(JSON.stringify(ids));
  }
}

/** One text for each of `TEXT_COLUMNS`. */
function toTexts(
  host: string,
  { collections }: ImageDocument,
  fields: readonly IndexedField[],
): string[] {
  const texts = fields.map(({ text }) => text);
  texts.push(toKeywords(host, collections));
  return texts;
}

/** Keywords of hosts and collections, which many documents share. */
const hostKeywords = remembering((host) => toHostKeywords(host).join(' '));
const collectionKeyword = remembering((name) => toKeyword('collection', name));

function toKeywords(host: string, collections: readonly string[]): string {
  let keywords = host === '' ? '' : hostKeywords(host);
  for (const name of collections) {
    keywords += (keywords === '' ? '' : ' ') + collectionKeyword(name);
  }
  return keywords;
}

/** Counts the language of each text, and that of the page. */
function countLanguages(
  languages: CountedDictionary,
  document: ImageDocument,
  change: 1 | -1,
): void {
  for (const field of TEXTS_FIELDS) {
    for (const { language } of document[field]) {
      if (language !== '') languages.count(language, change);
    }
  }
  const language = document.page?.language ?? '';
  if (language !== '') languages.count(language, change);
}
