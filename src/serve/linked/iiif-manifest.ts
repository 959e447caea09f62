// IIIF Presentation 3.0: an image with what its address showed over time, and the images of a query, as viewers take them.
import type { ShownImage } from '../html/image-page.ts';
import { captionOf } from '../html/search-page.ts';
import type { ApiItem } from '../query/api-item.ts';
import { listSizes } from './iiif-image.ts';
import { pageOf } from './image-head.ts';

const CONTEXT = 'http://iiif.io/api/presentation/3/context.json';

/** The address of an image service. */
export function serviceOf(base: string, id: string): string {
  return `${base}/iiif/3/${id}`;
}

/** The manifest of an image; `others` are pictures of the same address, in the order of time. */
export function toImageManifest(
  { image, versions, citation }: ShownImage,
  { base, others }: { readonly base: string; readonly others: readonly ApiItem[] },
): object {
  const id = `${base}/iiif/3/manifest/${image.id}`;
  const times = versions.items.map(({ time }) => time);
  return {
    '@context': CONTEXT,
    id,
    type: 'Manifest',
    label: { none: [captionOf(image, image.url)] },
    metadata: [
      pair('Address', [image.url]),
      pair('Captures', times.length > 0 ? times : [image.firstCapture]),
      ...(image.page === null ? [] : [pair('Page', [`${image.page.title} ${image.page.url}`])]),
      pair('SHA-256', [image.digest]),
    ],
    requiredStatement: pair('Attribution', [citation.attribution]),
    homepage: [
      {
        ...{ id: pageOf({ image, base }), type: 'Text', format: 'text/html' },
        label: { none: [captionOf(image, image.url)] },
      },
    ],
    items: [image, ...others]
      .sort((a, b) => (a.firstCapture < b.firstCapture ? -1 : 1))
      .flatMap((each) => toCanvas(each, { base, manifest: id, label: each.firstCapture })),
  };
}

/** The manifest of the first images of a query. */
export function toQueryManifest(
  items: readonly ApiItem[],
  { base, q }: { readonly base: string; readonly q: string },
): object {
  const id = `${base}/iiif/3/query?q=${encodeURIComponent(q)}`;
  return {
    '@context': CONTEXT,
    id,
    type: 'Manifest',
    label: { none: [q === '' ? 'Pinakes' : q] },
    items: items.flatMap((each) =>
      toCanvas(each, { base, manifest: id, label: captionOf(each, each.url) }),
    ),
  };
}

/** A canvas of the size of the picture; none for a picture that cannot be had in any size. */
function toCanvas(
  image: ApiItem,
  parts: { readonly base: string; readonly manifest: string; readonly label: string },
): object[] {
  const { base, manifest, label } = parts;
  const largest = listSizes(image).at(-1);
  if (largest === undefined) return [];
  const canvas = `${manifest}#canvas-${image.id}`;
  const service = serviceOf(base, image.id);
  const body = {
    id: `${service}/full/max/0/default.jpg`,
    type: 'Image',
    format: 'image/jpeg',
    width: largest.width,
    height: largest.height,
    service: [{ id: service, type: 'ImageService3', profile: 'level0' }],
  };
  const annotation = {
    ...{ id: `${canvas}-painting`, type: 'Annotation', motivation: 'painting' },
    ...{ body, target: canvas },
  };
  return [
    {
      id: canvas,
      type: 'Canvas',
      label: { none: [label] },
      width: image.width,
      height: image.height,
      ...(image.thumbnail !== null && {
        thumbnail: [{ id: base + image.thumbnail, type: 'Image', format: 'image/webp' }],
      }),
      items: [{ id: `${canvas}-page`, type: 'AnnotationPage', items: [annotation] }],
    },
  ];
}

function pair(label: string, values: readonly string[]): object {
  return { label: { en: [label] }, value: { none: values } };
}
