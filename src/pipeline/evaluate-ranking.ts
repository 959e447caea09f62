// How well ranking profiles find an image again by words that were hidden from the index: known-item search.
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Library, openLibrary } from '../index/index.ts';
import { foldWord, toWords } from '../model/analysis/analysis.ts';
import type { ImageDocument } from '../model/image.ts';
import { parseQuery } from '../model/query/parse-query.ts';
import type { RankingProfile } from '../model/ranking.ts';
import { toPlan } from '../search/search.ts';
import { createRandom, type Interval, resampleMean } from './resample.ts';

/** Which texts are hidden and become queries. `any`: figcaptions and alternative texts, one after the other. */
export type HiddenText = 'any' | 'figcaption' | 'alt';

/** How an evaluation is made. */
export interface EvaluationOptions {
  readonly profiles: readonly RankingProfile[];
  /** Most queries of each kind of text. */
  readonly queries: number;
  /** Most words of a query, taken from the hidden text. */
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
  readonly queries: number;
  /** Queries of which at least one word is left in the image's other texts: nobody can find the rest. */
  readonly answerable: number;
  readonly results: readonly ProfileResult[];
}

/** An image and the words it is sought by. */
export interface KnownItem {
  readonly id: string;
  readonly query: string;
}

/** At which place each profile found each item, 0 for none. */
interface Places {
  readonly byProfile: readonly number[][];
  answerable: number;
}

const PLACES = 10;
const MIN_WORD_LENGTH = 3;
const MIN_WORDS = 2;

/**
 * Evaluates profiles on a library. In a copy of the index all texts of one kind are hidden: if only the image that is
 * sought lost its text, the others would win by theirs. Then images are chosen at random, and some words
 * of the hidden text of each become a query of which any may match.
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
        seekItems(copy, items, options, places);
      } finally {
        copy.close();
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return summarise(places, library.index.documentCount, options);
}

/** A random choice among the images that have a text to hide; each is as likely as any other. */
export function chooseItems(
  library: Library,
  kind: Exclude<HiddenText, 'any'>,
  options: Pick<EvaluationOptions, 'queries' | 'words' | 'seed'>,
): KnownItem[] {
  const random = createRandom(options.seed);
  const chosen: KnownItem[] = [];
  let seen = 0;
  for (const { document } of library.documents.all()) {
    const [hidden] = hiddenTexts(document, kind);
    const query = hidden && toQuery(hidden, options.words, random);
    if (query === undefined) continue;
    const item = { id: document.id, query };
    seen++;
    if (chosen.length < options.queries) chosen.push(item);
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

/** Some words of a text in its order; too short a text makes no query. */
function toQuery(text: string, count: number, random: () => number): string | undefined {
  const words = [...new Set(toWords(text))].filter(
    (word) => word.length >= MIN_WORD_LENGTH && /^\p{L}+$/u.test(word),
  );
  if (words.length < MIN_WORDS) return undefined;
  while (words.length > count) words.splice(Math.floor(random() * words.length), 1);
  return words.join(' ');
}

function toFolded(text: string): string {
  return toWords(text).map(foldWord).join(' ');
}

/** A library of the same documents without the texts of a kind. */
async function copyWithout(
  library: Library,
  kind: Exclude<HiddenText, 'any'>,
  folder: string,
): Promise<Library> {
  const { mode } = library.settings;
  const copy = await openLibrary(folder, { access: 'write', create: { mode } });
  for (const collection of library.files.collections()) {
    copy.database.prepare('INSERT INTO collection(name) VALUES(?)').run(collection);
  }
  copy.transaction(() => {
    for (const { document } of library.documents.all()) {
      copy.documents.insert(hideTexts(document, kind));
    }
  });
  return copy;
}

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
  return {
    ...document,
    titles: document.titles.filter(isShown),
    alts: document.alts.filter(isShown),
    captions: document.captions.filter(isShown),
  };
}

function seekItems(
  { index }: Library,
  items: readonly KnownItem[],
  { profiles, signal }: EvaluationOptions,
  places: Places,
): void {
  for (const { id, query } of items) {
    if (signal?.aborted === true) break;
    const request = { query, defaultOperator: 'or', safe: false } as const;
    const plan = toPlan(index, parseQuery(query).query, request);
    const [selection] = plan.selections;
    if (selection === undefined) continue;
    const own = [...selection.filters, { kind: 'ids', ids: [id] } as const];
    if (index.count({ ...selection, filters: own }) > 0) places.answerable++;
    for (const [number, profile] of profiles.entries()) {
      const paging = { sort: 'relevance', offset: 0, limit: PLACES } as const;
      const { hits } = index.search({ ...selection, words: plan.words, profile, ...paging });
      places.byProfile[number]?.push(hits.findIndex(({ document }) => document.id === id) + 1);
    }
  }
}

function summarise(
  { byProfile, answerable }: Places,
  documents: number,
  { profiles, seed }: EvaluationOptions,
): Evaluation {
  const gains = byProfile.map((list) => list.map((place) => (place === 0 ? 0 : 1 / place)));
  const first = gains[0] ?? [];
  const share = (list: readonly number[], limit: number) =>
    resampleMean(
      list.map((place) => (place > 0 && place <= limit ? 1 : 0)),
      seed,
    );
  return {
    documents,
    queries: first.length,
    answerable,
    results: profiles.map(({ name }, number) => ({
      profile: name,
      mrr: resampleMean(gains[number] ?? [], seed),
      success1: share(byProfile[number] ?? [], 1),
      success10: share(byProfile[number] ?? [], PLACES),
      difference: resampleMean(
        (gains[number] ?? []).map((gain, at) => gain - (first[at] ?? 0)),
        seed,
      ),
    })),
  };
}
