// Conditions as text that means the same when it is read again.
import {
  type CountRange,
  MAX_COUNT,
  type TextField,
  type TextPattern,
  type TimeRange,
  type Where,
} from './where-node.ts';

/** The canonical text of a condition; that of one that always holds is blank. */
export function printWhere(where: Where): string {
  switch (where.kind) {
    case 'and':
      return where.conditions.map(printPart).join(' ');
    case 'or':
      // Nothing meets no alternatives at all; the same is said by the opposite of blank.
      if (where.conditions.length === 0) return 'NOT ()';
      return where.conditions.map(printPart).join(' OR ');
    case 'not':
      return printNegated(where.condition);
    default:
      return printField(where, '=');
  }
}

/** A condition among others. */
function printPart(where: Where): string {
  const isGroup = where.kind === 'and' || where.kind === 'or';
  if (!isGroup) return printWhere(where);
  return `(${printWhere(where)}${endsInKey(where) ? ' ' : ''})`;
}

/** A key goes on to the next blank, so that one must stand before a bracket. */
function endsInKey(where: Where): boolean {
  switch (where.kind) {
    case 'and':
    case 'or': {
      // A group in last place ends in its own bracket.
      const last = where.conditions.at(-1);
      return last !== undefined && last.kind !== 'and' && last.kind !== 'or' && endsInKey(last);
    }
    case 'not':
      return where.condition.kind === 'text' && endsInKey(where.condition);
    case 'text':
      return where.field === 'surt' && where.patterns.length === 1;
    default:
      return false;
  }
}

function printNegated(condition: Where): string {
  switch (condition.kind) {
    case 'text':
    case 'count':
    case 'time':
    case 'match':
      return printField(condition, '!=');
    default:
      return `NOT ${printPart(condition)}`;
  }
}

type FieldCondition = Extract<Where, { readonly kind: 'text' | 'count' | 'match' | 'time' }>;

function printField(condition: FieldCondition, sign: '=' | '!='): string {
  switch (condition.kind) {
    case 'text': {
      const { field, patterns } = condition;
      // Only one key fits into a term: commas are part of keys.
      if (field !== 'surt' || patterns.length === 1) {
        return `${field}${sign}${patterns.map((one) => printPattern(field, one)).join(',')}`;
      }
      const single = patterns.map((one) => `surt=${printPattern(field, one)}`);
      return `${sign === '=' ? '' : 'NOT '}(${single.join(' OR ')})`;
    }
    case 'count':
      return `${condition.field}${sign}${condition.ranges.map(printCounts).join(',')}`;
    case 'match': {
      // Backslashes belong to the expression; only those before quotation marks are ours.
      const text = `url~"${condition.source.replaceAll('"', '\\"')}"`;
      return sign === '=' ? text : `NOT ${text}`;
    }
    case 'time':
      return `time${sign}${condition.ranges.map(printTimes).join(',')}`;
  }
}

function printPattern(field: TextField, pattern: TextPattern): string {
  if (pattern.length === 1) return printText(field, pattern[0] ?? '', true);
  return pattern.map((piece) => printText(field, piece, false)).join('*');
}

/** Texts without characters of the language stand as they are. */
function printText(field: TextField, text: string, isWhole: boolean): string {
  const plain = field === 'surt' ? /^[^\s"*\p{Cc}\p{Cs}]*$/u : /^[^\s"*,()\p{Cc}\p{Cs}]*$/u;
  const isSpecial = isWhole && (text === '' || text === '-');
  if (plain.test(text) && !isSpecial) return text;
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function printCounts({ from, to }: CountRange): string {
  if (from === to) return String(from);
  return `${from === 0 && to !== MAX_COUNT ? '' : from}..${to === MAX_COUNT ? '' : to}`;
}

function printTimes({ from, to }: TimeRange): string {
  return from === to && from !== '' ? from : `${from}..${to}`;
}
