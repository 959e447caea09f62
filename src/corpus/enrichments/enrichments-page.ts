// The page of the documentation that lists the enrichments, made from their table.
import { ENRICHMENTS, type EnrichmentEntry, printUse } from './registry.ts';

/** The text of `docs/enrichments.md`. */
export function toEnrichmentsPage(): string {
  return `${NOTICE}${BEFORE}${ENRICHMENTS.map(toRow).join('\n')}\n${AFTER}`;
}

function toRow(entry: EnrichmentEntry): string {
  const name = entry.make === undefined ? `\`${entry.name}\` (in code)` : `\`${printUse(entry)}\``;
  const paths = entry.paths.map((path) => `\`${path}\``).join(', ');
  return `| ${name} | ${paths} | ${entry.description} |`;
}

const NOTICE =
  '<!-- Made from src/corpus/enrichments/registry.ts by enrichments-page.ts. Do not edit. -->\n';

const BEFORE = `# Enrichments

An enrichment derives values of a record from others. Its path tells the way of a value:
\`payload.string.html.title\` is the title of the tree of the text of the payload. What an enrichment
needs is derived too, once for each record, and stays out of the output unless it is asked for.

Enrichments are grouped by what they are of, and have the same names everywhere: \`html.title\` is a value of the group
\`html\` of \`pinakes/corpus\`, and \`--enrich html.title\` on the command line. There \`html.main-text\` is
\`html.mainText\`, a group may be left out where no other has the name (\`title\`), and the path of a value will do.

| name | gives | what it is |
| --- | --- | --- |
`;

const AFTER = `
The group \`url\` is known from the index; all others open archives.

## Rules

- **Absent is not failed.** A page without a title has the title \`''\`, an image without coordinates the place
  \`null\`, a selector that matches nothing gives \`''\` or an empty list. What makes no sense fails and is kept as a
  failure of the record: the tree of a payload that is no HTML, the text of binary data, the size of what is no image.
- **A page is a page** when it is declared as HTML or starts like it; **an image is an image** by its bytes alone.
- **A link is a link** when it is an \`a\` or \`area\` element whose \`href\` leads to an http or https address, whether it is shown
  or hidden (\`hidden\`, \`display:none\`, \`noscript\`). \`#part\`, \`javascript:\` and \`mailto:\` lead to none and are left out.
  \`html.links\` and \`page.outlinks\` name the same links with the same texts, which \`page.outlinks\` cuts like captions.
- **Words end as in captions** ([what is text](captions.md#what-is-text)); \`html.text\` has a line for each block.
- **Trees stay inside.** \`html.document\` and \`page.extraction\` are there for other enrichments to derive from; they cannot be asked for.
- **Work is bounded.** Trees are read up to 16 million characters, 250,000 nodes and a depth of 512, as everywhere in
  Pinakes; a selector gives at most 10,000 elements and 16 million characters of markup, a page at most 10,000 links.
  What takes more than 70 million steps in one record fails: \`h1 ~ p\` and \`:nth-child()\` look at all siblings of each
  element, so that 5,000 of them can be searched, but not 20,000.

## Parts of pages

\`html.first(selector)\` and \`html.all(selector)\` give markup, which others derive from:

\`\`\`ts
const { all, attribute, attributeOf, elementText, first, textOf } = html;
elementText.on(first('h1')); // payload.string.html.h1.text
textOf('div.main > p'); // payload.string.html.div-main-p.text: elementText.onEach(all('div.main > p'))
attributeOf('a', 'href'); // payload.string.html.a.href: attribute('href').onEach(all('a'))
\`\`\`

Values are named by the letters, digits, \`-\` and \`_\` of the selector, with a \`-\` for all that stands between. A name
that a built-in value has gets \`-element\`: \`html.first('title')\` is \`payload.string.html.title-element\`. On the command
line they are written without quotes, \`html.textOf(h1)\`, \`html.attributeOf(a,href)\`; the last comma separates, so
selectors may have commas.

## Main text

\`html.mainText\` judges each block of a page by its number of words, the share of them in links, and the same of the blocks
before and after it: the decision tree of C. Kohlschütter, P. Fankhauser and W. Nejdl, *Boilerplate Detection using
Shallow Text Features*, WSDM 2010. What markup declares as \`nav\`, \`aside\`, \`footer\` or the like is left out; a page of
a few words is taken as it is.

## Tables of the Archives Unleashed Toolkit

\`page.imageGraph\`, \`page.webGraph\` and \`image.row\` have the columns of AUT's \`imagegraph\`, \`webgraph\` and \`images\`. Times
have 14 digits. \`bytes\` of \`image.row\` is the image itself in base64, as there: \`image.facts\` tells the size and is small.
\`mime_type_tika\` is told by the bytes, here not by Tika. AUT keeps pages with HTTP status 200 alone: filter for it. Our
image graph has all kinds of mention (\`srcset\`, CSS, social cards), theirs \`img\` alone.

## One's own

\`\`\`ts
const words = defineEnrichment({
  name: 'words',
  needs: payload.string,
  gives: 'words',
  derive: (text) => text.split(/\\s+/).length,
}); // payload.string.words: number

const people = html.entities((text) => nlp(text).people().out('array')).on(html.title);
// payload.string.html.title.entities: { text, type, count }[]
\`\`\`

\`html.entities\` takes any function from a text to names, each mention once, and counts them.

| part | is |
| --- | --- |
| \`name\`, \`version\`, \`settings\` | its identity, which manifests and the facts of a library keep. The version changes whenever the answers may; without one it is a hash of the text of its functions. Settings are plain data |
| \`needs\`, \`gives\` | the value it derives from, and the name or names of its own |
| \`derive(input, context, resource)\` | one input; what it throws is kept as the reason why there is no value. \`NoValue(reason, message)\` names it in a word |
| \`deriveBatch(inputs, contexts, resource)\` | many inputs at once, beside \`derive\` or alone: a value or an \`Error\` for each. Up to 32 records are worked on together |
| \`open()\`, \`close(resource)\` | what it works with, a model file say: opened once in each thread, closed in the end, after errors too. A run whose enrichment cannot open it ends with an error |
| \`from: import.meta\` | the module that exports it: threads import that and find it by its identity |

**In threads.** Without \`from\`, and in the program's main module, an enrichment runs in the main thread. With it, threads
import the module and take the export with the same name, version and settings. A module that makes enrichments for
settings exports \`makeEnrichment({ name, version, settings })\`, which gives one. Where threads do not find it, it runs in
the main thread.

**Of images.** An enrichment that needs \`PAYLOAD\` and nothing else works on the images of a library as well as on the
records of a corpus; \`image.thumbnail\` is one.

## Programs of one's own

\`--enrich-command NAME='PROGRAM ARGS' --on VALUE\`, in code \`commandEnrichment({ name, command, on })\`, derives a value by any
program. It is started once, without a shell, and kept running. For each record it reads one line of JSON and writes one:

\`\`\`json
{"id": 7, "url": "http://example.org/", "time": "20110917000000", "value": "Bridges of an invented river"}
{"id": 7, "value": ["river"]}
\`\`\`

\`value\` is the value of \`--on\`; bytes come as base64, with \`"encoding": "base64"\`. \`{"id": 7, "error": "no text"}\` says that
there is none. The program must write its line before it reads the next, and flush it.

\`\`\`python
import json, sys
for line in sys.stdin:
    record = json.loads(line)
    print(json.dumps({"id": record["id"], "value": len(record["value"].split())}), flush=True)
\`\`\`

A program that ends, takes longer than \`--command-timeout\` (60 seconds), or answers with another id, without a value, with
no JSON or with more than 16 MB fails for that record, with the last line of its error output as part of the reason; it is
started again for the next one. After ten ends in a row it is not. \`--workers N\` runs N copies. The manifest has the
command and a version: \`--command-version\`, or a hash of the command and of the files that it names.
`;
