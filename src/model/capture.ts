// One archived response, as an index line names it, and what reading lost on the way.

/** A UTC time of 14 digits, `YYYYMMDDhhmmss`, as index files write it. */
export type Timestamp = string & { readonly timestamp: unique symbol };

/**
 * What told the time of a record whose date cannot be understood as it stands: its day of the year or its hexadecimal seconds, the
 * HTTP `Date` of the response, the name of the archive, or the warcinfo record before it.
 */
export type TimeSource = 'header' | 'http-date' | 'file-name' | 'warcinfo';

/** One archived response: where it is and what an index knows of it. Absent text is `''`. */
export interface Capture {
  /** SURT key of `url`, e.g. `com,example)/path`. */
  readonly surt: string;
  readonly time: Timestamp;
  readonly url: string;
  /** Declared MIME type without parameters, lower case; `warc/revisit` for revisits. */
  readonly mime: string;
  /** HTTP status, or 0 where there is none. */
  readonly status: number;
  /** SHA-1 of the payload in base32, without a prefix. */
  readonly digest: string;
  /** Path, URL or name of the archive file. */
  readonly file: string;
  /** Where the record starts in `file`, in bytes as stored. */
  readonly offset: number;
  /** Stored length of the record in bytes. */
  readonly length: number;
}

/** A part of an archive that could not be read: never silent, always with place and reason. */
export interface Loss {
  readonly kind: 'loss';
  readonly file: string;
  /** Offset in the stored file where the trouble starts. */
  readonly offset: number;
  readonly reason: LossReason;
  /** Stored bytes passed over before reading could go on. */
  readonly skippedBytes: number;
  /** More about it for a person. */
  readonly detail?: string;
}

/** Why a part of an archive could not be read as it stands. */
export type LossReason = keyof typeof LOSS_REASONS;

/** Every reason with an explanation for `pinakes doctor` and the documentation. */
export const LOSS_REASONS = {
  garbage: 'bytes between records that belong to no record',
  zeros: 'a run of zero bytes between records',
  'corrupt-member': 'a compressed member that cannot be decompressed',
  checksum: 'a compressed member whose checksum or length does not match its contents',
  truncated: 'the file ends inside a record',
  'bad-header': 'a record header that cannot be understood',
  'header-too-long': 'a record header longer than the limit',
  'bad-length': 'a record length that is missing, negative, absurd or contradicted by what follows',
  digest: 'a digest in a record header that is not the one of its contents',
  'bad-date': 'a record date that cannot be understood',
  'inferred-date':
    'a record date that cannot be understood as it stands: the time was taken from its parts, the HTTP date, the file name or the warcinfo',
  'bad-dictionary': 'a zstd dictionary that is missing or damaged',
  'too-large': 'a record larger than the limit',
  'not-addressable': 'a record inside a shared compressed member: an index cannot point at it',
  unreadable: 'the file could not be read on',
} as const;
