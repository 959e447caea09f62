// Which parts of which archives are extracted: large compressed files are split between records.
import { expandInputs, openArchives } from '../archive/archive.ts';
import { sniffSource } from '../archive/source/sniff.ts';
import { messageOf } from '../support/errors.ts';
import { type InputPart, isInPart } from '../support/input-part.ts';

/** An archive to be extracted. */
export interface PlannedArchive {
  /** What `openInput` takes. */
  readonly location: string;
  /** Name without credentials, for the output. */
  readonly name: string;
  readonly size: number;
  /** Where its parts start; the first is 0, or where a file that is still being written has grown from. */
  readonly starts: readonly number[];
  /** What is known of one that was read elsewhere, and may not be here. */
  readonly told?: {
    readonly fingerprint: string;
    readonly modified: number;
    readonly collection?: string;
    readonly minSide?: number;
  };
  /** It is still being written: what it said before stays, only the bytes from the start up to here are new. */
  readonly grownTo?: number;
}

/** What is to be done, and what cannot be. */
export interface ExtractPlan {
  readonly archives: readonly PlannedArchive[];
  readonly failed: readonly { readonly name: string; readonly reason: string }[];
}

/** Parts of this size keep all threads busy to the end and cost little in looking for their starts. */
const PART_BYTES = 64 * 1024 * 1024;

/** How an extraction is planned. */
export interface PlanOptions {
  /** The share of the inputs that is taken; default all. */
  readonly part?: InputPart | undefined;
}

/** Plans the extraction of what a user named, in a fixed order. */
export async function planExtraction(
  patterns: readonly string[],
  { part }: PlanOptions = {},
): Promise<ExtractPlan> {
  const { inputs, skipped } = await expandInputs(patterns);
  const isOurs = ({ name }: { readonly name: string }) =>
    part === undefined || isInPart(name, part);
  const archives: PlannedArchive[] = [];
  const failed = skipped.filter(isOurs);
  for (const { location, name } of inputs.filter(isOurs)) {
    try {
      archives.push(...(await planInput(location, name)));
    } catch (thrown) {
      failed.push({ name, reason: messageOf(thrown) });
    }
  }
  return { archives, failed };
}

async function planInput(location: string, name: string): Promise<PlannedArchive[]> {
  const input = await openArchives(location);
  try {
    if (input.wacz === undefined) {
      const [archive] = input.archives;
      if (archive === undefined) return [];
      const { size } = archive;
      const starts = await partStarts(archive);
      return [{ location, name, size, starts }];
    }
    const members = [];
    for (const archive of input.archives) {
      const starts = await partStarts(archive);
      // The location may carry a password that the name leaves out.
      const member = `${location}${archive.name.slice(input.name.length)}`;
      members.push({ location: member, name: archive.name, size: archive.size, starts });
    }
    return members;
  } finally {
    await input.close();
  }
}

/**
 * Compressed members are found again from any place; in a plain file the text of a page may look
 * like a record, so that it is read in one go.
 */
async function partStarts(archive: {
  readonly size: number;
  open(): ReturnType<typeof import('../archive/archive.ts').openInput>;
}): Promise<number[]> {
  if (archive.size <= PART_BYTES) return [0];
  const source = await archive.open();
  try {
    const format = await sniffSource(source);
    if (format !== 'gzip' && format !== 'zstd') return [0];
    return Array.from({ length: Math.ceil(archive.size / PART_BYTES) }, (_, i) => i * PART_BYTES);
  } finally {
    await source.close();
  }
}
