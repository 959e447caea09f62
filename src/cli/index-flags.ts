// What the commands that use an index elsewhere have in common.
import { PinakesError } from '../support/errors.ts';

/** Where the index is. */
export const INDEX_FLAG = {
  type: 'string',
  // A settings file has the table of the command `index` by that name.
  sources: ['env'],
  placeholder: 'ADDRESS',
  help: 'index in SolrCloud: solr://host:port,host:port/collection',
} as const;

/** Copies of each part of a collection that is made. */
export const REPLICAS = 2;

/** How many copies must take a change. */
export const MIN_REPLICAS_FLAG = {
  type: 'integer',
  min: 1,
  max: 64,
  default: 1,
  placeholder: 'N',
  help: 'refuse changes that fewer copies have taken',
} as const;

/** The address of the index, or an error that says how to give it. */
export function indexAddress(index: string | undefined, command: string): string {
  if (index !== undefined) return index;
  const detail = 'No index is given: add --index solr://host:port,host:port/collection.';
  throw new PinakesError('USAGE', { command, detail });
}
