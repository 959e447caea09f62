// What search asks of an index, and what an index answers: the border between `search/` and `index/`.
import type { PictureLook } from './alike.ts';
import { type FlagFacet, NAMED_FACETS, type NamedFacet } from './field-lists.ts';
import type { ImageDocument } from './image.ts';
import type { RankingProfile, TextField } from './ranking.ts';

/** A word of a query as the index may hold it: its forms in the languages of the library. */
export interface WordForms {
  /**
   * The word itself as the index has it, then its other forms; a document that holds any of them holds the word. Never
   * empty.
   */
  readonly forms: readonly string[];
  /** The word as typed, for messages. */
  readonly text: string;
  /** Matches every word that starts so (single characters of Chinese and Japanese). */
  readonly isPrefix?: boolean;
  /** Fields it is looked for in. Default all. */
  readonly fields?: readonly TextField[] | undefined;
}

/** What the text of a document must hold. */
export type MatchNode =
  | { readonly kind: 'word'; readonly word: WordForms }
  /** The words one after another in one of the fields, or of all; each alternative is the phrase in one language. */
  | {
      readonly kind: 'phrase';
      readonly alternatives: readonly (readonly string[])[];
      readonly fields?: readonly TextField[] | undefined;
    }
  | { readonly kind: 'and'; readonly nodes: readonly MatchNode[] }
  | { readonly kind: 'or'; readonly nodes: readonly MatchNode[] }
  | { readonly kind: 'not'; readonly node: MatchNode };

/** A condition on what is known of a document besides its text. Bounds are inclusive. */
export type IndexFilter =
  /** Time of the oldest capture, seconds since 1970. */
  | { readonly kind: 'time'; readonly from?: number; readonly to?: number }
  /** Time when a camera took it, seconds since 1970; files without one do not pass. */
  | { readonly kind: 'taken'; readonly from: number; readonly to: number }
  /** Any time between oldest and newest capture, seconds since 1970. */
  | { readonly kind: 'seen'; readonly from: number; readonly to: number }
  | { readonly kind: 'mime'; readonly mimes: readonly string[] }
  /** Width times height. */
  | { readonly kind: 'area'; readonly min?: number; readonly max?: number }
  | { readonly kind: 'size'; readonly minWidth: number; readonly minHeight: number }
  | { readonly kind: 'orientation'; readonly value: 'landscape' | 'portrait' | 'square' }
  /** Host of the oldest page. `*` in `host` stands for any characters. */
  | { readonly kind: 'site'; readonly host: string; readonly withSubdomains: boolean }
  | { readonly kind: 'collection'; readonly name: string }
  | { readonly kind: 'language'; readonly code: string }
  /** One of the names that a facet of fixed names counts. */
  | { readonly kind: 'flag'; readonly facet: FlagFacet; readonly name: string }
  /** Something that a model says is in the picture, as `tidyLabel` writes it. */
  | { readonly kind: 'label'; readonly name: string }
  /** Hides documents scored above `max`, and those whose score is unknown. */
  | { readonly kind: 'nsfw'; readonly max: number }
  | { readonly kind: 'place'; readonly isKnown: boolean }
  | {
      readonly kind: 'near';
      readonly latitude: number;
      readonly longitude: number;
      readonly km: number;
    }
  /** Between two latitudes and two longitudes; where `west` is larger than `east` it reaches over the antimeridian. */
  | {
      readonly kind: 'box';
      readonly south: number;
      readonly west: number;
      readonly north: number;
      readonly east: number;
    }
  /** In a country, region or town: a name as facets have it (`Porto, PT`), or its first part. */
  | { readonly kind: 'placeName'; readonly name: string }
  /** Places that are at least so sure, from 0 to 1. */
  | { readonly kind: 'sure'; readonly min: number }
  /** Pictures captured at a URL, by its SURT key. */
  | { readonly kind: 'source'; readonly surt: string }
  /** Pictures on pages that link to an address or a host (`toLinkTarget`). */
  | { readonly kind: 'link'; readonly target: string }
  | { readonly kind: 'ids'; readonly ids: readonly string[] }
  /** Variants of the picture that the document of an id is one of, itself included. */
  | { readonly kind: 'variants'; readonly id: string }
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
  /** One document for each picture. Absent: every document. */
  readonly collapse?: Collapse;
}

/**
 * Variants of one picture count as one document: the best of those that are meant (smallest `place`) stands for all of
 * them, with the highest of their scores.
 */
export interface Collapse {
  /**
   * Pictures of several variants of which one of these means any are left out: they were shown already. Documents that are the
   * only variant are not looked for there, since the selections of a question share none.
   */
  readonly except?: readonly IndexSelection[];
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

/** One of the things documents are counted by: names in columns, and what is worked out of numbers. */
export type Facet = NamedFacet | 'year' | 'size';

const FIRST_FACETS = ['site', 'year', 'type', 'size', 'collection', 'language'] as const;

/** What documents are counted by; facets of new fields come behind those that were there first. */
export const FACETS: readonly Facet[] = [...new Set<Facet>([...FIRST_FACETS, ...NAMED_FACETS])];

/** A value of a facet: a host, `2004`, `image/jpeg`, `sm` `md` `lg`, a collection, a language code, a family of colours. */
export interface FacetCount {
  readonly value: string;
  readonly count: number;
}

/** A grid over the map (`map-grid.ts`). */
export interface MapGrid {
  /** Cells on each side, as a power of two: 0 to 24. */
  readonly level: number;
  /** Most cells; where there would be more, the grid is coarser. */
  readonly limit: number;
}

/** Documents in one cell of a map. */
export interface MapCell {
  /** `mapCellOf` at the level of the answer. */
  readonly cell: number;
  readonly count: number;
  /** Mean position of the documents in it. */
  readonly latitude: number;
  readonly longitude: number;
  /** The id of one document whose place is as sure as any in it. */
  readonly id: string;
}

/** Documents by cell. */
export interface MapCells {
  /** That of the grid, or a smaller one. */
  readonly level: number;
  /** The fullest first, then by cell. */
  readonly cells: readonly MapCell[];
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

/** Words of one stem that are told. */
export const MAX_OF_STEM = 32;

/** A stem in one language. */
export interface StemKey {
  /** ISO 639-1 code, one of `STEMMED_LANGUAGES`. */
  readonly language: string;
  readonly stem: string;
}

/** Oldest captures of the first and last document of a selection, seconds since 1970. */
export interface TimeSpan {
  readonly first: number;
  readonly last: number;
}

/** A document that looks like a picture. */
export interface LookAlike {
  readonly id: string;
  /** How far the two are apart in bits of 256 (`compareWith`). */
  readonly distance: number;
}

/** Options of every question and every change. */
export interface IndexOptions {
  /** Ends the question: it is rejected with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * An index that can be searched: SQLite on one machine, or an engine over a network. Each question is answered from
 * one moment of the index. `pinakes/search-conformance` tests an implementation.
 */
export interface SearchIndex {
  /** Number of documents. */
  documentCount(options?: IndexOptions): Promise<number>;
  /** Another number after each change; answers of one generation fit together. */
  generation(options?: IndexOptions): Promise<number>;
  /** Languages of the texts, ISO 639 codes, most frequent first. */
  languages(options?: IndexOptions): Promise<readonly string[]>;
  search(query: IndexQuery, options?: IndexOptions): Promise<IndexAnswer>;
  count(selection: IndexSelection, options?: IndexOptions): Promise<number>;
  /** Most frequent values first, then by value. */
  facet(
    selection: IndexSelection,
    facet: Facet,
    limit: number,
    options?: IndexOptions,
  ): Promise<readonly FacetCount[]>;
  /** Counts between the given starts (ascending, seconds); the last bucket is open. */
  histogram(
    selection: IndexSelection,
    starts: readonly number[],
    options?: IndexOptions,
  ): Promise<readonly TimeBucket[]>;
  /** `undefined` when the selection is empty. */
  timeSpan(selection: IndexSelection, options?: IndexOptions): Promise<TimeSpan | undefined>;
  /** Documents with a place, by cells of a map: their counts add up to the number of these documents. */
  cells(selection: IndexSelection, grid: MapGrid, options?: IndexOptions): Promise<MapCells>;
  /** Documents by id, in the order asked; `undefined` for those there are not. */
  documents(
    ids: readonly string[],
    options?: IndexOptions,
  ): Promise<readonly (ImageDocument | undefined)[]>;
  /** Documents that look like a picture, the nearest first, then by id. Those farther than `NEAR_BITS` may be missed. */
  lookAlikes(
    picture: PictureLook,
    range: { readonly maxDistance: number; readonly limit: number },
    options?: IndexOptions,
  ): Promise<readonly LookAlike[]>;
  /** Words that start with a text (folded: lower case, no accents), most frequent first. */
  wordsFrom(
    prefix: string,
    limit: number,
    options?: IndexOptions,
  ): Promise<readonly VocabularyWord[]>;
  /** Number of documents that hold a word as people write it; 0 when none does. */
  wordCount(word: string, options?: IndexOptions): Promise<number>;
  /**
   * For each stem the words, as people write them, that texts of its language hold and that have this stem there, each with
   * the number of documents that hold it in that language; most frequent first, at most `MAX_OF_STEM`.
   */
  wordsOfStems(
    stems: readonly StemKey[],
    options?: IndexOptions,
  ): Promise<readonly (readonly VocabularyWord[])[]>;
  /** Hosts of pages that start with a text, or whose domain does, most frequent first. */
  sitesFrom(prefix: string, limit: number, options?: IndexOptions): Promise<readonly FacetCount[]>;
  /** Whether it knows of any page where it links. */
  knowsLinks(options?: IndexOptions): Promise<boolean>;
  /** Names of collections with their numbers of documents, most frequent first. */
  collections(options?: IndexOptions): Promise<readonly FacetCount[]>;
}

/** All documents of one content. */
export interface ContentDocuments {
  /** SHA-256 of the content in hexadecimal. */
  readonly digest: string;
  /** One document, or in mode `full` one for each page; none takes the content out of the index. */
  readonly documents: readonly ImageDocument[];
}

/**
 * The write side of an index. Changes wait until `commit`, which makes all of them searchable together or, where it
 * fails, none; whoever writes many commits every few thousand documents. An index has one writer at a time.
 */
export interface IndexWriter {
  /** Makes these the documents of their contents, in place of those they had. */
  replace(contents: readonly ContentDocuments[], options?: IndexOptions): Promise<void>;
  /** Removes documents by id; ids that are not there are passed over. */
  remove(ids: readonly string[], options?: IndexOptions): Promise<void>;
  /** Gives the generation in which the changes are found: the one before when nothing was changed. */
  commit(options?: IndexOptions): Promise<number>;
  /** Drops what was not committed and lets the index go. */
  close(): Promise<void>;
}
