// What a file name promises: what a folder or pattern picks up, never how a file is read.

/**
 * `records`: WARC or ARC, plain or compressed. `wacz`: an archive of archives. `growing`: a file
 * its crawler is still writing. `undefined`: does not look like an archive.
 */
export type NameKind = 'records' | 'wacz' | 'growing' | undefined;

/** What kind of archive a path looks like. */
export function nameKind(path: string): NameKind {
  if (/\.w?arc(\.gz|\.zst)?$/i.test(path)) return 'records';
  if (/\.wacz$/i.test(path)) return 'wacz';
  if (/\.w?arc(\.gz|\.zst)?\.open$/i.test(path)) return 'growing';
  return undefined;
}
