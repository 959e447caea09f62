// What the text of a document must hold, as an expression of FTS5.
import type { MatchNode, WordForms } from '../model/index-query.ts';
import { MAX_FORMS, toIndexForms, toIndexWord } from '../model/index-word.ts';
import { TEXT_FIELDS, type TextField } from '../model/ranking.ts';
import { PinakesError } from '../support/errors.ts';
import type { FormPhrase } from './rank-plan.ts';

/** An expression; `isNegated`: the documents meant are those it does not match. */
export interface MatchExpression {
  readonly text: string;
  readonly isNegated: boolean;
  /**
   * For each of the words that count for the score, the FTS5 phrases that find its forms in every
   * matching document.
   */
  readonly phrases: readonly (readonly FormPhrase[])[];
}

/** A selection by text: an expression, or all documents, or none. */
export type Match = MatchExpression | 'all' | 'none';

/** Words of all kinds in one expression: the ranking looks at each of them in each document. */
const MAX_PHRASES = 400;
/** The parser of FTS5 ends at about 31, some of which we add ourselves. */
const MAX_DEPTH = 24;

/** Understands `match`, and finds the words that count for the score in it or adds them. */
export function toMatch(match: MatchNode | undefined, words: readonly WordForms[] = []): Match {
  if (match === undefined) return 'all';
  const tree = toTree(match, 0);
  if (tree.kind === 'all' || tree.kind === 'none') return tree.kind;
  const expression = tree.kind === 'not' ? tree.node : withWords(tree, words);
  const leaves = leavesOf(expression);
  if (leaves.length > MAX_PHRASES)
    throw tooComplex(`more than ${MAX_PHRASES} words and their forms`);
  return {
    text: print(expression),
    isNegated: tree.kind === 'not',
    phrases: tree.kind === 'not' ? [] : numberPhrases(expression, words),
  };
}

/** Any of the words, for those who want to rank documents that need not hold them. */
export function toAnyOf(words: readonly WordForms[]): Match {
  return toMatch({ kind: 'or', nodes: words.map((word) => ({ kind: 'word', word })) }, words);
}

/** The same with further conditions, which are words of the column `keyword`. */
export function withKeywords(
  expression: MatchExpression,
  keywords: readonly string[],
): MatchExpression {
  if (keywords.length === 0) return expression;
  // Behind the rest, so that the numbers of phrases stay.
  const conditions = keywords.map((keyword) => `keyword:${quote(keyword)}`);
  return { ...expression, text: [`(${expression.text})`, ...conditions].join(' AND ') };
}

/** A leaf is one phrase of FTS5. */
type Tree =
  | { readonly kind: 'all' | 'none' }
  | { readonly kind: 'leaf'; readonly text: string }
  | { readonly kind: 'and' | 'or'; readonly nodes: readonly Tree[] }
  /** Both sides are free of `not` but for the outermost. */
  | { readonly kind: 'without'; readonly node: Tree; readonly less: Tree }
  | { readonly kind: 'not'; readonly node: Tree };

const ALL: Tree = { kind: 'all' };
const NONE: Tree = { kind: 'none' };

function toTree(match: MatchNode, depth: number): Tree {
  if (depth > MAX_DEPTH) throw tooComplex(`more than ${MAX_DEPTH} levels of nesting`);
  switch (match.kind) {
    case 'word':
      return any(wordLeaves(match.word));
    case 'phrase':
      return any(
        match.alternatives.slice(0, MAX_FORMS).map((words) => phraseLeaf(words, match.fields)),
      );
    case 'and':
      return all(match.nodes.map((node) => toTree(node, depth + 1)));
    case 'or':
      return any(match.nodes.map((node) => toTree(node, depth + 1)));
    case 'not':
      return opposite(toTree(match.node, depth + 1));
  }
}

function wordLeaves(word: WordForms): Leaf[] {
  const where = columnsOf(word.fields);
  if (where === undefined) return [];
  return toIndexForms(word).map((form) => {
    return { kind: 'leaf', text: `${where} : ${quote(form)}${word.isPrefix ? ' *' : ''}` };
  });
}

/** Columns of the text index, in its order; `undefined` for none. */
function columnsOf(fields: readonly TextField[] = TEXT_FIELDS): string | undefined {
  const names = TEXT_FIELDS.filter((field) => fields.includes(field));
  return names.length === 0 ? undefined : `{${names.join(' ')}}`;
}

/** An expression for any word that starts with a text, in one field. */
export function toFieldPrefix(field: TextField, start: string): string {
  return `{${field}} : ${quote(start)} *`;
}

function phraseLeaf(words: readonly string[], fields?: readonly TextField[]): Tree {
  const where = columnsOf(fields);
  const known = words.filter((word) => word !== '');
  if (where === undefined || known.length === 0) return NONE;
  const terms = known.slice(0, MAX_PHRASES).map((word) => quote(toIndexWord(word)));
  return { kind: 'leaf', text: `${where} : ${terms.join(' + ')}` };
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** Trees never hold `not` below their root: FTS5 can only take away from something. */
function all(trees: readonly Tree[]): Tree {
  if (trees.some((tree) => tree.kind === 'none')) return NONE;
  const kept = trees.filter((tree) => tree.kind !== 'all');
  const wanted = kept.filter((tree) => tree.kind !== 'not');
  const unwanted = kept.flatMap((tree) => (tree.kind === 'not' ? [tree.node] : []));
  if (unwanted.length === 0) return join('and', wanted, ALL);
  const less = join('or', unwanted, NONE);
  if (wanted.length === 0) return { kind: 'not', node: less };
  return { kind: 'without', node: join('and', wanted, ALL), less };
}

/** `a or not b` is `not (b and not a)`. */
function any(trees: readonly Tree[]): Tree {
  if (trees.some((tree) => tree.kind === 'not')) return opposite(all(trees.map(opposite)));
  if (trees.some((tree) => tree.kind === 'all')) return ALL;
  return join(
    'or',
    trees.filter((tree) => tree.kind !== 'none'),
    NONE,
  );
}

function opposite(tree: Tree): Tree {
  if (tree.kind === 'all') return NONE;
  if (tree.kind === 'none') return ALL;
  return tree.kind === 'not' ? tree.node : { kind: 'not', node: tree };
}

/** Joins trees; those of the same kind become one. */
function join(kind: 'and' | 'or', trees: readonly Tree[], empty: Tree): Tree {
  const nodes = trees.flatMap((tree) => (tree.kind === kind ? tree.nodes : [tree]));
  const [first] = nodes;
  if (first === undefined) return empty;
  return nodes.length === 1 ? first : { kind, nodes };
}

/**
 * FTS5 tells where a word stands in a document only when its cursor for the word is at that
 * document. That is so for what must hold and for alternatives of that, but not, say, for `b` in
 * `a OR (b AND c)`. Words that stand in no such place are added as further alternatives of the
 * whole: `(all) AND (all OR word)`.
 */
function withWords(tree: Tree, words: readonly WordForms[]): Tree {
  const found = new Set(steadyLeaves(tree).map((leaf) => leaf.text));
  const missing = words.flatMap((word) => wordLeaves(word)).filter((leaf) => !found.has(leaf.text));
  if (missing.length === 0) return tree;
  return { kind: 'and', nodes: [tree, { kind: 'or', nodes: [...missing, tree] }] };
}

type Leaf = Extract<Tree, { kind: 'leaf' }>;

/** Leaves whose cursor is at every matching document that holds them. */
function steadyLeaves(tree: Tree): Leaf[] {
  if (tree.kind === 'leaf') return [tree];
  if (tree.kind === 'and') return tree.nodes.flatMap(steadyLeaves);
  if (tree.kind === 'without') return steadyLeaves(tree.node);
  return tree.kind === 'or' ? tree.nodes.filter((node) => node.kind === 'leaf') : [];
}

/** The phrases of each word; FTS5 numbers them in the order of the text. */
function numberPhrases(tree: Tree, words: readonly WordForms[]): FormPhrase[][] {
  const steady = new Set(steadyLeaves(tree));
  const numbers = new Map<string, number>();
  for (const [number, leaf] of leavesOf(tree).entries()) {
    if (steady.has(leaf) && !numbers.has(leaf.text)) numbers.set(leaf.text, number);
  }
  return words.map((word) =>
    wordLeaves(word).flatMap((leaf, at) => {
      const number = numbers.get(leaf.text);
      return number === undefined ? [] : [{ number, isExact: at === 0 }];
    }),
  );
}

function leavesOf(tree: Tree): Leaf[] {
  switch (tree.kind) {
    case 'leaf':
      return [tree];
    case 'and':
    case 'or':
      return tree.nodes.flatMap(leavesOf);
    case 'without':
      return [...leavesOf(tree.node), ...leavesOf(tree.less)];
    default:
      return [];
  }
}

function print(tree: Tree): string {
  switch (tree.kind) {
    case 'leaf':
      return tree.text;
    case 'and':
    case 'or':
      return tree.nodes
        .map((node) => `(${print(node)})`)
        .join(tree.kind === 'and' ? ' AND ' : ' OR ');
    case 'without':
      return `(${print(tree.node)}) NOT (${print(tree.less)})`;
    default:
      throw new Error('An expression of nothing, of everything or of what is not there.');
  }
}

function tooComplex(detail: string): PinakesError {
  return new PinakesError('USAGE', { detail: `The query has ${detail}.`, command: 'search' });
}
