// The page of the documentation that lists the enrichments, made from their table.
import { ENRICHMENTS, type EnrichmentEntry, printUse } from './registry.ts';

/** The text of `docs/enrichments.md`. */
export function toEnrichmentsPage(): string {
  return `${NOTICE}${BEFORE}${ENRICHMENTS.map(toRow).join('\n')}\n${AFTER}`;
}

function toRow(entry: EnrichmentEntry): string {
  const paths = entry.paths.map((path) => `\`${path}\``).join(', ');
  return `| \`${printUse(entry)}\` | ${paths} | ${entry.description} |`;
}

const NOTICE =
  '<!-- Made from src/corpus/enrichments/registry.ts by enrichments-page.ts. Do not edit. -->\n';

const BEFORE = `# Enrichments

An enrichment derives values of a record from others. Its path tells the way of a value:
\`payload.string.html.title\` is the title of the tree of the text of the payload. What an enrichment
needs is derived too, once for each record, and stays out of the output unless it is asked for.

On the command line enrichments are asked for by name, or by the path they give: \`--enrich html.title,images\`.
\`html.\` may be left out: \`title\`.

| name | gives | what it is |
| --- | --- | --- |
`;

const AFTER = `
\`url\` and \`surt\` are known from the index; all others open archives.

In code the same are values of \`pinakes/corpus\` in camel case: \`title\`, \`mainText\`, \`exifPlace\`, \`urlParts\`.

## Rules

- **Absent is not failed.** A page without a title has the title \`''\`, an image without coordinates the place
  \`null\`, a selector that matches nothing gives \`''\` or an empty list. What makes no sense fails and is kept as a
  failure of the record: the tree of a payload that is no HTML, the text of binary data, the size of what is no image.
- **A page is a page** when it is declared as HTML or starts like it; **an image is an image** by its bytes alone.
- **Trees stay inside.** \`html\` and \`page\` are there for other enrichments to derive from; they cannot be asked for.
- **Work is bounded.** Trees are read up to 16 million characters, 250,000 nodes and a depth of 512, as everywhere in
  Pinakes; a selector gives at most 10,000 elements and 16 million characters of markup, a page at most 10,000 links.
  What takes more than 70 million steps in one record fails: \`h1 ~ p\` and \`:nth-child()\` look at all siblings of each
  element, so that 5,000 of them can be searched, but not 20,000.

## Parts of pages

\`first(selector)\` and \`all(selector)\` give markup, which others derive from:

\`\`\`ts
elementText.on(first('h1'));            // payload.string.html.h1.text
attribute('href').onEach(all('a'));     // payload.string.html.a.href: one for each link
elementText.onEach(all('div.main > p')); // payload.string.html.div-main-p.text
\`\`\`

Values are named by the letters, digits, \`-\` and \`_\` of the selector, with a \`-\` for all that stands between. A name
that a built-in value has gets \`-element\`: \`first('title')\` is \`payload.string.html.title-element\`. On the command line
\`text(h1)\` and \`attribute(a,href)\` stand for the first two lines, for every element that matches; the last comma
separates, so selectors may have commas.

## Main text

\`main-text\` judges each block of a page by its number of words, the share of them in links, and the same of the blocks
before and after it: the decision tree of C. Kohlschütter, P. Fankhauser and W. Nejdl, *Boilerplate Detection using
Shallow Text Features*, WSDM 2010. What markup declares as \`nav\`, \`aside\`, \`footer\` or the like is left out; a page of
a few words is taken as it is.

## Tables of the Archives Unleashed Toolkit

\`image-graph\`, \`web-graph\` and \`image-row\` have the columns of AUT's \`imagegraph\`, \`webgraph\` and \`images\`. Times
have 14 digits. \`bytes\` of \`image-row\` is the image itself in base64, as there: \`image\` tells the size and is small.
\`mime_type_tika\` is told by the bytes, here not by Tika. AUT keeps pages with HTTP status 200 alone: filter for it. Our
image graph has all kinds of mention (\`srcset\`, CSS, social cards), theirs \`img\` alone.

## One's own

\`\`\`ts
const length = defineEnrichment({
  name: 'length',
  needs: string,
  gives: 'length',
  derive: (text) => text.length,
}); // payload.string.length: number

const people = entities((text) => nlp(text).people().out('array')).on(title);
// payload.string.html.title.entities: { text, type, count }[]
\`\`\`

\`entities\` takes any function from a text to names, each mention once, and counts them.
`;
