// Groups of variants depend on what a library holds, not on how it came there.
import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inspectLibrary } from '../../test/fixtures/inspect-library.ts';
import { createImageDocument } from '../../test/fixtures/memory-index.ts';
import { temporaryFolder } from '../../test/fixtures/temporary-folder.ts';
import { hashKey, keyOfDigest, type Library, openLibrary } from '../index/index.ts';
import { MAX_ELEMENTS } from '../model/document-fields.ts';
import type { ImageDocument } from '../model/image.ts';
import {
  LOOK_PIECES,
  NEAR_BITS,
  parseLook,
  pictureDistance,
  printLook,
  toLookPieces,
} from '../model/look.ts';
import { compareVariants, variantKeysOf } from '../model/variant-keys.ts';
import { groupVariants } from './group-variants.ts';

/** A look with some bits set. */
function lookOf(bits: readonly number[]): string {
  const look = new Uint8Array(32);
  for (const bit of bits) look[bit >>> 3] = (look[bit >>> 3] ?? 0) | (1 << (bit & 7));
  return printLook(look);
}

const SIZES = ['', '-300x200', '-1024x683', '@2x'];
const images = fc.uniqueArray(
  fc.record({
    stem: fc.constantFrom('a', 'b', 'c'),
    size: fc.constantFrom(...SIZES),
    version: fc.constantFrom(1, 1, 1, 2),
    width: fc.constantFrom(100, 300, 600),
    elements: fc.uniqueArray(fc.constantFrom('e', 'f', 'g'), { maxLength: 2 }),
    look: fc.option(fc.uniqueArray(fc.nat(60), { maxLength: 40 }), { nil: undefined }),
  }),
  { maxLength: 12, selector: ({ stem, size, version }) => `${stem}${size}${version}` },
);

function toDocument(image: {
  readonly stem: string;
  readonly size: string;
  readonly version: number;
  readonly width: number;
  readonly elements?: readonly string[];
  readonly look: readonly number[] | undefined;
}): ImageDocument {
  const { stem, size, version, width, elements = [], look } = image;
  const base = createImageDocument({ name: `${stem}${size}v${version}`, width });
  const url = `http://x.test/${stem}${size}.jpg`;
  const digest = hash('sha256', base.id, 'hex');
  return {
    ...base,
    id: digest,
    digest,
    oldest: { ...base.oldest, url, surt: `test,x)/${stem}${size}.jpg` },
    elements: elements.map((text) => ({ text, language: '' })),
    ...(look !== undefined && { look: lookOf(look) }),
  };
}

/** Puts documents in, or takes them out, as deriving does. */
function change(library: Library, documents: readonly ImageDocument[], isThere: boolean): void {
  library.transaction(() => {
    const { files } = library;
    for (const document of documents) {
      const content = keyOfDigest(document.digest);
      for (const name of document.collections) files.addCollection(name);
      if (files.idOf(document.oldest.file) === 0) files.add(fileOf(document.oldest.file));
      const key = hashKey(document.oldest.surt);
      const place = { hash: content, key, before: undefined, isElsewhere: false };
      if (isThere) library.documents.place(place, []);
      else library.documents.unplace(place);
      library.documents.flushPlaces();
      library.documents.derive(new Map([[content, isThere ? [document] : []]]));
    }
  });
}

function fileOf(name: string) {
  const report = { records: 0, bytes: 0, pages: 0, imageCaptures: 0, references: 0 };
  const losses = { losses: 0, skippedBytes: 0, rejected: {} };
  const of = { name, location: name, fingerprint: name, size: 0, modified: 0 };
  return { ...of, report: { ...report, ...losses } };
}

function picturesOf(library: Library): Record<string, ImageDocument['picture']> {
  const all = [...library.documents.all()].map(({ document }) => [document.id, document.picture]);
  return Object.fromEntries(all.sort());
}

/** The groups by the plain definition: all pairs are compared until nothing changes. */
function expectedPictures(documents: readonly ImageDocument[]) {
  const groupOf = new Map(documents.map((one, at) => [one, at]));
  const isStable = (name: string): boolean => {
    const own = documents.filter((one) => variantKeysOf(one).includes(name));
    return new Set(own.map(({ oldest }) => oldest.surt)).size === own.length;
  };
  const isRelated = (a: ImageDocument, b: ImageDocument): boolean => {
    if (variantKeysOf(a).some((name) => variantKeysOf(b).includes(name) && isStable(name))) {
      return true;
    }
    const [one, other] = [parseLook(a.look), parseLook(b.look)];
    if (one === undefined || other === undefined) return false;
    const pieces = new Set(toLookPieces(one));
    const isIndexed = toLookPieces(other).some((piece) => pieces.has(piece));
    return isIndexed && pictureDistance(one, other) <= NEAR_BITS;
  };
  for (const a of documents) {
    for (const b of documents) {
      const [from, to] = [groupOf.get(b), groupOf.get(a)];
      if (from === to || !isRelated(a, b)) continue;
      for (const one of documents) if (groupOf.get(one) === from) groupOf.set(one, to ?? 0);
    }
  }
  return Object.fromEntries(
    documents
      .map((one) => {
        const group = documents.filter((other) => groupOf.get(other) === groupOf.get(one));
        const members = group.sort(compareVariants);
        const lead = members[0]?.digest.slice(0, 16);
        const picture = { lead, place: members.indexOf(one), count: members.length };
        return [one.id, members.length > 1 ? picture : undefined] as const;
      })
      .sort(),
  );
}

it('takes a file that is offered beside ever other ones for no variant of them', () => {
  const names = Array.from({ length: MAX_ELEMENTS }, (_, at) => `name${at}`);
  const offered = (elements: readonly string[]) =>
    variantKeysOf(
      toDocument({ stem: 'a', size: '', version: 1, width: 100, look: undefined, elements }),
    );
  expect(offered(names.slice(1))).toHaveLength(MAX_ELEMENTS);
  expect(offered(names)).toHaveLength(1);
});

describe('groups of variants', () => {
  it('leave no names and no looks behind when images go', async () => {
    const folder = temporaryFolder();
    const library = await openLibrary(folder, { access: 'write', create: {} });
    const look = Array.from({ length: 30 }, (_, bit) => bit);
    const documents = ['', '-300x200'].map((size) =>
      toDocument({ stem: 'a', size, version: 1, width: 300, look }),
    );
    const rows = () =>
      inspectLibrary(folder, (database) =>
        ['kin', 'look', 'dirty_kin'].map((table) =>
          database.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
        ),
      );
    change(library, documents, true);
    await groupVariants(library, undefined);
    expect(rows()).toEqual([2 + 2 * LOOK_PIECES, 2, 0]);
    change(library, documents.slice(0, 1), false);
    await groupVariants(library, undefined);
    expect(Object.values(picturesOf(library))).toEqual([undefined]);
    change(library, documents.slice(1), false);
    await groupVariants(library, undefined);
    expect(rows()).toEqual([0, 0, 0]);
    library.close();
  });

  it('are the same for any order, any batches, and with what came and went between', async () => {
    const folder = temporaryFolder();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(images, images, fc.nat(), async (kept, others, seed) => {
        const documents = kept.map(toDocument);
        const gone = others
          .map(toDocument)
          .filter(({ id }) => !documents.some((one) => one.id === id));
        const path = `${folder}/${run++}`;
        const library = await openLibrary(path, { access: 'write', create: {} });
        const middle = documents.length === 0 ? 0 : seed % documents.length;
        change(library, documents.slice(middle), true);
        if (seed % 2 === 0) await groupVariants(library, undefined);
        change(library, gone, true);
        await groupVariants(library, undefined);
        change(library, documents.slice(0, middle).reverse(), true);
        change(library, gone, false);
        await groupVariants(library, undefined);
        const found = picturesOf(library);
        library.close();
        expect(found).toEqual(expectedPictures(documents));
      }),
      { numRuns: 40 },
    );
  });
});
