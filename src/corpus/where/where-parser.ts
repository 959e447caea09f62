// From text to a condition, or to an error that points at the place.
import { PinakesError } from '../../support/errors.ts';
import { nearestWord } from '../../support/nearest-word.ts';
import { compileRegex, RegexError } from './linear-regex.ts';
import {
  FIELD_NAMES,
  type FieldName,
  type RawValue,
  toCondition,
  toFieldName,
  ValueError,
} from './where-fields.ts';
import { allOf, anyOf, not, type Where } from './where-node.ts';

/** Longest text; nobody types more. */
const MAX_TEXT = 65_536;
/** Brackets and negations inside each other. */
const MAX_DEPTH = 100;

/**
 * Reads a condition: `field=value` terms side by side must all hold, `OR` binds tighter than a space. Blank text
 * is the condition that always holds. Throws `WHERE_INVALID`, whose `where.offset` is the place in the text.
 *
 * @example parseWhere('mime=image/* status=200 time=2011..2012 (host=*.example.org OR host=example.net)')
 */
export function parseWhere(text: string): Where {
  if (text.length > MAX_TEXT) throw invalid(text, MAX_TEXT, 'the condition is too long');
  const parser = new Parser(text);
  const where = parser.all();
  parser.end();
  return where;
}

/** Reads a text from left to right. */
class Parser {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Alternatives side by side. */
  all(): Where {
    const conditions: Where[] = [];
    for (;;) {
      this.#skipBlanks();
      if (conditions.length > 0 && this.#takeWord('AND')) this.#skipBlanks();
      else if (this.#isAtEnd() || this.#peek() === ')') return allOf(conditions);
      conditions.push(this.#alternatives());
    }
  }

  end(): void {
    if (!this.#isAtEnd()) throw this.#error('this bracket was never opened');
  }

  /** Terms with `OR` between them. */
  #alternatives(): Where {
    const conditions = [this.#term()];
    for (;;) {
      this.#skipBlanks();
      if (!this.#takeWord('OR')) return anyOf(conditions);
      conditions.push(this.#term());
    }
  }

  #term(): Where {
    this.#skipBlanks();
    if (++this.#depth > MAX_DEPTH) throw this.#error('too many brackets inside each other');
    const condition = this.#negated() ?? this.#bracketed() ?? this.#field();
    this.#depth--;
    return condition;
  }

  #negated(): Where | undefined {
    const isNegated = this.#takeWord('NOT') || this.#take('-') || this.#take('!');
    return isNegated ? not(this.#term()) : undefined;
  }

  #bracketed(): Where | undefined {
    const start = this.#at;
    if (!this.#take('(')) return undefined;
    const inner = this.all();
    if (!this.#take(')')) throw this.#error('this bracket is never closed', start);
    return inner;
  }

  #field(): Where {
    const start = this.#at;
    const [word = ''] = /^[\w.-]*/.exec(this.#text.slice(start, start + 64)) ?? [];
    this.#at += word.length;
    if (toFieldName(word) === 'url' && this.#take('~')) return this.#expression();
    const isNegated = this.#peek() === '!' && this.#text[this.#at + 1] === '=';
    if (isNegated) this.#at++;
    const hasSign = this.#take('=');
    const name = toFieldName(word);
    if (name === undefined || !hasSign) throw this.#noField(start, word, hasSign);
    const condition = this.#values(name);
    return isNegated ? not(condition) : condition;
  }

  /** A regular expression: in quotation marks, or up to the next blank. Backslashes are its own, but for `\\"` in quotation marks. */
  #expression(): Where {
    const start = this.#at;
    const rest = this.#text.slice(start);
    const [all = '', quoted, plain = ''] =
      /^(?:"((?:[^"\\]|\\[\s\S])*)"|([^\s"]+))/.exec(rest) ?? [];
    const source = quoted?.replaceAll('\\"', '"') ?? plain;
    if (source === '')
      throw this.#error('a regular expression is needed here, best in quotation marks');
    try {
      compileRegex(source);
    } catch (thrown) {
      if (!(thrown instanceof RegexError)) throw thrown;
      throw this.#error(thrown.message, start + thrown.at + (quoted === undefined ? 0 : 1));
    }
    this.#at += all.length;
    return { kind: 'match', source };
  }

  #values(name: FieldName): Where {
    const start = this.#at;
    // Keys are full of commas and brackets, so that a key goes on to the next blank.
    const isKey = name === 'surt';
    const values = [this.#value(isKey)];
    while (!isKey && this.#take(',')) values.push(this.#value(false));
    try {
      return toCondition(name, values);
    } catch (thrown) {
      if (thrown instanceof ValueError) throw this.#error(thrown.message, start);
      throw thrown;
    }
  }

  /** One value: plain characters, `*`, and quoted parts, in any order. */
  #value(isKey: boolean): RawValue {
    const start = this.#at;
    const pieces = [''];
    let isQuoted = false;
    let open = 0;
    const add = (text: string) => {
      pieces[pieces.length - 1] += text;
    };
    for (; !this.#isAtEnd(); ) {
      const character = this.#peek();
      if (isBlank(character) || (!isKey && character === ',')) break;
      if (character === '(' && !isKey) open++;
      if (character === ')' && !isKey && --open < 0) break;
      if (character === '"') {
        add(this.#quoted());
        isQuoted = true;
      } else if (this.#take('*')) pieces.push('');
      else {
        add(character);
        this.#at++;
      }
    }
    if (this.#at === start) throw this.#error('a value is missing here');
    return { pieces: withoutRepeats(pieces), isQuoted };
  }

  /** Text in quotation marks; a backslash takes the meaning from the character behind it. */
  #quoted(): string {
    const start = this.#at++;
    let text = '';
    for (; !this.#isAtEnd(); this.#at++) {
      const character = this.#peek();
      if (character === '"') {
        this.#at++;
        return text;
      }
      if (character === '\\') this.#at++;
      text += this.#peek();
    }
    throw this.#error('this quotation mark has no other', start);
  }

  #noField(start: number, word: string, hasSign: boolean): PinakesError {
    const names = FIELD_NAMES.join(', ');
    const isName = toFieldName(word) !== undefined;
    if (word === '' && !hasSign) {
      return this.#error('a condition such as `status=200` is needed here', start);
    }
    if (isName) return this.#error(`\`=\` or \`!=\` is needed behind \`${word}\``);
    if (!hasSign && /^(?:or|and|not)$/i.test(word)) {
      const hint = `Write ${word.toUpperCase()} in capitals, with a condition on each side.`;
      return this.#error(`\`${word}\` is not a condition`, start, hint);
    }
    const near = nearestWord(word, FIELD_NAMES);
    const hint = `${near === undefined ? '' : `Did you mean \`${near}\`? `}The fields are ${names}.`;
    return this.#error(`there is no field \`${word}\``, start, hint);
  }

  #skipBlanks(): void {
    while (isBlank(this.#peek())) this.#at++;
  }

  /** Takes a word that stands by itself. */
  #takeWord(word: string): boolean {
    const after = this.#text[this.#at + word.length] ?? ' ';
    const isThere = this.#text.startsWith(word, this.#at) && (isBlank(after) || after === '(');
    if (isThere) this.#at += word.length;
    return isThere;
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at++;
    return true;
  }

  #peek(): string {
    return this.#text.charAt(this.#at);
  }

  #isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  #error(detail: string, at = this.#at, hint?: string): PinakesError {
    return invalid(this.#text, at, detail, hint);
  }
}

function isBlank(character: string): boolean {
  return character === ' ' || character === '\t' || character === '\n' || character === '\r';
}

/** Two wildcards side by side are one. */
function withoutRepeats(pieces: readonly string[]): readonly string[] {
  return pieces.filter((piece, index) => {
    const isInner = index > 0 && index < pieces.length - 1;
    return piece !== '' || !isInner;
  });
}

/** Characters of the text shown on each side of the place. */
const SHOWN = 40;
const HINT =
  'docs/where.md describes conditions; put texts with blanks or commas into "quotation marks".';

function invalid(text: string, at: number, detail: string, hint = HINT): PinakesError {
  const from = Math.max(0, at - SHOWN);
  const shown = text.slice(from, at + SHOWN).replace(/\p{Cc}/gu, ' ');
  const line = `${from > 0 ? '…' : ''}${shown}${at + SHOWN < text.length ? '…' : ''}`;
  const caret = `${' '.repeat(at - from + (from > 0 ? 1 : 0))}^`;
  return new PinakesError(
    'WHERE_INVALID',
    { position: at + 1, detail, line, caret, hint },
    { where: { offset: at } },
  );
}
