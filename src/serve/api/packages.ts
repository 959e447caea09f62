// Chosen images as one file: a ZIP of the images with their attribution, or their archived records as WARC or WACZ.
import { createHash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import {
  memberOfBytes,
  memberOfFile,
  type ZipMember,
  zipBytes,
} from '../../archive/write/zip-writer.ts';
import { bestTitle } from '../../model/image-title.ts';
import type { ServerParts } from '../parts.ts';
import { HttpProblem } from '../problems.ts';
import type { ChosenAnswer, ChosenItem } from '../query/answer-image.ts';
import { ask } from '../send-answer.ts';
import { EXPORT_FORMATS, type ExportHead } from './export-formats.ts';
import { MAX_PACKED_BYTES, type PackedRecords, packRecords } from './package-records.ts';

/** Names of the forms that hold bytes, not only what is known of images. */
export const PACKAGE_NAMES = ['zip', 'warc', 'wacz'] as const;

/** A form that holds bytes. */
export type PackageName = (typeof PACKAGE_NAMES)[number];

/** Most images of one package. */
export const MAX_PACKED = 500;

/** A package on its way. */
export interface Package {
  readonly contentType: string;
  readonly fileName: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** What a package is made of. */
export interface PackageOptions {
  readonly parts: ServerParts;
  readonly head: ExportHead;
  /** Ends the work when the client has left. */
  readonly signal: AbortSignal;
}

/** Makes a package of chosen images. What cannot be had is told in it, or, of a WARC, left out. */
export async function openPackage(
  name: PackageName,
  chosen: ChosenAnswer,
  options: PackageOptions,
): Promise<Package> {
  if (name === 'zip') {
    const bytes = zipBytes(imageMembers(chosen, options));
    return { contentType: 'application/zip', fileName: 'images.zip', bytes };
  }
  const { parts, signal } = options;
  const packed = await packRecords(chosen.items, {
    reader: parts.reader,
    version: parts.version,
    name: name === 'warc' ? 'images.warc.gz' : 'data.warc.gz',
    signal,
  });
  if (packed.count === 0) {
    await packed[Symbol.asyncDispose]();
    throw new HttpProblem('archive-missing', packed.losses[0], { retryAfter: 60 });
  }
  if (name === 'warc') {
    const bytes = whileThere(packed, createReadStream(packed.warc));
    return { contentType: 'application/warc', fileName: 'images.warc.gz', bytes };
  }
  const bytes = whileThere(packed, zipBytes(waczMembers(packed, chosen, options)));
  return { contentType: 'application/wacz', fileName: 'images.wacz', bytes };
}

/** The bytes; the files behind them go when they were sent, or nobody wants them any more. */
async function* whileThere(
  packed: PackedRecords,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } finally {
    await packed[Symbol.asyncDispose]();
  }
}

/** The images, a line of attribution for each, a table of what is known, and what is missing. */
async function* imageMembers(
  { items, missing }: ChosenAnswer,
  { parts, head, signal }: PackageOptions,
): AsyncGenerator<ZipMember> {
  const lost = missing.map((id) => `${id}: not in this library`);
  const credits: string[] = [];
  const packed: ChosenItem[] = [];
  let bytes = 0;
  for (const item of items) {
    signal.throwIfAborted();
    const found = await readContent(item, parts);
    const reason =
      typeof found === 'string'
        ? found
        : bytes + found.length > MAX_PACKED_BYTES
          ? 'too much for one file'
          : '';
    if (typeof found === 'string' || reason !== '') {
      lost.push(`${item.id}: ${reason}`);
      continue;
    }
    bytes += found.length;
    packed.push(item);
    const name = `images/${nameOf(item, packed.length)}`;
    credits.push(`${name}\n${item.attribution}\n`);
    yield memberOfBytes(name, found);
  }
  const { csv } = EXPORT_FORMATS;
  const rows = packed.map((item, at) => csv.item(item, at === 0)).join('');
  yield textMember('attribution.txt', credits.join('\n'));
  yield textMember('images.csv', csv.head(head) + rows + csv.tail);
  if (lost.length > 0) yield textMember('missing.txt', `${lost.join('\n')}\n`);
}

/** The bytes of an image, or why they cannot be had. */
async function readContent({ id }: ChosenItem, parts: ServerParts): Promise<Uint8Array | string> {
  try {
    const answer = await ask(parts, { kind: 'content', id }, { pool: parts.background });
    return answer.kind === 'bytes' ? answer.data : 'not an image';
  } catch (thrown) {
    if (thrown instanceof HttpProblem) return thrown.detail ?? thrown.message;
    throw thrown;
  }
}

const MAX_NAME = 60;

/** `003-red-bridge-1a2b3c4d.jpg`: in order, telling, and never twice. */
function nameOf(item: ChosenItem, number: number): string {
  const words = bestTitle({ ...item, pageTitle: item.page?.title })
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, MAX_NAME)
    .replace(/^-|-$/g, '');
  const type = /^image\/(?:x-|vnd\.microsoft\.)?([a-z]+)/.exec(item.mime)?.[1] ?? 'bin';
  const parts = [String(number).padStart(3, '0'), words, item.id.slice(0, 8)].filter(Boolean);
  return `${parts.join('-')}.${type.replace('jpeg', 'jpg')}`;
}

/** The members that WACZ 1.1.1 asks for. */
async function* waczMembers(
  packed: PackedRecords,
  { items }: ChosenAnswer,
  { parts, head }: PackageOptions,
): AsyncGenerator<ZipMember> {
  const warc = await memberOfFile('archive/data.warc.gz', packed.warc);
  const others = [
    textMember('indexes/index.cdx', await readFile(packed.index, 'utf8')),
    textMember('pages/pages.jsonl', toPages(items)),
    textMember('attribution.txt', items.map(({ attribution }) => `${attribution}\n`).join('')),
  ];
  if (packed.losses.length > 0) others.push(textMember('missing.txt', packed.losses.join('\n')));
  const resources = [await describe(warc), ...(await Promise.all(others.map(describe)))];
  yield warc;
  yield* others;
  const datapackage = `${JSON.stringify(
    {
      profile: 'data-package',
      wacz_version: '1.1.1',
      title: 'Images',
      software: `Pinakes/${parts.version}`,
      created: head.time,
      resources,
    },
    null,
    2,
  )}\n`;
  yield textMember('datapackage.json', datapackage);
  const digest = { path: 'datapackage.json', hash: `sha256:${hash('sha256', datapackage)}` };
  yield textMember('datapackage-digest.json', `${JSON.stringify(digest)}\n`);
}

async function describe({ name, size, pieces }: ZipMember) {
  const digest = createHash('sha256');
  for await (const piece of pieces()) digest.update(piece);
  return {
    name: name.split('/').at(-1),
    path: name,
    hash: `sha256:${digest.digest('hex')}`,
    bytes: size,
  };
}

/** The pages that images were found on, each once. */
function toPages(items: readonly ChosenItem[]): string {
  const pages = new Map(items.flatMap(({ page }) => (page === null ? [] : [[page.url, page]])));
  const lines = [...pages.values()].map(({ url, time, title }, at) => ({
    id: String(at + 1),
    url,
    ts: time,
    title,
  }));
  const head = { format: 'json-pages-1.0', id: 'pages', title: 'All pages' };
  return [head, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
}

function textMember(name: string, text: string): ZipMember {
  return memberOfBytes(name, Buffer.from(text));
}
