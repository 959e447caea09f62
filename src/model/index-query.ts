// What search asks of an index, and what an index answers: the border between `search/` and `index/`.
import type { ImageDocument } from './image.ts';
import type { RankingProfile, TextField } from './ranking.ts';

/** A word of a query as the index may hold it: its forms in the languages of the library. */
export interface WordForms {
  /** Analysed forms; a document that holds any of them holds the word. Never empty. */
  readonly forms: readonly string[];
  /** The word as typed, for messages. */
  readonly text: string;
  /** Matches every word that starts so (single characters of Chinese and Japanese). */
  readonly isPrefix?: boolean;
}

/** What the text of a document must hold. */
export type MatchNode =
  | { readonly kind: 'word'; readonly word: WordForms; readonly fields?: readonly TextField[] }
  /** The words one after another in one field; each alternative is the phrase in one language. */
  | { readonly kind: 'phrase'; readonly alternatives: readonly (readonly string[])[] }
  | { readonly kind: 'and'; readonly nodes: readonly MatchNode[] }
  | { readonly kind: 'or'; readonly nodes: readonly MatchNode[] }
  | { readonly kind: 'not'; readonly node: MatchNode };

/** A condition on what is known of a document besides its text. Bounds are inclusive. */
export type IndexFilter =
  /** Time of the oldest capture, seconds since 1970. */
  | { readonly kind: 'time'; readonly from?: number; readonly to?: number }
  | { readonly kind: 'mime'; readonly mimes: readonly string[] }
  /** Width times height. */
  | { readonly kind: 'area'; readonly min?: number; readonly max?: number }
  | { readonly kind: 'size'; readonly minWidth: number; readonly minHeight: number }
  | { readonly kind: 'orientation'; readonly value: 'landscape' | 'portrait' | 'square' }
  /** Host of the oldest page. `*` in `host` stands for any characters. */
  | { readonly kind: 'site'; readonly host: string; readonly withSubdomains: boolean }
  | { readonly kind: 'collection'; readonly name: string }
  | { readonly kind: 'language'; readonly code: string }
  /** Hides documents scored above `max`, and those whose score is unknown. */
  | { readonly kind: 'nsfw'; readonly max: number }
  | { readonly kind: 'place'; readonly isKnown: boolean }
  | {
      readonly kind: 'near';
      readonly latitude: number;
      readonly longitude: number;
      readonly km: number;
    }
  /** Pictures captured at a URL, by its SURT key. */
  | { readonly kind: 'source'; readonly surt: string }
  | { readonly kind: 'ids'; readonly ids: readonly string[] }
  | { readonly kind: 'not'; readonly filter: IndexFilter }
  | { readonly kind: 'any'; readonly filters: readonly IndexFilter[] }
  /** Nothing passes: the library lacks what was asked for. */
  | { readonly kind: 'nothing' };

/** Which documents are meant. */
export interface IndexSelection {
  /** Absent: all documents. */
  readonly match?: MatchNode;
  /** All must hold. */
  readonly filters: readonly IndexFilter[];
}

/** Order of answers. `newest` and `oldest` go by the oldest capture; equal ones are ordered by SURT. */
export type IndexSort = 'relevance' | 'newest' | 'oldest';

/** A search. */
export interface IndexQuery extends IndexSelection {
  /** Words that count for the score, in the order of the query; their neighbourhood counts too. */
  readonly words: readonly WordForms[];
  readonly profile: RankingProfile;
  readonly sort: IndexSort;
  readonly offset: number;
  readonly limit: number;
}

/** One answer. */
export interface IndexHit {
  readonly document: ImageDocument;
  /** 0 where the order is not by relevance. */
  readonly score: number;
}

/** Answers in order: score, then oldest capture, then SURT, then id. */
export interface IndexAnswer {
  readonly hits: readonly IndexHit[];
  /** Exact number of documents that match. */
  readonly total: number;
}

/** What documents are counted by. */
export const FACETS = ['site', 'year', 'type', 'size', 'collection', 'language'] as const;

/** One of the things documents are counted by. */
export type Facet = (typeof FACETS)[number];

/** A value of a facet: a host, `2004`, `image/jpeg`, `sm` `md` `lg`, a collection, a language code. */
export interface FacetCount {
  readonly value: string;
  readonly count: number;
}

/** Documents in a stretch of time by their oldest capture. */
export interface TimeBucket {
  /** Start in seconds since 1970. */
  readonly start: number;
  readonly count: number;
}

/** A word of the library's texts as people write it, and in how many documents it stands. */
export interface VocabularyWord {
  readonly word: string;
  readonly count: number;
}

/** An index that can be searched. SQLite on one machine, Solr in a cluster. */
export interface SearchIndex {
  /** Number of documents. */
  readonly documentCount: number;
  /** Grows with each change; answers of one generation fit together. */
  readonly generation: number;
  /** Languages of the texts, ISO 639 codes, most frequent first. */
  readonly languages: readonly string[];
  search(query: IndexQuery): IndexAnswer;
  count(selection: IndexSelection): number;
  /** Most frequent values first, then by value. */
  facet(selection: IndexSelection, facet: Facet, limit: number): readonly FacetCount[];
  /** Counts between the given starts (ascending, seconds); the last bucket is open. */
  histogram(selection: IndexSelection, starts: readonly number[]): readonly TimeBucket[];
  /** Oldest capture of the first and last document of the selection, seconds; absent when empty. */
  timeSpan(
    selection: IndexSelection,
  ): { readonly first: number; readonly last: number } | undefined;
  /** Documents by id, in the order asked; `undefined` for those there are not. */
  documents(ids: readonly string[]): readonly (ImageDocument | undefined)[];
  /** Words that start with a text (folded: lower case, no accents), most frequent first. */
  wordsFrom(prefix: string, limit: number): readonly VocabularyWord[];
  /** Number of documents that hold a word as people write it; 0 when none does. */
  wordCount(word: string): number;
  /** Hosts of pages that start with a text, or whose domain does, most frequent first. */
  sitesFrom(prefix: string, limit: number): readonly FacetCount[];
  /** Names of collections with their numbers of documents. */
  collections(): readonly FacetCount[];
}
