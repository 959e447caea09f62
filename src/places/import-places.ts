// Makes a place file of what an operator has: dumps of GeoNames, tables of Natural Earth and Who's On First.
import { PinakesError } from '../support/errors.ts';
import { writeAtomically } from '../support/output-file.ts';
import { iterateImportedRows, type PlaceLines, type SkipReason } from './import-rows.ts';
import { PlaceFileBuilder } from './place-file-builder.ts';

/** What an import did. */
export interface ImportReport {
  readonly places: number;
  /** Names, repeated ones included. */
  readonly names: number;
  /** Rows that gave nothing, by reason. */
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>;
  /** Alternate names of places that no file gave. */
  readonly strayNames: number;
  /** Size of the file. */
  readonly bytes: number;
}

/** How places are imported. */
export interface ImportOptions {
  /** Where the place file goes, in place of one that is there. */
  readonly out: string;
  /** Who is to be named where these places are shown. */
  readonly attribution: string;
  /** Most places that are taken; later ones are an error. Default 20 million. */
  readonly maxPlaces?: number;
  readonly onRow?: () => void;
  readonly signal?: AbortSignal;
}

const MAX_PLACES = 20_000_000;

/** Reads tables in order and writes one place file. Alternate names come behind their places. */
export async function importPlaces(
  tables: readonly PlaceLines[],
  options: ImportOptions,
): Promise<ImportReport> {
  const builder = new PlaceFileBuilder();
  const byId = new Map<string, number>();
  const skipped: Partial<Record<SkipReason, number>> = {};
  let strayNames = 0;
  for (const table of tables) {
    for await (const row of iterateImportedRows(table)) {
      options.signal?.throwIfAborted();
      options.onRow?.();
      if (row.kind === 'skipped') skipped[row.reason] = (skipped[row.reason] ?? 0) + 1;
      else if (row.kind === 'name') {
        const place = byId.get(row.id);
        if (place === undefined) strayNames += 1;
        else builder.addName(place, row.name, 'alternate');
      } else {
        if (builder.places >= (options.maxPlaces ?? MAX_PLACES)) {
          throw new PinakesError('USAGE', {
            command: 'gazetteer',
            detail: `There are more than ${builder.places} places: import fewer tables.`,
          });
        }
        const place = builder.addPlace(row.place);
        if (row.id !== '') byId.set(row.id, place);
        builder.addName(place, row.place.name, 'main');
        for (const name of row.names) builder.addName(place, name, 'alternate');
      }
    }
  }
  const bytes = builder.finish(options.attribution);
  await writeAtomically(options.out, onePiece(bytes));
  return {
    places: builder.places,
    names: builder.names,
    skipped,
    strayNames,
    bytes: bytes.length,
  };
}

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
