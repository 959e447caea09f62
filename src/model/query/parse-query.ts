// Reads what people type into a search box: any text is a query, and notes tell what could not be meant.
import { isBlank, isSeparator } from './characters.ts';
import { readValue } from './operator-values.ts';
import { OrGroups } from './or-groups.ts';
import { addSignNotes, addWordNotes } from './part-notes.ts';
import type { Query, QueryNode, QueryNote } from './query.ts';
import { MAX_QUERY_LENGTH, MAX_QUERY_PARTS, QueryNotes } from './query-notes.ts';
import { type Part, type PartOf, type SignedPart, scanQuery } from './scan-query.ts';

/** A query and what is to be told about it, in the order of the text. */
export interface ParsedQuery {
  readonly query: Query;
  readonly notes: readonly QueryNote[];
}

/**
 * Reads a query. Never throws; takes time linear in the text. What cannot be meant is left out and
 * reported with its place; see docs/query-language.md.
 */
export function parseQuery(text: string): ParsedQuery {
  const notes = new QueryNotes(text);
  const groups = new OrGroups();
  let parts = 0;
  let strayOr: PartOf<'or'> | undefined;
  for (const part of joinDistances(scanQuery(cut(text, notes)))) {
    if (part.kind === 'parenthesis') notes.add('parentheses', part);
    else if (part.kind === 'or') {
      if (!groups.joinNext()) notes.add('stray-or', part);
      else strayOr = part;
    } else if (!isNothing(part, notes)) {
      strayOr = undefined;
      const rest = { start: part.start, end: text.length };
      if (++parts > MAX_QUERY_PARTS) {
        notes.add('too-many-parts', rest);
        break;
      }
      if (!groups.add(toNode(part, notes))) {
        notes.add('too-long', rest);
        break;
      }
    }
  }
  if (strayOr !== undefined) notes.add('stray-or', strayOr);
  return { query: { nodes: groups.toNodes() }, notes: notes.sorted() };
}

/** `near:Porto 20km` is one part: a distance that follows a place without one belongs to it. */
function* joinDistances(parts: Iterable<Part>): Generator<Part> {
  let near: PartOf<'operator'> | undefined;
  for (const part of parts) {
    if (
      near !== undefined &&
      part.kind === 'word' &&
      part.signs.length === 0 &&
      isDistance(part.text)
    ) {
      const value = `${near.value},${part.text}`;
      if (readValue('near', value) !== undefined) {
        yield { ...near, value, end: part.end };
        near = undefined;
        continue;
      }
    }
    if (near !== undefined) yield near;
    near = part.kind === 'operator' && part.operator.name === 'near' ? part : undefined;
    if (near === undefined) yield part;
  }
  if (near !== undefined) yield near;
}

function isDistance(text: string): boolean {
  return /^\d{1,5}(?:\.\d{1,6})?km$/i.test(text);
}

/** The text up to the limit, without half a word at its end. */
function cut(text: string, notes: QueryNotes): string {
  if (text.length <= MAX_QUERY_LENGTH) return text;
  let end = MAX_QUERY_LENGTH;
  while (end > 0 && !isSeparator(text.charAt(end))) end--;
  if (end === 0) {
    // One word without end: half of it is better than nothing, half a character is not.
    const isInsidePair = /[\udc00-\udfff]/.test(text.charAt(MAX_QUERY_LENGTH));
    end = isInsidePair ? MAX_QUERY_LENGTH - 1 : MAX_QUERY_LENGTH;
  }
  notes.add('too-long', { start: end, end: text.length });
  return text.slice(0, end);
}

/** Whether a word or phrase holds nothing that could be found: a dash between words, `""`. */
function isNothing(part: SignedPart, notes: QueryNotes): boolean {
  if (part.kind === 'operator' || !isBlank(part.text)) return false;
  if (part.kind === 'word' && /^(?:\|\|?|&&)$/.test(part.text)) {
    const more = part.text.startsWith('|')
      ? 'Write OR between two parts.'
      : 'All parts are needed anyway.';
    notes.add('not-an-operator', part, more);
  } else notes.add('nothing-to-find', part);
  addOpenQuote(part, notes);
  return true;
}

/** The node of a part; `undefined` when it cannot be meant. */
function toNode(part: SignedPart, notes: QueryNotes): QueryNode | undefined {
  addOpenQuote(part, notes);
  const node = part.kind === 'operator' ? toOperator(part, notes) : toText(part);
  if (node === undefined) return undefined;
  if (part.kind === 'word') addWordNotes(part, notes);
  addSignNotes(part, notes);
  return part.signs.includes('-') ? { kind: 'not', node } : node;
}

function toText(part: PartOf<'word' | 'phrase'>): QueryNode {
  const { kind, text, signs } = part;
  if (kind === 'phrase') return { kind, text };
  return {
    kind,
    text,
    ...(signs.includes('+') && !signs.includes('-') ? { isRequired: true } : {}),
    ...(signs.includes('~') ? { isLoose: true } : {}),
  };
}

function toOperator(part: PartOf<'operator'>, notes: QueryNotes): QueryNode | undefined {
  const { operator, value } = part;
  const several =
    value.includes(',') && operator.name !== 'near' && operator.name !== 'bbox'
      ? ' OR stands between several.'
      : '';
  const possible = `${operator.name}: takes ${operator.value}.${several}`;
  if (value === '') {
    notes.add('empty-value', part, possible);
    return undefined;
  }
  const reading = readValue(operator.name, value);
  if (reading === undefined) notes.add('bad-value', part, possible);
  else if (reading.hint !== undefined) notes.add('value-taken-as', part, reading.hint);
  return reading?.node;
}

function addOpenQuote(part: SignedPart, notes: QueryNotes): void {
  if (part.openQuote === undefined) return;
  notes.add('unbalanced-quote', { start: part.openQuote, end: part.end });
}
