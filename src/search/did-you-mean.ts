// Corrections of words that the library does not hold.
import { analyseQuery, foldWord, toWords } from '../model/analysis/analysis.ts';
import type { MatchNode, SearchIndex } from '../model/index-query.ts';
import { parseQuery } from '../model/query/parse-query.ts';
import { printQuery } from '../model/query/print-query.ts';
import type { Query, QueryNode } from '../model/query/query.ts';
import { forgivenSlips } from './forgiven-slips.ts';
import { createFormFinder, type FindOtherForms } from './other-forms.ts';
import { toPlan } from './plan.ts';
import type { SelectionRequest } from './request.ts';
import { countSelected } from './selected.ts';
import { similarWords } from './similar-words.ts';
import { withSignal } from './with-signal.ts';

/** Words of one query that are looked up. */
const MAX_LOOKED_UP = 8;

/** A word this rare beside one so many times as frequent is more likely a slip than meant. */
const RARE = 3;
const MORE_FREQUENT = 100;

/** A query that finds more, and how to insist on the one that was typed. */
export interface Correction {
  readonly query: string;
  /** The query as typed with `+` before the words that were replaced: it is not corrected again. */
  readonly instead: string;
}

/**
 * The query with words the library does not hold, or hardly, replaced by near and frequent ones; operators,
 * quotes, words with `+` and all else stay. `undefined` when there is nothing to correct, or when the corrected query would
 * find no more pictures that hold all words than the given one.
 */
export async function didYouMean(
  searched: SearchIndex,
  request: SelectionRequest,
): Promise<Correction | undefined> {
  const index = withSignal(searched, request.signal);
  const parsed = parseQuery(request.query).query;
  const corrected = await correctQuery(index, parsed);
  if (corrected === undefined) return undefined;
  const count = async (each: Query) =>
    countSelected(index, (await toPlan(index, each, request)).selections);
  if ((await count(corrected)) <= (await count(parsed))) return undefined;
  return { query: printQuery(corrected), instead: printQuery(insist(parsed, corrected)) };
}

/** The words of a query that differ from those of its correction, as words that must match. */
function insist({ nodes }: Query, corrected: Query): Query {
  return {
    nodes: nodes.map((node, at) => {
      const other = corrected.nodes[at];
      const isReplaced = other?.kind === 'word' && node.kind === 'word' && other.text !== node.text;
      return isReplaced ? { ...node, isRequired: true } : node;
    }),
  };
}

async function correctQuery(index: SearchIndex, query: Query): Promise<Query | undefined> {
  const findOtherForms = await createFormFinder(index);
  const lookedUp = new Map<string, string | undefined>();
  let isChanged = false;
  const nodes = await correctAll(query.nodes);
  return isChanged ? { nodes } : undefined;

  async function correctAll(all: readonly QueryNode[]): Promise<QueryNode[]> {
    const corrected: QueryNode[] = [];
    for (const node of all) corrected.push(await correct(node));
    return corrected;
  }

  async function correct(node: QueryNode): Promise<QueryNode> {
    switch (node.kind) {
      case 'word':
        return node.isLoose || node.isRequired
          ? node
          : { ...node, text: await correctWord(node.text) };
      case 'phrase':
        return { ...node, text: await correctPhrase(node.text) };
      case 'or':
        return { ...node, nodes: await correctAll(node.nodes) };
      case 'not': // nobody misses what was to be left out
      case 'operator':
        return node;
    }
  }

  async function correctWord(text: string): Promise<string> {
    if (!lookedUp.has(text) && lookedUp.size < MAX_LOOKED_UP) {
      lookedUp.set(text, await findCorrection(index, text, findOtherForms));
    }
    const correction = lookedUp.get(text);
    isChanged ||= correction !== undefined;
    return correction ?? text;
  }

  /** A phrase is left as it is written unless a word of it changes. */
  async function correctPhrase(text: string): Promise<string> {
    const words = text.split(/\s+/);
    const corrected: string[] = [];
    for (const word of words) corrected.push(await correctWord(word));
    return corrected.some((word, at) => word !== words[at]) ? corrected.join(' ') : text;
  }
}

async function findCorrection(
  index: SearchIndex,
  text: string,
  findOtherForms: FindOtherForms,
): Promise<string | undefined> {
  const analysed = analyseQuery(text, []).words;
  const [word] = analysed;
  // Several words in one (`e-mail`), and scripts without blanks, are not looked up as a whole.
  if (word === undefined || analysed.length > 1 || word.isPrefix) return undefined;
  const folded = foldWord(toWords(text)[0] ?? text);
  const slips = forgivenSlips(folded);
  const known = await index.wordCount(folded);
  if (slips === 0 || known > RARE) return undefined;
  if (known > 0) {
    const similar = await similarWords(index, folded, 1);
    return similar.find(({ count }) => count >= MORE_FREQUENT * known)?.word;
  }
  // Not itself, but another form of it: the library knows the word.
  const forms = [...word.forms, ...(await findOtherForms(folded))];
  const held: MatchNode = { kind: 'word', word: { ...word, forms } };
  if ((await index.count({ match: held, filters: [] })) > 0) return undefined;
  return (await similarWords(index, folded, slips))[0]?.word;
}
