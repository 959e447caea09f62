// Runs a function on items that may be records: values it asks for are derived, and it is run again.
import { CorpusRecord } from './record.ts';
import type { Run } from './run.ts';
import type { Batch } from './step.ts';

/**
 * The results of a function for each item. It is tried on records as they are: as long as it looks at index fields
 * only, no archive is opened. Where it asks for a value that is not there yet it runs a second time, so it must be
 * pure.
 */
export async function evaluate<T, Result>(
  run: Run,
  { items, tally }: Batch<T>,
  work: (item: T) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  const asked: CorpusRecord[] = [];
  const places: number[] = [];
  for (const [place, item] of items.entries()) {
    if (!(item instanceof CorpusRecord) || item.isDerived) {
      results.push(work(item));
      continue;
    }
    const probe = item.probe(() => work(item));
    if (!probe.isAsked) results.push(probe.result());
    else {
      results.length++;
      asked.push(item);
      places.push(place);
    }
  }
  await run.derive(asked, tally);
  for (const place of places) {
    const item = items[place] as T; // a place of the list
    results[place] = work(item);
  }
  return results;
}
