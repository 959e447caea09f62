// Looks for numbers of the default ranking that find known images better: coordinate ascent over what each query could find.
//   npx tsx bench/tune-ranking.ts [--queries N] [--start JSON] [--judgements FILE] LIBRARY...
// With --judgements the queries are those of a file of judgements, or of a log of searches, as `pinakes evaluate-ranking` reads them; without, figcaptions and
// alternative texts are hidden and sought. The texts are analysed once; trying other numbers is then arithmetic. `pinakes evaluate-ranking` has the last word.
import { parseArgs } from 'node:util';
import { type Library, openLibrary } from '../src/index/index.ts';
import { analyse } from '../src/model/analysis/analysis.ts';
import { toFieldValues } from '../src/model/document-words.ts';
import { COLUMN_SOURCES } from '../src/model/field-lists.ts';
import type { ImageDocument } from '../src/model/image.ts';
import { PINAKES_PROFILE, TEXT_FIELDS, toWeightList } from '../src/model/ranking.ts';
import { phraseFrequency } from '../src/model/score.ts';
import { chooseItems, hideTexts } from '../src/pipeline/evaluate-ranking.ts';
import { readJudgements, toNdcg } from '../src/pipeline/judgements.ts';
import { createFormFinder } from '../src/search/other-forms.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    queries: { type: 'string', default: '300' },
    start: { type: 'string' },
    rounds: { type: 'string', default: '20' },
    judgements: { type: 'string' },
  },
});

const FIELDS = TEXT_FIELDS.length;
const PRIORS = ['pages', 'changes', 'crowd', 'area', 'caption'] as const;
const SLOP = 1;

/** Known items are sought within pages that talk of one thing; people also seek by the page. So no field may vanish. */
const FLOORS: Readonly<Record<string, number>> = { w2: 0.6, w4: 0.3, w5: 0.2, k1: 0.4 };

/** Everything that is tuned, as plain numbers by name. */
type Settings = Record<string, number>;

const start: Settings =
  values.start === undefined
    ? {
        ...Object.fromEntries(
          toWeightList(PINAKES_PROFILE).map((weight, field) => [`w${field}`, weight]),
        ),
        k1: PINAKES_PROFILE.k1,
        b: PINAKES_PROFILE.b,
        inflected: PINAKES_PROFILE.inflected,
        whole: 1,
        pair: 0.25,
        pages: 0.02,
        changes: 0.02,
        crowd: 0.04,
        area: 0.04,
        caption: 0.15,
        combine: 0,
        cover: 0,
      }
    : (JSON.parse(values.start) as Settings); // as printed by an earlier run

/** One document that a query could find, as numbers. */
interface Candidate {
  /** Frequencies by word and field, of the word itself. */
  readonly frequencies: Float32Array;
  /** The same of its other forms. */
  readonly inflected: Float32Array;
  /** Length of each field divided by the mean. */
  readonly lengths: Float32Array;
  /** For the whole query, then each pair of neighbours: frequency by field. */
  readonly phrases: Float32Array;
  /** Sums of idf by field for the same runs. */
  readonly codes: readonly number[];
}

interface Search {
  readonly idf: readonly number[];
  readonly fieldIdf: readonly (readonly number[])[];
  readonly candidates: readonly Candidate[];
  /** Numbers of the candidates that would be right, with their grades. */
  readonly wanted: ReadonlyMap<number, number>;
  /** Asked as people ask: what holds all words comes first, and several images may be right. */
  readonly isJudged: boolean;
}

interface Prepared {
  readonly id: string;
  readonly positions: Map<string, number[]>[];
  readonly lengths: number[];
  readonly codes: number[];
}

const idfOf = (all: number, count: number) => Math.log(1 + (all - count + 0.5) / (count + 0.5));

/** All documents of a library as numbers, with some texts hidden. */
interface Indexed {
  readonly documents: readonly Prepared[];
  readonly postings: ReadonlyMap<string, readonly number[]>;
  readonly frequency: ReadonlyMap<string, readonly number[]>;
  readonly totals: readonly { readonly documents: number; readonly words: number }[];
}

async function prepare(folder: string): Promise<Search[]> {
  const library = await openLibrary(folder);
  const findOtherForms = await createFormFinder(library.index);
  const formsOf = (query: string) =>
    Promise.all(analyse(query, '').map(async (word) => [word, ...(await findOtherForms(word))]));
  const searches: Search[] = [];
  if (values.judgements !== undefined) {
    const all = indexDocuments(library, (document) => document);
    for (const [query, grades] of await readJudgements(values.judgements)) {
      const search = toSearch(all, await formsOf(query), { grades, isJudged: true });
      // Judgements of other libraries name images that are not here.
      if (all.documents.some(({ id }) => grades.has(id))) searches.push(search);
    }
  } else {
    for (const kind of ['figcaption', 'alt'] as const) {
      const all = indexDocuments(library, (document) => hideTexts(document, kind));
      const options = { texts: Number(values.queries), words: 4, seed: 100 };
      for (const { ids, queries } of chooseItems(library, kind, options)) {
        const grades = new Map([...ids].map((id) => [id, 1]));
        for (const query of queries) {
          searches.push(toSearch(all, await formsOf(query), { grades, isJudged: false }));
        }
      }
    }
  }
  library.close();
  return searches;
}

function indexDocuments(
  library: Library,
  hide: (document: ImageDocument) => ImageDocument,
): Indexed {
  const documents: Prepared[] = [];
  const postings = new Map<string, number[]>();
  const frequency = new Map<string, number[]>();
  const totals = Array.from({ length: FIELDS }, () => ({ documents: 0, words: 0 }));
  for (const { document } of library.documents.all()) {
    const hidden = hide(document);
    const positions = toFieldValues(hidden).map((fieldValues, field) => {
      const byWord = new Map<string, number[]>();
      let position = 0;
      for (const value of fieldValues) {
        for (const word of value) byWord.set(word, [...(byWord.get(word) ?? []), position++]);
        position += 100;
      }
      for (const word of byWord.keys()) {
        const counts = frequency.get(word) ?? Array.from({ length: FIELDS }, () => 0);
        counts[field] = (counts[field] ?? 0) + 1;
        frequency.set(word, counts);
      }
      return byWord;
    });
    const lengths = positions.map((byWord) =>
      [...byWord.values()].reduce((sum, list) => sum + list.length, 0),
    );
    for (const [field, length] of lengths.entries()) {
      const total = totals[field];
      if (total === undefined || length === 0) continue;
      total.documents++;
      total.words += length;
    }
    for (const word of new Set(positions.flatMap((byWord) => [...byWord.keys()]))) {
      const list = postings.get(word) ?? [];
      list.push(documents.length);
      postings.set(word, list);
    }
    const codes = PRIORS.map((prior) => {
      const column = COLUMN_SOURCES.find(({ name }) => name === prior);
      return column?.toNumber?.(hidden) ?? 0;
    });
    documents.push({ id: document.id, positions, lengths, codes });
  }
  return { documents, postings, frequency, totals };
}

function toSearch(
  { documents, postings, frequency, totals }: Indexed,
  forms: readonly (readonly string[])[],
  { grades, isJudged }: { grades: ReadonlyMap<string, number>; isJudged: boolean },
): Search {
  const found = [...new Set(forms.flat().flatMap((form) => postings.get(form) ?? []))];
  const largest = (list: readonly string[], field: number) =>
    Math.max(0, ...list.map((form) => frequency.get(form)?.[field] ?? 0));
  const fieldIdf = forms.map((list) =>
    totals.map(({ documents: all }, field) => idfOf(all, Math.min(all, largest(list, field)))),
  );
  const idf = forms.map((list) =>
    idfOf(documents.length, Math.max(...totals.map((_, field) => largest(list, field)))),
  );
  const means = totals.map((total) => (total.documents === 0 ? 1 : total.words / total.documents));
  const candidates: Candidate[] = [];
  const wanted = new Map<number, number>();
  for (const number of found) {
    const document = documents[number];
    if (document === undefined) continue;
    const grade = grades.get(document.id) ?? 0;
    if (grade > 0) wanted.set(candidates.length, grade);
    candidates.push(toCandidate(document, forms, means));
  }
  return { idf, fieldIdf, candidates, wanted, isJudged };
}

function toCandidate(
  { positions, lengths, codes }: Prepared,
  forms: readonly (readonly string[])[],
  means: readonly number[],
): Candidate {
  const count = forms.length;
  const frequencies = new Float32Array(count * FIELDS);
  const inflected = new Float32Array(count * FIELDS);
  const lists = forms.map((list) =>
    positions.map((byWord) => list.flatMap((form) => byWord.get(form) ?? []).sort((a, b) => a - b)),
  );
  for (let word = 0; word < count; word++) {
    const [exact = ''] = forms[word] ?? [];
    for (let field = 0; field < FIELDS; field++) {
      const itself = positions[field]?.get(exact)?.length ?? 0;
      frequencies[word * FIELDS + field] = itself;
      inflected[word * FIELDS + field] = (lists[word]?.[field]?.length ?? 0) - itself;
    }
  }
  const runs = [
    [0, count],
    ...Array.from({ length: Math.max(0, count - 1) }, (_, first) => [first, 2]),
  ];
  const phrases = new Float32Array(runs.length * FIELDS);
  for (const [run, [first = 0, size = 0]] of runs.entries()) {
    for (let field = 0; field < FIELDS && size > 1; field++) {
      const part = lists.slice(first, first + size).map((byField) => byField[field] ?? []);
      if (part.every((list) => list.length > 0))
        phrases[run * FIELDS + field] = phraseFrequency(part, SLOP);
    }
  }
  return {
    frequencies,
    inflected,
    lengths: Float32Array.from(lengths, (length, field) => length / (means[field] ?? 1)),
    phrases,
    codes,
  };
}

/** Added to the score of what holds all words; larger than any score. */
const ALL_WORDS = 1e6;

const fallingAt = (rate: number, code: number) => 1 / (1 + rate * Math.max(0, code / 10.66 - 1));

function scoreOf(
  { idf, fieldIdf, isJudged }: Search,
  one: Candidate,
  s: Settings,
  weights: readonly number[],
): number {
  const { k1 = 1, b = 0, whole = 0, pair = 0, combine = 0, cover = 0, inflected = 1 } = s;
  let matched = 0;
  const norms = Array.from(one.lengths, (length) => 1 - b + b * length);
  let score = 0;
  for (let word = 0; word < idf.length; word++) {
    let sum = 0;
    let most = 0;
    for (let field = 0; field < FIELDS; field++) {
      const at = word * FIELDS + field;
      const frequency = (one.frequencies[at] ?? 0) + inflected * (one.inflected[at] ?? 0);
      if (frequency === 0) continue;
      const norm = norms[field] ?? 1;
      const weight = weights[field] ?? 0;
      const part =
        combine === 0
          ? (weight * frequency) / norm
          : (weight * (fieldIdf[word]?.[field] ?? 0) * frequency) / (frequency + k1 * norm);
      sum += part;
      if (part > most) most = part;
    }
    if (sum > 0) matched++;
    score += combine === 0 ? ((idf[word] ?? 0) * sum) / (sum + k1) : combine === 1 ? sum : most;
  }
  const runs = one.phrases.length / FIELDS;
  for (let run = 0; run < runs; run++) {
    const boost = run === 0 ? whole : pair;
    if (boost === 0) continue;
    const first = run === 0 ? 0 : run - 1;
    const size = run === 0 ? idf.length : 2;
    let total = 0;
    let most = 0;
    for (let field = 0; field < FIELDS; field++) {
      const frequency = one.phrases[run * FIELDS + field] ?? 0;
      if (frequency === 0) continue;
      let sum = 0;
      for (let word = first; word < first + size; word++) sum += fieldIdf[word]?.[field] ?? 0;
      const part =
        (boost * (weights[field] ?? 0) * sum * frequency) / (frequency + k1 * (norms[field] ?? 1));
      total += part;
      if (part > most) most = part;
    }
    score += combine === 2 ? most : total;
  }
  const tier = isJudged && matched === idf.length ? ALL_WORDS : 0;
  const [pages = 0, changes = 0, crowd = 0, area = 0, caption = 0] = one.codes;
  const weighed =
    score *
    fallingAt(s['pages'] ?? 0, pages) *
    fallingAt(s['changes'] ?? 0, changes) *
    fallingAt(s['crowd'] ?? 0, crowd) *
    (matched / idf.length) ** cover *
    2 ** ((s['area'] ?? 0) * (area / 10.66 - 16)) *
    (1 + ((s['caption'] ?? 0) * Math.min(caption, 5)) / 5);
  return weighed + tier;
}

function reciprocalRank(scores: readonly number[], wanted: Search['wanted']): number {
  let own = 0;
  for (const at of wanted.keys()) own = Math.max(own, scores[at] ?? 0);
  let place = 1;
  for (const [at, score] of scores.entries()) {
    // Equal scores share the places between them.
    if (!wanted.has(at)) place += score > own ? 1 : score === own ? 0.5 : 0;
  }
  return place <= PLACES ? 1 / place : 0;
}

function ndcgOf(scores: readonly number[], wanted: Search['wanted']): number {
  const best = [...scores.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  const grades = new Map([...wanted].map(([at, grade]) => [`${at}`, grade]));
  return toNdcg(best.slice(0, PLACES).map(String), grades, PLACES);
}

const PLACES = 10;

/** Mean over libraries of the mean reciprocal rank among ten, or of nDCG@10 where there are judgements. */
function measure(sets: readonly (readonly Search[])[], s: Settings): number {
  const weights = Array.from({ length: FIELDS }, (_, field) => s[`w${field}`] ?? 0);
  const means = sets.map((searches) => {
    let sum = 0;
    for (const search of searches) {
      if (search.wanted.size === 0) continue;
      const scores = search.candidates.map((one) => scoreOf(search, one, s, weights));
      sum += search.isJudged
        ? ndcgOf(scores, search.wanted)
        : reciprocalRank(scores, search.wanted);
    }
    return sum / searches.length;
  });
  return means.reduce((sum, mean) => sum + mean, 0) / means.length;
}

const sets = await Promise.all(positionals.map(prepare));
process.stdout.write(`${sets.map((set) => set.length).join(' + ')} queries\n`);
let best = start;
let bestValue = measure(sets, best);
process.stdout.write(`start ${bestValue.toFixed(4)}\n`);
for (let round = 0, hasGained = true; hasGained && round < Number(values.rounds); round++) {
  hasGained = false;
  for (const name of Object.keys(best)) {
    const isPrior = (PRIORS as readonly string[]).includes(name);
    const now: number = best[name] ?? 0;
    const tries = isPrior
      ? [0, 0.02, 0.04, 0.07, 0.1, 0.15, 0.2, 0.3, 0.4]
      : [0, 0.5, 0.7, 0.85, 1.2, 1.5, 2].map((factor) => (now || 0.3) * factor);
    for (const value of tries) {
      if (value < (FLOORS[name] ?? 0) || (name === 'b' && value > 1)) continue;
      const next = { ...best, [name]: Number(value.toFixed(3)) };
      const gained = measure(sets, next);
      if (gained > bestValue + 0.0003) {
        best = next;
        bestValue = gained;
        hasGained = true;
      }
    }
  }
  process.stdout.write(`${bestValue.toFixed(4)} ${JSON.stringify(best)}\n`);
}
