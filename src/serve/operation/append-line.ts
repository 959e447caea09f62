// Appends lines of JSON to files that only grow: what operators did, what readers report.
import { appendFile, stat } from 'node:fs/promises';
import { HttpProblem } from '../problems.ts';

/** Larger files are not written to: nobody reads them any more, and strangers must not fill the disk. */
const MAX_BYTES = 50_000_000;

/** Appends a value as one line; the file is made where there is none, for its owner alone. Throws an `HttpProblem` when it is full. */
export async function appendLine(path: string, value: object): Promise<void> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0, // not there yet; what else is wrong with it shows when it is written
  );
  if (size > MAX_BYTES) {
    throw new HttpProblem(
      'unavailable',
      'The file for this is full; the operator has to empty it.',
    );
  }
  await appendFile(path, `${JSON.stringify(value)}\n`, { mode: 0o600 });
}
