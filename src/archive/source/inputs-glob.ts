// File patterns: `*`, `**`, `?`, `[a-z]`, `{a,b}`, matched in time linear in name times pattern.
import { PinakesError } from '../../support/errors.ts';

/**
 * A pattern as a small machine that is fed one path segment at a time, so that a walk enters only
 * folders in which something can match.
 */
export interface Glob {
  /** Where matching starts: nothing has been fed yet. */
  readonly start: GlobState;
  /** The state after one more segment; empty when nothing below can match. */
  step(state: GlobState, segment: string): GlobState;
  /** Whether what was fed matches the whole pattern. */
  isMatch(state: GlobState): boolean;
}

/** Positions in the pattern, ascending. */
export type GlobState = readonly number[];

/** Whether a text has characters that mean something in a pattern. */
export function hasMagic(text: string): boolean {
  return /[*?[\]{}]/.test(text);
}

/** Compiles a pattern without braces; segments are parted by `/`. */
export function compileGlob(pattern: string): Glob {
  const segments = pattern.split('/').map(compileSegment);
  // `**` may stand for no folder at all, so the position behind it is reached at once.
  const closed = (state: readonly number[]): GlobState => {
    const all = new Set<number>();
    for (let position of state) {
      all.add(position);
      while (segments[position] === ANY_DEPTH) all.add(++position);
    }
    return [...all].sort((a, b) => a - b);
  };
  return {
    start: closed([0]),
    step(state, name) {
      const next: number[] = [];
      for (const position of state) {
        const segment = segments[position];
        if (segment === ANY_DEPTH && !isHidden(name)) next.push(position);
        if (segment && segment !== ANY_DEPTH && matchSegment(segment, name))
          next.push(position + 1);
      }
      return closed(next);
    },
    isMatch: (state) => state.includes(segments.length),
  };
}

/** Whether a path, or a folder above it, matches: a folder stands for all that is in it. */
export function matchesGlob(glob: Glob, path: string): boolean {
  let place: GlobPlace = { glob, state: glob.start };
  for (const segment of path.split('/')) place = descend(place, segment);
  return place.glob.isMatch(place.state);
}

/** A position in a tree of names, as a pattern sees it. */
export interface GlobPlace {
  readonly glob: Glob;
  readonly state: GlobState;
}

/** The place one name further down; below a match everything that is not hidden matches. */
export function descend({ glob, state }: GlobPlace, name: string): GlobPlace {
  const next = glob.step(state, name);
  return glob.isMatch(next) ? everywhere() : { glob, state: next };
}

/** The place from which everything that is not hidden matches. */
export function everywhere(): GlobPlace {
  return { glob: EVERYTHING, state: EVERYTHING.start };
}

/** Writes out `{a,b}`: `x{1,2}` becomes `x1` and `x2`. Throws `PATTERN_INVALID` beyond 1000. */
export function expandBraces(pattern: string): string[] {
  const done: string[] = [];
  const open = [pattern];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const choice = findChoice(next);
    if (choice === undefined) done.push(next);
    else for (const part of choice.parts) open.push(choice.before + part + choice.after);
    if (done.length + open.length > MAX_CHOICES) {
      const detail = `its braces stand for more than ${MAX_CHOICES} names`;
      throw new PinakesError('PATTERN_INVALID', { pattern, detail });
    }
  }
  return done.sort();
}

const MAX_CHOICES = 1000;
const ANY_DEPTH = '**';
const STAR = '*';
const EVERYTHING = compileGlob(ANY_DEPTH);

/** What one character of a name may be, or a star. */
type Token = ((character: string) => boolean) | typeof STAR;

interface Segment {
  readonly tokens: readonly Token[];
  /** As in a shell, a hidden file has to be named as such. */
  readonly takesHidden: boolean;
}

function isHidden(name: string): boolean {
  return name.startsWith('.');
}

function compileSegment(text: string): Segment | typeof ANY_DEPTH {
  if (text === ANY_DEPTH) return ANY_DEPTH;
  const tokens: Token[] = [];
  const characters = [...text];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    const classEnd = character === '[' ? findClassEnd(characters, at) : -1;
    if (character === STAR) tokens.push(STAR);
    else if (character === '?') tokens.push(() => true);
    else if (classEnd > 0) {
      tokens.push(compileClass(characters.slice(at + 1, classEnd)));
      at = classEnd;
    } else tokens.push((other) => other === character);
  }
  return { tokens, takesHidden: isHidden(text) };
}

/** A `]` right after the opening stands for itself; without an end, `[` does. */
function findClassEnd(characters: readonly string[], start: number): number {
  const first = '!^'.includes(characters[start + 1] ?? ' ') ? start + 2 : start + 1;
  return characters.indexOf(']', first + 1);
}

function compileClass(members: readonly string[]): Token {
  const isNegated = members[0] === '!' || members[0] === '^';
  const body = isNegated ? members.slice(1) : members;
  const ranges: (readonly [string, string])[] = [];
  for (let at = 0; at < body.length; at += 1) {
    const from = body[at] ?? '';
    const to = body[at + 1] === '-' ? body[at + 2] : undefined;
    ranges.push([from, to ?? from]);
    if (to !== undefined) at += 2;
  }
  return (character) =>
    ranges.some(([from, to]) => from <= character && character <= to) !== isNegated;
}

/** Goes back to the last star only: what an earlier star could take, the last one can as well. */
function matchSegment({ tokens, takesHidden }: Segment, name: string): boolean {
  if (isHidden(name) && !takesHidden) return false;
  const characters = [...name];
  let token = 0;
  let starAt = -1;
  let resumeAt = 0;
  for (let at = 0; at < characters.length; ) {
    const expected = tokens[token];
    if (expected === STAR) {
      starAt = token;
      resumeAt = at;
      token += 1;
    } else if (expected?.(characters[at] ?? '')) {
      token += 1;
      at += 1;
    } else if (starAt >= 0) {
      token = starAt + 1;
      resumeAt += 1;
      at = resumeAt;
    } else return false;
  }
  return tokens.slice(token).every((rest) => rest === STAR);
}

interface Choice {
  readonly before: string;
  readonly parts: readonly string[];
  readonly after: string;
}

/** The first pair of braces that closes and has a comma in it. */
function findChoice(pattern: string): Choice | undefined {
  const opened: number[][] = []; // for each open brace its place, then those of its commas
  for (let at = 0; at < pattern.length; at += 1) {
    if (pattern[at] === '{') opened.push([at]);
    if (pattern[at] === ',') opened.at(-1)?.push(at);
    const [start, ...commas] = (pattern[at] === '}' && opened.pop()) || [];
    if (start === undefined || commas.length === 0) continue;
    const ends = [...commas, at];
    const parts = [start, ...commas].map((from, index) => pattern.slice(from + 1, ends[index]));
    return { before: pattern.slice(0, start), parts, after: pattern.slice(at + 1) };
  }
  return undefined;
}
