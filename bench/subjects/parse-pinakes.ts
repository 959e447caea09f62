// Reads an archive from start to end and decodes all bodies, with our reader.
import { openArchive } from 'pinakes/archive';

/** Gives the number of records and of decoded bytes. */
export async function prepare({ file }: { readonly file: string }) {
  return async () => {
    const reader = await openArchive(file);
    let records = 0;
    let bodyBytes = 0;
    for (const record of reader) {
      records++;
      bodyBytes += record.readBody().bytes.length;
    }
    await reader.close();
    return { records, bodyBytes };
  };
}
