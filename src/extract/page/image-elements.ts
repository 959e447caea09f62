// Mentions of images by the elements of a page.
import type { ReferenceTag } from '../../model/observation.ts';
import { type Attributes, attributeSet } from './attributes.ts';
import { findCssUrls } from './css-urls.ts';
import {
  cleanText,
  type Draft,
  type Drafts,
  type ImageWords,
  NO_WORDS,
  pixelsOf,
} from './drafts.ts';
import { ATTRIBUTE, TAG } from './html-names.ts';
import {
  hasImageExtension,
  hasLateAddress,
  lazyAddresses,
  lazyBackground,
  lazySrcsets,
} from './image-address.ts';
import { parseSrcset } from './srcset.ts';
import type { Position } from './tree-builder.ts';

/** A start tag and where it stands. */
export interface Element {
  readonly tag: number;
  readonly node: number;
  readonly attributes: Attributes;
  readonly position: Position;
}

/** The sources of the `picture` at hand, which wait for the `img` that describes them. */
export interface PictureSources {
  picture: number;
  drafts: Draft[];
}

/** Adds the images that an element mentions to `drafts`. */
export function collectImages(element: Element, drafts: Drafts, sources: PictureSources): void {
  if (drafts.isCut()) return;
  for (const draft of ownImages(element, sources)) drafts.add(draft);
  if (!element.attributes.hasOneOf(BACKGROUNDS)) return;
  for (const draft of backgrounds(element)) drafts.add(draft);
}

/** Images that only elements of this name can mention. */
function ownImages(element: Element, sources: PictureSources): readonly Draft[] {
  const { tag, attributes } = element;
  switch (tag) {
    case TAG.img:
      return imagesOfImg(element, sources);
    case TAG.source:
      return imagesOfSource(element, sources);
    case TAG.a:
    case TAG.area:
      return hasImageExtension(attributes.get(ATTRIBUTE.href) ?? '')
        ? imageOf(element, 'a', ATTRIBUTE.href, { captionPlace: 'inside' })
        : NO_DRAFTS;
    case TAG.object:
      return leadsToImage(attributes, ATTRIBUTE.data)
        ? imageOf(element, 'object', ATTRIBUTE.data)
        : [];
    case TAG.embed:
      return leadsToImage(attributes, ATTRIBUTE.src)
        ? imageOf(element, 'embed', ATTRIBUTE.src)
        : [];
    case TAG.iframe:
      return hasImageExtension(attributes.get(ATTRIBUTE.src) ?? '')
        ? imageOf(element, 'iframe', ATTRIBUTE.src)
        : [];
    case TAG.video:
      return imageOf(element, 'poster', ATTRIBUTE.poster);
    case TAG.input:
      return isImageInput(attributes) ? imageOf(element, 'input', ATTRIBUTE.src) : [];
    case TAG.image:
      return attributes.has(ATTRIBUTE.href)
        ? imageOf(element, 'svg', ATTRIBUTE.href)
        : imageOf(element, 'svg', ATTRIBUTE['xlink:href']);
    default:
      return NO_DRAFTS;
  }
}

const NO_DRAFTS: readonly Draft[] = [];

function imagesOfImg(element: Element, sources: PictureSources): Draft[] {
  const words = wordsOf(element.attributes);
  const picture = element.position.openNode(TAG.picture);
  const offeredBy = picture < 0 ? element.node : picture;
  let isOfPicture = false;
  if (picture === sources.picture) {
    for (const source of sources.drafts) source.words = words;
    isOfPicture = sources.drafts.some((source) => !isInline(source));
    sources.drafts = [];
  }
  const { attributes } = element;
  const plain = [attributes.get(ATTRIBUTE.src), attributes.get(ATTRIBUTE.lowsrc)];
  // Beside addresses that scripts load later, `src` is a stand-in that many pictures share.
  const hasLate = hasLateAddress(attributes.data());
  const plainOffer = hasLate ? -1 : offeredBy;
  const drafts = [
    ...plain.flatMap((address) =>
      draftOf(element, 'img', address, { words, offeredBy: plainOffer }),
    ),
    ...lateAndSized(element, { words, offeredBy }, 'img', 'srcset'),
  ];
  const isLate = isOfPicture || drafts.some((draft) => !isInline(draft));
  return isLate ? drafts.map((draft) => ({ ...draft, isPlaceholder: isInline(draft) })) : drafts;
}

function isInline({ address }: Draft): boolean {
  return /^data:/i.test(address);
}

function imagesOfSource(element: Element, sources: PictureSources): Draft[] {
  const picture = element.position.openNode(TAG.picture);
  if (picture < 0) return [];
  const known = { words: NO_WORDS, offeredBy: picture };
  const found = lateAndSized(element, known, 'picture', 'picture');
  if (picture !== sources.picture) sources.drafts = [];
  sources.picture = picture;
  for (const draft of found) sources.drafts.push(draft);
  return found;
}

/** Images of `data-*` attributes and the candidates of `srcset` and `data-srcset`. */
function lateAndSized(
  element: Element,
  known: Pick<Draft, 'words' | 'offeredBy'>,
  plainTag: ReferenceTag,
  candidateTag: ReferenceTag,
): Draft[] {
  const data = element.attributes.data();
  const candidates = (srcset: string, lazy: boolean) =>
    parseSrcset(srcset).flatMap(({ url, descriptor }) =>
      draftOf(element, candidateTag, url, { ...known, descriptor, lazy }),
    );
  const srcset = element.attributes.get(ATTRIBUTE.srcset);
  return [
    ...lazyAddresses(data).flatMap((url) =>
      draftOf(element, plainTag, url, { ...known, lazy: true }),
    ),
    ...(srcset === undefined ? [] : candidates(srcset, false)),
    ...lazySrcsets(data).flatMap((late) => candidates(late, true)),
  ];
}

/** Images that any element may have behind it. */
function backgrounds(element: Element): Draft[] {
  const { attributes } = element;
  const style = attributes.get(ATTRIBUTE.style);
  const isStyled = style !== undefined && /url\(/i.test(style);
  const late = LAZY_BACKGROUNDS.filter(attributes.has).map((name) =>
    lazyBackground(attributes.get(name) ?? ''),
  );
  return [
    ...imageOf(element, 'background', ATTRIBUTE.background, NO_CAPTION),
    ...(isStyled ? findCssUrls(style).images : []).flatMap((url) =>
      draftOf(element, 'css', url, NO_CAPTION),
    ),
    ...late.flatMap((url) => draftOf(element, 'background', url, { ...NO_CAPTION, lazy: true })),
  ];
}

const NO_CAPTION = { captionPlace: 'none' } as const;

/** Names under which scripts keep the address of a background. */
const LAZY_BACKGROUNDS = [
  ATTRIBUTE['data-bg'],
  ATTRIBUTE['data-background'],
  ATTRIBUTE['data-bg-image'],
  ATTRIBUTE['data-background-image'],
  ATTRIBUTE['data-bg-src'],
  ATTRIBUTE['data-bg-url'],
  ATTRIBUTE['data-lazy-background'],
  ATTRIBUTE['data-lazy-bg'],
];

const BACKGROUNDS = attributeSet([ATTRIBUTE.style, ATTRIBUTE.background, ...LAZY_BACKGROUNDS]);

/** An image whose address is in an attribute of its own. */
function imageOf(
  element: Element,
  tag: ReferenceTag,
  attribute: number,
  known: Partial<Draft> = {},
): Draft[] {
  const address = element.attributes.get(attribute);
  if (address === undefined) return [];
  return draftOf(element, tag, address, { words: wordsOf(element.attributes), ...known });
}

/** A draft, or nothing where there is no address. */
function draftOf(
  { node, attributes, position }: Element,
  tag: ReferenceTag,
  address: string | undefined,
  known: Partial<Draft>,
): Draft[] {
  const trimmed = address?.trim() ?? '';
  if (trimmed === '') return [];
  const draft: Draft = {
    tag: position.isInNoscript() ? 'noscript' : tag,
    address: trimmed,
    node,
    figure: position.openNode(TAG.figure),
    anchor: position.openNode(TAG.a),
    captionPlace: known.captionPlace ?? 'around',
    lazy: known.lazy === true || attributes.get(ATTRIBUTE.loading)?.trim().toLowerCase() === 'lazy',
    descriptor: known.descriptor ?? '',
    isPlaceholder: false,
    offeredBy: known.offeredBy ?? -1,
    words: known.words ?? NO_WORDS,
  };
  return [draft];
}

/** Whether an `object` or `embed` shows an image: by the type it declares, else by the name of the file. */
function leadsToImage(attributes: Attributes, address: number): boolean {
  const type = attributes.get(ATTRIBUTE.type)?.trim().toLowerCase() ?? '';
  return type === '' ? hasImageExtension(attributes.get(address) ?? '') : type.startsWith('image/');
}

function isImageInput(attributes: Attributes): boolean {
  return attributes.get(ATTRIBUTE.type)?.trim().toLowerCase() === 'image';
}

function wordsOf(attributes: Attributes): ImageWords {
  return {
    alt: cleanText(attributes.get(ATTRIBUTE.alt)),
    title: cleanText(attributes.get(ATTRIBUTE.title)),
    width: pixelsOf(attributes.get(ATTRIBUTE.width)),
    height: pixelsOf(attributes.get(ATTRIBUTE.height)),
  };
}
