// What every search index must do with variants of one picture: checks of the conformance suite.
import { deepEqual, equal } from 'node:assert/strict';
import type { ImageDocument } from '../model/image.ts';
import {
  FACETS,
  type IndexQuery,
  type IndexSelection,
  type IndexSort,
  type IndexWriter,
  type SearchIndex,
} from '../model/index-query.ts';
import { ALL, documentOf, namesOf } from './conformance-documents.ts';
import { createMemoryIndex } from './memory-index.ts';

const LEAD = '00c0ffee00c0ffee';
const OTHER_LEAD = '0000000000000001';

/** Three variants of one picture, two of another; the places are not those of rows, times or scores. */
const VARIANTS: Readonly<Record<string, ImageDocument['picture']>> = {
  ferry: { lead: LEAD, place: 0, count: 3 },
  river: { lead: LEAD, place: 1, count: 3 },
  bridge: { lead: LEAD, place: 2, count: 3 },
  tokyo: { lead: OTHER_LEAD, place: 0, count: 2 },
  wide: { lead: OTHER_LEAD, place: 1, count: 2 },
};

/** Variants count as one wherever it is asked for, and for themselves where it is not. */
export async function checkPictures(
  { index, writer }: { readonly index: SearchIndex; readonly writer: IndexWriter },
  toQuery: (texts: readonly string[], facts?: Partial<IndexQuery>) => IndexQuery,
): Promise<void> {
  const grouped = Object.entries(VARIANTS).map(([name, picture = never()]) => {
    return { ...documentOf(name), picture };
  });
  await writer.replace(
    grouped.map((document) => ({ digest: document.digest, documents: [document] })),
  );
  await writer.commit();
  const documents = ALL.map((one) => grouped.find(({ id }) => id === one.id) ?? one);
  const reference = createMemoryIndex(documents);
  equal(await index.count({ filters: [] }), ALL.length);
  equal(await index.count({ filters: [], collapse: {} }), ALL.length - 3);
  const { match } = toQuery(['bridge', 'river', 'view']);
  const large: IndexSelection = { filters: [{ kind: 'area', min: 65_537 }] };
  const selections: readonly IndexSelection[] = [
    { filters: [], collapse: {} },
    // The best variant is not meant: the next one stands for the picture.
    { ...large, collapse: {} },
    { filters: [], ...(match !== undefined && { match }), collapse: {} },
    { filters: [], collapse: { except: [large] } },
    { filters: [], collapse: { except: [{ filters: [], ...(match !== undefined && { match }) }] } },
  ];
  for (const selection of selections) {
    const about = JSON.stringify(selection);
    equal(await index.count(selection), await reference.count(selection), about);
    for (const facet of FACETS) {
      deepEqual(
        await index.facet(selection, facet, 100),
        await reference.facet(selection, facet, 100),
        `${facet} ${about}`,
      );
    }
    deepEqual(await index.timeSpan(selection), await reference.timeSpan(selection), about);
    deepEqual(
      await index.histogram(selection, [0, 1_000_000_000]),
      await reference.histogram(selection, [0, 1_000_000_000]),
    );
    for (const sort of ['relevance', 'newest', 'oldest'] satisfies IndexSort[]) {
      const query = { ...toQuery(['bridge', 'river', 'view'], { sort }), ...selection };
      await checkSame(index, reference, query);
      await checkSame(index, reference, { ...query, offset: 1, limit: 2 });
    }
  }
}

async function checkSame(
  index: SearchIndex,
  reference: SearchIndex,
  query: IndexQuery,
): Promise<void> {
  const [found, wanted] = [await index.search(query), await reference.search(query)];
  const about = `${query.sort} ${JSON.stringify([query.match, query.collapse, query.offset])}`;
  equal(found.total, wanted.total, about);
  deepEqual(namesOf(found.hits), namesOf(wanted.hits), about);
}

function never(): never {
  throw new Error('pinakes: a variant without a picture');
}
