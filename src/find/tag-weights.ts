// How much a keyword counts by the elements it stands in: paper 003, Table 1.

/** The weights of Table 1; elements that are not in it add nothing. */
export const TAG_WEIGHTS: Readonly<Record<string, number>> = {
  title: 5.0,
  h1: 4.0,
  h2: 3.6,
  h3: 3.35,
  h4: 2.4,
  h5: 2.3,
  h6: 2.2,
  ...Object.fromEntries(
    ['b', 'i', 'em', 'strong', 'font', 'center', 'ins'].map((tag) => [tag, 3.0]),
  ),
};

const NAMES = Object.keys(TAG_WEIGHTS);

/** The bit of an element that is a link: its text is about where it leads. */
export const LINK_BIT = 1 << NAMES.length;

/** The bit of an element that frames a page rather than fills it. */
export const FRAME_BIT = 1 << (NAMES.length + 1);

const FRAMES = new Set(['nav', 'aside', 'footer', 'header']);

/** The bit of an element name; 0 for those that mean nothing here. */
export function tagBit(name: string): number {
  if (name === 'a') return LINK_BIT;
  if (FRAMES.has(name)) return FRAME_BIT;
  const at = NAMES.indexOf(name);
  return at < 0 ? 0 : 1 << at;
}

/**
 * The weight of a keyword that stands inside the elements of these bits: 1, and the weight of each kind of element
 * once, however often it is nested.
 *
 * @example weightOf(tagBit('h1') | tagBit('b')) // 1 + 4 + 3
 */
export function weightOf(bits: number): number {
  let weight = 1;
  for (const [at, name] of NAMES.entries()) {
    if ((bits & (1 << at)) !== 0) weight += TAG_WEIGHTS[name] ?? 0;
  }
  return weight;
}
