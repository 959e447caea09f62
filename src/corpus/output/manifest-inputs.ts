// What was read, told so that anybody can see whether they have the same: inputs with fingerprints.
import { createHash } from 'node:crypto';
import { openInput } from '../../archive/archive.ts';
import { fingerprintOf } from '../../pipeline/fingerprint.ts';
import { messageOf } from '../../support/errors.ts';
import type { SourceInput } from '../source/capture-source.ts';

/**
 * How an input is told from others. `full`: SHA-256 of all its bytes (of remote ones only size, start and end, for the
 * rest would have to be fetched). `sample`: its size, and SHA-256 of its first and last 64 KB. `none`: by its name.
 */
export type FingerprintKind = 'full' | 'sample' | 'none';

/** An input as a manifest has it. */
export interface ManifestInput {
  readonly kind: SourceInput['kind'];
  readonly name: string;
  /** `null` where nobody knows. */
  readonly bytes: number | null;
  /** `sha256:…` or `sample:<size>:…`; `null` where none was taken. */
  readonly fingerprint: string | null;
  /** Why there is no fingerprint though there should be one. */
  readonly problem?: string;
}

/** How fingerprints are taken. */
export interface FingerprintOptions {
  /** Default: `full` for index files and archives up to 256 MB, `sample` for larger ones, `none` for all else. */
  readonly fingerprint?: ((input: SourceInput) => FingerprintKind) | undefined;
  /** What `openInput` takes for an input; default its name. */
  readonly locate?: ((input: SourceInput) => string) | undefined;
  readonly signal?: AbortSignal | undefined;
}

const FULL_BYTES = 256 * 1024 * 1024;
const SAMPLE_BYTES = 64 * 1024;

/** The inputs with their fingerprints. One that cannot be read says so; only an abort throws. */
export async function describeInputs(
  inputs: readonly SourceInput[],
  options: FingerprintOptions = {},
): Promise<ManifestInput[]> {
  const described: ManifestInput[] = [];
  for (const input of inputs) described.push(await describeInput(input, options));
  return described;
}

async function describeInput(
  input: SourceInput,
  { fingerprint = chooseKind, locate = ({ name }) => name, signal }: FingerprintOptions,
): Promise<ManifestInput> {
  const base = { kind: input.kind, name: input.name, bytes: input.bytes ?? null };
  const kind = fingerprint(input);
  if (kind === 'none') return { ...base, fingerprint: null };
  try {
    const location = locate(input);
    const taken =
      kind === 'full' ? await fingerprintOf(location, signal) : await sampleOf(location);
    return { ...base, fingerprint: taken };
  } catch (thrown) {
    signal?.throwIfAborted();
    return { ...base, fingerprint: null, problem: messageOf(thrown) };
  }
}

function chooseKind({ kind, bytes }: SourceInput): FingerprintKind {
  if (kind !== 'index' && kind !== 'archive') return 'none';
  return bytes !== undefined && bytes <= FULL_BYTES ? 'full' : 'sample';
}

/** The same as `fingerprintOf` gives for remote files. */
async function sampleOf(location: string): Promise<string> {
  const source = await openInput(location);
  try {
    const sum = createHash('sha256');
    const sample = Buffer.alloc(SAMPLE_BYTES);
    for (const at of [0, Math.max(0, source.size - SAMPLE_BYTES)]) {
      sum.update(sample.subarray(0, await source.read(sample, at)));
    }
    return `sample:${source.size}:${sum.digest('hex')}`;
  } finally {
    await source.close();
  }
}
