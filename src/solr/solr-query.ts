// What is asked of Solr, as texts that refer to parameters: nothing that a person typed is ever read as syntax.
import { toTakenMinutes } from '../model/column-codes.ts';
import type { IndexFilter, IndexSelection, MatchNode, WordForms } from '../model/index-query.ts';
import { MAX_FORMS, toIndexForms, toIndexWord } from '../model/index-word.ts';
import { foldName } from '../model/place-names.ts';
import type { TextField } from '../model/ranking.ts';
import { PinakesError } from '../support/errors.ts';
import { cutKey } from './solr-document.ts';

/** Parameters of one request. Texts name them by reference. */
export class SolrParameters {
  readonly values: Record<string, string> = {};
  #count = 0;

  /** A reference to a text, such as `$p3`. */
  add(text: string): string {
    const name = `p${this.#count++}`;
    this.values[name] = text;
    return `$${name}`;
  }
}

/** Every image. */
export const ALL = '*:*';
/** No document at all. */
export const NOTHING = '-*:*';
/** Leaves out the document that counts generations. */
export const IMAGES = '{!term f=role v=image}';

/** Words of all kinds in one question; Solr takes 1024 clauses. */
const MAX_LEAVES = 400;
/** Levels of a question; Solr follows 100 references. */
const MAX_DEPTH = 24;
/** No word and no host is longer. */
const MAX_START = 255;
const KM_PER_DEGREE = 111;
const EARTH_KM = 6371.0088;

/** Filters that a document must pass to be meant, variants of a picture aside. */
export function toFilters(
  { match, filters }: IndexSelection,
  parameters: SolrParameters,
): string[] {
  const all = filters.map((filter) => toFilter(filter, parameters));
  if (match !== undefined) {
    // Hardly ever asked twice, so not worth its place in a cache.
    const query = parameters.add(new Matching(parameters).toQuery(match, 0));
    all.push(`{!bool cache=false must=${query}}`);
  }
  return [IMAGES, ...all];
}

/** Filters that leave one document of each picture where it is asked for. `head`: which. */
export function toCollapse(
  { collapse }: IndexSelection,
  parameters: SolrParameters,
  head: 'best' | 'highest',
): string[] {
  if (collapse === undefined) return [];
  // Variants lie on one shard, so each shard can tell by itself.
  const shown = (collapse.except ?? []).map((selection) => {
    const meant = all(toFilters(selection, parameters), parameters);
    return `{!join from=picture to=picture v=${parameters.add(meant)}}`;
  });
  const except = shown.map((query) => not(query, parameters));
  const order = head === 'best' ? ' min=picturePlace' : '';
  return [...except, `{!collapse field=picture nullPolicy=expand${order}}`];
}

/** Documents of which a field holds a value. */
export function term(field: string, value: string, parameters: SolrParameters): string {
  return `{!term f=${field} v=${parameters.add(value)}}`;
}

/** Documents of which a field holds a value that starts so; Lucene takes no starts of a thousand characters. */
export function prefix(field: string, start: string, parameters: SolrParameters): string {
  if (start.length > MAX_START) return NOTHING;
  return `{!prefix f=${field} v=${parameters.add(start)}}`;
}

/** Documents of which a field holds one of these values, which have no commas. */
export function oneOf(
  field: string,
  values: readonly string[],
  parameters: SolrParameters,
): string {
  if (values.length === 0) return NOTHING;
  return `{!terms f=${field} v=${parameters.add(values.join(','))}}`;
}

/** What all of these queries find. */
export function all(queries: readonly string[], parameters: SolrParameters): string {
  if (queries.length === 0) return ALL;
  return join(queries.map((query) => `must=${parameters.add(query)}`));
}

/** What any of these queries finds. */
export function any(queries: readonly string[], parameters: SolrParameters): string {
  if (queries.length === 0) return NOTHING;
  return join(queries.map((query) => `should=${parameters.add(query)}`));
}

/** What a query does not find. */
export function not(query: string, parameters: SolrParameters): string {
  return join([`must=${parameters.add(ALL)}`, `must_not=${parameters.add(query)}`]);
}

function join(clauses: readonly string[]): string {
  return `{!bool ${clauses.join(' ')}}`;
}

/** Between two numbers, both included. */
function range(field: string, from: number | undefined, to: number | undefined): string {
  return `${field}:[${toBound(from)} TO ${toBound(to)}]`;
}

function toBound(bound: number | undefined): string {
  return bound === undefined || !Number.isFinite(bound)
    ? '*'
    : bound.toFixed(9).replace(/\.?0+$/, '');
}

/** Fields of whole numbers take no others as bounds. */
function wholeRange(field: string, from: number | undefined, to: number | undefined): string {
  return range(field, from && Math.ceil(from), to && Math.floor(to));
}

class Matching {
  readonly #parameters: SolrParameters;
  #leaves = 0;

  constructor(parameters: SolrParameters) {
    this.#parameters = parameters;
  }

  toQuery(match: MatchNode, depth: number): string {
    if (depth > MAX_DEPTH) throw tooComplex(`more than ${MAX_DEPTH} levels of nesting`);
    const each = (nodes: readonly MatchNode[]) =>
      nodes.map((node) => this.toQuery(node, depth + 1));
    switch (match.kind) {
      case 'word':
        return any(this.#words(match.word), this.#parameters);
      case 'phrase':
        return any(
          match.alternatives
            .slice(0, MAX_FORMS)
            .flatMap((words) => this.#phrases(words, match.fields)),
          this.#parameters,
        );
      case 'and':
        return all(each(match.nodes), this.#parameters);
      case 'or':
        return any(each(match.nodes), this.#parameters);
      case 'not':
        return not(this.toQuery(match.node, depth + 1), this.#parameters);
    }
  }

  /** A clause for each field, whatever the number of forms. */
  #words({ fields, isPrefix, ...word }: WordForms): string[] {
    const forms = toIndexForms(word);
    this.#count(forms.length);
    return columnsOf(fields).flatMap((field) =>
      isPrefix === true
        ? forms.map((form) => prefix(field, form, this.#parameters))
        : [oneOf(field, forms, this.#parameters)],
    );
  }

  #phrases(words: readonly string[], fields: readonly TextField[] | undefined): string[] {
    this.#count(1);
    const known = words.filter((word) => word !== '').slice(0, MAX_LEAVES);
    const [first] = known;
    if (first === undefined) return [];
    const phrase = this.#parameters.add(printPhrase(known.map(toIndexWord)));
    return columnsOf(fields).map((field) =>
      known.length === 1
        ? term(field, toIndexWord(first), this.#parameters)
        : `{!lucene df=${field} v=${phrase}}`,
    );
  }

  #count(forms: number): void {
    this.#leaves += forms;
    if (this.#leaves > MAX_LEAVES)
      throw tooComplex(`more than ${MAX_LEAVES} words and their forms`);
  }
}

/** Where Solr keeps the words of some fields: those of all stand together, too. */
function columnsOf(fields: readonly TextField[] | undefined): readonly string[] {
  return fields?.map((field) => `words_${field}`) ?? ['words'];
}

/** Documents whose words hold a form. */
export function wordQuery(
  field: string,
  form: string,
  isPrefix: boolean,
  parameters: SolrParameters,
): string {
  return isPrefix ? prefix(field, form, parameters) : term(field, form, parameters);
}

/** Words one after another, in the plain form of analysed text; they come from `toIndexWord`. */
export function printPhrase(words: readonly string[]): string {
  return `"1 ${words.join(' ')}"`;
}

function toFilter(filter: IndexFilter, parameters: SolrParameters): string {
  switch (filter.kind) {
    case 'time':
      return wholeRange('time', filter.from, filter.to);
    case 'taken':
      return wholeRange('taken', toTakenMinutes(filter.from), toTakenMinutes(filter.to));
    case 'seen':
      return all(
        [wholeRange('time', undefined, filter.to), wholeRange('lastTime', filter.from, undefined)],
        parameters,
      );
    case 'mime':
      return any(
        filter.mimes.map((mime) => term('facet_type', mime, parameters)),
        parameters,
      );
    case 'area':
      return wholeRange('area', filter.min, filter.max);
    case 'size':
      return all(
        [
          wholeRange('width', filter.minWidth, undefined),
          wholeRange('height', filter.minHeight, undefined),
        ],
        parameters,
      );
    case 'orientation':
      return term('orientation', filter.value, parameters);
    case 'site':
      return toSiteQuery(filter, parameters);
    case 'collection':
      return term('facet_collection', filter.name, parameters);
    case 'language':
      return term('facet_language', filter.code, parameters);
    case 'flag':
      return term(`facet_${filter.facet}`, filter.name, parameters);
    case 'nsfw':
      return not(`nsfw:{${toBound(filter.max)} TO *]`, parameters);
    case 'place':
      return filter.isKnown ? PLACED : not(PLACED, parameters);
    case 'near':
      return toNearQuery(filter, parameters);
    case 'box':
      return toBoxQuery(filter, parameters);
    case 'placeName':
      return term('placeKey', foldName(filter.name), parameters);
    case 'label':
      return term('facet_label', filter.name, parameters);
    case 'sure':
      return range('sure', filter.min, undefined);
    case 'source':
      return term('surt', cutKey(filter.surt), parameters);
    case 'link':
      return NOTHING;
    case 'ids':
      return oneOf('id', filter.ids.filter(isId), parameters);
    case 'variants': {
      const itself = term('id', filter.id, parameters);
      const others = `{!join from=picture to=picture v=${parameters.add(itself)}}`;
      return any([itself, others], parameters);
    }
    case 'not':
      return not(toFilter(filter.filter, parameters), parameters);
    case 'any':
      return any(
        filter.filters.map((each) => toFilter(each, parameters)),
        parameters,
      );
    case 'nothing':
      return NOTHING;
  }
}

const PLACED = 'latitude:[* TO *]';

/** Whether a text is the id of a document. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{64}(?:-[0-9a-f]{16})?$/.test(text);
}

function toSiteQuery(
  { host, withSubdomains }: Extract<IndexFilter, { kind: 'site' }>,
  parameters: SolrParameters,
): string {
  const fields = withSubdomains ? ['domain', 'tld'] : ['facet_site'];
  const name = host.toLowerCase();
  return any(
    fields.map((field) => {
      if (!name.includes('*')) return term(field, name, parameters);
      if (name.length > MAX_START) return NOTHING;
      const pattern = name.replace(/[^*]/gu, escapePattern);
      return `{!lucene df=${field} v=${parameters.add(pattern)}}`;
    }),
    parameters,
  );
}

function escapePattern(character: string): string {
  return /[\p{L}\p{N}]/u.test(character) ? character : `\\${character}`;
}

function toNearQuery(
  { latitude, longitude, km }: Extract<IndexFilter, { kind: 'near' }>,
  parameters: SolrParameters,
): string {
  const reach = km / KM_PER_DEGREE;
  const distance = `hsin(${EARTH_KM},true,latitude,longitude,${toBound(latitude)},${toBound(longitude)})`;
  const within = `{!frange l=0 u=${toBound(km)} v=${parameters.add(distance)}}`;
  return all([range('latitude', latitude - reach, latitude + reach), within], parameters);
}

function toBoxQuery(
  { south, west, north, east }: Extract<IndexFilter, { kind: 'box' }>,
  parameters: SolrParameters,
): string {
  if (south > north) return NOTHING;
  const columns =
    west <= east
      ? [range('longitude', west, east)]
      : [range('longitude', west, undefined), range('longitude', undefined, east)];
  return all([range('latitude', south, north), any(columns, parameters)], parameters);
}

function tooComplex(detail: string): PinakesError {
  return new PinakesError('USAGE', { detail: `The query has ${detail}.`, command: 'search' });
}
