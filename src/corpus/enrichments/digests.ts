// Digests of the payload, by which captures of the same content are told.
import { hash } from 'node:crypto';
import { sha1Base32 } from '../../archive/write/digest.ts';
import { defineEnrichment } from '../../model/enrichment.ts';
import { response } from '../../model/response.ts';

/** Digests of a payload with all codings undone. */
export interface DigestValues {
  /** Base32, as index files have it; theirs may be of the payload as it was sent. */
  readonly sha1: string;
  /** Hexadecimal. */
  readonly sha256: string;
  /** Hexadecimal. */
  readonly md5: string;
}

/** SHA-1 (base32), SHA-256 and MD5 (hexadecimal) of the payload. */
export const digests = defineEnrichment({
  name: 'payload.digests',
  version: '1',
  needs: response.fields.payload,
  gives: ['sha1', 'sha256', 'md5'],
  from: import.meta,
  derive: (payload): DigestValues => ({
    sha1: sha1Base32(payload),
    sha256: hash('sha256', payload),
    md5: hash('md5', payload),
  }),
});
