// Writes the records of a data set to a file, with a manifest beside it; goes on after an interruption.
import { producerOf } from '../model/producer.ts';
import { PinakesError } from '../support/errors.ts';
import { CAPTURE_COLUMNS, type TableOptions } from './output/columns.ts';
import { toManifest, writeManifest } from './output/manifest.ts';
import type { FingerprintKind } from './output/manifest-inputs.ts';
import { type OutputOptions, openSink, outputFormatOf } from './output/open-sink.ts';
import type { OutputFile } from './output/sink.ts';
import { pathsOf } from './plan.ts';
import type { CorpusRecord } from './record.ts';
import { Run, type RunOptions } from './run.ts';
import { enrichmentsOf, programVersion, refuseUnreadable, toCarried, toRunKey } from './run-key.ts';
import type { RunReport } from './run-report.ts';
import { canResume, parametersOf, type Step, stepsOf } from './step.ts';
import { readDerived } from './steps/item-steps.ts';
import { isSource } from './steps/source-step.ts';
import type { CarriedTally } from './tally.ts';

/** How records are saved. What a format does not know is passed over. */
export interface SaveOptions extends OutputOptions {
  /** How inputs are told in the manifest. Default: `full` for small files, `sample` for large ones. */
  readonly fingerprint?: FingerprintKind;
}

/** What was saved. */
export interface SaveReport extends RunReport {
  readonly files: readonly OutputFile[];
  /** Path of the manifest. */
  readonly manifest: string;
  /** Records in the output. */
  readonly written: number;
  /** Records that an interrupted run had written before. */
  readonly resumed: number;
}

/** Saves the records of a step. */
export async function saveRecords(
  step: Step<CorpusRecord>,
  path: string,
  options: SaveOptions & RunOptions,
): Promise<SaveReport> {
  const format = outputFormatOf(path);
  const started = new Date();
  const needsValues = format !== 'warc' && format !== 'cdx';
  const isTable = format === 'csv' || format === 'parquet';
  const { columns = CAPTURE_COLUMNS } = options;
  if (isTable) checkPaths(path, step, { columns, explode: options.explode });
  let run: Run | undefined;
  const sink = await openSink(path, {
    ...options,
    runKey: toRunKey(step),
    mayResume: canResume(step),
    onRead: (bytes) => run?.readInOutput(bytes),
    carry: () => toCarried(run?.carry()),
    onLoss: (loss) => run?.loseInOutput(loss),
    locate: (file) => locate(step, file),
  });
  const { consumed, written: resumed } = sink.resumed;
  // What an earlier run of the same pipeline has carried: the run key says so.
  const carried = sink.carried as CarriedTally | undefined;
  run = new Run(step, options, { consumed, carried });
  try {
    const batches = needsValues ? readDerived(run, step) : run.open(step);
    for await (const batch of batches) {
      run.settleOutput(batch);
      await sink.write(
        batch.items.map((record) => record.toView()),
        batch.upTo,
      );
    }
  } catch (thrown) {
    await sink.abort();
    throw thrown;
  } finally {
    await run.close();
  }
  try {
    refuseUnreadable(run.report());
  } catch (thrown) {
    await sink.abort();
    throw thrown;
  }
  const files = await sink.finish();
  const report = run.report();
  const { fingerprint: kind = 'none' } = options;
  const manifest = await toManifest({
    output: path,
    program: { name: 'pinakes', version: programVersion() },
    report,
    ...(options.fingerprint !== undefined && { fingerprint: () => kind }),
    signal: options.signal,
    enrichments: enrichmentsOf(step).map((one) => ({ ...producerOf(one), gives: pathsOf(one) })),
    parameters: parametersOf(step),
    ...(isTable && { table: { columns, explode: options.explode } }),
    seeds: stepsOf(step).flatMap(({ seed }) => seed ?? []),
    outputs: files,
    started,
    finished: new Date(),
  });
  const { written } = sink;
  return { ...report, files, written, resumed, manifest: await writeManifest(path, manifest) };
}

/** A column of a value that nobody asked for would be empty in every row. */
function checkPaths(
  output: string,
  { plan }: Step<CorpusRecord>,
  { columns, explode }: TableOptions,
): void {
  const known = [...plan.wantedPaths];
  const isWithin = (path: string) =>
    known.some((value) => path === value || path.startsWith(`${value}.`));
  const isAround = (path: string) => known.some((value) => value.startsWith(`${path}.`));
  const paths = columns.flatMap((column) => ('path' in column ? column.path : []));
  const unknown = paths.find((path) => path !== explode && !isWithin(path));
  const lost =
    unknown ??
    (explode === undefined || isWithin(explode) || isAround(explode) ? undefined : explode);
  if (lost === undefined) return;
  const there = known.length === 0 ? 'no value was asked for' : `there are ${known.join(', ')}`;
  throw new PinakesError('OUTPUT_COLUMNS', { output, detail: `nothing gives ${lost}; ${there}` });
}

function locate(step: Step<unknown>, file: string): string | undefined {
  for (const { source } of stepsOf(step).filter(isSource)) {
    const location = source.locate(file);
    if (location !== undefined) return location;
  }
  return undefined;
}
