// A query as finding understands it: keywords to look for in pages, and what pages and images must be.
import { analyseQuery, STEMMED_LANGUAGES } from '../model/analysis/analysis.ts';
import { parseQuery } from '../model/query/parse-query.ts';
import { printQuery } from '../model/query/print-query.ts';
import type { OperatorNode, Query, QueryNode } from '../model/query/query.ts';
import { STOP_WORDS } from '../model/stop-words.ts';

/** One position of a keyword: the forms a word of a page may have there. */
export interface WordTest {
  readonly forms: ReadonlySet<string>;
  /** Words that begin with a form count too: `~word`, and single characters of scripts without spaces. */
  readonly isPrefix: boolean;
  /** Only the word as it is written counts, not its stem. */
  readonly isExact: boolean;
}

/** One thing to look for: a word, a phrase, or several of them of which one is enough. */
export interface Keyword {
  readonly text: string;
  readonly alternatives: readonly (readonly WordTest[])[];
}

/** A query, understood. */
export interface FindQuery {
  /** Canonical form. */
  readonly text: string;
  readonly keywords: readonly Keyword[];
  /** Pages that hold one of these are left out. */
  readonly excluded: readonly Keyword[];
  /** Hosts, with their sub-domains; empty for all. */
  readonly sites: readonly string[];
  readonly excludedSites: readonly string[];
  /** Only pages that link to one of these addresses or hosts; empty for all. */
  readonly linksTo: readonly string[];
  /** Addresses given by `related:`, which are pages to start from. */
  readonly related: readonly string[];
  /** Conditions on the image itself. */
  readonly conditions: readonly OperatorNode[];
  /** What web search engines are asked. */
  readonly engineText: string;
  readonly warnings: readonly FindWarning[];
}

/** Something to tell about a query. */
export interface FindWarning {
  readonly code: string;
  readonly message: string;
}

/** Keywords beyond this many are not looked for: nobody means them, and each costs time on every page. */
export const MAX_KEYWORDS = 12;

/** Operators that are tested on the image. */
const ON_IMAGES = new Set(['type', 'size', 'orientation']);

/** Reads a query. Never throws; a query that finds nothing has no keywords and a warning that says why. */
export function toFindQuery(text: string): FindQuery {
  const { query, notes } = parseQuery(text);
  const warnings: FindWarning[] = notes.map(({ code, message }) => ({ code, message }));
  const words = query.nodes.filter(isWanted);
  const telling = words.filter((node) => !isStopWord(node));
  const keywords = telling.map(toKeyword).filter(({ alternatives }) => alternatives.length > 0);
  if (words.length > 0 && keywords.length === 0) {
    warnings.push({ code: 'only-stop-words', message: ONLY_STOP_WORDS });
  } else if (words.length === 0) warnings.push({ code: 'no-words', message: NO_WORDS });
  if (keywords.length > MAX_KEYWORDS) {
    const message = `Only the first ${MAX_KEYWORDS} words were looked for.`;
    warnings.push({ code: 'too-many-words', message });
  }
  const operators = query.nodes.filter(isOperator);
  for (const { name } of operators) {
    if (name === 'site' || name === 'link' || name === 'similar' || ON_IMAGES.has(name)) continue;
    const message = `${name}: needs a library: it is left out while the live web is searched.`;
    warnings.push({ code: 'operator-not-live', message });
  }
  const excludedNodes = query.nodes.flatMap((node) => (node.kind === 'not' ? [node.node] : []));
  return {
    text: printQuery(query),
    keywords: keywords.slice(0, MAX_KEYWORDS),
    excluded: excludedNodes.filter(isWanted).map(toKeyword),
    sites: hostsOf(query.nodes),
    excludedSites: hostsOf(excludedNodes),
    linksTo: operators.flatMap((node) => (node.name === 'link' ? [node.target] : [])),
    related: operators.flatMap((node) => (node.name === 'similar' ? [node.target] : [])),
    conditions: operators.filter(({ name }) => ON_IMAGES.has(name)),
    engineText: toEngineText(query),
    warnings,
  };
}

const ONLY_STOP_WORDS =
  'The query has only words that stand on every page. Add a word that says what the images show, or put the words in quotes.';
const NO_WORDS = 'The query has no word to look for. Say what the images show.';

type Wanted = Exclude<QueryNode, { readonly kind: 'not' } | OperatorNode>;

function isWanted(node: QueryNode): node is Wanted {
  if (node.kind === 'or') return node.nodes.some(isWanted);
  return node.kind === 'word' || node.kind === 'phrase';
}

function isOperator(node: QueryNode): node is OperatorNode {
  return node.kind === 'operator';
}

function isStopWord(node: Wanted): boolean {
  return (
    node.kind === 'word' && node.isRequired !== true && STOP_WORDS.has(node.text.toLowerCase())
  );
}

function toKeyword(node: Wanted): Keyword {
  const parts = node.kind === 'or' ? node.nodes.filter(isWanted) : [node];
  const text = parts.map((part) => (part.kind === 'or' ? '' : part.text)).join(' OR ');
  return { text, alternatives: parts.flatMap(toSequences).filter(({ length }) => length > 0) };
}

function toSequences(node: Wanted): (readonly WordTest[])[] {
  if (node.kind === 'or') return node.nodes.filter(isWanted).flatMap(toSequences);
  // `+word` and phrases are meant as they are written.
  const isExact = node.kind === 'phrase' || node.isRequired === true;
  const { words } = analyseQuery(node.text, isExact ? [] : STEMMED_LANGUAGES);
  const isLoose = node.kind === 'word' && node.isLoose === true;
  return [
    words.map(({ forms, isPrefix }) => ({
      forms: new Set(forms),
      isPrefix: isLoose || isPrefix === true,
      isExact,
    })),
  ];
}

function hostsOf(nodes: readonly QueryNode[]): string[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'or') return hostsOf(node.nodes);
    return node.kind === 'operator' && node.name === 'site' ? [node.host.toLowerCase()] : [];
  });
}

/** What engines of the web understand as well; loose words are asked for as words. */
function toEngineText({ nodes }: Query): string {
  const isKnown = (node: QueryNode): boolean => {
    if (node.kind === 'not') return isKnown(node.node);
    if (node.kind === 'or') return node.nodes.every(isKnown);
    return node.kind !== 'operator' || node.name === 'site' || node.name === 'link';
  };
  const plain = nodes
    .filter(isKnown)
    .map((node) => (node.kind === 'word' ? { kind: node.kind, text: node.text } : node));
  return printQuery({ nodes: plain });
}
