// What single records of a library left open: revisits and style sheets, settled with all that the library holds.
import {
  fromSortLine,
  type OriginalEnd,
  type RecordOptions,
  type RevisitEnd,
  toSortLines,
} from '../extract/extract.ts';
import { hashKey, type Library } from '../index/index.ts';
import type { Loss, Timestamp } from '../model/capture.ts';
import type { Observation } from '../model/observation.ts';
import { FileRows } from './file-rows.ts';
import {
  addCounts,
  countObservations,
  emptyCounts,
  type ObservationCounts,
} from './observation-counts.ts';
import { settleLooseEnds } from './settle.ts';
import { loadTakedown } from './takedown.ts';

/** Options of `settleLibrary`. */
export interface SettleLibraryOptions {
  readonly options: RecordOptions;
  readonly signal?: AbortSignal | undefined;
  readonly onLoss: (loss: Loss) => void;
}

interface OriginalRecord {
  readonly file: number;
  readonly offset: number;
  readonly kind: number;
  readonly key: number;
  readonly time: number;
}

type RevisitTarget = RevisitEnd['target'];

/** Parts of rows that settling writes lie beyond those that reading a file can need. */
const FIRST_SETTLED_PART = 1_000_000;

/**
 * Settles the loose ends of all files that were read since the last time, in one transaction. Revisits whose
 * original is not there stay, and are tried again when more files have come. Gives what was found.
 */
export async function settleLibrary(
  library: Library,
  { options, signal, onLoss }: SettleLibraryOptions,
): Promise<ObservationCounts> {
  const { database, files } = library;
  const lastEnd = Number(database.prepare('SELECT max(id) FROM loose_end').pluck().get() ?? 0);
  if (lastEnd === 0) return emptyCounts();
  const unresolved: { readonly file: string; readonly lines: readonly string[] }[] = [];
  const locations = new Map(files.list().map(({ name, location }) => [name, location]));
  const settled = settleLooseEnds(looseEnds(library, lastEnd), {
    options,
    locate: (name) => locations.get(name) ?? name,
    onLoss,
    onUnresolved: (end) => unresolved.push({ file: end.file, lines: toSortLines(end) }),
    tempFolder: library.folder,
    signal,
  });
  const writer = new SettledRows(library);
  library.begin();
  try {
    for await (const observations of settled) for (const one of observations) writer.add(one);
    if (signal?.aborted === true) return emptyCounts();
    writer.flush();
    database.prepare('DELETE FROM loose_end WHERE id <= ?').run(lastEnd);
    const keep = database.prepare('INSERT INTO loose_end(file, line) VALUES(?, ?)');
    for (const { file, lines } of unresolved) {
      for (const line of lines) keep.run(files.idOf(file), line);
    }
    library.commit();
    return writer.counts;
  } finally {
    library.rollback();
  }
}

/** All loose ends, and the originals in files read earlier that revisits among them may stand for. */
async function* looseEnds(library: Library, lastEnd: number): AsyncGenerator<string> {
  const next = library.database.prepare<[number, number], { id: number; line: string }>(
    'SELECT id, line FROM loose_end WHERE id > ? AND id <= ? ORDER BY id LIMIT 1000',
  );
  let last = 0;
  for (;;) {
    const rows = next.all(last, lastEnd);
    for (const { id, line } of rows) {
      last = id;
      yield line;
      if (line.startsWith('s:')) continue;
      const end = fromSortLine(line);
      if (end.kind !== 'revisit') continue;
      for (const original of storedOriginals(library, end.target)) yield* toSortLines(original);
    }
    if (rows.length === 0) return;
  }
}

/** Originals that the library remembers: with the payload digest, or at the place, that a revisit names. */
function storedOriginals(library: Library, { digest, surt, time }: RevisitTarget): OriginalEnd[] {
  const rows = digest === '' ? originalsAt(library, surt, time) : originalsWith(library, digest);
  return rows.flatMap((row) => {
    const found = originalOf(library, row);
    if (found === undefined) return [];
    const file = library.files.nameOf(row.file);
    const moment = String(row.time) as Timestamp; // stored from 14 digits
    const place = digest === '' ? { surt } : {};
    return [
      { kind: 'original', time: moment, file, offset: row.offset, digest, ...found, ...place },
    ];
  });
}

function originalsWith({ database }: Library, digest: string): OriginalRecord[] {
  return database
    .prepare<[string], OriginalRecord>(
      'SELECT file, offset, kind, key, time FROM original WHERE digest = ? ORDER BY file, offset LIMIT 32',
    )
    .all(digest);
}

/** The few revisits without a digest name a URL and a time; only files that tell of them are looked through. */
function originalsAt({ database }: Library, surt: string, time: Timestamp | ''): OriginalRecord[] {
  return database
    .prepare<[{ key: number; time: number }], OriginalRecord>(
      `SELECT file, offset, kind, key, time FROM original WHERE key = @key AND time = @time AND file IN (
         SELECT file FROM observation WHERE key = @key UNION SELECT file FROM page WHERE key = @key
       ) ORDER BY file, offset LIMIT 32`,
    )
    .all({ key: hashKey(surt), time: Number(time) });
}

function originalOf(
  library: Library,
  { kind, key, file, offset }: OriginalRecord,
): Pick<OriginalEnd, 'surt' | 'holds'> | undefined {
  if (kind !== 2) return { surt: '', holds: kind === 0 ? 'page' : 'sheet' };
  const name = library.files.nameOf(file);
  for (const row of library.rows.group(key)) {
    const capture = row.captures.find((one) => one.file === name && one.offset === offset);
    if (capture === undefined) continue;
    const { digest, mime, width, height, frames, bytes, metadata } = capture;
    const facts = { digest, mime, width, height, frames, bytes };
    return { surt: row.surt, holds: metadata === undefined ? facts : { ...facts, metadata } };
  }
  return undefined;
}

/** Settled observations, each as part of the file whose record it belongs to. */
class SettledRows {
  readonly #library: Library;
  readonly #files = new Map<number, { readonly rows: FileRows; counts: ObservationCounts }>();
  readonly #takedown;

  constructor(library: Library) {
    this.#library = library;
    this.#takedown = loadTakedown(library);
  }

  add(observation: Observation): void {
    const file = this.#fileOf(observation);
    if (file === undefined) return;
    const own = this.#ownOf(file);
    own.rows.add(observation);
    own.counts = addCounts(own.counts, countObservations([observation]));
  }

  /** What was added so far. */
  get counts(): ObservationCounts {
    return [...this.#files.values()].reduce(
      (sum, own) => addCounts(sum, own.counts),
      emptyCounts(),
    );
  }

  flush(): void {
    for (const { rows } of this.#files.values()) rows.flush();
  }

  #fileOf(observation: Observation): number | undefined {
    const { files, rows } = this.#library;
    if (observation.kind !== 'reference') return files.idOf(observation.file) || undefined;
    const { page } = observation;
    return rows.findPage(page.surt, page.time)?.file;
  }

  #ownOf(file: number): { readonly rows: FileRows; counts: ObservationCounts } {
    const known = this.#files.get(file);
    if (known !== undefined) return known;
    // Each round of settling starts behind the parts that earlier ones wrote.
    const last = this.#library.database
      .prepare<[number], number>('SELECT max(part) FROM observation WHERE file = ?')
      .pluck()
      .get(file);
    const first = Math.max(FIRST_SETTLED_PART, (last ?? 0) + 1);
    const rows = new FileRows(this.#library, file, this.#takedown, first);
    const own = { rows, counts: emptyCounts() };
    this.#files.set(file, own);
    return own;
  }
}
