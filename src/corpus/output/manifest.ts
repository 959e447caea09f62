// The manifest of an output: what was read, what was done, what came of it. Enough to do it again and compare.
import { readFile } from 'node:fs/promises';
import { dirname, relative, sep } from 'node:path';
import Type, { type Static } from 'typebox';
import { Check, Errors } from 'typebox/value';
import { type Producer, producerOf, type Settings } from '../../model/producer.ts';
import { messageOf, PinakesError } from '../../support/errors.ts';
import { writeAtomically } from '../../support/output-file.ts';
import type { RunReport } from '../run-report.ts';
import type { TableOptions } from './columns.ts';
import { describeInputs, type FingerprintOptions } from './manifest-inputs.ts';
import type { TypedColumn } from './parquet-sink.ts';
import type { OutputFile } from './sink.ts';

const Count = Type.Integer({ minimum: 0 });

const ManifestSchema = Type.Object({
  /** Version of this layout. */
  manifest: Type.Literal(1),
  program: Type.Object({ name: Type.String(), version: Type.String() }),
  /** Version of Node: compressed bytes depend on its zlib. */
  node: Type.String(),
  inputs: Type.Array(
    Type.Object({
      kind: Type.Union([
        Type.Literal('index'),
        Type.Literal('archive'),
        Type.Literal('library'),
        Type.Literal('server'),
      ]),
      name: Type.String(),
      bytes: Type.Union([Count, Type.Null()]),
      fingerprint: Type.Union([Type.String(), Type.Null()]),
      problem: Type.Optional(Type.String()),
    }),
  ),
  /** The steps as text, from the source to the output. */
  pipeline: Type.Array(Type.String()),
  /** All enrichments that ran, in that order, those that others needed too. */
  enrichments: Type.Array(
    Type.Object({
      name: Type.String(),
      version: Type.String(),
      settings: Type.Record(Type.String(), Type.Unknown()),
      /** Paths of its values. */
      gives: Type.Array(Type.String()),
    }),
  ),
  /** What functions depend on, as it was declared; empty where nothing was. */
  parameters: Type.Record(Type.String(), Type.Unknown()),
  /** Columns of tables with the fields, paths and types they show, and the list whose entries are rows. */
  table: Type.Union([
    Type.Null(),
    Type.Object({
      columns: Type.Array(
        Type.Object({
          name: Type.String(),
          captureField: Type.Optional(Type.String()),
          path: Type.Optional(Type.String()),
          type: Type.Optional(Type.String()),
        }),
      ),
      explode: Type.Union([Type.Null(), Type.String()]),
    }),
  ]),
  /** Seeds of samples, in the order of the steps. */
  seeds: Type.Array(Type.Union([Type.Number(), Type.String()])),
  /** What came in and went out at each step. */
  steps: Type.Array(Type.Object({ text: Type.String(), in: Count, out: Count })),
  index: Type.Object({ lines: Count, bytes: Count }),
  archives: Type.Object({ records: Count, bytes: Count }),
  /** Derivations that failed, by path. */
  failures: Type.Record(Type.String(), Count),
  lossCount: Count,
  /** The first losses. */
  losses: Type.Array(
    Type.Object({
      kind: Type.Union([
        Type.Literal('index-line'),
        Type.Literal('archive'),
        Type.Literal('record'),
      ]),
      file: Type.String(),
      place: Type.Optional(Type.Number()),
      url: Type.Optional(Type.String()),
      reason: Type.String(),
    }),
  ),
  /** Paths from the folder of the manifest, with `/`. */
  outputs: Type.Array(Type.Object({ path: Type.String(), bytes: Count, sha256: Type.String() })),
  /** All that differs when the same is done again. RFC 3339, UTC. */
  times: Type.Object({ started: Type.String(), finished: Type.String() }),
});

/** A manifest as it stands in its file. */
export type Manifest = Static<typeof ManifestSchema>;

/** What a manifest is made of. */
export interface ManifestParts extends FingerprintOptions {
  /** The output that it stands beside. */
  readonly output: string;
  readonly program: { readonly name: string; readonly version: string };
  readonly report: RunReport;
  /** The pipeline as lines of text; default the texts of the steps. */
  readonly pipeline?: readonly string[] | undefined;
  /** Enrichments that ran, in that order; default none. */
  readonly enrichments?: readonly (Producer & { readonly gives: readonly string[] })[] | undefined;
  /** What functions depend on; default nothing. */
  readonly parameters?: Settings | undefined;
  /** Of a table; default none. */
  readonly table?: TableOptions<TypedColumn> | undefined;
  /** Seeds of samples, in the order of the steps; default none. */
  readonly seeds?: readonly (number | string)[] | undefined;
  readonly outputs: readonly OutputFile[];
  readonly started: Date;
  readonly finished: Date;
}

/** The manifest of an output: `pages.jsonl.gz` has `pages.jsonl.gz.manifest.json`. */
export const manifestPathOf = (output: string): string => `${output}.manifest.json`;

/** Makes a manifest. Fingerprints are taken now, which reads the inputs. */
export async function toManifest(parts: ManifestParts): Promise<Manifest> {
  const { report } = parts;
  const folder = dirname(parts.output);
  return {
    manifest: 1,
    program: { name: parts.program.name, version: parts.program.version },
    node: process.version,
    inputs: await describeInputs(report.inputs, parts),
    pipeline: [...(parts.pipeline ?? report.steps.map(({ text }) => text))],
    enrichments: (parts.enrichments ?? []).map((one) => ({
      ...producerOf(one),
      gives: [...one.gives],
    })),
    parameters: { ...parts.parameters },
    table: parts.table === undefined ? null : describeTable(parts.table),
    seeds: [...(parts.seeds ?? [])],
    steps: report.steps.map((step) => ({ text: step.text, in: step.in, out: step.out })),
    index: { ...report.index },
    archives: { ...report.archives },
    failures: sortedByName(report.failures),
    lossCount: report.lossCount,
    losses: report.losses.map((loss) => ({ ...loss })),
    outputs: parts.outputs.map(({ path, bytes, sha256 }) => {
      return { path: relative(folder, path).split(sep).join('/'), bytes, sha256 };
    }),
    times: { started: parts.started.toISOString(), finished: parts.finished.toISOString() },
  };
}

function describeTable({ columns, explode }: TableOptions<TypedColumn>): Manifest['table'] {
  const described = columns.map(({ name, type, ...what }) => ({
    name,
    ...('path' in what ? { path: what.path } : { captureField: what.captureField }),
    // One that nobody chose follows from the values.
    ...(type !== undefined && { type }),
  }));
  return { columns: described, explode: explode ?? null };
}

/** Writes a manifest beside its output, in place of an earlier one, and gives its path. */
export async function writeManifest(output: string, manifest: Manifest): Promise<string> {
  const path = manifestPathOf(output);
  const text = `${JSON.stringify(manifest, undefined, 2)}\n`;
  await writeAtomically(path, onePiece(Buffer.from(text)));
  return path;
}

/** Reads a manifest by its own path. Throws `MANIFEST_INVALID` when it is none, `INPUT_UNREADABLE` without it. */
export async function readManifest(path: string): Promise<Manifest> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    const details = { input: path, detail: messageOf(cause) };
    throw new PinakesError('INPUT_UNREADABLE', details, { where: { file: path }, cause });
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw invalid(path, messageOf(cause));
  }
  if (Check(ManifestSchema, value)) return value;
  const [first] = Errors(ManifestSchema, value);
  throw invalid(path, `${first?.instancePath || 'it'} ${first?.message ?? 'is something else'}`);
}

/** Whether two manifests tell of the same: all but the times is compared. */
export function sameRun(a: Manifest, b: Manifest): boolean {
  return canonical(a) === canonical(b);
}

function canonical({ times: _times, ...rest }: Manifest): string {
  // Names in order, whoever wrote them.
  return JSON.stringify(rest, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? sortedByName(value)
      : value,
  );
}

function sortedByName<T>(object: Readonly<Record<string, T>> | object): Record<string, T> {
  const entries: [string, T][] = Object.entries(object);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

function invalid(path: string, detail: string): PinakesError {
  return new PinakesError('MANIFEST_INVALID', { input: path, detail }, { where: { file: path } });
}

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
