// The standard derivatives of a web archive, as the Archives Unleashed Toolkit names them: one reading, a folder of tables and graphs.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { producerOf } from '../../model/producer.ts';
import { whileWriting } from '../../support/output-file.ts';
import { openCsvSink } from '../output/csv-sink.ts';
import { manifestPathOf, toManifest, writeManifest } from '../output/manifest.ts';
import type { OutputFile } from '../output/sink.ts';
import { openTextSink } from '../output/text-sink.ts';
import type { ResumableSink, ResumeOptions } from '../output/unfinished-output.ts';
import { pathsOf } from '../plan.ts';
import type { CorpusRecord } from '../record.ts';
import type { Corpus } from '../record-corpus.ts';
import type { RecordView } from '../record-view.ts';
import { Run } from '../run.ts';
import {
  enrichmentsOf,
  programVersion,
  refuseUnreadable,
  toCarried,
  toRunKey,
} from '../run-key.ts';
import type { RunReport } from '../run-report.ts';
import { canResume, parametersOf, type Step, stepsOf } from '../step.ts';
import { readDerived } from '../steps/item-steps.ts';
import type { CarriedTally } from '../tally.ts';
import { writeDomainFiles } from './domain-files.ts';
import { DOMAIN_LINES } from './domain-lines.ts';
import { DERIVED, isPage, TABLES } from './tables.ts';

/** How derivatives are saved. */
export interface DerivativeOptions {
  /** Whether tables are compressed (`.csv.gz`); default false. */
  readonly isCompressed?: boolean | undefined;
  /** Begin anew, whatever an interrupted run has left; default false. */
  readonly isAnew?: boolean | undefined;
  /** Least time between two checkpoints in milliseconds; default 2000. */
  readonly checkpointMs?: number | undefined;
}

/** What was saved. */
export interface DerivativeReport extends RunReport {
  readonly files: readonly OutputFile[];
  /** Path of the manifest. */
  readonly manifest: string;
  /** Records that each table took. */
  readonly tables: Readonly<Record<string, number>>;
}

/**
 * Captures that derivatives are made of where nobody says otherwise: answers that were found, each content as often as
 * it was stored.
 */
export const DERIVATIVE_CAPTURES = '(status=200 OR status=0) type!=revisit';

/** Where the manifest of a folder of derivatives stands; it is written last. */
export const derivativesManifestOf = (folder: string): string =>
  manifestPathOf(join(folder, 'derivatives'));

/**
 * Writes the standard derivatives of a corpus into a folder: `TABLES` as CSV, domains by frequency, the graph of domains
 * as CSV, GEXF and GraphML, and a manifest. Archives are read once, memory does not grow with them. A run that was
 * killed while it read goes on where it was when it is started again.
 */
export async function saveDerivatives(
  corpus: Corpus,
  folder: string,
  options: DerivativeOptions = {},
): Promise<DerivativeReport> {
  const started = new Date();
  const { step } = corpus.enrich(...DERIVED);
  const runOptions = corpus.context.options;
  const ending = options.isCompressed === true ? '.gz' : '';
  await whileWriting(folder, () => mkdir(folder, { recursive: true }));
  let run: Run | undefined;
  const outputs = await openOutputs(folder, ending, {
    ...options,
    runKey: toRunKey(step),
    mayResume: canResume(step),
    carry: () => toCarried(run?.carry()),
  });
  const sinks = outputs.map(({ sink }) => sink);
  try {
    const last = sinks.reduce((least, sink) =>
      sink.resumed.consumed < least.resumed.consumed ? sink : least,
    );
    const carried = last.carried as CarriedTally | undefined; // the run key says that it is of the same run
    run = new Run(step, runOptions, { consumed: last.resumed.consumed, carried });
    try {
      await readInto(outputs, run, step);
    } finally {
      await run.close();
    }
    refuseUnreadable(run.report());
  } catch (thrown) {
    for (const sink of sinks) await sink.abort();
    throw thrown;
  }
  const tables = Object.fromEntries(
    outputs.filter(({ isKept }) => isKept).map(({ name, sink }) => [name, sink.written]),
  );
  const files: OutputFile[] = [];
  for (const { sink, isKept, path } of outputs) {
    const written = await sink.finish();
    if (isKept) files.push(...written);
    else {
      const { signal } = runOptions;
      files.push(...(await writeDomainFiles({ lines: path, folder, ending, signal })));
      await rm(path, { force: true });
    }
  }
  const report = run.report();
  const manifest = await toManifest({
    output: join(folder, 'derivatives'),
    program: { name: 'pinakes', version: programVersion() },
    report,
    enrichments: enrichmentsOf(step).map((one) => ({ ...producerOf(one), gives: pathsOf(one) })),
    parameters: parametersOf(step),
    seeds: stepsOf(step).flatMap(({ seed }) => seed ?? []),
    signal: runOptions.signal,
    outputs: files,
    started,
    finished: new Date(),
  });
  const place = await writeManifest(join(folder, 'derivatives'), manifest);
  return { ...report, files, tables, manifest: place };
}

/** A file that is written while records are read. */
interface Output {
  readonly name: string;
  readonly path: string;
  readonly sink: ResumableSink;
  /** Whether it stays; the lines of domains go when they have been summed. */
  readonly isKept: boolean;
  readonly accepts: (record: RecordView) => boolean;
}

async function openOutputs(
  folder: string,
  ending: string,
  options: ResumeOptions,
): Promise<readonly Output[]> {
  const outputs: Output[] = [];
  try {
    for (const { name, columns, explode, accepts } of TABLES) {
      const path = join(folder, `${name}.csv${ending}`);
      const sink = await openCsvSink(path, { ...options, columns, explode });
      outputs.push({ name, path, sink, isKept: true, accepts });
    }
    const path = join(folder, 'domain-lines.tsv');
    const sink = await openTextSink(path, DOMAIN_LINES, options);
    outputs.push({ name: 'domains', path, sink, isKept: false, accepts: isPage });
    return outputs;
  } catch (thrown) {
    for (const { sink } of outputs) await sink.abort();
    throw thrown;
  }
}

/** Each output takes what it does not have yet: checkpoints are made between batches, which are the same in every run. */
async function readInto(
  outputs: readonly Output[],
  run: Run,
  step: Step<CorpusRecord>,
): Promise<void> {
  for await (const batch of readDerived(run, step)) {
    run.settleOutput(batch);
    const views = batch.items.map((record) => record.toView());
    for (const { sink, accepts } of outputs) {
      if (batch.upTo > sink.resumed.consumed) await sink.write(views.filter(accepts), batch.upTo);
    }
  }
}
