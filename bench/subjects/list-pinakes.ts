// What our reader finds in an archive, one line a record.
import { createHash } from 'node:crypto';
import { openArchive } from 'pinakes/archive';

/** Gives lines of type, URL, time and digest of the decoded body, which is left out for brotli. */
export async function prepare({ file }: { readonly file: string }) {
  return async () => {
    const reader = await openArchive(file);
    const lines: string[] = [];
    for (const record of reader) {
      const { type, url, time, http } = record;
      const isBrotli = http?.fields.get('content-encoding') === 'br';
      lines.push(toLine([type, url, time], isBrotli ? undefined : record.readBody().bytes));
    }
    await reader.close();
    return lines;
  };
}

/** One line of a list. */
export function toLine(words: readonly string[], body: Uint8Array | undefined): string {
  const digest = body === undefined ? '-' : createHash('sha1').update(body).digest('hex');
  return [...words, digest].join(' ');
}
