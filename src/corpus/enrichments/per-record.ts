// What enrichments of one record keep for each other while they work on it.
import type { DeriveContext } from '../../model/enrichment.ts';

/**
 * Something that is made once for each record: all enrichments of a record are given the same context. It is kept in the
 * context itself. A WeakMap would do, but V8's young collections keep its values alive: pages, texts and trees would be
 * copied twice and stay until a full collection.
 *
 * @example
 * const seenOf = perRecord(() => new Set<string>());
 * seenOf(context).add('x');
 */
export function perRecord<T extends object>(make: () => T): (context: DeriveContext) => T {
  const slot: unique symbol = Symbol('per record');
  return (context) => {
    const noted: DeriveContext & { [slot]?: T } = context;
    noted[slot] ??= make();
    return noted[slot];
  };
}
