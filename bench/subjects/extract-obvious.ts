// The same job as most would write it: warcio.js for records, cheerio for pages, one caption at a time.
import { createHash } from 'node:crypto';
import * as cheerio from 'cheerio';
import sharp from 'sharp';
import { getSurt, WARCParser } from 'warcio';
import { openForWarcio } from './parse-warcio.ts';

/**
 * Gives counts of what was found. Still less than ours: no charset or language detection, no brotli,
 * no frames or metadata of images, fewer kinds of reference.
 */
export async function prepare({ file }: { readonly file: string }) {
  return async () => {
    const found = { pages: 0, images: 0, references: 0, captions: 0, lineBytes: 0 };
    const emit = (observation: object) => {
      found.lineBytes += Buffer.byteLength(`${JSON.stringify(observation)}\n`);
    };
    for await (const record of new WARCParser(openForWarcio(file))) {
      if (record.warcType !== 'response') continue;
      const body = await record.readFully(true);
      const type = record.httpHeaders?.headers.get('content-type') ?? '';
      const url = record.warcTargetURI ?? '';
      if (type.startsWith('image/')) {
        found.images++;
        const digest = createHash('sha256').update(body).digest('hex');
        // A response that is no image is counted all the same, as a crash would end the comparison.
        const size = await sharp(body)
          .metadata()
          .catch(() => ({ width: 0, height: 0 }));
        const { width, height } = size;
        emit({
          kind: 'capture',
          surt: getSurt(url),
          url,
          digest,
          width,
          height,
          bytes: body.length,
        });
      } else if (type.startsWith('text/html')) {
        found.pages++;
        const $ = cheerio.load(Buffer.from(body).toString());
        emit({ kind: 'page', surt: getSurt(url), url, title: $('title').text() });
        for (const reference of referencesOf($, url)) {
          found.references++;
          if (reference.caption !== '') found.captions++;
          emit({ kind: 'reference', ...reference, page: { url, title: $('title').text() } });
        }
      }
    }
    return found;
  };
}

function* referencesOf($: cheerio.CheerioAPI, base: string) {
  const pageSurt = getSurt(base);
  for (const element of $(
    'img, source, a[href], meta[property="og:image"], [style], [background]',
  ).toArray()) {
    const image = $(element);
    const addresses = [
      image.attr('src'),
      image.attr('data-src'),
      image.attr('background'),
      element.tagName === 'meta' ? image.attr('content') : undefined,
      /url\(["']?([^"')]+)/.exec(image.attr('style') ?? '')?.[1],
      ...(image.attr('srcset') ?? '').split(',').map((part) => part.trim().split(/\s+/)[0]),
      element.tagName === 'a' && /\.(?:jpe?g|png|gif|webp)$/i.test(image.attr('href') ?? '')
        ? image.attr('href')
        : undefined,
    ];
    for (const address of addresses) {
      if (address === undefined || address === '') continue;
      const url = URL.canParse(address, base) ? new URL(address, base).href : address;
      yield {
        surt: getSurt(url),
        url,
        tag: element.tagName,
        alt: image.attr('alt') ?? '',
        title: image.attr('title') ?? '',
        caption: captionOf($, image),
        anchorText: image.closest('a').text().trim(),
        width: Number(image.attr('width') ?? 0),
        height: Number(image.attr('height') ?? 0),
        depth: image.parents().length,
        siblings: image.siblings().length,
        pageSurt,
      };
    }
  }
}

/** Algorithms 2 to 4 of the paper, read as they stand: the text of every ancestor is put together anew. */
function captionOf($: cheerio.CheerioAPI, image: ReturnType<cheerio.CheerioAPI>): string {
  const figure = image.closest('figure').find('figcaption').first().text().trim();
  if (figure !== '') return figure;
  let branch = image;
  let densest = 0;
  for (
    let parent = image.parent();
    parent.length > 0 && !parent.is('html');
    parent = parent.parent()
  ) {
    densest = Math.max(densest, parent.contents().length);
    const text = parent.text().trim();
    if (text !== '') {
      if (parent.contents().length < densest) return text.slice(0, 250);
      const before = branch
        .prevAll()
        .toArray()
        .map((one) => $(one).text().trim())
        .find(Boolean);
      const after = branch
        .nextAll()
        .toArray()
        .map((one) => $(one).text().trim())
        .find(Boolean);
      return [before, after].filter(Boolean).join('\n').slice(0, 250);
    }
    branch = parent;
  }
  return '';
}
