// A style sheet that many pages link: read once, its images given to each page.
import { getDomain } from 'tldts';
import type { Timestamp } from '../model/capture.ts';
import type { Observation, ReferenceObservation } from '../model/observation.ts';
import { toSurt } from '../model/surt.ts';
import type { SheetLinkEnd } from './loose-ends.ts';
import { extractCss } from './page/page.ts';

/** The images of a style sheet and the sheets it imports. */
export interface Sheet {
  /** References as of a page that is not known yet, with the domain of each. */
  readonly references: readonly {
    readonly reference: ReferenceObservation;
    readonly domain: string | null;
  }[];
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
      domain: getDomain(reference.url),
    })),
    imports: found.styleSheets.map(toSurt),
  };
}

/** What a page gets of a style sheet it links. */
export function toSheetReferences(
  sheet: Sheet,
  link: SheetLinkEnd,
): { observations: Observation[]; imports: SheetLinkEnd[] } {
  const { page, imagesInPage, firstPosition } = link;
  const pageDomain = getDomain(page.url);
  return {
    observations: sheet.references.map(({ reference, domain }, index) => ({
      ...reference,
      position: firstPosition + index,
      sameSite: domain !== null && domain === pageDomain,
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
