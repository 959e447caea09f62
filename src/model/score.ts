// The ranking formula of `ranking.ts`, computed plainly: slow, and what faster code is checked against.
import type { WordForms } from './index-query.ts';
import { type PriorColumn, type RankingProfile, toWeightList } from './ranking.ts';

/** A document as far as its score depends on it. */
export interface ScoredDocument {
  /** Analysed words: for each of `TEXT_FIELDS` its values, for each value its words. */
  readonly fields: readonly (readonly (readonly string[])[])[];
  /** Codes that priors look at; 0 where absent. */
  readonly codes: Readonly<Partial<Record<PriorColumn, number>>>;
}

/** What is known of one of `TEXT_FIELDS` over all documents. */
export interface FieldStatistics {
  /** Documents that have the field. */
  readonly documents: number;
  /** Words in the field, over all documents. */
  readonly words: number;
}

/** What is known of all documents together. */
export interface CollectionStatistics {
  /** Number of all documents. */
  readonly documents: number;
  /** Statistics of `TEXT_FIELDS`. */
  readonly fields: readonly FieldStatistics[];
  /** Documents that hold a form of a word in a field, given by its number in `TEXT_FIELDS`. */
  documentsWith(form: string, field: number, isPrefix: boolean): number;
}

/** What a document is scored for. */
export interface ScoreQuery {
  /** Words in the order of the query. */
  readonly words: readonly WordForms[];
  readonly profile: RankingProfile;
  readonly statistics: CollectionStatistics;
}

/** Positions between the values of a field, as in Lucene: no slop reaches across. */
export const VALUE_GAP = 100;

/** The score of a document; higher is better, and 0 when it holds none of the words. */
export function scoreDocument(document: ScoredDocument, query: ScoreQuery): number {
  const { words, profile } = query;
  const fields = toWeightList(profile).map((weight, field) =>
    readField(document, field, { ...query, weight }),
  );
  const sumOverWords = sumOf(words, (_, word) => scoreWord(fields, word, query));
  const sumOverBoosts = sumOf(profile.phrases, (phrase) => {
    const count = phrase.words === 0 ? Math.max(2, words.length) : phrase.words;
    // Runs of neighbouring words: the first starts at word 0, the last ends with the last word.
    const runs = Array.from({ length: Math.max(0, words.length - count + 1) }, (_, first) => first);
    const sum = sumOf(runs, (first) => {
      const run = { first, count, slop: phrase.slop };
      const parts = fields.map((field) => scoreRun(field, run, profile));
      return profile.combine === 'best' ? Math.max(0, ...parts) : sumOf(parts, (part) => part);
    });
    return phrase.boost * sum;
  });
  return (sumOverWords + sumOverBoosts) * priorOf(document, profile);
}

/**
 * How often a run of words stands together, given the positions of each word in ascending order: the sum over
 * matches of 1 / (1 + distance). A match gives each word a position of its own, never the
 * same to two words. Its distance is the largest minus the smallest of (position - number of the word in
 * the run), so 0 for words that follow one another and 2 for two neighbours in reverse order; it counts when
 * the distance is at most `slop`. For each position of the first word the nearest match counts, and only that.
 */
export function phraseFrequency(positions: readonly (readonly number[])[], slop: number): number {
  const [firsts = []] = positions;
  return sumOf(firsts, (first) => {
    const distance = smallestDistance(positions, first, slop);
    return distance === undefined ? 0 : 1 / (1 + distance);
  });
}

/** What the score needs to know of one field of the document; lists are by word of the query. */
interface Field {
  readonly weight: number;
  /** 1 - b + b * length / meanLength */
  readonly norm: number;
  readonly idf: readonly number[];
  /** Documents that hold the word in this field. */
  readonly documents: readonly number[];
  readonly frequency: readonly number[];
  readonly positions: readonly (readonly number[])[];
}

interface Run {
  readonly first: number;
  readonly count: number;
  readonly slop: number;
}

function readField(
  document: ScoredDocument,
  field: number,
  query: ScoreQuery & { readonly weight: number },
): Field {
  const { words, profile, statistics, weight } = query;
  const values = document.fields[field] ?? [];
  const tokens = toTokens(values);
  const { documents: all, words: wordsInAll } = statistics.fields[field] ?? NO_STATISTICS;
  const meanLength = all > 0 && wordsInAll > 0 ? wordsInAll / all : 1;
  const documents = words.map((word) => documentsWith(word, field, statistics));
  const hits = words.map((word) => findForms(word, tokens));
  const weightOf = (form: number) => (form === 0 ? 1 : profile.inflected);
  return {
    weight,
    norm: 1 - profile.b + (profile.b * tokens.length) / meanLength,
    idf: documents.map((count) => toIdf(all, count)),
    documents,
    frequency: hits.map((byForm) =>
      sumOf(byForm, (positions, form) => positions.length * weightOf(form)),
    ),
    positions: hits.map((byForm) => [...new Set(byForm.flat())].sort((a, b) => a - b)),
  };
}

const NO_STATISTICS: FieldStatistics = { documents: 0, words: 0 };

interface Token {
  readonly text: string;
  readonly position: number;
}

function toTokens(values: readonly (readonly string[])[]): Token[] {
  const tokens: Token[] = [];
  let position = 0;
  for (const value of values) {
    for (const text of value) tokens.push({ text, position: position++ });
    position += VALUE_GAP;
  }
  return tokens;
}

/** Positions of each form: a word that fits two forms is there twice. */
function findForms(word: WordForms, tokens: readonly Token[]): number[][] {
  return word.forms.map((form) =>
    tokens
      .filter(({ text }) => (word.isPrefix === true ? text.startsWith(form) : text === form))
      .map(({ position }) => position),
  );
}

function documentsWith(word: WordForms, field: number, statistics: CollectionStatistics): number {
  const isPrefix = word.isPrefix === true;
  const counts = word.forms.map((form) => statistics.documentsWith(form, field, isPrefix));
  return Math.max(0, ...counts);
}

/** Counts of another moment may exceed the number of documents. */
export function toIdf(all: number, count: number): number {
  const documents = Math.min(count, all);
  return Math.log(1 + (all - documents + 0.5) / (documents + 0.5));
}

function scoreWord(fields: readonly Field[], word: number, query: ScoreQuery): number {
  const { combine, k1 } = query.profile;
  if (combine === 'bm25f') {
    const all = query.statistics.documents;
    const idf = toIdf(all, Math.max(...fields.map(({ documents }) => documents[word] ?? 0)));
    return (
      idf *
      saturate(
        sumOf(fields, (field) => weighFrequency(field, word)),
        k1,
      )
    );
  }
  const parts = fields.map(({ weight, norm, idf, frequency }) => {
    return weight * (idf[word] ?? 0) * saturate(frequency[word] ?? 0, k1 * norm);
  });
  return combine === 'best' ? Math.max(0, ...parts) : sumOf(parts, (part) => part);
}

function weighFrequency({ weight, norm, frequency }: Field, word: number): number {
  const count = frequency[word] ?? 0;
  return count === 0 ? 0 : (weight * count) / norm;
}

/** frequency / (frequency + K) */
function saturate(frequency: number, k: number): number {
  return frequency === 0 ? 0 : frequency / (frequency + k);
}

function scoreRun(field: Field, { first, count, slop }: Run, { k1 }: RankingProfile): number {
  const positions = field.positions.slice(first, first + count);
  const idf = sumOf(field.idf.slice(first, first + count), (value) => value);
  return field.weight * idf * saturate(phraseFrequency(positions, slop), k1 * field.norm);
}

/** The product of the priors. The last entry of a table counts for larger codes; an empty table changes nothing. */
export function priorOf(
  { codes }: Pick<ScoredDocument, 'codes'>,
  { priors }: RankingProfile,
): number {
  return priors.reduce(
    (product, { column, table }) => product * (table[codes[column] ?? 0] ?? table.at(-1) ?? 1),
    1,
  );
}

function smallestDistance(
  positions: readonly (readonly number[])[],
  first: number,
  slop: number,
): number | undefined {
  const near = positions.map((list, word) =>
    word === 0 ? [first] : list.filter((position) => Math.abs(position - word - first) <= slop),
  );
  for (let distance = 0; distance <= slop; distance++) {
    // The smallest of (position - number of the word) may be any from which the first word is in reach.
    for (let low = first - distance; low <= first; low++) {
      const choices = near.map((list, word) =>
        list.filter((position) => position - word >= low && position - word <= low + distance),
      );
      if (canAllStand(choices)) return distance;
    }
  }
  return undefined;
}

/** Whether each word can have one of its positions for itself: bipartite matching after Kuhn. */
function canAllStand(choices: readonly (readonly number[])[]): boolean {
  const wordAt = new Map<number, number>();
  const place = (word: number, tried: Set<number>): boolean => {
    for (const position of choices[word] ?? []) {
      if (tried.has(position)) continue;
      tried.add(position);
      const other = wordAt.get(position);
      if (other !== undefined && !place(other, tried)) continue;
      wordAt.set(position, word);
      return true;
    }
    return false;
  };
  return choices.every((_, word) => place(word, new Set()));
}

function sumOf<T>(values: readonly T[], toNumber: (value: T, index: number) => number): number {
  return values.reduce((sum, value, index) => sum + toNumber(value, index), 0);
}
