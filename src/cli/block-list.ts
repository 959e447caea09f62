// The operator's block list: a file of hosts, addresses and digests that a library must not hold.
import { readFile, stat } from 'node:fs/promises';
import { PinakesError } from '../support/errors.ts';
import { parseUrl } from '../support/parse-url.ts';

/** What a list names. */
export interface BlockList {
  /** SHA-256 of contents, in lower case. */
  readonly images: readonly string[];
  /** The same of images whose near duplicates are meant as well. */
  readonly nearImages: readonly string[];
  /** Hosts, and addresses that start so. */
  readonly urlPrefixes: readonly string[];
}

const MAX_BYTES = 2_000_000;
/** Each address of an archive is held against all of them. */
const MAX_ENTRIES = 10_000;

/**
 * Reads a list: in each line a SHA-256 of 64 digits (also after `sha256:`, or after `near:` for near duplicates too), a host, or the start of an address. Empty lines and those
 * that start with `#` are passed over. Throws `USAGE` for a line that is none of that, so that no slip goes unnoticed.
 */
export async function readBlockList(file: string, command: string): Promise<BlockList> {
  const complain = (detail: string, cause?: unknown) =>
    new PinakesError('USAGE', { command, detail }, { cause });
  let text: string;
  try {
    if ((await stat(file)).size > MAX_BYTES) throw complain(`${file} has more than 2 MB.`);
    text = await readFile(file, 'utf8');
  } catch (thrown) {
    if (thrown instanceof PinakesError) throw thrown;
    throw complain(`The list ${file} cannot be read.`, thrown);
  }
  const images: string[] = [];
  const nearImages: string[] = [];
  const urlPrefixes: string[] = [];
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const entry = line.trim();
    if (entry === '' || entry.startsWith('#')) continue;
    const [, mark = '', digest] = /^(near:|sha256:|)([0-9a-f]{64})$/i.exec(entry) ?? [];
    if (digest !== undefined) {
      const list = mark.toLowerCase() === 'near:' ? nearImages : images;
      list.push(digest.toLowerCase());
    } else if (isAddress(entry)) urlPrefixes.push(entry);
    else
      throw complain(
        `Line ${at + 1} of ${file} is no digest, host or address: ${entry.slice(0, 80)}`,
      );
    if (images.length + nearImages.length + urlPrefixes.length > MAX_ENTRIES) {
      throw complain(`${file} has more than ${MAX_ENTRIES} entries.`);
    }
  }
  return { images, nearImages, urlPrefixes };
}

/** A host with a dot, or the start of an address on one: a single word would block a whole top-level domain or nothing. */
function isAddress(entry: string): boolean {
  const url = /^https?:\/\//i.test(entry) ? entry : `http://${entry}`;
  return !/\s/.test(entry) && (parseUrl(url)?.hostname.includes('.') ?? false);
}
