// Writes the records of a data set to a file, with a manifest beside it; goes on after an interruption.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { toManifest, writeManifest } from './output/manifest.ts';
import type { FingerprintKind } from './output/manifest-inputs.ts';
import { type OpenSinkOptions, openSink, outputFormatOf } from './output/open-sink.ts';
import type { OutputFile } from './output/sink.ts';
import type { CorpusRecord } from './record.ts';
import { Run, type RunOptions } from './run.ts';
import type { RunReport } from './run-report.ts';
import { type Step, stepsOf } from './step.ts';
import { readDerived } from './steps/item-steps.ts';
import { isSource } from './steps/source-step.ts';
import type { CarriedTally } from './tally.ts';

/** How records are saved. What a format does not know is passed over. */
export interface SaveOptions
  extends Omit<OpenSinkOptions, 'runKey' | 'mayResume' | 'carry' | 'locate' | 'onLoss'> {
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
  let run: Run | undefined;
  const sink = await openSink(path, {
    ...options,
    runKey: toRunKey(step),
    carry: () => toJson(run?.carry()),
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
  const files = await sink.finish();
  const report = run.report();
  const { fingerprint: kind = 'none' } = options;
  const manifest = await toManifest({
    output: path,
    program: { name: 'pinakes', version: programVersion() },
    report,
    ...(options.fingerprint !== undefined && { fingerprint: () => kind }),
    signal: options.signal,
    seeds: stepsOf(step).flatMap(({ seed }) => seed ?? []),
    outputs: files,
    started,
    finished: new Date(),
  });
  const { written } = sink;
  return { ...report, files, written, resumed, manifest: await writeManifest(path, manifest) };
}

/** Tells one run from others: sources with their sizes, and all steps. */
function toRunKey(step: Step<unknown>): string {
  const steps = stepsOf(step);
  const inputs = steps.filter(isSource).flatMap(({ source }) => source.inputs);
  const text = JSON.stringify([programVersion(), inputs, steps.map((one) => one.text)]);
  return createHash('sha256').update(text).digest('hex');
}

function locate(step: Step<unknown>, file: string): string | undefined {
  for (const { source } of stepsOf(step).filter(isSource)) {
    const location = source.locate(file);
    if (location !== undefined) return location;
  }
  return undefined;
}

/** As a checkpoint keeps it. */
function toJson(carried: CarriedTally | undefined): never {
  return (carried === undefined ? null : structuredClone(carried)) as never; // plain data all through
}

let version: string | undefined;

function programVersion(): string {
  version ??= String(
    JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version,
  );
  return version;
}
