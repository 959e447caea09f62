// Files of documents as `pinakes run-steps` and Spark leave them: lines of JSON, each file sorted by content.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageDocument } from '../model/image.ts';
import type { ContentDocuments } from '../model/index-query.ts';
import { messageOf, PinakesError } from '../support/errors.ts';
import { DOCUMENTS_FOLDER } from './steps/run-steps.ts';
import type { SyncSource } from './sync-index.ts';
import { readLines } from './text-lines.ts';

/** The documents of a result. Rejects with `INPUT_UNREADABLE` where there is none, or a file is cut off. */
export async function openDocumentFiles(folder: string): Promise<SyncSource> {
  const documents = join(folder, DOCUMENTS_FOLDER);
  const names = await readdir(documents).catch(() => []);
  const paths = names
    .filter((name) => /^part-.*\.(?:ndjson|txt)(?:\.gz)?$/.test(name))
    .sort()
    .map((name) => join(documents, name));
  if (paths.length === 0) {
    const detail = 'it has no documents of `pinakes run-steps` or of the job for Spark';
    throw new PinakesError('INPUT_UNREADABLE', { input: folder, detail });
  }
  const all = inOrder(paths);
  let next: IteratorResult<ContentDocuments> | undefined;
  return {
    async *contents() {
      for (const path of paths) yield* readContents(path);
    },
    async has(ids) {
      const found: boolean[] = [];
      for (const id of ids) {
        const digest = id.slice(0, DIGEST_LENGTH);
        next ??= await all.next();
        while (next.done !== true && next.value.digest < digest) next = await all.next();
        const content = next.done === true ? undefined : next.value;
        found.push(content?.documents.some((document) => document.id === id) === true);
      }
      return found;
    },
    count: async () => undefined,
  };
}

/** Ids begin with the digest of the content. */
const DIGEST_LENGTH = 64;
/** Longer lines are none of ours: the texts of a document are limited. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

interface OpenFile {
  readonly contents: AsyncGenerator<ContentDocuments>;
  next: ContentDocuments;
}

/**
 * All contents by digest. A file is open from its first digest to its last alone: those of Spark follow each other, those of
 * `run-steps` each have a share of all.
 */
async function* inOrder(paths: readonly string[]): AsyncGenerator<ContentDocuments> {
  const closed: { readonly path: string; readonly first: string }[] = [];
  for (const path of paths) {
    for await (const { digest } of readContents(path)) {
      closed.push({ path, first: digest });
      break;
    }
  }
  closed.sort((a, b) => (a.first < b.first ? 1 : -1));
  const open: OpenFile[] = [];
  for (;;) {
    let least: OpenFile | undefined;
    for (const file of open) {
      if (least === undefined || file.next.digest < least.next.digest) least = file;
    }
    const waiting = closed.at(-1);
    if (waiting !== undefined && (least === undefined || waiting.first < least.next.digest)) {
      closed.pop();
      const contents = readContents(waiting.path);
      const { value, done } = await contents.next();
      if (done !== true) open.push({ contents, next: value });
      continue;
    }
    if (least === undefined) return;
    yield least.next;
    const { value, done } = await least.contents.next();
    if (done === true) open.splice(open.indexOf(least), 1);
    else least.next = value;
  }
}

async function* readContents(path: string): AsyncGenerator<ContentDocuments> {
  let digest = '';
  let documents: ImageDocument[] = [];
  try {
    for await (const line of readLines(path, MAX_LINE_BYTES)) {
      const document = parseDocument(line);
      if (document.digest !== digest) {
        if (documents.length > 0) yield { digest, documents };
        if (document.digest < digest) throw new Error('its documents are not sorted by id');
        digest = document.digest;
        documents = [];
      }
      documents.push(document);
    }
  } catch (thrown) {
    throw new PinakesError('INPUT_UNREADABLE', { input: path, detail: messageOf(thrown) });
  }
  if (documents.length > 0) yield { digest, documents };
}

/** A document of one of our steps; throws where a line is none. */
export function parseDocument(line: string): ImageDocument {
  const document = JSON.parse(line) as ImageDocument; // checked by its names
  if (!/^[0-9a-f]{64}$/.test(document.digest) || !document.id.startsWith(document.digest)) {
    throw new Error('a line is no document');
  }
  return document;
}
