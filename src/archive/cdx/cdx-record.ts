// The index line of a record: which records have one, and what it says.
import { toSurt } from '../../model/surt.ts';
import { parseUrl } from '../../support/parse-url.ts';
import type { ArchiveRecord } from '../read/record.ts';
import type { RecordHeader } from '../read/record-header.ts';
import { bareDigest, createSha1 } from '../write/digest.ts';
import type { CdxEntry } from './cdx-entry.ts';

/** Record types that can be shown again, and so belong into an index. */
const INDEXED_TYPES = new Set(['response', 'revisit', 'resource']);

/** What other indexers write where a record declares no type. */
const UNKNOWN_MIME = 'unk';

/** All of an entry but the stored length, which a streamed record has only at its end. */
export type PendingEntry = Omit<CdxEntry, 'length'>;

/** Whether an index has a line for such a record. */
export function isIndexed(record: Pick<RecordHeader, 'type' | 'url' | 'time'>): boolean {
  return INDEXED_TYPES.has(record.type) && record.url !== '' && record.time !== '';
}

/**
 * The entry of a record, of a local source. Where the record tells no payload digest, it is computed
 * over the stored payload, as other indexers do.
 */
export function toPendingEntry(record: ArchiveRecord, file: string): PendingEntry {
  return entryOf(record, file, () => {
    const sha1 = createSha1();
    record.writePayload((data) => {
      sha1.update(data);
      return true;
    });
    return sha1.toBase32();
  });
}

/** The same for any source. */
export async function loadPendingEntry(record: ArchiveRecord, file: string): Promise<PendingEntry> {
  const sha1 = createSha1();
  const known = bareDigest(record.fields.get('warc-payload-digest'));
  if (known === '') {
    await record.pipePayload((data) => {
      sha1.update(data);
      return true;
    });
  }
  return entryOf(record, file, () => sha1.toBase32());
}

function entryOf(record: ArchiveRecord, file: string, computeDigest: () => string): PendingEntry {
  const isRevisit = record.type === 'revisit';
  if (record.time === '') throw new Error('pinakes: a record without a time has no index entry');
  return {
    surt: toSurt(record.url),
    time: record.time,
    url: record.url,
    mime: isRevisit ? 'warc/revisit' : record.mime || UNKNOWN_MIME,
    status: isRevisit ? 0 : record.status,
    // The block of a revisit is not what it stands for: without a digest of that it has none.
    digest:
      bareDigest(record.fields.get('warc-payload-digest')) || (isRevisit ? '' : computeDigest()),
    file,
    offset: record.offset,
    ...(isRevisit ? {} : toRobotsAndRedirect(record)),
  };
}

/** Where a response redirects to, and what it forbids robots: `A` to archive, `I` to index, `F` to follow its links. */
export function toRobotsAndRedirect({
  http,
  status,
  url,
}: Pick<ArchiveRecord, 'http' | 'status' | 'url'>): Pick<CdxEntry, 'redirect' | 'meta'> {
  if (http === undefined) return {};
  const location = status >= 300 && status < 400 ? http.fields.get('location') : '';
  const redirect = location === '' ? undefined : parseUrl(location, url)?.href;
  const robots = http.fields.get('x-robots-tag').toLowerCase();
  const flags =
    robots === '' ? '' : ROBOT_FLAGS.map(([word, flag]) => (word.test(robots) ? flag : ''));
  const meta = flags === '' ? '' : flags.join('');
  return { ...(redirect && { redirect }), ...(meta && { meta }) };
}

const ROBOT_FLAGS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:noarchive|none)\b/, 'A'],
  [/\b(?:noindex|none)\b/, 'I'],
  [/\b(?:nofollow|none)\b/, 'F'],
];
