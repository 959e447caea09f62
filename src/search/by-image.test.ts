// Search by a picture: the same, nearly the same, and what looks like it.
import { describe, expect, it } from 'vitest';
import { createImageDocument, createMemoryIndex } from '../../test/fixtures/memory-index.ts';
import { printLook } from '../model/look.ts';
import { findByImage, searchImages } from './search.ts';

/** A look in which so many bits differ from that of a black picture. */
function lookOf(bits: number): string {
  const look = new Uint8Array(32);
  for (let bit = 0; bit < bits; bit++) look[bit >>> 3] = (look[bit >>> 3] ?? 0) | (1 << (bit & 7));
  return printLook(look);
}

function picture(name: string, bits: number, more: object = {}) {
  return { ...createImageDocument({ name, alts: [name] }), look: lookOf(bits), ...more };
}

const own = picture('own', 0);
const copy = picture('copy', 10, {
  picture: { lead: '0'.repeat(15).concat('1'), place: 0, count: 2 },
});
const smaller = picture('smaller', 12, {
  picture: { lead: '0'.repeat(15).concat('1'), place: 1, count: 2 },
});
const akin = picture('akin', 50);
const other = picture('other', 120);
const hidden = picture('hidden', 1, { nsfw: 0.9 });
const INDEX = createMemoryIndex([other, akin, smaller, copy, own, hidden]);

const namesOf = (answer: Awaited<ReturnType<typeof findByImage>>) =>
  answer.items.map(({ alts, match, distance }) => [alts[0], match, distance]);

describe('search by image', () => {
  it('gives the same picture first, then near duplicates, then what looks like it', async () => {
    const answer = await findByImage(INDEX, { digest: own.id, look: lookOf(0) });
    expect(namesOf(answer)).toEqual([
      ['own', 'exact', 0],
      ['copy', 'near', 10],
      ['akin', 'alike', 46], // 50 bits, on the scale that vectors share
    ]);
    expect(answer.total.value).toBe(3);
  });

  it('shows all variants, leaves out one picture and is narrowed down where it is asked to', async () => {
    const all = await findByImage(INDEX, { look: lookOf(0), duplicates: 'all', safe: false });
    expect(namesOf(all).map(([name]) => name)).toEqual([
      'own',
      'hidden',
      'copy',
      'smaller',
      'akin',
    ]);
    const rest = await findByImage(INDEX, { look: lookOf(10), except: copy.id });
    expect(namesOf(rest).map(([name]) => name)).toEqual(['own', 'akin']);
    const narrow = await findByImage(INDEX, { look: lookOf(0), query: 'akin' });
    expect(namesOf(narrow).map(([name]) => name)).toEqual(['akin']);
  });

  it('finds nothing without a look and a digest', async () => {
    expect((await findByImage(INDEX, {})).items).toEqual([]);
    await expect(findByImage(INDEX, { limit: 0 })).rejects.toThrowError(/limit/);
  });

  it('is what similar: asks for', async () => {
    const { items } = await searchImages(INDEX, { query: `similar:${own.id}` });
    expect(items.map(({ alts }) => alts[0]).sort()).toEqual(['akin', 'copy']);
    const missing = await searchImages(INDEX, { query: `similar:${'f'.repeat(64)}` });
    expect(missing.items).toEqual([]);
    expect(missing.warnings.map(({ code }) => code)).toEqual(['no-similar-data']);
  });
});
