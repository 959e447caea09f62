// A part of a page that is made from the code while the rest is written by hand.

/**
 * The page with `text` between its markers `<!-- NAME: anything -->` and `<!-- end of NAME -->`. Throws when a marker
 * is missing: the part would be lost in silence.
 */
export function replaceSection(page: string, name: string, text: string): string {
  const start = page.indexOf('\n', page.indexOf(`<!-- ${name}: `)) + 1;
  const end = page.indexOf(`<!-- end of ${name} -->`, start);
  if (!page.includes(`<!-- ${name}: `) || start === 0 || end < 0) {
    throw new Error(`the page has no section "${name}" between its two markers`);
  }
  return `${page.slice(0, start)}${text}\n${page.slice(end)}`;
}
