// Archives as users name them, into a library.
import { resolve } from 'node:path';
import type { Library } from '../index/index.ts';
import { planExtraction } from './extract-plan.ts';
import { type IngestOptions, type IngestOutcome, ingestArchives } from './ingest.ts';

/** What came of it: what was read, and inputs that could not be. */
export interface IngestResult extends IngestOutcome {
  readonly unreadable: readonly { readonly name: string; readonly reason: string }[];
}

/**
 * Puts archives into a library that is open for writing. `inputs` are files, folders, patterns, and http(s)://
 * or s3:// addresses.
 */
export async function ingestInputs(
  library: Library,
  inputs: readonly string[],
  options: IngestOptions = {},
): Promise<IngestResult> {
  // A library remembers where its files are: that must not depend on the working folder.
  const places = inputs.map((input) => (isAddress(input) ? input : resolve(input)));
  const { archives, failed } = await planExtraction(places);
  const outcome = await ingestArchives({ ...options, library, archives });
  return { ...outcome, unreadable: failed };
}

function isAddress(input: string): boolean {
  return /^[a-z][a-z0-9+.-]+:\/\//i.test(input);
}
