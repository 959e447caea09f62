// What a page says and shows, for comparing two captures of it: its lines of text and its images.
import { Parser } from 'htmlparser2';
import { decodePage } from '../../extract/page/charset.ts';
import { parseUrl } from '../../support/parse-url.ts';

/** An image of a page. */
export interface ShownPicture {
  /** Absolute URL. */
  readonly url: string;
  readonly alt: string;
}

/** What a page holds. */
export interface PageParts {
  readonly title: string;
  /** One for each block of text, blanks collapsed. */
  readonly lines: readonly string[];
  /** Each address once, in the order of the page. */
  readonly pictures: readonly ShownPicture[];
  /** More was there than is read. */
  readonly isCut: boolean;
}

/** Bytes of a page that are compared. */
export const MAX_COMPARED_BYTES = 1024 * 1024;
const MAX_LINES = 3000;
const MAX_PICTURES = 500;
const MAX_LINE = 1000;

const SILENT = new Set(['script', 'style', 'template', 'noscript', 'head', 'svg']);
const INLINE = new Set(
  'a abbr acronym b bdi bdo big cite code del dfn em font i img ins kbd label mark nobr q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

/** Reads a page. Linear in its size, of which at most `MAX_COMPARED_BYTES` count. */
export function readPageParts(
  bytes: Buffer,
  { url, contentType }: { readonly url: string; readonly contentType: string },
): PageParts {
  const { text } = decodePage(bytes.subarray(0, MAX_COMPARED_BYTES), {
    contentType,
    topLevelDomain: '',
  });
  const lines: string[] = [];
  const pictures = new Map<string, string>();
  let isCut = bytes.length > MAX_COMPARED_BYTES;
  let base = url;
  let title = '';
  let line = '';
  let silent = 0;
  let isTitle = false;
  const endLine = (): void => {
    const said = line.replace(/\s+/g, ' ').trim();
    line = '';
    if (said === '') return;
    if (lines.length < MAX_LINES) lines.push(said.slice(0, MAX_LINE));
    else isCut = true;
  };
  const addPicture = (source: string | undefined, alt: string): void => {
    const found = source === undefined ? undefined : parseUrl(source.trim(), base);
    if (found === undefined || !/^https?:$/.test(found.protocol)) return;
    if (pictures.size < MAX_PICTURES) pictures.set(found.href, pictures.get(found.href) || alt);
    else isCut = true;
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'title') isTitle = true;
      if (SILENT.has(name)) silent++;
      if (name === 'base') base = parseUrl(attributes['href'] ?? '', url)?.href ?? base;
      if (name === 'img' || name === 'input') {
        addPicture(attributes['src'] || attributes['data-src'], attributes['alt'] ?? '');
      }
      if (attributes['background'] !== undefined) addPicture(attributes['background'], '');
      if (!INLINE.has(name)) endLine();
    },
    ontext(data) {
      if (isTitle) title += data;
      else if (silent === 0) line += data;
      if (line.length > MAX_LINE * 4) endLine();
    },
    onclosetag(name) {
      if (name === 'title') isTitle = false;
      if (SILENT.has(name)) silent = Math.max(0, silent - 1);
      if (!INLINE.has(name)) endLine();
    },
  });
  parser.end(text);
  endLine();
  return {
    title: title.replace(/\s+/g, ' ').trim().slice(0, MAX_LINE),
    lines,
    pictures: [...pictures].map(([address, alt]) => ({ url: address, alt: alt.slice(0, 200) })),
    isCut,
  };
}
