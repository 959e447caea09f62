// What a page says about the licences of its images: JSON-LD, links inside their figures or beside them, and `rel=license` of the page.
import { licenceOfUrl, printLicence } from '../../model/licence.ts';
import type { Draft } from './drafts.ts';
import { DOCUMENT, parentOf } from './html-tree.ts';
import type { LinkDraft, ReadPage } from './page-reader.ts';
import type { Resolver } from './resolve-url.ts';

/** Links that name a licence, beyond these many, are not looked at. */
const MAX_LINKS = 1000;
/** How far above a link or an image the element may be that holds just the two. */
const MAX_CLIMB = 4;

/** A link that names a licence. */
interface LicenceLink {
  readonly url: string;
  readonly node: number;
  readonly isDeclared: boolean;
}

/** Tells the licence of an image as lines of `printLicence`; `''` where the page says nothing. Worked out when first needed. */
export function createSaidLicences(read: ReadPage, resolver: Resolver): (draft: Draft) => string {
  let found: ReturnType<typeof sortLinks> | undefined;
  return (draft) => {
    found ??= sortLinks(read, resolver);
    const { byImage, byFigure, ofPage } = found;
    const near = byFigure.get(draft.figure) ?? byImage.get(draft.node);
    const own = near ?? (draft.captionPlace === 'none' ? undefined : ofPage);
    return [ofMarkup(draft, resolver), own ?? ''].filter((line) => line !== '').join('\n');
  };
}

function ofMarkup({ licence }: Draft, resolver: Resolver): string {
  if (licence === undefined) return '';
  const url = resolver.resolve(licence.url);
  if (url === undefined) return '';
  const name = licenceOfUrl(url) ?? 'other';
  return printLicence({ source: 'jsonld', name, url, credit: licence.credit });
}

/** Lines by figure and by image, and that of the page where it has one licence alone. */
function sortLinks(read: ReadPage, resolver: Resolver) {
  const byFigure = new Map<number, string>();
  const byImage = new Map<number, string>();
  const ofPage = new Set(read.head.licences.flatMap((address) => resolver.resolve(address) ?? []));
  const links = licenceLinks(read, resolver);
  const figures = new Set(read.drafts.map(({ figure }) => figure).filter((figure) => figure >= 0));
  const sole = links.length === 0 ? new Map<number, number>() : soleImages(read);
  for (const { url, node, isDeclared } of links) {
    const place = placeOf(node, { read, figures, sole });
    const line = printLicence({
      source: 'near',
      name: licenceOfUrl(url) ?? 'other',
      url,
      credit: '',
    });
    if (place?.figure !== undefined) setFirst(byFigure, place.figure, line);
    else if (place?.image !== undefined) setFirst(byImage, place.image, line);
    else if (isDeclared) ofPage.add(url);
  }
  const [url, ...others] = ofPage;
  const isOne = url !== undefined && others.length === 0;
  const name = isOne ? (licenceOfUrl(url) ?? 'other') : 'other';
  const line = isOne ? printLicence({ source: 'page', name, url, credit: '' }) : undefined;
  return { byFigure, byImage, ofPage: line };
}

function setFirst(lines: Map<number, string>, key: number, line: string): void {
  if (!lines.has(key)) lines.set(key, line);
}

/** Links to licences of Creative Commons, and those that say `rel=license`. */
function licenceLinks({ links }: ReadPage, resolver: Resolver): LicenceLink[] {
  const found: LicenceLink[] = [];
  for (const { address, node, rel } of links) {
    if (found.length === MAX_LINKS) break;
    const isDeclared = isLicenceRelation({ rel });
    if (!isDeclared && !/creativecommons\.org\//i.test(address.slice(0, 100))) continue;
    const url = resolver.resolve(address);
    if (url !== undefined && (isDeclared || licenceOfUrl(url) !== undefined)) {
      found.push({ url, node, isDeclared });
    }
  }
  return found;
}

function isLicenceRelation({ rel }: Pick<LinkDraft, 'rel'>): boolean {
  return rel !== '' && /(?:^|\s)licen[sc]e(?:\s|$)/i.test(rel.slice(0, 200));
}

/** Elements a little above images, with the one image that each holds; -1 where it holds several. */
function soleImages({ tree, drafts }: ReadPage): Map<number, number> {
  const sole = new Map<number, number>();
  for (const { node, captionPlace } of drafts) {
    if (captionPlace !== 'around') continue;
    let above = parentOf(tree, node);
    for (let climb = 0; climb < MAX_CLIMB && above > DOCUMENT; climb++) {
      const known = sole.get(above);
      sole.set(above, known === undefined || known === node ? node : -1);
      above = parentOf(tree, above);
    }
  }
  return sole;
}

/** Whose licence a link names: that of the figure around it, or of the one image beside it. */
function placeOf(
  node: number,
  {
    read: { tree },
    figures,
    sole,
  }: {
    readonly read: ReadPage;
    readonly figures: ReadonlySet<number>;
    readonly sole: ReadonlyMap<number, number>;
  },
): { readonly figure?: number; readonly image?: number } | undefined {
  let image: number | undefined;
  for (let above = parentOf(tree, node), climb = 0; above > DOCUMENT; climb++) {
    if (figures.has(above)) return { figure: above };
    if (climb < MAX_CLIMB) image ??= sole.get(above);
    above = parentOf(tree, above);
  }
  return image === undefined || image < 0 ? undefined : { image };
}
