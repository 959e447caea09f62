// Whether the digests in a record's header are those of its contents.
import { createHash } from 'node:crypto';
import { encodeBase32 } from '../write/digest.ts';
import type { ArchiveRecord } from './record.ts';

/** Which of a record's digests is wrong; `undefined` when none is, or none can be checked. */
export function wrongDigestOf(record: ArchiveRecord): 'block' | 'payload' | undefined {
  // A streamed block is not at hand, and a damaged one is told of anyway.
  if (record.isStreamed || record.damage !== undefined) return undefined;
  if (!matches(record.fields.get('warc-block-digest'), () => [record.block])) return 'block';
  // A revisit names the digest of what it stands for.
  if (record.type === 'revisit' || record.fields.get('warc-segment-number') !== '')
    return undefined;
  // The standard means the payload as it was sent; some tools take it with the codings undone.
  const payloads = () => [record.payload, record.readBody().bytes];
  return matches(record.fields.get('warc-payload-digest'), payloads) ? undefined : 'payload';
}

/** Whether one of the contents has the digest; one in an unknown algorithm or spelling is believed. */
function matches(labelled: string, contents: () => readonly Uint8Array[]): boolean {
  const parts = /^(sha-?1|sha-?256|md5):([A-Za-z0-9+/]+)=*$/i.exec(labelled);
  const [, algorithm = '', value = ''] = parts ?? [];
  if (value === '') return true;
  return contents().some((bytes) => {
    const digest = createHash(algorithm.toLowerCase().replace('-', '')).update(bytes).digest();
    return (
      value.toUpperCase() === encodeBase32(digest) ||
      value.toLowerCase() === digest.toString('hex') ||
      value === digest.toString('base64').replace(/=+$/, '')
    );
  });
}
