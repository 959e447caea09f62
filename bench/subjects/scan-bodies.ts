// Streams through an archive: bodies are seen in parts and never held.
import { openArchive } from 'pinakes/archive';

/** Reads the archive `passes` times over; gives the number of records and of decoded bytes. */
export async function prepare(args: { readonly file: string; readonly passes: number }) {
  return async () => {
    let records = 0;
    let bodyBytes = 0;
    for (let pass = 0; pass < args.passes; pass++) {
      const reader = await openArchive(args.file);
      for (const record of reader) {
        records++;
        record.writeBody((data) => {
          bodyBytes += data.length;
          return true;
        });
      }
      await reader.close();
    }
    return { records, bodyBytes };
  };
}
