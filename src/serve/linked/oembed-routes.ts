// oEmbed 1.0: how other sites show an image when somebody pastes the address of its page.

import type { ShownImage } from '../html/image-page.ts';
import { captionOf } from '../html/search-page.ts';
import { type App, baseOf, type ServerParts } from '../parts.ts';
import { badParameter, HttpProblem } from '../problems.ts';
import { askFor } from '../send-answer.ts';
import { pageOf, previewOf } from './image-head.ts';

const PAGE = /\/image\/([0-9a-f]{64}(?:-[0-9a-f]{16})?)(?:[?#]|$)/;

/** Registers the route. */
export function registerOembed(app: App, parts: ServerParts): void {
  app.get('/oembed', { schema: { hide: true } }, async (request, reply) => {
    const parameters = new URL(request.originalUrl, 'http://localhost').searchParams;
    const base = baseOf(request, parts.settings);
    const url = parameters.get('url') ?? '';
    const id = url.startsWith(`${base}/image/`) ? PAGE.exec(url)?.[1] : undefined;
    if (id === undefined) {
      throw badParameter('url', `The address of an image of this server: ${base}/image/…`);
    }
    if ((parameters.get('format') ?? 'json') !== 'json') {
      throw badParameter('format', 'Answers are JSON.');
    }
    const { image, citation } = await askFor<ShownImage>(
      parts,
      { kind: 'image-page', id, base },
      { reply },
    );
    const most = (name: string) => Number(parameters.get(name) ?? Number.POSITIVE_INFINITY);
    const picture =
      previewOf(image) &&
      image.thumbnails.findLast(
        ({ width, height }) => width <= most('maxwidth') && height <= most('maxheight'),
      );
    if (picture === undefined) throw new HttpProblem('not-found', 'There is no picture to embed.');
    return reply.header('cache-control', 'private, max-age=600').send({
      version: '1.0',
      type: 'photo',
      url: base + picture.url,
      width: picture.width,
      height: picture.height,
      title: captionOf(image, citation.attribution),
      author_name: citation.attribution,
      author_url: pageOf({ image, base }),
      provider_name: 'Pinakes',
      provider_url: `${base}/`,
      cache_age: 600,
    });
  });
}
