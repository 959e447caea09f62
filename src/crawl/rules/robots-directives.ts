// What a page or a header asks of robots for itself: meta robots and X-Robots-Tag.

/** What must not be done with a page. */
export interface RobotsDirectives {
  /** Its links are not to be followed. */
  readonly nofollow: boolean;
  /** It is not to be found. */
  readonly noindex: boolean;
  /** Its images are not to be found. */
  readonly noimageindex: boolean;
}

/** Nothing is forbidden. */
export const NO_DIRECTIVES: RobotsDirectives = {
  nofollow: false,
  noindex: false,
  noimageindex: false,
};

/**
 * Reads values of `X-Robots-Tag` headers and `meta name=robots` elements. A value may start with the name of the
 * crawler it is for: those for others do not count.
 *
 * @example parseDirectives(['noindex, nofollow', 'otherbot: none'], 'pinakes')
 */
export function parseDirectives(values: readonly string[], product: string): RobotsDirectives {
  const words = new Set<string>();
  for (const value of values.slice(0, 50)) {
    const text = value.slice(0, 2000).toLowerCase();
    const name = /^\s*([\w-]+)\s*:/.exec(text)?.[1];
    const isNamed = name !== undefined && !VALUED.has(name);
    if (isNamed && name !== product.toLowerCase() && name !== 'robots') continue;
    const list = isNamed ? text.slice(text.indexOf(':') + 1) : text;
    for (const word of list.split(',')) words.add(word.trim());
  }
  const isNone = words.has('none');
  return {
    nofollow: isNone || words.has('nofollow'),
    noindex: isNone || words.has('noindex'),
    noimageindex: words.has('noimageindex') || isNone || words.has('noindex'),
  };
}

/** Directives that have a value behind a colon, and so look like the name of a crawler. */
const VALUED: ReadonlySet<string> = new Set([
  ...['max-snippet', 'max-image-preview', 'max-video-preview', 'unavailable_after'],
]);
