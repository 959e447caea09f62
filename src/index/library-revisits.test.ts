// Revisits and the records that they stand for.
import { expect, it } from 'vitest';
import { addEmptyFile, imageId, openLibraryFolder } from '../../test/fixtures/library-archives.ts';
import type { Timestamp } from '../model/capture.ts';
import { toSurt } from '../model/surt.ts';
import type { Library } from './library.ts';
import { toMarkKey, toPayloadMark } from './payload-digest.ts';

const DIGEST = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Begins with the same 35 bits. */
const NEIGHBOUR = `ABCDEFG${'Z'.repeat(25)}`;

const at = (year: number) => `${year}0101000000` as Timestamp;

function addImage(
  library: Library,
  file: number,
  { url, year, digest, offset }: { url: string; year: number; digest: string; offset: number },
): void {
  const facts = { mime: 'image/png', width: 9, height: 9, frames: 1, bytes: 9 };
  const mark = toPayloadMark(digest);
  const capture = { url, time: at(year), digest: imageId(digest), ...facts, offset, mark };
  library.rows.addRow({ file, part: offset }, toSurt(url), [capture], []);
}

/** The place of the original of a revisit of 2015. */
function originalOf(library: Library, url: string, digest: string, time: Timestamp | '' = '') {
  const surt = toSurt(url);
  return library.transaction(() => {
    const file = library.files.find('revisits')?.id ?? addEmptyFile(library, 'revisits');
    library.revisits.add(file, { url, time: at(2015), offset: 0, target: { digest, surt, time } });
    const [revisit] = library.revisits.toSettle(0, 1000).slice(-1);
    const found = revisit && library.revisits.findOriginal(revisit);
    return found && `${library.files.nameOf(found.file)} ${found.offset}`;
  });
}

it('finds the capture that is named, else the nearest before at the address, else one anywhere', async () => {
  await using folder = await openLibraryFolder();
  const library = await folder.open('library', { access: 'write', create: {} });
  const [a, b] = ['http://example.org/a.png', 'http://example.org/b.png'] as const;
  library.transaction(() => {
    const [first, second] = [addEmptyFile(library, 'z'), addEmptyFile(library, 'y')];
    addImage(library, first, { url: a, year: 2010, digest: DIGEST, offset: 1 });
    addImage(library, first, { url: a, year: 2014, digest: DIGEST, offset: 2 });
    addImage(library, second, { url: a, year: 2014, digest: DIGEST, offset: 3 });
    addImage(library, second, { url: a, year: 2020, digest: DIGEST, offset: 4 });
  });
  expect(originalOf(library, a, DIGEST, at(2010))).toBe('z 1');
  expect(originalOf(library, a, DIGEST)).toBe('y 3'); // the smaller name
  expect(originalOf(library, b, DIGEST)).toBe('y 3');
  expect(originalOf(library, b, NEIGHBOUR)).toBeUndefined();
  expect(originalOf(library, a, '', at(2020))).toBe('y 4');
  expect(originalOf(library, a, '', at(2019))).toBeUndefined();
  library.close();
});

it('tells payloads apart whose marks begin alike, at one address and moment too', async () => {
  await using folder = await openLibraryFolder();
  const library = await folder.open('library', { access: 'write', create: {} });
  expect(toMarkKey(toPayloadMark(DIGEST))).toBe(toMarkKey(toPayloadMark(NEIGHBOUR)));
  expect(toPayloadMark(DIGEST)).not.toBe(toPayloadMark(NEIGHBOUR));
  const url = 'http://example.org/a.png';
  const file = library.transaction(() => {
    const id = addEmptyFile(library, 'a');
    addImage(library, id, { url, year: 2014, digest: NEIGHBOUR, offset: 1 });
    addImage(library, id, { url, year: 2014, digest: DIGEST, offset: 2 });
    addImage(library, id, { url, year: 2012, digest: DIGEST, offset: 3 });
    addImage(library, id, { url, year: 2013, digest: NEIGHBOUR, offset: 4 });
    return id;
  });
  expect(originalOf(library, url, DIGEST)).toBe('a 2');
  expect(originalOf(library, url, NEIGHBOUR)).toBe('a 1');
  library.transaction(() => {
    const [place] = [...library.rows.placesOf(file)].filter(({ part }) => part === 2);
    if (place !== undefined) library.rows.remove(place);
  });
  expect(originalOf(library, url, DIGEST)).toBe('a 3');
  library.close();
});
