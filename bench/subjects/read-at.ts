// Fetches single responses by the places their index lines name, in random order.
import { openFile, RecordAccess } from 'pinakes/archive';
import { type Choice, choosePointers } from './pointers.ts';

interface Args extends Choice {
  readonly archive: string;
  /** Whether bodies are decoded too, or records only read, checked and parsed. */
  readonly withBodies: boolean;
}

/** Gives the number of right records and of body bytes. */
export async function prepare({ archive, withBodies, ...choice }: Args) {
  const pointers = choosePointers(choice);
  const source = openFile(archive);
  const access = await RecordAccess.open(source);
  return async () => {
    let found = 0;
    let bodyBytes = 0;
    for (const pointer of pointers) {
      const record = access.readAt(pointer);
      if (record.url === pointer.url && record.status === pointer.status) found++;
      if (withBodies) bodyBytes += record.readBody().bytes.length;
    }
    await source.close();
    return { found, bodyBytes };
  };
}
