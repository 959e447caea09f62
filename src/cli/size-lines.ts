// Lines about images, from files and the standard input, for `pinakes size`.
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { LabelledImage } from '../size/size.ts';
import { messageOf, PinakesError } from '../support/errors.ts';
import type { Host } from './command.ts';
import { iterateInputLines } from './input-lines.ts';
import type { Log } from './log.ts';

/** A line that was understood: the object as it was given, and the image it tells of. */
export interface ImageLine {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly image: LabelledImage;
}

/** Reads lines of a file (also `.gz`), or of the standard input where there is none; counts what is no image. */
export async function* iterateImageLines(
  { host, log, signal }: { readonly host: Host; readonly log: Log; readonly signal: AbortSignal },
  file: string | undefined,
  onSkipped: () => void,
): AsyncGenerator<ImageLine> {
  const { toLabelledImage } = await import('../size/size.ts');
  const input = file === undefined || file === '-' ? host.stdin : openFile(resolve(host.cwd, file));
  let number = 0;
  try {
    for await (const line of iterateInputLines(input, { signal })) {
      number += 1;
      if (line.kind === 'line' && line.text.trim() === '') continue;
      const fields = line.kind === 'line' ? parse(line.text) : undefined;
      const image = toLabelledImage(fields);
      if (fields !== undefined && image !== undefined) yield { fields, image };
      else {
        onSkipped();
        log.warn(`Line ${number} of ${file ?? 'the standard input'} is no JSON object with a url.`);
      }
    }
  } catch (cause) {
    if (cause instanceof PinakesError || file === undefined) throw cause;
    throw new PinakesError(
      'INPUT_UNREADABLE',
      { input: file, detail: messageOf(cause) },
      { cause },
    );
  }
}

/** Lines of one page are told together. */
const MAX_OF_PAGE = 500;

/** Joins lines that follow each other and are of the same page, at most 500: images of a page tell about each other. */
export async function* byPage(lines: AsyncIterable<ImageLine>): AsyncGenerator<ImageLine[]> {
  let page: ImageLine[] = [];
  for await (const line of lines) {
    const isSame = page[0]?.image.clues.pageUrl === line.image.clues.pageUrl;
    if (page.length > 0 && (!isSame || page.length === MAX_OF_PAGE)) {
      yield page;
      page = [];
    }
    page.push(line);
  }
  if (page.length > 0) yield page;
}

function openFile(path: string): Readable {
  const bytes = createReadStream(path);
  if (!path.endsWith('.gz')) return bytes;
  const plain = createGunzip();
  bytes.on('error', (error) => plain.destroy(error));
  return bytes.pipe(plain);
}

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>; // any object may be read by names
  } catch {
    // Not JSON: the caller counts it.
  }
  return undefined;
}
