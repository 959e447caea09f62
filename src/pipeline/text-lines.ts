// Lines of files that other machines have written, each file whole or refused.
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** The lines of a file, which may be compressed. Throws an `Error` where a line is longer than this or the last one is not whole. */
export async function* readLines(path: string, maxLineBytes: number): AsyncGenerator<string> {
  const file = createReadStream(path, { highWaterMark: 1024 * 1024 });
  let stream: Readable = file;
  if (/\.gz$/i.test(path)) {
    const gunzip = createGunzip();
    file.on('error', (error) => gunzip.destroy(error));
    stream = file.pipe(gunzip);
  }
  try {
    let waiting: Buffer[] = [];
    let waitingBytes = 0;
    for await (const piece of stream) {
      let rest = piece as Buffer; // no encoding is set
      for (let at = rest.indexOf(10); at >= 0; at = rest.indexOf(10)) {
        yield Buffer.concat([...waiting, rest.subarray(0, at)]).toString('utf8');
        waiting = [];
        waitingBytes = 0;
        rest = rest.subarray(at + 1);
      }
      waiting.push(rest);
      waitingBytes += rest.length;
      if (waitingBytes > maxLineBytes) throw new Error('a line is too long');
    }
    if (waitingBytes > 0) throw new Error('it is cut off: the last line is not whole');
  } finally {
    file.destroy();
  }
}
