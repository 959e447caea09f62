// Reads an archive from start to end and decodes all bodies, with warcio.js.
import { createReadStream } from 'node:fs';
import { WARCParser } from 'warcio';

/** Gives the number of records and of decoded bytes; brotli is left as it is. */
export async function prepare({ file }: { readonly file: string }) {
  return async () => {
    let records = 0;
    let bodyBytes = 0;
    for await (const record of new WARCParser(openForWarcio(file))) {
      records++;
      const body = await record.readFully(true);
      bodyBytes += body.length;
    }
    return { records, bodyBytes };
  };
}

/** The file in pieces of the size that suits warcio.js best (of 16 KB, 64 KB and 1 MB, 2026-11). */
export function openForWarcio(file: string): AsyncIterable<Uint8Array> {
  return createReadStream(file, { highWaterMark: 1 << 20 });
}
