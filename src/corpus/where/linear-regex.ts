// Regular expressions that no text makes slow: all alternatives are tried side by side, a step for each character.

/** Characters of a text that are looked at. */
export const MAX_MATCHED = 8192;
/** Places in a compiled expression: with `MAX_MATCHED` it bounds the work on one text to some milliseconds. */
const MAX_STATES = 500;
const MAX_REPEATS = 100;
const MAX_DEPTH = 50;

/** A mistake in an expression, with its place. */
export class RegexError extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/** Tells whether an expression fits somewhere in a text, of which the first 8,192 characters are looked at. */
export type RegexTest = (text: string) => boolean;

/**
 * Compiles an expression: letters, `.`, classes (`[a-z]`, `\d`, `\w`, `\s`), groups, `|`, `*`, `+`, `?`, `{m,n}`, `^`, `$`, and `(?i)`
 * at the start for letters of any case. No references back and no looking around, which cannot be had in linear time. Throws `RegexError`.
 */
export function compileRegex(source: string): RegexTest {
  const isAnyCase = source.startsWith('(?i)');
  const node = new Parser(source, isAnyCase ? 4 : 0, isAnyCase).whole();
  const states: State[] = [];
  emit(node, states);
  add(states, { kind: 'end' });
  return (text) => run(states, text);
}

type Chars = (unit: number) => boolean;

type Node =
  | { readonly kind: 'chars'; readonly fits: Chars }
  | { readonly kind: 'start' | 'finish' }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Node[] }
  | { readonly kind: 'repeat'; readonly part: Node; readonly min: number; readonly max: number };

type State =
  | { readonly kind: 'chars'; readonly fits: Chars }
  | { readonly kind: 'start' | 'finish' | 'end' }
  | { readonly kind: 'fork'; to: number; or: number };

class Parser {
  readonly #source: string;
  readonly #isAnyCase: boolean;
  #at: number;
  #depth = 0;

  constructor(source: string, at: number, isAnyCase: boolean) {
    this.#source = source;
    this.#at = at;
    this.#isAnyCase = isAnyCase;
  }

  whole(): Node {
    const node = this.#choice();
    if (this.#at < this.#source.length) throw this.#error('this bracket was never opened');
    return node;
  }

  #choice(): Node {
    if (++this.#depth > MAX_DEPTH) throw this.#error('too many brackets inside each other');
    const parts = [this.#sequence()];
    while (this.#take('|')) parts.push(this.#sequence());
    this.#depth--;
    return { kind: 'choice', parts };
  }

  #sequence(): Node {
    const parts: Node[] = [];
    while (this.#at < this.#source.length && !/[|)]/.test(this.#peek())) {
      parts.push(this.#repeated(this.#atom()));
    }
    return { kind: 'sequence', parts };
  }

  #repeated(part: Node): Node {
    let node = part;
    for (;;) {
      const start = this.#at;
      if (this.#take('*')) node = { kind: 'repeat', part: node, min: 0, max: -1 };
      else if (this.#take('+')) node = { kind: 'repeat', part: node, min: 1, max: -1 };
      else if (this.#take('?')) node = { kind: 'repeat', part: node, min: 0, max: 1 };
      else if (this.#peek() === '{') node = this.#counted(node);
      else return node;
      // Which of several ways is taken makes no difference to whether there is one.
      if (start > 0) this.#take('?');
    }
  }

  #counted(part: Node): Node {
    const start = this.#at;
    const found = /^\{(\d{1,4})(,(\d{0,4}))?\}/.exec(this.#source.slice(start, start + 12));
    if (found === null)
      throw this.#error('`{` is followed by numbers here; write `\\{` for the sign');
    const [all, least = '', range, most = ''] = found;
    const min = Number(least);
    const max = range === undefined ? min : most === '' ? -1 : Number(most);
    if (Math.max(min, max) > MAX_REPEATS || (max >= 0 && max < min)) {
      throw this.#error(`numbers of repeats go from small to large, up to ${MAX_REPEATS}`);
    }
    this.#at += all.length;
    return { kind: 'repeat', part, min, max };
  }

  #atom(): Node {
    const start = this.#at;
    const character = this.#source.charAt(this.#at++);
    switch (character) {
      case '(': {
        if (this.#take('?') && !this.#take(':')) {
          throw this.#error('only plain groups `(...)` and `(?:...)` are known', start);
        }
        const inner = this.#choice();
        if (!this.#take(')')) throw this.#error('this bracket is never closed', start);
        return inner;
      }
      case '^':
        return { kind: 'start' };
      case '$':
        return { kind: 'finish' };
      case '.':
        return { kind: 'chars', fits: () => true };
      case '[':
        return { kind: 'chars', fits: this.#class(start) };
      case '\\':
        return { kind: 'chars', fits: this.#escape() };
      case '*':
      case '+':
      case '?':
        throw this.#error('there is nothing to repeat here', start);
      default:
        return { kind: 'chars', fits: this.#only(character.charCodeAt(0)) };
    }
  }

  #class(start: number): Chars {
    const isNegated = this.#take('^');
    const members: Chars[] = [];
    for (let isFirst = true; isFirst || this.#peek() !== ']'; isFirst = false) {
      if (this.#at >= this.#source.length) throw this.#error('this class is never closed', start);
      members.push(this.#member());
    }
    this.#at++;
    const fits: Chars = (unit) => members.some((member) => member(unit));
    return isNegated ? (unit) => !fits(unit) : fits;
  }

  #member(): Chars {
    const from = this.#source.charAt(this.#at++);
    if (from === '\\') return this.#escape();
    const isRange =
      this.#peek() === '-' && !/^-(?:\]|\\|$)/.test(this.#source.slice(this.#at, this.#at + 2));
    if (!isRange) return this.#only(from.charCodeAt(0));
    const to = this.#source.charCodeAt(this.#at + 1);
    this.#at += 2;
    if (to < from.charCodeAt(0))
      throw this.#error('this range ends before it begins', this.#at - 3);
    const inside: Chars = (unit) => unit >= from.charCodeAt(0) && unit <= to;
    return this.#isAnyCase ? (unit) => casesOf(unit).some(inside) : inside;
  }

  #escape(): Chars {
    const character = this.#source.charAt(this.#at++);
    const known = CLASSES[character];
    if (known !== undefined) return known;
    if (character === '' || /[A-Za-z0-9]/.test(character)) {
      throw this.#error(
        'of letters behind a backslash `\\d`, `\\w`, `\\s` and their capitals are known',
        this.#at - 2,
      );
    }
    return this.#only(character.charCodeAt(0));
  }

  #only(wanted: number): Chars {
    if (!this.#isAnyCase) return (unit) => unit === wanted;
    const cases = casesOf(wanted);
    return (unit) => cases.includes(unit);
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at++;
    return true;
  }

  #peek(): string {
    return this.#source.charAt(this.#at);
  }

  #error(message: string, at = this.#at): RegexError {
    return new RegexError(message, at);
  }
}

function casesOf(unit: number): readonly number[] {
  const text = String.fromCharCode(unit);
  return [unit, text.toLowerCase().charCodeAt(0), text.toUpperCase().charCodeAt(0)];
}

const isDigit: Chars = (unit) => unit >= 0x30 && unit <= 0x39;
const isWord: Chars = (unit) =>
  isDigit(unit) ||
  (unit >= 0x41 && unit <= 0x5a) ||
  (unit >= 0x61 && unit <= 0x7a) ||
  unit === 0x5f;
const isSpace: Chars = (unit) => unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) || unit === 0xa0;

const CLASSES: Readonly<Partial<Record<string, Chars>>> = {
  d: isDigit,
  D: (unit) => !isDigit(unit),
  w: isWord,
  W: (unit) => !isWord(unit),
  s: isSpace,
  S: (unit) => !isSpace(unit),
};

function add<One extends State>(states: State[], state: One): One {
  if (states.length >= MAX_STATES) throw new RegexError('the expression is too long', 0);
  states.push(state);
  return state;
}

/** Writes the states of a node behind those that are there; it goes on with the one behind them. */
function emit(node: Node, states: State[]): void {
  switch (node.kind) {
    case 'chars':
    case 'start':
    case 'finish':
      add(states, node as State); // the same shape
      return;
    case 'sequence':
      for (const part of node.parts) emit(part, states);
      return;
    case 'choice':
      emitChoice(node.parts, states);
      return;
    case 'repeat':
      for (let time = 0; time < node.min; time++) emit(node.part, states);
      if (node.max < 0) emitLoop(node.part, states);
      else emitOptional(node.part, node.max - node.min, states);
  }
}

function emitChoice(parts: readonly Node[], states: State[]): void {
  const [first, ...others] = parts;
  if (first === undefined) return;
  if (others.length === 0) {
    emit(first, states);
    return;
  }
  const fork = add(states, { kind: 'fork', to: states.length + 1, or: 0 });
  emit(first, states);
  const jump = add(states, { kind: 'fork', to: 0, or: 0 });
  fork.or = states.length;
  emitChoice(others, states);
  jump.to = states.length;
  jump.or = states.length;
}

function emitLoop(part: Node, states: State[]): void {
  const at = states.length;
  const fork = add(states, { kind: 'fork', to: at + 1, or: 0 });
  emit(part, states);
  add(states, { kind: 'fork', to: at, or: at });
  fork.or = states.length;
}

function emitOptional(part: Node, times: number, states: State[]): void {
  const forks: { or: number }[] = [];
  for (let time = 0; time < times; time++) {
    forks.push(add(states, { kind: 'fork', to: states.length + 1, or: 0 }));
    emit(part, states);
  }
  for (const fork of forks) fork.or = states.length;
}

/** Walks through a text once, with the set of all states that can be reached. */
function run(states: readonly State[], text: string): boolean {
  const length = Math.min(text.length, MAX_MATCHED);
  const seen = new Int32Array(states.length).fill(-1);
  let now: number[] = [];
  for (let at = 0; at <= length; at++) {
    // An expression may begin anywhere: its first state is reached at every character.
    const reached: number[] = [];
    const pending = [0, ...now];
    while (pending.length > 0) {
      const index = pending.pop() ?? 0;
      if (seen[index] === at) continue;
      seen[index] = at;
      const state = states[index];
      if (state === undefined) continue;
      if (state.kind === 'end') return true;
      if (state.kind === 'chars') reached.push(index);
      else if (state.kind === 'fork') pending.push(state.to, state.or);
      else if (state.kind === 'start' ? at === 0 : at === text.length) pending.push(index + 1);
    }
    const unit = text.charCodeAt(at);
    now =
      at === length
        ? []
        : reached.filter((index) => fitsAt(states[index], unit)).map((index) => index + 1);
  }
  return false;
}

function fitsAt(state: State | undefined, unit: number): boolean {
  return state?.kind === 'chars' && state.fits(unit);
}
