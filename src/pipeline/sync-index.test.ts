// An index elsewhere becomes what the library is, whatever it held before.
import { expect, it } from 'vitest';
import { createImageDocument, openMemoryIndex } from '../../test/fixtures/memory-index.ts';
import { temporaryFolder } from '../../test/fixtures/temporary-folder.ts';
import { openDocumentIndex, openLibrary } from '../index/index.ts';
import { PINAKES_PROFILE } from '../model/ranking.ts';
import { librarySource, type SyncTarget, syncIndex } from './sync-index.ts';

const [one, two, three] = ['one', 'two', 'three'].map((name) => {
  return createImageDocument({ name, alts: [name] });
}) as [
  ReturnType<typeof createImageDocument>,
  ReturnType<typeof createImageDocument>,
  ReturnType<typeof createImageDocument>,
];

function openTarget(): SyncTarget {
  const { index, writer } = openMemoryIndex();
  return {
    index,
    writer,
    async *ids() {
      const all = { filters: [], words: [], profile: PINAKES_PROFILE, sort: 'oldest' } as const;
      const { hits } = await index.search({ ...all, offset: 0, limit: 1000 });
      yield hits.map(({ document }) => document.id);
    },
  };
}

it('sends what differs and takes out what is gone', async () => {
  const folder = temporaryFolder();
  const target = openTarget();
  const change = async (documents: readonly (typeof one)[], removed: readonly string[] = []) => {
    const { writer, close } = await openDocumentIndex(folder);
    await writer.replace(documents.map((each) => ({ digest: each.digest, documents: [each] })));
    await writer.remove(removed);
    await writer.commit();
    await close();
  };
  const sync = async () => {
    const library = await openLibrary(folder);
    const outcome = await syncIndex({ source: librarySource(library), target });
    library.close();
    return outcome;
  };
  await change([one, two]);
  expect(await sync()).toMatchObject({ documents: 2, sent: 2, removed: 0 });
  const before = await target.index.generation();
  expect(await sync()).toMatchObject({ documents: 2, sent: 0, removed: 0, generation: before });
  const other = { ...two, width: 999 };
  await change([other, three], [one.id]);
  expect(await sync()).toMatchObject({ documents: 2, sent: 2, removed: 1 });
  const ids = [one.id, two.id, three.id];
  expect(await target.index.documents(ids)).toEqual([undefined, other, three]);
});
