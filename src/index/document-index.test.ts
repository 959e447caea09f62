// The write side of SQLite: it does what every index must do.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createImageDocument } from '../../test/fixtures/memory-index.ts';
import { indexConformance } from '../search/conformance.ts';
import { openDocumentIndex } from './document-index.ts';
import { openLibrary } from './library.ts';

async function openIndex() {
  const folder = await mkdtemp(join(tmpdir(), 'pinakes-index-'));
  const opened = await openDocumentIndex(folder);
  const close = async () => {
    await opened.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { ...opened, folder, close };
}

describe('an index in SQLite', () => {
  for (const { name, run } of indexConformance({ open: openIndex })) it(name, run);
});

it('has one writer, and keeps what was committed', async () => {
  const { writer, folder, close } = await openIndex();
  const document = createImageDocument({ name: 'a', alts: ['harbour'], collections: ['x'] });
  await writer.replace([{ digest: document.digest, documents: [document] }]);
  const generation = await writer.commit();
  await writer.remove([document.id]);
  await expect(openDocumentIndex(folder)).rejects.toMatchObject({ code: 'LIBRARY_LOCKED' });
  const reader = await openLibrary(folder);
  expect(await reader.index.generation()).toBe(generation);
  expect(await reader.index.documents([document.id])).toEqual([document]);
  reader.close();
  await close();
});
