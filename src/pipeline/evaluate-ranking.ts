// How well ranking profiles find an image again by words that were hidden from the index: known-item search.
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type DocumentIndex, type Library, openDocumentIndex } from '../index/index.ts';
import { foldWord, toWords } from '../model/analysis/analysis.ts';
import type { ImageDocument, ImageText } from '../model/image.ts';
import type { ContentDocuments, IndexSelection } from '../model/index-query.ts';
import { parseQuery } from '../model/query/parse-query.ts';
import type { RankingProfile } from '../model/ranking.ts';
import { TEXTS_SOURCES } from '../model/said.ts';
import { toPlan } from '../search/search.ts';
import { createRandom } from '../support/random.ts';
import { type Interval, resampleMean } from './resample.ts';

/** Which texts are hidden and become queries. `any`: figcaptions and alternative texts, one after the other. */
export type HiddenText = 'any' | 'figcaption' | 'alt';

/** How an evaluation is made. */
export interface EvaluationOptions {
  readonly profiles: readonly RankingProfile[];
  /** Most texts of each kind whose images are sought. */
  readonly texts: number;
  /** Most words of a query. Each text gives queries of 2, 3, ... words. */
  readonly words: number;
  readonly text: HiddenText;
  /** Equal seeds give equal queries. */
  readonly seed: number;
  /** Folder for the index without the hidden texts. */
  readonly tempFolder: string;
  readonly signal?: AbortSignal | undefined;
}

/** How a profile did, each figure with the interval of 95 %. */
export interface ProfileResult {
  readonly profile: string;
  /** Mean of one divided by the place of the image sought, 0 beyond the tenth. */
  readonly mrr: Interval;
  /** Share of queries that found the image in the first place, and among ten. */
  readonly success1: Interval;
  readonly success10: Interval;
  /** Difference of `mrr` to the first profile, query by query. */
  readonly difference: Interval;
}

/** What came of an evaluation. */
export interface Evaluation {
  readonly documents: number;
  /** Hidden texts whose images were sought. The figures are means over them: queries from one text are not independent. */
  readonly texts: number;
  readonly queries: number;
  /** Queries of which at least one word is left in the image's other texts: nobody can find the rest. */
  readonly answerable: number;
  readonly results: readonly ProfileResult[];
}

/** An image and the words it is sought by. */
export interface KnownItem {
  /** Images with the hidden text: other sizes of the same picture are as good. */
  readonly ids: ReadonlySet<string>;
  readonly queries: readonly string[];
}

/** At which place each profile found each item, for each of its queries; 0 for none. */
interface Places {
  readonly byProfile: readonly number[][][];
  answerable: number;
}

const PLACES = 10;
const MIN_WORD_LENGTH = 3;
const MIN_WORDS = 2;

/**
 * Evaluates profiles on a library. In a copy of the index all texts of one kind are hidden: if only the image that is
 * sought lost its text, the others would win by theirs. Then hidden texts are chosen at random, and some of
 * the words of each become a query of which any may match. Found is any image that had the text.
 */
export async function evaluateRanking(
  library: Library,
  options: EvaluationOptions,
): Promise<Evaluation> {
  const places: Places = { byProfile: options.profiles.map(() => []), answerable: 0 };
  const kinds = options.text === 'any' ? (['figcaption', 'alt'] as const) : [options.text];
  for (const kind of kinds) {
    const items = chooseItems(library, kind, options);
    const folder = await mkdtemp(join(options.tempFolder, 'pinakes-evaluation-'));
    try {
      const copy = await copyWithout(library, kind, folder);
      try {
        await seekItems(copy, items, options, places);
      } finally {
        await copy.close();
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return summarise(places, await library.index.documentCount(), options);
}

/** A random choice among the texts to hide; each is as likely as any other. */
export function chooseItems(
  library: Library,
  kind: Exclude<HiddenText, 'any'>,
  options: Pick<EvaluationOptions, 'texts' | 'words' | 'seed'>,
): KnownItem[] {
  const random = createRandom(options.seed);
  const idsByText = new Map<string, Set<string>>();
  for (const { document } of library.documents.all()) {
    for (const text of hiddenTexts(document, kind).map(toFolded)) {
      const ids = idsByText.get(text);
      if (ids === undefined) idsByText.set(text, new Set([document.id]));
      else ids.add(document.id);
    }
  }
  const chosen: KnownItem[] = [];
  let seen = 0;
  for (const [text, ids] of idsByText) {
    const queries = toQueries(text, options.words, random);
    if (queries.length === 0) continue;
    const item = { ids, queries };
    seen++;
    if (chosen.length < options.texts) chosen.push(item);
    else {
      const place = Math.floor(random() * seen);
      if (place < chosen.length) chosen[place] = item;
    }
  }
  return chosen;
}

/** The texts of a kind, the oldest first. */
function hiddenTexts(document: ImageDocument, kind: Exclude<HiddenText, 'any'>): string[] {
  return kind === 'alt'
    ? document.alts.map(({ text }) => text)
    : document.captions.filter(({ source }) => source === 'figcaption').map(({ text }) => text);
}

/** Queries of 2, 3, ... words of a text, chosen at random, in its order; too short a text makes none. */
function toQueries(text: string, most: number, random: () => number): string[] {
  const words = [...new Set(toWords(text))].filter(
    (word) => word.length >= MIN_WORD_LENGTH && /^\p{L}+$/u.test(word),
  );
  const queries: string[] = [];
  for (let count = MIN_WORDS; count <= Math.min(most, words.length); count++) {
    const left = [...words];
    while (left.length > count) left.splice(Math.floor(random() * left.length), 1);
    queries.push(left.join(' '));
  }
  return queries;
}

function toFolded(text: string): string {
  return toWords(text).map(foldWord).join(' ');
}

/** An index of the same documents without the texts of a kind. */
async function copyWithout(
  library: Library,
  kind: Exclude<HiddenText, 'any'>,
  folder: string,
): Promise<DocumentIndex> {
  const { mode } = library.settings;
  const copy = await openDocumentIndex(folder, { mode });
  let waiting: ContentDocuments[] = [];
  const write = async () => {
    await copy.writer.replace(waiting);
    await copy.writer.commit();
    waiting = [];
  };
  for (const { digest, documents } of library.documents.contents()) {
    waiting.push({ digest, documents: documents.map((each) => hideTexts(each, kind)) });
    if (waiting.length >= CONTENTS_AT_ONCE) await write();
  }
  await write();
  return copy;
}

/** Contents that are written in one commit. */
const CONTENTS_AT_ONCE = 20_000;

/** Takes the hidden texts out wherever they stand: a title is often the alternative text again. */
export function hideTexts(
  document: ImageDocument,
  kind: Exclude<HiddenText, 'any'>,
): ImageDocument {
  const hidden = hiddenTexts(document, kind).map(toFolded);
  if (hidden.length === 0) return document;
  const isShown = ({ text }: { readonly text: string }) => {
    const folded = toFolded(text);
    return !hidden.some((one) => folded.includes(one) || one.includes(folded));
  };
  const left = TEXTS_SOURCES.map(
    ({ field }) => [field, (document[field] as readonly ImageText[]).filter(isShown)] as const,
  );
  return { ...document, ...Object.fromEntries(left) };
}

async function seekItems(
  { index }: DocumentIndex,
  items: readonly KnownItem[],
  { profiles, signal }: EvaluationOptions,
  places: Places,
): Promise<void> {
  for (const { ids, queries } of items) {
    if (signal?.aborted === true) break;
    for (const list of places.byProfile) list.push([]);
    for (const query of queries) {
      // The known item is one image, be it that others of its picture are better.
      const request = { query, match: 'any', safe: false, duplicates: 'all' } as const;
      for (const [number, profile] of profiles.entries()) {
        const plan = await toPlan(index, parseQuery(query).query, { ...request, profile });
        const [selection = NOTHING] = plan.selections;
        if (number === 0) {
          const own = [...selection.filters, { kind: 'ids', ids: [...ids] } as const];
          if ((await index.count({ ...selection, filters: own })) > 0) places.answerable++;
        }
        const paging = { sort: 'relevance', offset: 0, limit: PLACES } as const;
        const { hits } = await index.search({
          ...selection,
          words: plan.words,
          profile,
          ...paging,
        });
        const place = hits.findIndex(({ document }) => ids.has(document.id)) + 1;
        places.byProfile[number]?.at(-1)?.push(place);
      }
    }
  }
}

/** What is asked when a query has no words that count. */
const NOTHING: IndexSelection = { filters: [{ kind: 'nothing' }] };

function summarise(
  { byProfile, answerable }: Places,
  documents: number,
  { profiles, seed }: EvaluationOptions,
): Evaluation {
  const toGain = (place: number) => (place === 0 ? 0 : 1 / place);
  const toFound = (limit: number) => (place: number) => (place > 0 && place <= limit ? 1 : 0);
  const means = (items: readonly (readonly number[])[], value: (place: number) => number) =>
    items.map((list) => list.reduce((sum, place) => sum + value(place), 0) / list.length);
  const first = means(byProfile[0] ?? [], toGain);
  return {
    documents,
    texts: first.length,
    queries: (byProfile[0] ?? []).flat().length,
    answerable,
    results: profiles.map(({ name }, number) => {
      const items = byProfile[number] ?? [];
      const gains = means(items, toGain);
      return {
        profile: name,
        mrr: resampleMean(gains, seed),
        success1: resampleMean(means(items, toFound(1)), seed),
        success10: resampleMean(means(items, toFound(PLACES)), seed),
        difference: resampleMean(
          gains.map((gain, at) => gain - (first[at] ?? 0)),
          seed,
        ),
      };
    }),
  };
}
