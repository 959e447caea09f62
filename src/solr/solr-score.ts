// The ranking formula as queries of Solr: good enough to find the first answers, which `model/score.ts` then scores exactly.
import type { WordForms } from '../model/index-query.ts';
import { toIndexForms } from '../model/index-word.ts';
import { type RankingProfile, TEXT_FIELDS, toWeightList } from '../model/ranking.ts';
import { type CollectionStatistics, toIdf } from '../model/score.ts';
import { priorField } from './solr-document.ts';
import { ALL, any, printPhrase, type SolrParameters, wordQuery } from './solr-query.ts';

/** Choices of forms of a phrase that are asked for one by one. */
const MAX_CHOICES = 8;
/** Phrases in one question: Solr takes 1024 clauses. */
const MAX_PHRASES = 400;

/** What documents are scored for. */
export interface SolrScore {
  readonly words: readonly WordForms[];
  readonly profile: RankingProfile;
  readonly statistics: CollectionStatistics;
}

/** A query that finds all documents, with the score of each. */
export function toScoreQuery(score: SolrScore, parameters: SolrParameters): string {
  const words = score.words.map((word) => toWordQuery(word, score, parameters));
  const phrases = toPhraseQueries(score, parameters);
  const sum = any([ALL_WITHOUT_SCORE, ...words.flat(), ...phrases], parameters);
  const prior = priorField(score.profile);
  if (prior === undefined || score.profile.priors.length === 0) return sum;
  return `{!boost b=${parameters.add(`def(${prior},1)`)} v=${parameters.add(sum)}}`;
}

const ALL_WITHOUT_SCORE = `(${ALL})^=0`;

/** The part of a word, from exact lengths and counts over all shards. */
function toWordQuery(word: WordForms, score: SolrScore, parameters: SolrParameters): string[] {
  const { profile, statistics } = score;
  const fields = fieldsOf(word, score);
  if (fields.length === 0) return [];
  if (word.isPrefix === true) return [toPrefixQuery(word, fields, parameters)];
  const tf = ({ field }: WordField): string => {
    const each = toIndexForms(word).map(
      (form, at) =>
        `product(${at === 0 ? 1 : profile.inflected},termfreq(words_${field},${parameters.add(`1 ${form}`)}))`,
    );
    return `sum(0,${each.join(',')})`;
  };
  const norm = ({ field, number }: WordField): string => {
    const { documents = 0, words = 0 } = statistics.fields[number] ?? {};
    const mean = documents > 0 && words > 0 ? words / documents : 1;
    return `linear(def(length_${field},0),${profile.b / mean},${1 - profile.b})`;
  };
  if (profile.combine === 'bm25f') {
    const idf = toIdf(statistics.documents, Math.max(...fields.map(({ count }) => count)));
    const weighed = fields.map((one) => `div(product(${one.weight},${tf(one)}),${norm(one)})`);
    const sum = `sum(0,${weighed.join(',')})`;
    return [toFunction(`product(${idf},div(${sum},sum(${profile.k1},${sum})))`, parameters)];
  }
  const parts = fields.map((one) => {
    const idf = toIdf(statistics.fields[one.number]?.documents ?? 0, one.count);
    const frequency = tf(one);
    const saturated = `div(${frequency},sum(${frequency},product(${profile.k1},${norm(one)})))`;
    return `product(${one.weight * idf},${saturated})`;
  });
  const join = profile.combine === 'best' ? 'max' : 'sum';
  return [toFunction(`${join}(0,${parts.join(',')})`, parameters)];
}

/** Functions cannot count words by their start: one score for every document that has any. */
function toPrefixQuery(
  word: WordForms,
  fields: readonly WordField[],
  parameters: SolrParameters,
): string {
  const queries = fields.flatMap(({ field }) =>
    toIndexForms(word).map((form) => wordQuery(`words_${field}`, form, true, parameters)),
  );
  return any(queries, parameters);
}

function toFunction(text: string, parameters: SolrParameters): string {
  return `{!func v=${parameters.add(text)}}`;
}

/** A field that holds a word in some document, and counts. */
interface WordField {
  readonly field: string;
  readonly number: number;
  readonly weight: number;
  /** Documents that hold its most frequent form there. */
  readonly count: number;
}

function fieldsOf(word: WordForms, { profile, statistics }: SolrScore): WordField[] {
  const weights = toWeightList(profile);
  return TEXT_FIELDS.flatMap((field, number) => {
    const counts = toIndexForms(word).map((form) =>
      statistics.documentsWith(form, number, word.isPrefix === true),
    );
    const count = Math.max(0, ...counts);
    const weight = weights[number] ?? 0;
    return count === 0 || weight === 0 ? [] : [{ field, number, weight, count }];
  });
}

/**
 * Boosts of neighbouring words. A phrase for each choice of forms: of several forms at one position Lucene would add up the
 * idf of those that a shard has.
 */
function toPhraseQueries(score: SolrScore, parameters: SolrParameters): string[] {
  const { words, profile, statistics } = score;
  const queries: string[] = [];
  let count = 0;
  for (const boost of profile.phrases) {
    const length = boost.words === 0 ? Math.max(2, words.length) : boost.words;
    for (let first = 0; first + length <= words.length; first++) {
      const run = words.slice(first, first + length);
      const clauses = runFields(run, score).flatMap(({ field, number, weight, counts }) => {
        const idf = (all: readonly number[]) =>
          all.reduce(
            (sum, each) => sum + toIdf(statistics.fields[number]?.documents ?? 0, each),
            0,
          );
        return choicesOf(run).flatMap((forms) => {
          const own = forms.map((form) => statistics.documentsWith(form, number, false));
          if (own.includes(0)) return [];
          const factor = (boost.boost * weight * idf(counts)) / Math.max(1e-9, idf(own));
          return [`words_${field}:${printPhrase(forms)}~${boost.slop}^${factor.toFixed(6)}`];
        });
      });
      count += clauses.length;
      if (clauses.length === 0 || count > MAX_PHRASES) continue;
      const parser = profile.combine === 'best' ? 'maxscore tie=0' : 'lucene';
      queries.push(`{!${parser} df=words v=${parameters.add(clauses.join(' '))}}`);
    }
  }
  return queries;
}

/** Fields that hold all words of a run. */
function runFields(run: readonly WordForms[], score: SolrScore) {
  const byWord = run.map((word) => fieldsOf(word, score));
  const [first = []] = byWord;
  return first.flatMap(({ field, number, weight }) => {
    const counts = byWord.map((all) => all.find((one) => one.number === number)?.count ?? 0);
    return counts.includes(0) ? [] : [{ field, number, weight, counts }];
  });
}

function choicesOf(run: readonly WordForms[]): string[][] {
  let choices: string[][] = [[]];
  for (const word of run) {
    if (word.isPrefix === true) return [];
    const forms = toIndexForms(word);
    choices = choices.flatMap((list) => forms.map((form) => [...list, form])).slice(0, MAX_CHOICES);
  }
  return choices;
}
