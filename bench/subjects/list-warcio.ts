// What warcio.js finds in an archive, one line a record, in the form of `list-pinakes`.
import { WARCParser } from 'warcio';
import { toLine } from './list-pinakes.ts';
import { openForWarcio } from './parse-warcio.ts';

/** Gives lines of type, URL, time and digest of the decoded body; brotli is not undone, so left out. */
export async function prepare({ file }: { readonly file: string }) {
  return async () => {
    const lines: string[] = [];
    for await (const record of new WARCParser(openForWarcio(file))) {
      const { warcType, warcTargetURI, warcDate, httpHeaders } = record;
      const time = (warcDate ?? '').replace(/\D/g, '').slice(0, 14);
      const body = await record.readFully(true);
      const isBrotli = httpHeaders?.headers.get('content-encoding') === 'br';
      lines.push(toLine([warcType ?? '', warcTargetURI ?? '', time], isBrotli ? undefined : body));
    }
    return lines;
  };
}
