// From a question to its lines: captures are filtered, collapsed, counted and cut, one batch at a time.
import type { CdxEntry } from '../../archive/archive.ts';
import { type CaptureKey, type Captures, REVISIT_MIME } from '../../index/captures.ts';
import type { Capture } from '../../model/capture.ts';
import type { ShowFile } from '../file-name.ts';
import { fieldText } from './cdx-fields.ts';
import { BLOCK_LINES, type CdxRequest } from './cdx-request.ts';

/** What an answer is made of. */
export interface Selected {
  /** Lines in batches, some of them empty, so that others can work in between. */
  readonly batches: Iterable<readonly CdxEntry[]>;
  /** Where to go on, known when all batches have been taken and there are more lines. */
  resumeKey(): CaptureKey | undefined;
}

/** How lines are selected. */
export interface SelectOptions {
  /** Where the page that was asked for begins. */
  readonly after: CaptureKey | undefined;
  /** Names of archive files as the client may see them, also through filters. */
  readonly showFile: ShowFile;
  /** Whether others should work now: what there is of a batch is handed over then. Asked after each line. */
  readonly isOver: () => boolean;
}

/** The lines that answer a question. */
export function selectLines(
  captures: Captures,
  request: CdxRequest,
  options: SelectOptions,
): Selected {
  let resumeKey: CaptureKey | undefined;
  const onMore = (last: Capture | undefined): void => {
    resumeKey = last === undefined ? undefined : captures.keyOf(last);
  };
  const batches =
    request.limit < 0
      ? lastLines(captures, request, options)
      : firstLines(captures, request, { ...options, onMore });
  return { batches, resumeKey: () => resumeKey };
}

function* firstLines(
  captures: Captures,
  request: CdxRequest,
  options: SelectOptions & { readonly onMore: (last: Capture | undefined) => void },
): Generator<readonly CdxEntry[]> {
  const { after, onMore, showFile, isOver } = options;
  const toShown = createPass(captures, request, showFile);
  let left = request.limit;
  let toSkip = request.offset;
  let last: Capture | undefined;
  for (const batch of batchesOf(captures, request, after)) {
    let lines: CdxEntry[] = [];
    for (const capture of batch) {
      const entry = toShown(capture);
      if (entry !== undefined && toSkip === 0) {
        if (left === 0) {
          // Only now it is sure that there are more; what was collapsed meanwhile stays behind us.
          onMore(last);
          yield lines;
          return;
        }
        left--;
        lines.push(entry);
      } else if (entry !== undefined) toSkip--;
      last = capture;
      // Filters may take a millisecond or more for each line.
      if (!isOver()) continue;
      yield lines;
      lines = [];
    }
    yield lines;
  }
}

/** The last lines: read from the end where what is shown does not depend on what came before. */
function* lastLines(
  captures: Captures,
  request: CdxRequest,
  options: SelectOptions,
): Generator<readonly CdxEntry[]> {
  const wanted = -request.limit;
  const isPlain =
    request.collapse.length === 0 && request.offset === 0 && request.order !== 'closest';
  if (isPlain && options.after === undefined) {
    const order = request.order === 'reverse' ? 'forward' : 'reverse';
    const kept: CdxEntry[] = [];
    const turned = { ...request, order, limit: wanted } as const;
    for (const lines of firstLines(captures, turned, { ...options, onMore: () => {} })) {
      kept.push(...lines);
      yield [];
    }
    yield kept.reverse();
    return;
  }
  let kept: CdxEntry[] = [];
  const all = { ...request, limit: Number.POSITIVE_INFINITY };
  for (const lines of firstLines(captures, all, { ...options, onMore: () => {} })) {
    kept = [...kept, ...lines].slice(-wanted);
    yield [];
  }
  yield kept;
}

const BATCH = 500;

function* batchesOf(
  captures: Captures,
  request: CdxRequest,
  after: CaptureKey | undefined,
): Generator<readonly Capture[]> {
  const { surt, matchType, from, to, order, closest, page, pageSize } = request;
  if (order !== 'closest' || closest === undefined) {
    yield* captures.find({
      ...{ surt, matchType, from, to, isReverse: order === 'reverse' },
      ...(after !== undefined && { after }),
      ...(page !== undefined && { maxRows: pageSize * BLOCK_LINES }),
    });
    return;
  }
  let batch: Capture[] = [];
  let read = 0;
  for (const capture of captures.closest(surt, closest)) {
    if (capture.time >= from && capture.time <= to) batch.push(capture);
    if (++read % BATCH > 0) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** The line of a capture, or `undefined` where filters or neighbours speak against it. */
function createPass(
  captures: Captures,
  { filters, collapse, resolveRevisits }: CdxRequest,
  showFile: ShowFile,
): (capture: Capture) => CdxEntry | undefined {
  const before: (string | undefined)[] = collapse.map(() => undefined);
  const isRepeated = (entry: CdxEntry): boolean => {
    let isSame = false;
    for (const [index, { field, length }] of collapse.entries()) {
      const value = fieldText(entry, field).slice(0, length);
      // What nobody knows is not the same as something else that nobody knows.
      if (value !== '' && value === before[index]) isSame = true;
      before[index] = value;
    }
    return isSame;
  };
  return (capture) => {
    const named = { ...capture, file: showFile(capture.file) };
    const entry = resolveRevisits ? resolve(captures, named, showFile) : named;
    if (!filters.every((filter) => filter.passes(entry))) return undefined;
    return isRepeated(entry) ? undefined : entry;
  };
}

/** A revisit gets type and status of what it repeats, and tells where that is. */
function resolve(captures: Captures, capture: Capture, showFile: ShowFile): CdxEntry {
  if (capture.mime !== REVISIT_MIME) return capture;
  const { surt, time, digest } = capture;
  const original = captures.findOriginal({ surt, time: '', digest, revisitTime: time });
  if (original === undefined) return capture;
  const { mime, status, length, offset, file } = original;
  const extra = {
    'orig.length': String(length),
    'orig.offset': String(offset),
    'orig.filename': showFile(file),
  };
  return { ...capture, mime, status, extra };
}
