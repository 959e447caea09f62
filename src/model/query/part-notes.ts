// Hints about single parts of a query that were understood, but perhaps not as they were meant.
import { suggestOperator } from './operators.ts';
import type { QueryNotes } from './query-notes.ts';
import { findColon, type PartOf, type SignedPart } from './scan-query.ts';

/** Tells of signs that say more than can be meant: `--a`, `+-a`, `~"a b"`. */
export function addSignNotes(part: SignedPart, notes: QueryNotes): void {
  const { kind, signs } = part;
  const given = new Set(signs);
  const isOdd = given.size < signs.length || (given.has('-') && given.has('+'));
  if (isOdd) {
    const sign = given.has('-') ? '-' : given.has('+') ? '+' : '';
    notes.add('odd-signs', part, `its signs were taken as ${sign}${given.has('~') ? '~' : ''}.`);
  } else if (given.has('~') && kind !== 'word') {
    notes.add('odd-signs', part, 'the sign ~ works on words alone and was passed over.');
  }
}

/** Tells of words that look like something else: `AND`, `http://...`, `sit:example.org`. */
export function addWordNotes(part: PartOf<'word'>, notes: QueryNotes): void {
  const { text, signs } = part;
  if (signs.length === 0 && (text === 'AND' || text === 'NOT')) {
    const more =
      text === 'AND' ? 'All parts are needed anyway.' : 'Write - before what to rule out.';
    notes.add('not-an-operator', part, `It was taken as a word. ${more}`);
    return;
  }
  const colon = findColon(text);
  const name = colon < 0 ? '' : text.slice(0, colon).normalize('NFKC');
  const rest = text.slice(colon + 1);
  // `12:30`, `C:\x` and titles in other scripts hold colons and mean no operator.
  if (!/^[a-z]{2,20}$/i.test(name)) return;
  if (rest.startsWith('//')) {
    const host = rest.slice(2).split(/[/?#:]/, 1)[0] ?? '';
    notes.add('url-as-words', part, `Did you mean src:, or site:${host.slice(0, 60)}?`);
    return;
  }
  const near = suggestOperator(name);
  if (near !== undefined) notes.add('unknown-operator', part, `Did you mean ${near}:?`);
  else if (rest !== '') notes.add('unknown-operator', part, `There is no operator ${name}:.`);
}
