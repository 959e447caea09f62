// Lines from outside held against what they must be, before anything of them is stored.
import { REFERENCE_TAGS } from '../model/observation.ts';
import { isKeyList } from '../support/key-list.ts';

/** What is wrong with a line; `undefined` when it is as it should be. Fields that nobody stores are not looked at. */
export function toLineProblem(line: unknown): string | undefined {
  return findProblem(line, LINES);
}

/** The same for what steps keep for libraries: parts of archives instead of whole ones. */
export function toKeptProblem(line: unknown): string | undefined {
  return findProblem(line, KEPT);
}

function findProblem(line: unknown, kinds: Readonly<Record<string, Fields>>): string | undefined {
  if (!isObject(line)) return 'it is not an object';
  const kind = line['kind'];
  const fields = typeof kind === 'string' && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (fields === undefined) return `kind ${JSON.stringify(kind)} is not known`;
  return problemOf(line, fields);
}

type Check = (value: unknown) => boolean;
type Fields = Readonly<Record<string, Check>>;

const MAX_TEXT = 4 * 1024 * 1024;
const MAX_ENTRIES = 1_000_000;
/** Links of a page, and domains of their hosts. */
const MAX_KEYS = 100_000;

const text: Check = (value) => typeof value === 'string' && value.length <= MAX_TEXT;
const count: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const time: Check = (value) => typeof value === 'string' && /^\d{14}$/.test(value);
const maybe =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const object =
  (fields: Fields): Check =>
  (value) =>
    isObject(value) && problemOf(value, fields) === undefined;
const list =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length <= MAX_ENTRIES && value.every(check);
const oneOf =
  (values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);
const finite: Check = (value) => Number.isFinite(value);
const digest: Check = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

const reasons: Check = (value) => isObject(value) && Object.values(value).every(count);

const PAGE_KEY = { url: text, surt: text, title: text, time };
const METADATA = {
  place: maybe(object({ latitude: finite, longitude: finite, source: text })),
  taken: text,
  title: text,
  description: text,
};
const CAPTURE = {
  kind: oneOf(['capture']),
  surt: text,
  url: text,
  time,
  digest: (value: unknown) => digest(value) || value === '',
  mime: text,
  width: count,
  height: count,
  frames: count,
  bytes: count,
  offset: count,
  rejected: maybe(text),
  metadata: maybe(object(METADATA)),
  payloadDigest: maybe(text),
};
const REPORT = {
  records: count,
  bytes: count,
  pages: count,
  imageCaptures: count,
  references: count,
  losses: count,
  skippedBytes: count,
  rejected: reasons,
  placesRejected: maybe(reasons),
  truncatedPages: maybe(count),
  failure: maybe(text),
};

const ARCHIVE = {
  name: text,
  location: text,
  size: count,
  modified: count,
  fingerprint: text,
  collection: maybe(text),
  minSide: maybe(count),
};

/** The first and the last row of a part, in what steps keep for libraries. */
const PART = {
  ...ARCHIVE,
  collection: text,
  start: count,
  end: (value: unknown) => value === null || count(value),
  mode: oneOf(['compact', 'oldest', 'full']),
  referencedOnly: oneOf([true, false]),
  takedowns: list(
    object({
      kind: oneOf(['image', 'url-prefix', 'file']),
      value: text,
      time,
      details: maybe((value) => isObject(value)),
    }),
  ),
};

const LINES: Readonly<Record<string, Fields>> = {
  extract: { format: count },
  archive: ARCHIVE,
  page: {
    ...PAGE_KEY,
    language: text,
    images: count,
    offset: count,
    payloadDigest: maybe(text),
    linkKeys: maybe((value) => typeof value === 'string' && isKeyList(value, MAX_KEYS)),
  },
  reference: {
    surt: text,
    tag: oneOf(REFERENCE_TAGS),
    alt: text,
    title: text,
    caption: text,
    captionSource: oneOf(['', 'figcaption', 'parent', 'siblings', 'anchor', 'near']),
    anchorText: text,
    // Files of earlier versions lack these.
    paperCaption: maybe(text),
    heading: maybe(text),
    nearText: maybe(text),
    location: maybe(text),
    element: maybe(text),
    page: object(PAGE_KEY),
    imagesInPage: count,
  },
  capture: CAPTURE,
  revisit: {
    url: text,
    surt: text,
    time,
    offset: count,
    target: object({
      surt: text,
      digest: text,
      time: (value) => value === '' || time(value),
    }),
  },
  sheet: {
    url: text,
    surt: text,
    time,
    place: object({ file: text, offset: count }),
    says: object({ images: list(text), imports: list(text), captures: list(object(CAPTURE)) }),
    payloadDigest: maybe(text),
  },
  'sheet-link': { surt: text, page: object(PAGE_KEY) },
  other: { surt: text, time, offset: count, target: text },
  record: {
    surt: text,
    time,
    url: text,
    mime: text,
    status: count,
    digest: text,
    offset: count,
    length: count,
  },
  'archive-end': REPORT,

  end: { archives: count },
};

const { extract: _header, archive: _start, 'archive-end': _report, end: _end, ...FOUND } = LINES;
const KEPT: Readonly<Record<string, Fields>> = { ...FOUND, part: PART, 'part-end': REPORT };

function problemOf(value: Readonly<Record<string, unknown>>, fields: Fields): string | undefined {
  for (const [name, check] of Object.entries(fields)) {
    if (!check(value[name])) return `\`${name}\` is not what it must be`;
  }
  return undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
