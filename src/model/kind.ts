// Kinds of pictures: what the pixels look like, and what size, address and texts say on top of that.
import { toUrlTokens } from './url-tokens.ts';

/** Kinds, in the order of their bits in the packed column; new ones come behind. */
export const KINDS = [
  'photo',
  'drawing',
  'diagram',
  'text',
  'icon',
  'logo',
  'banner',
  'ad',
] as const;

/** Name of a kind. `diagram` are screenshots, too; `text` is one that was scanned; `ad` an advertisement. */
export type Kind = (typeof KINDS)[number];

/** What pixels alone tell. */
export const PICTURE_TEXTURES = ['photo', 'drawing', 'diagram', 'text'] as const;

/** Name of a sort of picture. */
export type PictureTexture = (typeof PICTURE_TEXTURES)[number];

/** What is said of a picture, as far as it tells the kind. */
interface Said {
  readonly width: number;
  readonly height: number;
  readonly oldest: { readonly url: string };
  readonly alts: readonly { readonly text: string }[];
}

/** Icons are no larger. */
const MAX_ICON_SIDE = 96;
const MAX_ICON_RATIO = 1.5;
/** Banners are wider than high by this, and not small. */
const MIN_BANNER_RATIO = 3.5;
const MIN_BANNER_WIDTH = 300;
/** Alternative texts that are read. */
const MAX_ALTS = 5;

const WORDS: Readonly<Record<'icon' | 'logo' | 'banner' | 'ad', ReadonlySet<string>>> = {
  icon: new Set(['icon', 'icons', 'favicon', 'bullet', 'icone', 'icono', 'ikon']),
  logo: new Set(['logo', 'logos', 'logotype', 'logotipo', 'emblem', 'wordmark']),
  banner: new Set(['banner', 'banners', 'masthead', 'cabecera', 'cabecalho']),
  ad: new Set([
    'ad',
    'ads',
    'adserver',
    'adsense',
    'advert',
    'adverts',
    'advertisement',
    'doubleclick',
  ]),
};
/** Sizes in which advertisements are sold. */
const AD_SIZES = new Set(
  '468x60 728x90 300x250 336x280 250x250 160x600 120x600 120x240 125x125 234x60 970x90 970x250 300x600 320x50'.split(
    ' ',
  ),
);

/** The kind of a picture, from the sort that its pixels look like; `undefined` where that is none. */
export function toKind(texture: unknown, { width, height, oldest, alts }: Said): Kind | undefined {
  const known = PICTURE_TEXTURES.find((name) => name === texture);
  if (known === undefined) return undefined;
  const address = new Set(toUrlTokens(oldest.url).map((word) => word.toLowerCase()));
  const names = (kind: keyof typeof WORDS) => [...WORDS[kind]].some((word) => address.has(word));
  const isSmall = Math.max(width, height) <= MAX_ICON_SIDE;
  const ratio = width / Math.max(1, height);
  const isSquare = ratio <= MAX_ICON_RATIO && ratio >= 1 / MAX_ICON_RATIO;
  if (names('ad') || (names('banner') && AD_SIZES.has(`${width}x${height}`))) return 'ad';
  if (names('logo') || alts.slice(0, MAX_ALTS).some(({ text }) => isLogo(text))) return 'logo';
  if (isSmall && isSquare && (known !== 'photo' || names('icon'))) return 'icon';
  if (names('banner') || (ratio >= MIN_BANNER_RATIO && width >= MIN_BANNER_WIDTH)) return 'banner';
  return known;
}

/** `The logo of the museum`, but not a sentence about logos. */
function isLogo(text: string): boolean {
  return text.length <= 40 && /(?:^|[^\p{L}])(?:logo|logotype|logotipo)(?:[^\p{L}]|$)/iu.test(text);
}
