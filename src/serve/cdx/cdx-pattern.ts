// Patterns that strangers send: a subset of regular expressions, matched in linear time.
import { MANY, type Node, PatternError, parsePattern, type Test } from './cdx-pattern-parser.ts';

/** A pattern that was understood. */
export interface Pattern {
  /** Its length: time grows with it and with the length of the text. */
  readonly steps: number;
  /** Whether all of a text fits. */
  matches(text: string): boolean;
  /** Whether the beginning of a text fits. */
  matchesStart(text: string): boolean;
}

/** Steps of a program; repetitions are written out, so a short pattern could make a long one. */
const MAX_STEPS = 500;
const MAX_WORK = 10_000;
/** Longer texts are compared up to here. */
const MAX_TEXT = 8192;

/**
 * Understands characters, `.`, classes, `\d \w \s` and their opposites, groups, `|`, `^`, `$` and the
 * repetitions `* + ? {m,n}`. Throws `PatternError` for all else: there is no looking around and no going
 * back to a group, so that a text is read once, with all possibilities side by side (K. Thompson,
 * "Regular Expression Search Algorithm", 1968), and no pattern is slow.
 */
export function compilePattern(source: string): Pattern {
  const node = parsePattern(source);
  const program: Step[] = [];
  emit(node, { steps: program, work: 0 });
  program.push({ kind: 'match' });
  return {
    steps: program.length,
    matches: (text) => run(program, text.slice(0, MAX_TEXT), true),
    matchesStart: (text) => run(program, text.slice(0, MAX_TEXT), false),
  };
}

type Step =
  | { readonly kind: 'character'; readonly test: Test }
  | { readonly kind: 'start' | 'end' | 'match' }
  /** Goes on at both places. */
  | { readonly kind: 'split'; a: number; b: number };

/** A program being written. */
interface Draft {
  readonly steps: Step[];
  /** Nodes visited: empty ones can be repeated without making the program longer. */
  work: number;
}

function emit(node: Node, program: Draft): void {
  if (program.steps.length > MAX_STEPS || ++program.work > MAX_WORK)
    throw new PatternError('is too long once repetitions are written out');
  switch (node.kind) {
    case 'empty':
      return;
    case 'start':
    case 'end':
    case 'character':
      program.steps.push(node);
      return;
    case 'sequence':
      for (const part of node.parts) emit(part, program);
      return;
    case 'choice':
      emitChoice(node.parts, program);
      return;
    case 'repeat':
      emitRepeat(node, program);
  }
}

function emitChoice(parts: readonly Node[], program: Draft): void {
  const ends: { a: number; b: number }[] = [];
  for (const [index, part] of parts.entries()) {
    if (index === parts.length - 1) {
      emit(part, program);
      break;
    }
    const split = pushSplit(program);
    split.a = program.steps.length;
    emit(part, program);
    ends.push(pushSplit(program));
    split.b = program.steps.length;
  }
  for (const end of ends) end.a = end.b = program.steps.length;
}

function emitRepeat(node: Node & { readonly kind: 'repeat' }, program: Draft): void {
  const { part, min, max } = node;
  for (let i = 0; i < min; i++) emit(part, program);
  if (max === MANY) {
    const start = program.steps.length;
    const split = pushSplit(program);
    split.a = program.steps.length;
    emit(part, program);
    const back = pushSplit(program);
    back.a = back.b = start;
    split.b = program.steps.length;
    return;
  }
  const splits: { a: number; b: number }[] = [];
  for (let i = min; i < max; i++) {
    const split = pushSplit(program);
    split.a = program.steps.length;
    splits.push(split);
    emit(part, program);
  }
  for (const split of splits) split.b = program.steps.length;
}

function pushSplit(program: Draft): { a: number; b: number } {
  const split = { kind: 'split' as const, a: 0, b: 0 };
  program.steps.push(split);
  return split;
}

/** Follows all possibilities at once: each character is looked at once by each step. */
function run(program: readonly Step[], text: string, isWhole: boolean): boolean {
  let current = new StepSet(program.length);
  let next = new StepSet(program.length);
  current.add(program, 0, 0, text.length);
  for (let index = 0; index < text.length; index++) {
    if (!isWhole && current.isMatch) return true;
    if (current.size === 0) return false;
    const code = text.charCodeAt(index);
    next.clear();
    for (let i = 0; i < current.size; i++) {
      const at = current.steps[i] ?? 0;
      const step = program[at];
      if (step?.kind === 'character' && step.test(code)) {
        next.add(program, at + 1, index + 1, text.length);
      }
    }
    [current, next] = [next, current];
  }
  return current.isMatch;
}

/** Steps that are possible at one place of the text, each once. */
class StepSet {
  readonly steps: Uint16Array;
  readonly #seen: Uint32Array;
  readonly #waiting: number[] = [];
  #round = 1;
  size = 0;
  isMatch = false;

  constructor(length: number) {
    this.steps = new Uint16Array(length);
    this.#seen = new Uint32Array(length);
  }

  clear(): void {
    this.#round++;
    this.size = 0;
    this.isMatch = false;
  }

  /** Adds a step and those that follow it without a character. */
  add(program: readonly Step[], first: number, index: number, length: number): void {
    this.#waiting.push(first);
    for (let at = this.#waiting.pop(); at !== undefined; at = this.#waiting.pop()) {
      if (this.#seen[at] === this.#round) continue;
      this.#seen[at] = this.#round;
      const step = program[at];
      if (step === undefined) continue;
      if (step.kind === 'split') this.#waiting.push(step.b, step.a);
      else if (step.kind === 'match') this.isMatch = true;
      else if (step.kind === 'character') this.steps[this.size++] = at;
      else if (step.kind === 'start' ? index === 0 : index === length) this.#waiting.push(at + 1);
    }
  }
}
