// Names of values that selectors give: readable, the same for the compiler and at run time.

type Letter =
  | ('a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h' | 'i' | 'j' | 'k' | 'l' | 'm')
  | ('n' | 'o' | 'p' | 'q' | 'r' | 's' | 't' | 'u' | 'v' | 'w' | 'x' | 'y' | 'z');
type Plain =
  | Letter
  | Uppercase<Letter>
  | ('0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '-' | '_');

/** Names that other values of a page have, and those that no value may have. */
const TAKEN = [
  ...['title', 'text', 'meta', 'links', 'jsonLd', 'mainText', 'record', 'failures', '_'],
] as const;

type Slug<
  Text extends string,
  Made extends string = '',
  HasGap extends boolean = false,
> = Text extends `${infer First}${infer Rest}`
  ? First extends Plain
    ? Slug<Rest, `${Made}${Made extends '' ? '' : HasGap extends true ? '-' : ''}${First}`>
    : Slug<Rest, Made, true>
  : Made;

type Free<Name extends string> = Name extends ''
  ? 'element'
  : Name extends (typeof TAKEN)[number]
    ? `${Name}-element`
    : Name;

/** The name of what a selector gives: `h1` of `h1`, `div-main-p` of `div.main > p`, `title-element` of `title`. */
export type SelectorName<Selector extends string> = string extends Selector
  ? string
  : Free<Slug<Selector>>;

/**
 * Letters, digits, `-` and `_` of a selector; a `-` for all that stands between. A name that the built-in
 * values of pages have gets `-element`.
 */
export function selectorName<const Selector extends string>(
  selector: Selector,
): SelectorName<Selector> {
  const slug =
    selector
      .split(/[^A-Za-z0-9_-]+/)
      .filter((part) => part !== '')
      .join('-') || 'element';
  const isTaken = (TAKEN as readonly string[]).includes(slug);
  return (isTaken ? `${slug}-element` : slug) as SelectorName<Selector>; // the same rule as the type
}
