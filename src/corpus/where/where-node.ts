// What a condition is made of: plain data, and the functions that join it in one normal form.

/** A condition on the fields of a capture. Made by `parseWhere`, or joined by `allOf`, `anyOf` and `not`. */
export type Where =
  /** All of them hold; none at all always hold. */
  | { readonly kind: 'and'; readonly conditions: readonly Where[] }
  /** One of them holds; none at all never hold. */
  | { readonly kind: 'or'; readonly conditions: readonly Where[] }
  | { readonly kind: 'not'; readonly condition: Where }
  /** One of the patterns fits the text. */
  | {
      readonly kind: 'text';
      readonly field: TextField;
      readonly patterns: readonly TextPattern[];
    }
  /** The number lies in one of the ranges. */
  | {
      readonly kind: 'count';
      readonly field: CountField;
      readonly ranges: readonly CountRange[];
    }
  /** A regular expression fits somewhere in the URL as it was captured (`compileRegex`). */
  | { readonly kind: 'match'; readonly source: string }
  /** The time lies in one of the ranges. */
  | { readonly kind: 'time'; readonly ranges: readonly TimeRange[] };

/** A field with text. */
export type TextField = 'url' | 'host' | 'surt' | 'mime' | 'digest' | 'file' | 'redirect' | 'meta';

/** A field with a number. */
export type CountField = 'status' | 'length' | 'offset';

/** The texts between the wildcards of a pattern: one alone is the whole text, `['a', '']` is `a*`. */
export type TextPattern = readonly string[];

/** Numbers between two others, inclusive; `MAX_COUNT` where there is no end. */
export interface CountRange {
  readonly from: number;
  readonly to: number;
}

/** Times between two others, inclusive: as many digits as were given, `''` where there is no end. */
export interface TimeRange {
  readonly from: string;
  readonly to: string;
}

/** Stands for a range without an end. */
export const MAX_COUNT = Number.MAX_SAFE_INTEGER;

/** The condition that holds where all of the given ones do; where there are none, always. */
export function allOf(conditions: readonly Where[]): Where {
  return join('and', conditions);
}

/** The condition that holds where one of the given ones does; where there are none, never. */
export function anyOf(conditions: readonly Where[]): Where {
  return join('or', conditions);
}

/** The condition that holds where the given one does not. */
export function not(condition: Where): Where {
  return condition.kind === 'not' ? condition.condition : { kind: 'not', condition };
}

function join(kind: 'and' | 'or', conditions: readonly Where[]): Where {
  const flat = conditions.flatMap((condition) =>
    condition.kind === kind ? condition.conditions : [condition],
  );
  const [only] = flat;
  return only !== undefined && flat.length === 1 ? only : { kind, conditions: flat };
}
