// Fetches and inflates single members by the plainest means Node has: a yardstick for `read-at`.
import { openSync, readSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { type Choice, choosePointers } from './pointers.ts';

/** Gives the number of inflated bytes. */
export async function prepare({ archive, ...choice }: Choice & { readonly archive: string }) {
  const pointers = choosePointers(choice);
  const file = openSync(archive, 'r');
  const stored = Buffer.allocUnsafe(Math.max(...pointers.map(({ length }) => length)));
  return async () => {
    let inflatedBytes = 0;
    for (const { offset, length } of pointers) {
      readSync(file, stored, 0, length, offset);
      inflatedBytes += gunzipSync(stored.subarray(0, length)).length;
    }
    return { inflatedBytes };
  };
}
