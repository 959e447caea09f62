// Writes a query as text: the one way in which the parser reads the same query again.
import { isParenthesis, isSeparator, withoutQuotes } from './characters.ts';
import { IMAGE_TYPES } from './image-types.ts';
import type { OperatorNode, Query, QueryNode } from './query.ts';
import { printPlace } from './query-place.ts';

/**
 * The canonical text of a query: `parseQuery(printQuery(q)).query` equals `q` for every query that
 * the parser gives. Throws for trees that no text means: `not` and `or` inside `not`, `or` inside `or`.
 */
export function printQuery(query: Query): string {
  return query.nodes
    .map((node) => (node.kind === 'or' ? node.nodes.map(printPart).join(' OR ') : printPart(node)))
    .join(' ');
}

/** One part as text: a word, a phrase, an operator, or one of these with `-` before it. */
export function printPart(node: QueryNode): string {
  if (node.kind !== 'not') return printLeaf(node);
  return `-${printLeaf(node.node)}`;
}

function printLeaf(node: QueryNode): string {
  switch (node.kind) {
    case 'word':
      return `${node.isRequired ? '+' : ''}${node.isLoose ? '~' : ''}${node.text}`;
    case 'phrase':
      return `"${withoutQuotes(node.text)}"`;
    case 'operator':
      return `${node.name}:${printValue(node)}`;
    case 'not':
    case 'or':
      throw new Error(`No text means a query with \`${node.kind}\` inside another node.`);
  }
}

function printValue(node: OperatorNode): string {
  switch (node.name) {
    case 'site':
      return quoted(node.host);
    case 'link':
    case 'similar':
      return quoted(node.target);
    case 'type':
      return IMAGE_TYPES.find((type) => type.subtype === node.subtype)?.name ?? node.subtype;
    case 'size':
      if ('class' in node.size) return node.size.class;
      return `${node.size.minWidth}x${node.size.minHeight}+`;
    case 'from':
    case 'to':
    case 'before':
      return node.time.digits;
    case 'taken':
    case 'seen': {
      const { from, to } = node.span;
      return from.digits === to.digits ? from.digits : `${from.digits}..${to.digits}`;
    }
    case 'year':
      return node.from === node.to ? `${node.from}` : `${node.from}-${node.to}`;
    case 'collection':
      return quoted(node.collection);
    case 'orientation':
      return node.value;
    case 'kind':
    case 'licence':
      return node.value;
    case 'color':
      return node.color;
    case 'near':
      return printPlace(node.place, quoted);
    case 'place':
      return quoted(node.place);
    case 'label':
      return quoted(node.label);
    case 'text':
      return quoted(node.text);
    case 'bbox': {
      const { west, south, east, north } = node.box;
      return `${west},${south},${east},${north}`;
    }
    case 'geo':
      return node.isKnown ? 'yes' : 'no';
    case 'animated':
      return node.isAnimated ? 'yes' : 'no';
    case 'safe':
      return node.isOn ? 'on' : 'off';
    case 'variants':
      return node.isAll ? 'all' : 'best';
    case 'lang':
      return node.code;
    case 'src':
      return quoted(node.url);
  }
}

/** Quotes where the value would end too early without them. */
function quoted(value: string): string {
  const text = withoutQuotes(value);
  const isPlain = ![...text].some((c) => isSeparator(c) || isParenthesis(c));
  return isPlain && text !== '' ? text : `"${text}"`;
}
