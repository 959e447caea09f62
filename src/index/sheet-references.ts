// The images that pages show through style sheets: worked out from the sheets and links of a library, never stored.
import type { Timestamp } from '../model/capture.ts';
import type { ImagePage } from '../model/image.ts';
import { nearestIndex } from '../model/nearest.ts';
import { NOTHING_SAID, type Said } from '../model/said.ts';
import { toMillis } from '../model/timestamp.ts';
import type { Database, Statement } from '../sqlite/sqlite.ts';
import { hashKey } from '../support/hash-key.ts';
import { MAX_SHEET_LEVELS, type SheetTable } from './library-sheets.ts';
import { decodeLinks } from './sheet-codec.ts';

/** A mention of an image in a style sheet that a page links, or that such a sheet imports. */
export interface SheetReference {
  readonly surt: string;
  readonly said: Said;
  readonly page: ImagePage;
  readonly pageRow: number;
  readonly imagesInPage: number;
  readonly collections: readonly string[];
}

/** What is needed of other tables. */
export interface SheetReferenceSource {
  page(id: number): { readonly page: ImagePage; readonly images: number } | undefined;
  collectionsOf(file: number): readonly string[];
}

/** Pages of one file, found through one way of links and imports. */
interface Found {
  readonly file: number;
  readonly pages: readonly number[];
  /** Whether a page of that time sees the image on this way. */
  readonly isSeen: (millis: number) => boolean;
}

/** The captures of one sheet over time: `contents[n]` is what it said at `times[n]`. */
interface Turns {
  readonly times: readonly number[];
  readonly contents: readonly number[];
}

/** Ways from an image to pages that are followed: sheets that import each other crosswise have very many. */
const MAX_WAYS = 1000;
const ROWS_AT_ONCE = 256;
const MAX_CACHED_TURNS = 2000;

/**
 * Works out references through style sheets. A page sees the capture of a sheet that is nearest in time, of two in one
 * second the one whose content sorts first; the same holds for imported sheets, with the time of the page.
 */
export class SheetReferences {
  readonly #sheets: SheetTable;
  readonly #source: SheetReferenceSource;
  readonly #turns = new Map<string, Turns>();
  readonly #selectImage: Statement<[number], number>;
  readonly #selectImport: Statement<[number], number>;
  readonly #selectTurns: Statement<[number], { time: number; content: number }>;
  readonly #selectLinks: Statement<
    [number, number, number, number],
    { file: number; part: number; data: unknown }
  >;
  readonly #selectGeneration: Statement<[], number>;
  #generation = -1;

  constructor(database: Database, sheets: SheetTable, source: SheetReferenceSource) {
    this.#sheets = sheets;
    this.#source = source;
    const contentsOf = (table: string) =>
      database
        .prepare<[number], number>(`SELECT content FROM ${table} WHERE key = ? ORDER BY content`)
        .pluck();
    this.#selectImage = contentsOf('sheet_image');
    this.#selectImport = contentsOf('sheet_import');
    this.#selectTurns = database.prepare(
      'SELECT time, content FROM sheet WHERE key = ? ORDER BY time',
    );
    this.#selectLinks = database.prepare(
      `SELECT file, part, data FROM sheet_link
       WHERE key = ? AND (file, part) > (?, ?) ORDER BY file, part LIMIT ?`,
    );
    this.#selectGeneration = database
      .prepare<[], number>("SELECT value FROM meta WHERE name = 'generation'")
      .pluck();
  }

  /** Forgets what it remembers of the tables. */
  refresh(): void {
    this.#turns.clear();
    this.#sheets.refresh();
  }

  /** All references to images at a key; only the SURTs given count. */
  *to(key: number, surts: ReadonlySet<string>): Generator<SheetReference> {
    for (const [surt, found] of this.#find(key, surts)) {
      const { file, pages, isSeen } = found;
      const collections = this.#source.collectionsOf(file);
      for (const id of pages) {
        const stored = this.#source.page(id);
        if (stored === undefined || !isSeen(toMillis(stored.page.time))) continue;
        const { page, images } = stored;
        const imagesInPage = images;
        yield { surt, said: NOTHING_SAID, page, pageRow: id, imagesInPage, collections };
      }
    }
  }

  *#find(key: number, surts: ReadonlySet<string>): Generator<[string, Found]> {
    const contents = this.#selectImage.all(key);
    if (contents.length === 0) return;
    this.#checkGeneration();
    for (const surt of surts) {
      const ways = { left: MAX_WAYS };
      const naming = contents.filter((id) => this.#sheets.content(id).images.includes(surt));
      for (const [sheet, isSeen] of this.#byNaming(naming)) {
        for (const found of this.#pagesOf(sheet, isSeen, [], ways)) yield [surt, found];
      }
    }
  }

  /** Pages that link a sheet, and those of the sheets that import it. */
  *#pagesOf(
    sheet: string,
    isSeen: (millis: number) => boolean,
    way: readonly string[],
    ways: { left: number },
  ): Generator<Found> {
    if (ways.left-- <= 0) return;
    for (const { file, pages } of this.#linksTo(sheet)) yield { file, pages, isSeen };
    const longer = [...way, sheet];
    if (longer.length >= MAX_SHEET_LEVELS) return;
    const importing = this.#selectImport
      .all(hashKey(sheet))
      .filter((id) => this.#sheets.content(id).imports.includes(sheet));
    for (const [parent, isParentSeen] of this.#byNaming(importing)) {
      if (longer.includes(parent)) continue; // a circle shows nothing new
      const isBothSeen = (millis: number) => isParentSeen(millis) && isSeen(millis);
      yield* this.#pagesOf(parent, isBothSeen, longer, ways);
    }
  }

  /** The sheets of some contents, sorted, each with the times at which one of these contents is the nearest. */
  #byNaming(contents: readonly number[]): [string, (millis: number) => boolean][] {
    const bySheet = new Map<string, Set<number>>();
    for (const id of contents) {
      const { surt } = this.#sheets.content(id);
      const known = bySheet.get(surt);
      if (known === undefined) bySheet.set(surt, new Set([id]));
      else known.add(id);
    }
    return [...bySheet]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([sheet, naming]) => {
        const turns = this.#turnsOf(sheet);
        const isSeen = (millis: number) =>
          naming.has(turns.contents[nearestIndex(turns.times, millis)] ?? -1);
        return [sheet, isSeen];
      });
  }

  #turnsOf(sheet: string): Turns {
    const known = this.#turns.get(sheet);
    if (known !== undefined) return known;
    const times: number[] = [];
    const contents: number[] = [];
    let last = -1;
    for (const { time, content } of this.#selectTurns.all(hashKey(sheet))) {
      if (this.#sheets.content(content).surt !== sheet) continue; // another SURT with this key
      const before = contents.at(-1);
      if (time !== last || before === undefined) {
        times.push(millisOf(time));
        contents.push(content);
        last = time;
      } else if (this.#textOf(content) < this.#textOf(before))
        contents[contents.length - 1] = content;
    }
    const turns = { times, contents };
    if (this.#turns.size >= MAX_CACHED_TURNS) this.#turns.clear();
    this.#turns.set(sheet, turns);
    return turns;
  }

  /** Decides between two contents of one second, whatever rows they have. */
  #textOf(content: number): string {
    const { images, imports } = this.#sheets.content(content);
    return JSON.stringify([images, imports]);
  }

  *#linksTo(sheet: string): Generator<{ file: number; pages: readonly number[] }> {
    const key = hashKey(sheet);
    let [file, part] = [-1, -1];
    for (;;) {
      const rows = this.#selectLinks.all(key, file, part, ROWS_AT_ONCE);
      for (const row of rows) {
        const { surt, pages } = decodeLinks(row.data);
        if (surt === sheet) yield { file: row.file, pages };
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < ROWS_AT_ONCE) return;
      ({ file, part } = last);
    }
  }

  /** Another process may have changed the library since the last call. */
  #checkGeneration(): void {
    const generation = this.#selectGeneration.get() ?? 0;
    if (generation === this.#generation) return;
    this.#generation = generation;
    this.refresh();
  }
}

function millisOf(stored: number): number {
  return toMillis(String(stored) as Timestamp); // stored from 14 digits
}
