import { describe, expect, it } from 'vitest';
import { createImageDocument, createMemoryIndex } from '../../test/fixtures/memory-index.ts';
import type { ImageDocument } from '../model/image.ts';
import { createFormFinder } from './other-forms.ts';
import { searchImages } from './search.ts';

let number = 0;

/** An image with one alternative text. */
function said(text: string, language: string): ImageDocument {
  const document = createImageDocument({ name: `${number++}` });
  return { ...document, alts: [{ text, language }] };
}

const many = (count: number, text: string, language: string) =>
  Array.from({ length: count }, () => said(text, language));

const LIBRARY = [
  ...many(6, 'der Trainer der Mannschaft', 'de'),
  ...many(3, 'zwei Trainers', 'de'),
  ...many(6, 'a steam train', 'en'),
  ...many(9, 'steam trains', 'en'),
  ...many(1, 'train', 'de'), // a language may be guessed wrongly
  ...many(2, 'Häuser am See', 'de'),
  ...many(1, 'ein Haus', 'de'),
  ...many(2, 'Züge', ''),
  ...many(1, 'Zug', 'de'),
];

describe('other forms of a word', () => {
  it('are those of the languages that use it, most frequent first', async () => {
    const find = await createFormFinder(createMemoryIndex(LIBRARY));
    expect(await find('trainer')).toEqual(['trainers']);
    expect(await find('train')).toEqual(['trains']);
    expect(await find('haus')).toEqual(['hauser']);
    expect(await find('zug')).toEqual([]); // nobody told the language of the other
    expect(await find('xy')).toEqual([]);
  });

  it('are those of all languages for a word that no text has', async () => {
    const find = await createFormFinder(createMemoryIndex(LIBRARY));
    expect(await find('hauses')).toEqual(['hauser', 'haus']);
    expect(await find('nowhere')).toEqual([]);
  });

  it('count less than the word itself, and stand in phrases too', async () => {
    const index = createMemoryIndex([
      said('houses by the sea', 'en'),
      said('house by the sea', 'en'),
      said('a house by a lake', 'en'),
    ]);
    const answer = async (query: string) => {
      const { items } = await searchImages(index, { query });
      return items.map(({ alts }) => alts[0]);
    };
    const plural = await answer('houses');
    expect(plural[0]).toBe('houses by the sea');
    expect(plural).toHaveLength(3);
    expect((await answer('house sea'))[0]).toBe('house by the sea');
    expect(await answer('"house by the sea"')).toEqual(['house by the sea', 'houses by the sea']);
  });
});
