// How good the answers are on real sites and saved pages: known items sought by any of their words, by two and by three.
//   npx tsx bench/answers.ts [--half odd|even] [--only sites|pages] [--json] [--keep FOLDER]
// Alternative texts and, of saved pages, figcaptions are cut out of the pages before these are read, so that nothing
// of them is indexed; then each seeks its image. --keep leaves the libraries in a folder, each with its queries as judgements, for
// bench/tune-ranking.ts. Data: the folder PINAKES_DATA, default ../shared/data.
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { extractPage, inspectImage } from '../src/extract/extract.ts';
import type { Library } from '../src/index/index.ts';
import type { LibraryIndex } from '../src/index/search-index.ts';
import { foldWord, toWords } from '../src/model/analysis/analysis.ts';
import { toFieldValues } from '../src/model/document-words.ts';
import type { ReferenceObservation } from '../src/model/observation.ts';
import { createFormFinder } from '../src/search/other-forms.ts';
import { searchImages, type WordMatch } from '../src/search/search.ts';
import { filesOfTar } from '../test/quality/real-pages.ts';
import { createStandInLibrary, isOfHalf, type StandIn, TIME } from './stand-in-library.ts';

const { values } = parseArgs({
  options: {
    half: { type: 'string' },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
    keep: { type: 'string' },
  },
});
const DATA = process.env['PINAKES_DATA'] ?? join(import.meta.dirname, '../../shared/data');
const PLACES = 10;

/** A page of the set, with what is to be hidden still in it. */
interface SourcePage {
  readonly url: string;
  readonly html: Buffer;
  /** Image files of its site, by address. */
  readonly toImage?: (reference: ReferenceObservation) => StandIn | undefined;
}

/** Words that are looked for, and the addresses (without sizes) of the images that had them. */
interface KnownItem {
  readonly words: readonly string[];
  readonly stems: ReadonlySet<string>;
}

/** Address without what tells sizes of one picture apart; the harness must not take these for different pictures. */
function toStem(url: string): string {
  return url
    .replace(/[?#].*$/s, '')
    .replace(/(?:[-_]\d{2,4}x\d{2,4}|[-_]scaled|[-_]\d{3,4}w|@\dx|_hu\w+)+(?=\.\w+$)/i, '')
    .replace(/\/(?:thumbs?|thumbnails?|small|medium|large)\//gi, '/')
    .toLowerCase();
}

function* sitePages(): Generator<SourcePage> {
  const sites = join(DATA, 'sites');
  const bases: Readonly<Record<string, string>> = {
    'partir-loin': 'http://www.partir-loin.fr/',
    jimlux: 'http://home.earthlink.net/~jimlux/',
    '90minutos': 'https://90minutos.co/',
  };
  for (const site of readdirSync(sites).filter((name) => !name.includes('.'))) {
    const base = bases[site] ?? `http://www.${site}.example/`;
    if (!isOfHalf(new URL(base).hostname, values.half)) continue;
    const toImage = createFinder(join(sites, site), base);
    for (const name of readdirSync(join(sites, site), {
      recursive: true,
      encoding: 'utf8',
    }).sort()) {
      if (!/\.html?$/i.test(name)) continue;
      const path =
        basename(name) === 'index.html' ? `${dirname(name)}/`.replace(/^\.\//, '') : name;
      yield { url: base + encodeURI(path), html: readFileSync(join(sites, site, name)), toImage };
    }
  }
}

/** Finds the file that stands at an address of a site. */
function createFinder(folder: string, base: string) {
  const path = new URL(base).pathname;
  return ({ url }: ReferenceObservation): StandIn | undefined => {
    const { pathname } = new URL(url);
    if (!pathname.startsWith(path)) return undefined;
    const file = join(folder, decodeSafely(pathname.slice(path.length)));
    if (!file.startsWith(folder) || !existsSync(file)) return undefined;
    let bytes: Buffer;
    try {
      bytes = readFileSync(file);
    } catch {
      return undefined; // a folder
    }
    const image = inspectImage(bytes);
    if (image.kind !== 'image' || image.rejected !== undefined) return undefined;
    const digest = createHash('sha256').update(bytes).digest('hex');
    return { digest, width: image.width, height: image.height };
  };
}

function decodeSafely(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function* savedPages(): Generator<SourcePage> {
  const folder = join(DATA, 'pages');
  for (const tar of readdirSync(folder).filter((name) => name.endsWith('.tar.gz'))) {
    for (const { name, bytes } of filesOfTar(gunzipSync(readFileSync(join(folder, tar))))) {
      if (/expected/.test(name)) continue;
      const site =
        basename(name) === 'source.html' ? basename(dirname(name)) : basename(name, '.html');
      const url = `http://${site.replace(/--.*$/, '').toLowerCase()}/page/${site}`;
      if (isOfHalf(new URL(url).hostname, values.half)) yield { url, html: bytes };
    }
  }
}

/** Takes what images are said to show out of their tags. */
function hideAttributes(html: string): string {
  const attribute =
    /\s(?:alt|title|data-\w*(?:caption|title|description))\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi;
  return html.replace(/<(?:img|area|input)\b[^>]*>/gi, (tag) => tag.replace(attribute, ''));
}

/** A set of pages: what is hidden in it, and how. */
const SETS = {
  sites: {
    pages: sitePages,
    textOf: ({ alt }: ReferenceObservation) => alt,
    hide: hideAttributes,
  },
  pages: {
    pages: savedPages,
    textOf: ({ caption, captionSource, alt }: ReferenceObservation) =>
      captionSource === 'figcaption' ? caption : alt,
    hide: (html: string) =>
      hideAttributes(html.replace(/<figcaption\b[\s\S]*?<\/figcaption\s*>/gi, '')),
  },
} as const;

type SetName = keyof typeof SETS;

/** How a query is asked. */
interface Mode {
  readonly name: string;
  readonly profile: string;
  /** For all words of the text, and for its rarest two and three. */
  readonly any: WordMatch;
  readonly few: WordMatch;
}

const MODES: readonly Mode[] = [
  { name: 'paper, all words', profile: 'paper', any: 'any', few: 'all' },
  { name: 'pinakes, all words', profile: 'pinakes', any: 'any', few: 'all' },
  { name: 'pinakes, most words', profile: 'pinakes', any: 'any', few: 'most' },
];

async function measure(set: SetName): Promise<Record<string, unknown>[]> {
  const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'pinakes-answers-'));
  try {
    const made = await createStandInLibrary(join(folder, set), set);
    const { pages, textOf, hide } = SETS[set];
    const stemsByText = new Map<string, Set<string>>();
    for (const { url, html, toImage } of pages()) {
      const { references } = extractPage(html, { url, time: TIME, status: 200 });
      for (const reference of references) {
        if (toImage !== undefined && toImage(reference) === undefined) continue;
        const text = toWords(textOf(reference)).map(foldWord).join(' ');
        if (text === '') continue;
        const stems = stemsByText.get(text) ?? new Set();
        stems.add(toStem(reference.url));
        stemsByText.set(text, stems);
      }
      made.addPage(Buffer.from(hide(html.toString('latin1')), 'latin1'), url, toImage);
    }
    const images = await made.finish();
    const items = toItems(stemsByText);
    const { index } = made.library;
    if (items.length === 0) {
      made.library.close();
      return []; // no host of this half
    }
    if (values.keep !== undefined)
      writeJudgements(join(folder, `${set}.jsonl`), items, made.library);
    const rows = [await measureRow(set, 'OR', items, index)];
    for (const count of [2, 3])
      rows.push(await measureRow(set, `AND ${count}`, items, index, count));
    const distinct = {
      ...(await measureDistinct(index, items)),
      ...(await measureForms(index, items)),
    };
    made.library.close();
    return rows.map((row) => ({ ...row, images, ...distinct }));
  } finally {
    if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/** The queries of all rows with the images that they seek. */
function writeJudgements(path: string, items: readonly KnownItem[], library: Library): void {
  const idsByStem = new Map<string, string[]>();
  for (const { document } of library.documents.all()) {
    const stem = toStem(document.oldest.url);
    idsByStem.set(stem, [...(idsByStem.get(stem) ?? []), document.id]);
  }
  const lines = items.flatMap(({ words, stems }) =>
    [...new Set([32, 2, 3].filter((count) => count === 32 || words.length >= count))].flatMap(
      (count) => {
        const query = words.slice(0, count).join(' ');
        const ids = [...stems].flatMap((stem) => idsByStem.get(stem) ?? []);
        return ids.map((id) => JSON.stringify({ query, id, grade: 1 }));
      },
    ),
  );
  writeFileSync(path, `${lines.join('\n')}\n`);
}

/** Texts of at least two words that name one picture, their rarest words first. */
function toItems(stemsByText: ReadonlyMap<string, ReadonlySet<string>>): KnownItem[] {
  const frequency = new Map<string, number>();
  const texts = [...stemsByText].map(([text, stems]) => {
    const words = [...new Set(text.split(' '))].filter((word) => /^\p{L}{3,}$/u.test(word));
    for (const word of words) frequency.set(word, (frequency.get(word) ?? 0) + 1);
    return { words, stems };
  });
  return texts
    .filter(({ words, stems }) => words.length >= 2 && stems.size === 1)
    .map(({ words, stems }) => ({
      stems,
      words: words.toSorted(
        (a, b) => (frequency.get(a) ?? 0) - (frequency.get(b) ?? 0) || (a < b ? -1 : 1),
      ),
    }));
}

async function measureRow(
  set: SetName,
  kind: string,
  all: readonly KnownItem[],
  index: LibraryIndex,
  count?: number,
): Promise<Record<string, unknown>> {
  const items = all.filter(({ words }) => count === undefined || words.length >= count);
  const row: Record<string, unknown> = { set, kind, queries: items.length };
  for (const { name, profile, any, few } of MODES) {
    let gain = 0;
    let empty = 0;
    for (const { words, stems } of items) {
      const query = words.slice(0, count ?? 32).join(' ');
      const match = count === undefined ? any : few;
      const answer = await searchImages(index, {
        query,
        match,
        profile,
        safe: false,
        limit: PLACES,
      });
      const place = answer.items.findIndex(({ url }) => stems.has(toStem(url)));
      if (place >= 0) gain += 1 / (place + 1);
      if (answer.total.value === 0) empty++;
    }
    row[name] = { mrr: gain / items.length, empty: empty / items.length };
  }
  return row;
}

/** Different pictures among the first twelve of queries that find many: single frequent words. */
async function measureDistinct(index: LibraryIndex, items: readonly KnownItem[]) {
  const words = [...new Set(items.map(({ words: own }) => own.at(-1) ?? ''))].slice(0, 100);
  let shown = 0;
  let distinct = 0;
  for (const query of words) {
    const { items: found } = await searchImages(index, { query, safe: false, limit: 12 });
    shown += found.length;
    distinct += new Set(found.map(({ url }) => toStem(url))).size;
  }
  return { distinct: distinct / shown };
}

/** Words of which the library has other forms too, and for how many of them another form stands before the first image that has the word itself. */
async function measureForms(index: LibraryIndex, items: readonly KnownItem[]) {
  const findOtherForms = await createFormFinder(index);
  const words = [...new Set(items.flatMap(({ words: own }) => own.slice(-2)))];
  let inflected = 0;
  let otherFirst = 0;
  for (const query of words) {
    if ((await findOtherForms(query)).length === 0 || (await index.wordCount(query)) === 0)
      continue;
    inflected++;
    const { items: found } = await searchImages(index, { query, safe: false, limit: PLACES });
    const documents = await index.documents(found.map(({ id }) => id));
    const isExact = documents.map(
      (document) => document !== undefined && toFieldValues(document).flat(2).includes(query),
    );
    if (isExact[0] === false && isExact.includes(true)) otherFirst++;
  }
  return { inflected, otherFirst };
}

const rows: Record<string, unknown>[] = [];
for (const set of Object.keys(SETS) as SetName[]) {
  if (values.only === undefined || values.only === set) rows.push(...(await measure(set)));
}
if (values.json) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
else {
  const width = Math.max(...MODES.map(({ name }) => name.length));
  for (const row of rows) {
    const { set, kind, queries, images, distinct, inflected, otherFirst } = row;
    process.stdout.write(
      `${set} ${kind}: ${queries} queries, ${images} images, ${(100 * Number(distinct)).toFixed(1)} % distinct, another form first for ${otherFirst} of ${inflected} words\n`,
    );
    for (const { name } of MODES) {
      const { mrr, empty } = row[name] as { mrr: number; empty: number };
      process.stdout.write(
        `  ${name.padEnd(width)}  ${mrr.toFixed(3)}  empty ${(100 * empty).toFixed(1)} %\n`,
      );
    }
  }
}
