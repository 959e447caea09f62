// A style sheet that many pages link: read once, its images given to each page.
import type { Timestamp } from '../model/capture.ts';
import type { Observation, ReferenceObservation } from '../model/observation.ts';
import { toSurt } from '../model/surt.ts';
import type { SheetLinkEnd } from './loose-ends.ts';
import { type DataImage, extractCss } from './page/page.ts';
import { siteOf } from './page/site.ts';

/** The images of a style sheet and the sheets it imports. */
export interface Sheet {
  /** References as of a page that is not known yet, with the site of each. */
  readonly references: readonly {
    readonly reference: ReferenceObservation;
    readonly site: string;
  }[];
  /** Images that the sheet holds in itself. */
  readonly dataImages: readonly DataImage[];
  /** Keys of the imported sheets. */
  readonly imports: readonly string[];
}

/** Reads a style sheet. */
export function readSheet(
  bytes: Uint8Array,
  context: { readonly url: string; readonly contentType: string },
): Sheet {
  const page = { url: '', surt: '', title: '', time: '' as Timestamp }; // replaced for each page
  const found = extractCss(bytes, { ...context, page, imagesInPage: 0, firstPosition: 0 });
  return {
    references: found.references.map((reference) => ({
      reference,
      site: siteOf(reference.url),
    })),
    dataImages: found.dataImages,
    imports: found.styleSheets.map(toSurt),
  };
}

/** What a page gets of a style sheet it links. */
export function toSheetReferences(
  sheet: Sheet,
  link: SheetLinkEnd,
): { observations: Observation[]; imports: SheetLinkEnd[] } {
  const { page, imagesInPage, firstPosition } = link;
  const pageSite = siteOf(page.url);
  return {
    observations: sheet.references.map(({ reference, site }, index) => ({
      ...reference,
      position: firstPosition + index,
      sameSite: reference.url.startsWith('data:') || site === pageSite,
      page,
      imagesInPage,
    })),
    imports: sheet.imports.map((surt) => ({
      kind: 'sheet-link',
      surt,
      page,
      imagesInPage,
      firstPosition: firstPosition + sheet.references.length,
    })),
  };
}
