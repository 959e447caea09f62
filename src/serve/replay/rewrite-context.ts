// Where the addresses in an archived page or style sheet lead in the archive.
import { createResolver } from '../../extract/page/resolve-url.ts';
import { type Modifier, toPlainUrl, toReplayPath } from './replay-url.ts';

/** The capture that an address was found in. */
export interface CapturePlace {
  readonly basePath: string;
  /** 14 digits. */
  readonly time: string;
  readonly url: string;
}

/** What an address is for: it decides where it leads and what else than web addresses is let through. */
export type Purpose = 'page' | 'frame' | 'image' | 'resource';

/** Rewrites addresses of one document. */
export interface Rewriter {
  /** The address in the archive; `undefined` where there is none and the link should go. */
  rewrite(address: string, purpose: Purpose): string | undefined;
}

/** Images inside a document; an SVG shown as an image runs no scripts. */
const DATA_IMAGE = /^data:image\/[a-z0-9.+-]{1,40}(?:;[a-z0-9=._-]{1,40}){0,4},/i;
/** Fonts inside a style sheet. */
const DATA_FONT = /^data:(?:font|application)\/[a-z0-9.+-]{1,60}(?:;[a-z0-9=._-]{1,40}){0,4},/i;
/** What leaves the web and needs no rewriting. */
const CONTACT = /^(?:mailto|tel):[^\s"'<>\\`\p{Cc}]{1,2000}$/iu;

const MODIFIERS: Readonly<Record<Purpose, Modifier>> = {
  page: '',
  frame: 'if_',
  image: 'im_',
  resource: '',
};

/** A rewriter for the document at a place, whose `base` element says `baseHref`. */
export function createRewriter(place: CapturePlace, baseHref?: string): Rewriter {
  const { resolve } = createResolver(place.url, baseHref);
  const { basePath, time } = place;
  return {
    rewrite(address, purpose) {
      const trimmed = address.trim();
      const hash = trimmed.indexOf('#');
      const fragment = hash < 0 ? '' : toFragment(trimmed.slice(hash + 1));
      if (hash === 0) return purpose === 'page' ? fragment : undefined;
      // The address that browsers would follow: they leave out line ends and tabs anywhere in it.
      const plain = trimmed.replace(/[\t\n\r]/g, '');
      if (purpose === 'image' && DATA_IMAGE.test(plain)) return encodeControls(plain);
      if (purpose === 'resource' && DATA_FONT.test(plain)) return encodeControls(plain);
      if (purpose === 'page' && CONTACT.test(plain)) return plain;
      const url = resolve(plain);
      if (url === undefined) return undefined;
      // A fragment names a part of a page, a picture in an SVG or a font in a file.
      return toReplayPath(basePath, { time, modifier: MODIFIERS[purpose], url }) + fragment;
    },
  };
}

/** A place in a document, as the end of an address. */
export function toFragment(text: string): string {
  return `#${toPlainUrl(text.replaceAll('#', '%23'))}`;
}

function encodeControls(text: string): string {
  return text.replace(/[\p{Cc}\s"'<>\\`]/gu, (character) => encodeURIComponent(character));
}
