// The names of a writer's files.

/** Ending of a file's name until the file is complete. */
export const OPEN_SUFFIX = '.open';

/** Start of the name that a temporary file bears for a moment. */
export const SPOOL_PREFIX = '.spool-';

/** The name of the index that belongs to a WARC file: `a.warc.gz` has `a.cdxj`. */
export function indexPathOf(path: string): string {
  return `${path.replace(/\.(?:warc\.)?gz$|\.warc$/i, '')}.cdxj`;
}
