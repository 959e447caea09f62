// Reads patterns: from text to a tree of characters, choices and repetitions.

/** Why a pattern cannot be used. */
export class PatternError extends Error {}

const MAX_DEPTH = 20;
/** Repeated without end. */
export const MANY = Number.POSITIVE_INFINITY;

/** Tells whether a character, as its code, fits. */
export type Test = (code: number) => boolean;

/** A part of a pattern. */
export type Node =
  | { readonly kind: 'character'; readonly test: Test }
  | { readonly kind: 'start' | 'end' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Node[] }
  | { readonly kind: 'repeat'; readonly part: Node; readonly min: number; readonly max: number };

/** The tree of a pattern; throws `PatternError`. */
export function parsePattern(source: string): Node {
  return new Parser(source).parse();
}

class Parser {
  readonly #source: string;
  #at = 0;
  #depth = 0;

  constructor(source: string) {
    this.#source = source;
  }

  parse(): Node {
    const node = this.#choice();
    if (this.#at < this.#source.length) throw new PatternError('has a `)` too many');
    return node;
  }

  #choice(): Node {
    const parts = [this.#sequence()];
    while (this.#take('|')) parts.push(this.#sequence());
    return parts.length === 1 ? (parts[0] ?? EMPTY) : { kind: 'choice', parts };
  }

  #sequence(): Node {
    const parts: Node[] = [];
    while (this.#at < this.#source.length && !/[|)]/.test(this.#peek())) {
      parts.push(this.#repeated(this.#atom()));
    }
    return { kind: 'sequence', parts };
  }

  #repeated(part: Node): Node {
    const counted = /\{(\d{1,3})(,(\d{0,3}))?\}/y;
    counted.lastIndex = this.#at;
    const found = counted.exec(this.#source);
    let bounds: readonly [number, number] | undefined;
    if (found !== null) {
      this.#at = counted.lastIndex;
      const min = Number(found[1]);
      bounds = [min, found[2] === undefined ? min : found[3] ? Number(found[3]) : MANY];
    } else if (this.#take('*')) bounds = [0, MANY];
    else if (this.#take('+')) bounds = [1, MANY];
    else if (this.#take('?')) bounds = [0, 1];
    if (bounds === undefined) return part;
    if (bounds[1] < bounds[0]) throw new PatternError('repeats from more to less');
    if (!this.#take('?')) this.#take('+'); // lazy or possessive: the same to us, who take no parts out
    if (/[*+?]/.test(this.#peek())) throw new PatternError('repeats a repetition');
    return { kind: 'repeat', part, min: bounds[0], max: bounds[1] };
  }

  #atom(): Node {
    const character = this.#next();
    switch (character) {
      case '(':
        return this.#group();
      case '[':
        return { kind: 'character', test: this.#class() };
      case '.':
        return { kind: 'character', test: (code) => code !== 10 && code !== 13 };
      case '^':
        return { kind: 'start' };
      case '$':
        return { kind: 'end' };
      case '\\':
        return { kind: 'character', test: this.#escape() };
      case '*':
      case '+':
      case '?':
        throw new PatternError('repeats nothing');
      default:
        return { kind: 'character', test: equals(character) };
    }
  }

  #group(): Node {
    if (this.#take('?') && !this.#take(':'))
      throw new PatternError('uses an unknown kind of group');
    if (++this.#depth > MAX_DEPTH) throw new PatternError('nests too many groups');
    const node = this.#choice();
    if (!this.#take(')')) throw new PatternError('lacks a `)`');
    this.#depth--;
    return node;
  }

  #class(): Test {
    const isNegated = this.#take('^');
    const tests: Test[] = [];
    for (let isFirst = true; isFirst || this.#peek() !== ']'; isFirst = false) {
      if (this.#at >= this.#source.length) throw new PatternError('lacks a `]`');
      const character = this.#next();
      const test = character === '\\' ? this.#escape() : equals(character);
      const isRange = this.#peek() === '-' && !/^(?:\]|)$/.test(this.#source.charAt(this.#at + 1));
      if (character === '\\' || !isRange) {
        tests.push(test);
        continue;
      }
      this.#at++;
      const low = character.charCodeAt(0);
      const high = this.#next().charCodeAt(0);
      if (high < low) throw new PatternError('has a range that goes backwards');
      tests.push((code) => code >= low && code <= high);
    }
    this.#at++;
    return (code) => tests.some((test) => test(code)) !== isNegated;
  }

  #escape(): Test {
    if (this.#at >= this.#source.length) throw new PatternError('ends in a backslash');
    const character = this.#next();
    const known = CLASSES[character];
    if (known !== undefined) return known;
    if (/[a-z0-9]/i.test(character)) throw new PatternError(`uses an unknown \\${character}`);
    return equals(character);
  }

  #peek(): string {
    return this.#source.charAt(this.#at);
  }

  #next(): string {
    return this.#source.charAt(this.#at++);
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at++;
    return true;
  }
}

const EMPTY: Node = { kind: 'empty' };

const isDigit: Test = (code) => code >= 48 && code <= 57;
const isWord: Test = (code) => isDigit(code) || code === 95 || isLetter(code | 32);
const isLetter: Test = (code) => code >= 97 && code <= 122;
const isBlank: Test = (code) => code === 32 || (code >= 9 && code <= 13);

const CLASSES: Readonly<Record<string, Test>> = {
  d: isDigit,
  D: (code) => !isDigit(code),
  w: isWord,
  W: (code) => !isWord(code),
  s: isBlank,
  S: (code) => !isBlank(code),
  t: equals('\t'),
};

function equals(character: string): Test {
  const wanted = character.charCodeAt(0);
  return (code) => code === wanted;
}
