// What the page of an image tells programs that show links to it: Open Graph, schema.org, oEmbed and IIIF.
import { NSFW_LIMIT } from '../../search/search.ts';
import type { Citation } from '../citation.ts';
import { html, type Insert, jsonForScript, type Markup } from '../html/escape.ts';
import type { ApiItem, ApiThumbnail } from '../query/api-item.ts';

/** What links are made with. */
export interface LinkedImage {
  readonly image: ApiItem;
  readonly citation: Citation;
  readonly title: string;
  /** Address of the server, without a slash at its end. */
  readonly base: string;
}

/** The elements of the head. */
export function renderImageHead(linked: LinkedImage): Markup {
  const { image, title, base, citation } = linked;
  const address = pageOf(linked);
  const picture = previewOf(image);
  const oembed = `${base}/oembed?url=${encodeURIComponent(address)}`;
  return html`<link rel="canonical" href="${address}"><link rel="alternate" type="application/json+oembed" href="${oembed}" title="${title}"><link rel="alternate" type="application/ld+json" href="${base}/iiif/3/manifest/${image.id}" title="IIIF"><meta property="og:type" content="website"><meta property="og:site_name" content="Pinakes"><meta property="og:title" content="${title}"><meta property="og:url" content="${address}"><meta property="og:description" content="${citation.attribution}">${
    picture !== undefined && renderPicture(base, picture)
  }<script type="application/ld+json">${jsonForScript(JSON.stringify(toImageObject(linked)))}</script>`;
}

/** The address of the page of an image. */
export function pageOf({ image, base }: Pick<LinkedImage, 'image' | 'base'>): string {
  return `${base}/image/${image.id}`;
}

/** The picture that stands for a link: none of what the family filter hides, which nobody asked to see there. */
export function previewOf(image: ApiItem): ApiThumbnail | undefined {
  const { nsfw } = image;
  if (nsfw === 'unknown' || (nsfw !== undefined && nsfw > NSFW_LIMIT)) return undefined;
  return image.thumbnails.at(-1);
}

function renderPicture(base: string, { url, width, height }: ApiThumbnail): Insert {
  return html`<meta property="og:image" content="${base + url}"><meta property="og:image:type" content="image/webp"><meta property="og:image:width" content="${width}"><meta property="og:image:height" content="${height}"><meta name="twitter:card" content="summary_large_image">`;
}

/** The image in the words of schema.org. */
function toImageObject(linked: LinkedImage): object {
  const { image, title, base, citation } = linked;
  const { place, page } = image;
  return {
    '@context': 'https://schema.org',
    '@type': 'ImageObject',
    '@id': pageOf(linked),
    name: title,
    ...(image.captions[0] !== undefined && { caption: image.captions[0] }),
    contentUrl: base + image.content,
    ...(image.thumbnail !== null && { thumbnailUrl: base + image.thumbnail }),
    encodingFormat: image.mime,
    width: image.width,
    height: image.height,
    contentSize: String(image.bytes),
    sha256: image.digest,
    ...(image.taken !== undefined && { dateCreated: image.taken }),
    uploadDate: image.firstCapture,
    ...(place !== undefined && {
      contentLocation: {
        '@type': 'Place',
        ...(place.name !== '' && { name: place.name }),
        geo: {
          '@type': 'GeoCoordinates',
          latitude: place.latitude,
          longitude: place.longitude,
        },
      },
    }),
    isBasedOn: image.url,
    ...(page !== null && { isPartOf: { '@type': 'WebPage', url: page.url, name: page.title } }),
    creditText: citation.attribution,
  };
}
