// What stands on many pages, or is described in many ways, comes after what a page shows of its own.
import { expect, it } from 'vitest';
import { createImageDocument, createMemoryIndex } from '../../test/fixtures/memory-index.ts';
import { searchImages } from './search.ts';

const own = createImageDocument({ name: 'own', captions: ['the lighthouse of a small harbour'] });
const furniture = createImageDocument({
  name: 'furniture',
  alts: ['lighthouse'], // counts for more than a caption
  matchingPages: 600,
});
const placeholder = createImageDocument({
  name: 'placeholder',
  alts: ['lighthouse', 'harbour', 'bridge'],
  matchingPages: 90,
  imageMetadataChanges: 80,
});

async function orderOf(profile: string): Promise<string[]> {
  const index = createMemoryIndex([furniture, placeholder, own]);
  const { items } = await searchImages(index, { query: 'lighthouse', profile });
  return items.map(({ url }) => url.split('/').at(-1) ?? '');
}

it('sinks pictures of the whole site, and placeholders even more', async () => {
  expect(await orderOf('pinakes')).toEqual(['own', 'furniture', 'placeholder']);
  expect((await orderOf('paper'))[0]).toBe('furniture'); // the paper looks at words alone
});
