// Which words of a catalogue are loaded with the pages and parts that say them: half of all, which the first page does without.

const PREFIXES = [
  'about',
  'basket',
  'caption',
  'cite',
  'compare',
  'copy',
  'crawls',
  'facts',
  'live',
  'operator',
  'operators',
  'pages',
  'stats',
  'syntax',
  'texts',
  'zoom',
];

/** Whether a message is loaded with the page that shows it. */
export function isPageWord(key: string): boolean {
  return PREFIXES.includes(key.slice(0, key.indexOf('.')));
}

/** The part of a catalogue that belongs to the first page, or to the others. */
export function partOf<T>(catalogue: Readonly<Record<string, T>>, part: string): Record<string, T> {
  return Object.fromEntries(
    Object.entries(catalogue).filter(([key]) => isPageWord(key) === (part === 'pages')),
  );
}
