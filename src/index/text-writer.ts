// Writes the searchable side of documents: words, attributes and the numbers that ranking and suggestions need.
import type { Database } from 'better-sqlite3';
import type { ImageDocument } from '../model/image.ts';
import { type NsfwScore, toColumnRow } from './column-row.ts';
import { openColumnWriter } from './column-writer.ts';
import { toHostKeywords, toKeyword } from './schema.ts';
import {
  type CountedDictionary,
  openCountedDictionary,
  openDictionary,
} from './text-dictionary.ts';
import { type IndexedField, toIndexedFields } from './text-fields.ts';
import { toHost } from './text-host.ts';
import { createTitleMemory, remembering } from './text-memory.ts';
import { openTextRows } from './text-rows.ts';
import { openTextTotals } from './text-totals.ts';

/**
 * Adds and removes documents within the transaction of the caller, who calls `flush` before it ends,
 * and `discard` when it was rolled back.
 */
export interface TextWriter {
  /** Makes a document searchable. */
  add(rowId: number, document: ImageDocument, nsfw?: NsfwScore): void;
  /** Takes back everything `add` gave for the same document. */
  remove(rowId: number, document: ImageDocument): void;
  /** Stores what was gathered in memory. */
  flush(): void;
  /** Forgets what was gathered in memory. */
  discard(): void;
}

/** The last collection set that fits its column stands for all that do not. */
export const LAST_COLLECTION_SET = 65_535;

/** The last row of `mime` that fits its column. Types come from our own table of formats, so there are few. */
const LAST_MIME = 255;

/** Opens the searchable side of a library for writing. */
export function openTextWriter(db: Database): TextWriter {
  const rows = openTextRows(db);
  const hosts = openCountedDictionary(db, 'host');
  const languages = openCountedDictionary(db, 'language');
  const mimes = openDictionary(db, 'mime');
  const sets = openDictionary(db, 'collection_set');
  const collections = openDictionary(db, 'collection');
  const columns = openColumnWriter(db);
  const totals = openTextTotals(db);
  const ofTitle = createTitleMemory(totals.vocabulary);
  const parts = [rows, hosts, languages, mimes, sets, collections, columns, totals];

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
    add(rowId, document, nsfw) {
      const host = document.page === undefined ? '' : toHost(document.page.url);
      const fields = toIndexedFields(document, totals.vocabulary, ofTitle);
      const texts = fields.map(textOf);
      texts.push(toKeywords(host, document.collections));
      rows.insert(rowId, texts);
      const numbers = {
        host: host === '' ? 0 : hosts.idOf(host),
        mime: Math.min(LAST_MIME, mimes.idOf(document.mime)),
        language: document.page?.language ? languages.idOf(document.page.language) : 0,
        collections: collectionSet(document.collections),
        lengths: fields.map(lengthOf),
      };
      columns.write(rowId, toColumnRow(document, numbers, nsfw));
      count(document, host, fields, 1);
    },
    remove(rowId, document) {
      const host = document.page === undefined ? '' : toHost(document.page.url);
      rows.delete(rowId);
      columns.clear(rowId);
      count(document, host, toIndexedFields(document, totals.vocabulary, ofTitle), -1);
    },
    flush() {
      rows.flush();
      hosts.flush();
      languages.flush();
      totals.flush();
      columns.flush();
      collections.discard(); // they may be removed or renamed between transactions
    },
    discard() {
      for (const part of parts) part.discard();
    },
  };

  function collectionSet(names: readonly string[]): number {
    if (names.length === 0) return 0;
    const ids = names.map((name) => collections.idOf(name)).sort((a, b) => a - b);
    return Math.min(LAST_COLLECTION_SET, sets.idOf(JSON.stringify(ids)));
  }
}

function lengthOf({ length }: IndexedField): number {
  return length;
}

function textOf({ text }: IndexedField): string {
  return text;
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
  { titles, alts, captions, page }: ImageDocument,
  change: 1 | -1,
): void {
  for (const texts of [titles, alts, captions]) {
    for (const { language } of texts) if (language !== '') languages.count(language, change);
  }
  if (page !== undefined && page.language !== '') languages.count(page.language, change);
}
