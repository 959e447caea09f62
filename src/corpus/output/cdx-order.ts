// Sorts an index file that was written in another order.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { dirname } from 'node:path';
import { createGunzip } from 'node:zlib';
import { writeAtomically } from '../../support/output-file.ts';
import { compressMember } from './gzip-bytes.ts';
import type { OutputFile } from './sink.ts';
import { iterateLines, sortLines } from './warc-index.ts';

/**
 * Sorts the lines of a file bytewise, in its place; a CDX header comes first because it begins with a space. Memory is
 * bounded. A name that ends in `.gz` tells that it is compressed.
 */
export async function sortIndexFile(path: string): Promise<OutputFile> {
  const isCompressed = /\.gz$/i.test(path);
  const stored = createReadStream(path);
  const plain = isCompressed ? stored.pipe(createGunzip()) : stored;
  stored.on('error', (error) => plain.destroy(error));
  const sha256 = createHash('sha256');
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for await (const lines of sortLines(iterateLines(plain), dirname(path))) {
      const piece = isCompressed ? await compressMember(lines) : lines;
      sha256.update(piece);
      yield piece;
    }
  }
  const bytes = await writeAtomically(path, pieces());
  return { path, bytes, sha256: sha256.digest('hex') };
}
