// What servers answer: contents of all kinds and the codings they travel in.
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { HeaderList } from '../src/archive/write/warc-writer-record.ts';
import type { PooledImage } from './image-pool.ts';
import { type PageContext, slug } from './page-parts.ts';
import { makePage } from './pages.ts';
import type { Random } from './random.ts';
import { paragraph } from './vocabulary.ts';

/** One thing a server has. */
export interface Content {
  readonly kind: 'page' | 'image' | 'text';
  readonly path: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** A page of 20 to 80 KB. */
export function pageContent(context: PageContext, serial: number): Content {
  const { bytes, contentType } = makePage(context, context.random.int(20_000, 75_000));
  const path = `/${slug(context)}/${slug(context)}-${serial}.html`;
  return { kind: 'page', path, contentType, bytes };
}

/** A picture of the pool; most get bytes of their own, as most pictures of a crawl are distinct. */
export function imageContent(
  random: Random,
  image: PooledImage,
  path: string,
  serial: number,
): Content {
  // Decoders stop at the end of the picture, so what follows changes the digest and nothing else.
  const tail = random.chance(0.85) ? String(serial).padStart(8, '0') : '';
  const bytes = tail === '' ? image.bytes : Buffer.concat([image.bytes, Buffer.from(tail)]);
  return { kind: 'image', path, contentType: image.mime, bytes };
}

/** A style sheet, a script, some data or plain text of 1 to 40 KB. */
export function textContent(context: PageContext, serial: number): Content {
  const { random, language } = context;
  const kind = random.pick(TEXT_KINDS);
  const length = random.int(1_000, 40_000);
  let text = '';
  while (text.length < length) text += kind.line(context, paragraph(random, language, 40));
  const path = `/assets/${slug(context)}-${serial}.${kind.extension}`;
  return { kind: 'text', path, contentType: kind.contentType, bytes: Buffer.from(text) };
}

const TEXT_KINDS: readonly {
  readonly extension: string;
  readonly contentType: string;
  readonly line: (context: PageContext, text: string) => string;
}[] = [
  {
    extension: 'css',
    contentType: 'text/css',
    line: (context, text) =>
      `/* ${text} */\n.${slug(context)} .${slug(context)}:hover { padding: ${context.random.int(0, 60)}px; background: url("${context.random.pick(context.site.images)}") no-repeat }\n`,
  },
  {
    extension: 'js',
    contentType: 'application/javascript',
    line: (context, text) =>
      `function ${slug(context)}${context.random.int(1, 999)}(a, b) { if (a > ${context.random.int(1, 99)}) { return b.concat(${JSON.stringify(text)}); } return a; }\n`,
  },
  {
    extension: 'json',
    contentType: 'application/json; charset=utf-8',
    line: (context, text) =>
      `${JSON.stringify({ id: context.random.int(1, 1e6), slug: slug(context), text, tags: [slug(context), slug(context)] })}\n`,
  },
  { extension: 'txt', contentType: 'text/plain', line: (_, text) => `${text}\n` },
];

/** A body as it travels, and the header fields that say how. */
export interface Travelling {
  readonly body: Buffer;
  readonly headers: HeaderList;
}

/** Of text 22 % goes as gzip, 8 % as brotli and 30 % in chunks; pictures are rarely chunked. */
export function encodeBody(random: Random, { kind, bytes }: Content): Travelling {
  const headers: [string, string][] = [];
  let body = bytes;
  const coding = kind === 'image' ? 1 : random.next();
  if (coding < 0.22) {
    body = gzipSync(body);
    headers.push(['Content-Encoding', 'gzip']);
  } else if (coding < 0.3) {
    body = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
    headers.push(['Content-Encoding', 'br']);
  }
  if (random.chance(kind === 'image' ? 0.03 : 0.3)) {
    body = toChunks(random, body);
    headers.push(['Transfer-Encoding', 'chunked']);
  } else {
    headers.push(['Content-Length', String(body.length)]);
  }
  return { body, headers };
}

function toChunks(random: Random, body: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const chunk = body.subarray(at, at + random.int(1_000, 16_384));
    parts.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'));
    at += chunk.length;
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}
