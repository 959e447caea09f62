// What the records of an archive show: the face of this stage.
import {
  ArchiveReader,
  type ArchiveRecord,
  type Body,
  type ByteSource,
  type ReadOptions,
  revisitTargetOf,
} from '../archive/archive.ts';
import type { Capture, Loss } from '../model/capture.ts';
import type { Observation } from '../model/observation.ts';
import { toSurt } from '../model/surt.ts';
import { CaptureList, type KnownOfRecord } from './capture-list.ts';
import type { LooseEnd } from './loose-ends.ts';
import {
  contextOf,
  extractBody,
  mayHoldContent,
  otherAnswerOf,
  payloadDigestOf,
  type RecordFindings,
  type RecordOptions,
  strangeAnswerOf,
} from './record.ts';

export type {
  CaptionSource,
  CaptureObservation,
  CharsetSource,
  EmbeddedMetadata,
  GeoHint,
  GeoHintSource,
  LanguageSource,
  Observation,
  Outlink,
  PageKey,
  PageObservation,
  ReferenceObservation,
  ReferenceTag,
} from '../model/observation.ts';
export type { ImageMime } from './image/header.ts';
export {
  IMAGE_REJECTIONS,
  type ImageRejection,
  type InspectedImage,
  type InspectOptions,
  inspectImage,
  type NotImage,
  type NotImageReason,
} from './image/image.ts';
export type { ImageMetadata } from './image/metadata.ts';
export type { ImagePlace, PlaceRejection } from './image/place.ts';
export { type ImageProbe, probeImage } from './image/probe.ts';
export * from './loose-ends.ts';
export { toJsonLines } from './observation-lines.ts';
export type { PageOutline } from './page/outline.ts';
export {
  extractPage,
  type Onward,
  type PageContext,
  type PageExtraction,
  type PageFacts,
  type Truncation,
} from './page/page.ts';
export type { ListCut } from './page/page-reader.ts';
export type { DataImage } from './page/references.ts';
export type { RecordOptions } from './record.ts';

/** Options of `extractArchive`. */
export interface ExtractOptions extends RecordOptions {
  /** Part of the file to read; default all of it. Bytes. */
  readonly startOffset?: number;
  readonly endOffset?: number;
  /** Dictionary of a zstd file that is read from its middle. */
  readonly dictionary?: ReadOptions['dictionary'];
  readonly signal?: AbortSignal;
  /** Whether batches tell the index entry of every record that has one; default false. */
  readonly withCaptures?: boolean;
}

/** What a stretch of an archive gave, in the order of its records. */
export interface ExtractBatch {
  readonly observations: readonly Observation[];
  readonly looseEnds: readonly LooseEnd[];
  readonly losses: readonly Loss[];
  /** Entries of a capture index; empty unless asked for. The last record's may come with the next batch. */
  readonly captures: readonly Capture[];
  /** Records read for this batch. */
  readonly records: number;
  /** Stored bytes read for this batch. */
  readonly bytes: number;
}

/** Bodies beyond this size are no page and no picture of a web page. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;
const BATCH_RECORDS = 200;
const BATCH_OBSERVATIONS = 2000;

/**
 * Extracts one archive. A record that cannot be read is reported as a loss and never ends the file.
 * Revisits and style sheets come as loose ends: `pipeline/` settles them when all records are known.
 */
export async function* extractArchive(
  source: ByteSource,
  options: ExtractOptions = {},
): AsyncGenerator<ExtractBatch> {
  let batch = emptyBatch();
  let passed = options.startOffset ?? 0;
  const reader = new ArchiveReader(source, {
    onLoss: (loss) => batch.losses.push(loss),
    ...(options.startOffset !== undefined && { startOffset: options.startOffset }),
    ...(options.endOffset !== undefined && { endOffset: options.endOffset }),
    dictionary: options.dictionary,
  });
  const isLocal = source.readSync !== undefined;
  const list = options.withCaptures === true ? new CaptureList() : undefined;
  while (options.signal?.aborted !== true) {
    const record = isLocal ? reader.next() : await reader.nextAsync();
    list?.finish(batch.captures);
    if (record === undefined) break;
    batch.records++;
    let known: KnownOfRecord = {};
    if (mayHoldContent(record, options)) {
      const body = isLocal ? readBody(record) : await loadBody(record);
      if (body !== undefined) known = addFindings(batch, record, body, options);
    } else if (record.type === 'revisit') known = addRevisit(batch, record);
    if (options.withOtherAnswers === true) addOther(batch, record, options);
    list?.start(record, known);
    if (batch.records >= BATCH_RECORDS || batch.observations.length >= BATCH_OBSERVATIONS) {
      yield { ...batch, bytes: reader.position - passed };
      passed = reader.position;
      batch = emptyBatch();
    }
  }
  yield { ...batch, bytes: Math.max(0, reader.position - passed) };
}

interface OpenBatch {
  readonly observations: Observation[];
  readonly looseEnds: LooseEnd[];
  readonly losses: Loss[];
  readonly captures: Capture[];
  records: number;
}

function emptyBatch(): OpenBatch {
  return { observations: [], looseEnds: [], losses: [], captures: [], records: 0 };
}

function addFindings(
  batch: OpenBatch,
  record: ArchiveRecord,
  body: Body,
  options: RecordOptions,
): KnownOfRecord {
  const context = contextOf(record);
  const isBroken = record.damage !== undefined && body.truncated === undefined;
  const whole: Body = isBroken ? { ...body, truncated: 'damaged' } : body;
  const { observations, looseEnds, holds } = extractBody(whole, context, options);
  const { surt, time, file, offset } = context;
  const mayBeRevisited = holds !== undefined && record.header.format !== 'arc'; // ARC has no revisits
  const digest = mayBeRevisited ? payloadDigestOf(record) : '';
  const isTold = mayBeRevisited && options.withPayloadDigests === true;
  const found = isTold ? withDigest(observations, looseEnds, digest) : { observations, looseEnds };
  for (const observation of found.observations) batch.observations.push(observation);
  for (const end of found.looseEnds) batch.looseEnds.push(end);
  if (options.withOtherAnswers === true && (holds === undefined || holds === 'sheet')) {
    const strange = strangeAnswerOf(context);
    if (strange !== undefined) batch.looseEnds.push(strange);
  }
  if (!mayBeRevisited) return { surt };
  if (!isTold) batch.looseEnds.push({ kind: 'original', surt, time, file, offset, digest, holds });
  return { surt, digest };
}

/** What a record gave, with its digest at what it holds: a page or an image comes first, a style sheet is an end. */
function withDigest(
  observations: readonly Observation[],
  looseEnds: readonly LooseEnd[],
  payloadDigest: string,
): RecordFindings {
  const [own, ...others] = observations;
  if (own !== undefined && own.kind !== 'reference') {
    return { observations: [{ ...own, payloadDigest }, ...others], looseEnds };
  }
  const [end, ...rest] = looseEnds;
  return end?.kind === 'sheet'
    ? { observations, looseEnds: [{ ...end, payloadDigest }, ...rest] }
    : { observations, looseEnds };
}

/** What the record says of its address where it is no content. */
function addOther(batch: OpenBatch, record: ArchiveRecord, options: RecordOptions): void {
  const other = mayHoldContent(record, options) ? undefined : otherAnswerOf(record);
  if (other !== undefined) batch.looseEnds.push(other);
}

function addRevisit(batch: OpenBatch, record: ArchiveRecord): KnownOfRecord {
  const target = revisitTargetOf(record);
  const { url, time, file, offset } = record;
  if (target === undefined || time === '') return {};
  const surt = toSurt(url);
  batch.looseEnds.push({ kind: 'revisit', url, surt, time, file, offset, target });
  return { surt, digest: target.digest };
}

/** The body, unless it is too large to be worth it: a film, an archive. */
function readBody(record: ArchiveRecord): Body | undefined {
  return isWorthReading(record) ? record.readBody({ maxBytes: MAX_BODY_BYTES }) : undefined;
}

async function loadBody(record: ArchiveRecord): Promise<Body | undefined> {
  return isWorthReading(record) ? record.loadBody({ maxBytes: MAX_BODY_BYTES }) : undefined;
}

function isWorthReading(record: ArchiveRecord): boolean {
  if (!record.isStreamed) return true;
  return /^(?:image\/|text\/|application\/xhtml)|^$/.test(record.mime);
}
