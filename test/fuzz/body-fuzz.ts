// The promise of body decoding: whatever is declared and whatever is stored, it ends, within its limit.
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { ArchiveReader } from '../../src/archive/read/reader.ts';
import { memorySource } from '../../src/archive/source/source.ts';
import { httpResponse, warcRecord } from '../fixtures/archives.ts';
import type { Failure } from './archive-fuzz.ts';
import { mutate } from './mutate.ts';
import { createRandom, type Random } from './random.ts';

const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

const CODINGS: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: (body) => gzipSync(body),
  'x-gzip': (body) => gzipSync(body),
  deflate: (body) => deflateSync(body),
  'raw deflate': (body) => deflateRawSync(body),
  br: (body) => brotliCompressSync(body, QUICKLY),
  identity: (body) => body,
};

/** Makes, damages and reads `runs` bodies and returns every broken promise. */
export function fuzzBodies(options: {
  readonly runs: number;
  readonly firstRun?: number;
  readonly maxMsPerRun: number;
}): Failure[] {
  const failures: Failure[] = [];
  const first = options.firstRun ?? 0;
  for (let run = first; run < first + options.runs; run++) {
    const started = performance.now();
    const detail = attempt(createRandom(run));
    const took = performance.now() - started;
    if (detail !== undefined) failures.push({ seed: 'body', run, detail });
    if (took > options.maxMsPerRun) {
      failures.push({ seed: 'body', run, detail: `took ${Math.round(took)} ms` });
    }
  }
  return failures;
}

function attempt(random: Random): string | undefined {
  const content = makeContent(random);
  const applied = Array.from({ length: random.below(4) }, () => random.pick(Object.keys(CODINGS)));
  const isChunked = random.below(2) === 0;
  let stored = applied.reduce((body, coding) => CODINGS[coding]?.(body) ?? body, content);
  if (isChunked) stored = chunk(stored, random);
  const isDamaged = random.below(4) > 0 && stored.length > 0;
  if (isDamaged) stored = mutate(stored, random).bytes;
  const isDeclaredFalsely = random.below(4) === 0;
  const declared = isDeclaredFalsely
    ? [random.pick([...Object.keys(CODINGS), 'zstd', '??'])]
    : applied;
  const maxBytes = random.pick([0, 1, 100, 5000, 1 << 20]);
  const headers = [
    `Content-Encoding: ${declared.join(', ').replaceAll('raw ', '')}`,
    ...(isChunked !== isDeclaredFalsely ? ['Transfer-Encoding: chunked'] : []),
  ];
  const archive = warcRecord({ block: httpResponse({ headers, body: stored }) });
  let bytes: Buffer | undefined;
  try {
    for (const record of new ArchiveReader(memorySource(archive))) {
      bytes = record.readBody({ maxBytes }).bytes;
    }
  } catch (thrown) {
    return `threw ${String(thrown)} (${headers.join('; ')})`;
  }
  if (bytes === undefined) return 'gave no record';
  if (bytes.length > maxBytes) return `gave ${bytes.length} bytes, ${maxBytes} were asked for`;
  const isSound = !isDamaged && !isDeclaredFalsely;
  if (isSound && !bytes.equals(content.subarray(0, maxBytes))) {
    return `gave another body (${headers.join('; ')})`;
  }
  return undefined;
}

/** Noise, text, much that packs into little, or nothing. */
function makeContent(random: Random): Buffer {
  const noise = random.bytes(random.below(2000));
  const text = Buffer.from('<p>some text</p>\r\n'.repeat(random.below(200)));
  return random.pick([noise, text, Buffer.alloc(random.below(1 << 18)), Buffer.alloc(0)]);
}

/** Chunks as servers write them, with extensions and trailers now and then. */
function chunk(body: Buffer, random: Random): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const part = body.subarray(at, at + 1 + random.below(4000));
    const extension = random.pick(['', '', ';name=value', ' ']);
    parts.push(
      Buffer.from(`${part.length.toString(16)}${extension}\r\n`),
      part,
      Buffer.from('\r\n'),
    );
    at += part.length;
  }
  const trailer = random.pick(['', '', 'X-Trailer: yes\r\n']);
  return Buffer.concat([...parts, Buffer.from(`0\r\n${trailer}\r\n`)]);
}
