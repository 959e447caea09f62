// Every enrichment out of the box, run on bytes of records.
import { hash } from 'node:crypto';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { derivedValue, type OneRecord, recordOf } from '../../../test/fixtures/enrich-one.ts';
import { exifBlock, gpsTags, short } from '../../../test/fixtures/image-exif.ts';
import {
  exifSegment,
  frameHeader,
  gif,
  gifFrame,
  jpeg,
  png,
} from '../../../test/fixtures/images.ts';
import type { Field, GivenBy } from '../../model/enrichment.ts';
import { response, statusLine } from '../../model/response.ts';
import { digests } from './digests.ts';
import { type Entity, entities } from './entities.ts';
import { html, jsonLd, meta, text, title } from './html.ts';
import { links } from './html-links.ts';
import { exifPlace, exifTime, image, imageRow, imageSize } from './image.ts';
import { language } from './language.ts';
import { imageGraph, images, imageUrls, outlinks, page, pageFacts, webGraph } from './page.ts';
import { ENRICHMENTS } from './registry.ts';
import { lowerCase, string } from './string-content.ts';
import { thumbHash, thumbnail, thumbnailUrl } from './thumbnail.ts';
import { surt, urlParts } from './url-parts.ts';

const PAGE = `<!doctype html><html lang=pt><head><title> Lis&shy;boa
  à noite </title><meta name=Description content="Uma  cidade"><meta property="og:title" content="OG">
<meta name=description content=second><base href="/base/">
<script type="application/ld+json">{"@type":"Place","name":"Lisboa"}</script>
<script type="application/ld+json">{broken</script></head>
<body><h1>Lisboa</h1><script>var hidden = 1;</script><p>Uma <b>cidade</b> antiga,<br>branca.</p>
<figure><img src=tower.jpg alt="A torre" width=300 height=200><figcaption>A torre de Belém</figcaption></figure>
<p hidden>oculto</p><p style="display: none">oculto</p><table><tr><td>um<td>dois</table>
<a href="other.html?x=1&amp;y=2#top" rel=nofollow>Outra <i>página</i></a><a href="mailto:a@b.c">Correio</a></body></html>`;

describe('the response', () => {
  it('has the three values of paper 002', async () => {
    const record = recordOf(Buffer.from('abc'), { type: 'text/plain' });
    const payload = await derivedValue(response.fields.payload, record);
    expect(Buffer.from(payload).toString()).toBe('abc');
    expect(response.gives).toEqual(['recordHeader', 'httpHeader', 'payload']);
    expect(await derivedValue(response.fields.httpHeader, record)).toEqual({
      'Content-Type': 'text/plain',
    });
    expect(await derivedValue(statusLine, record)).toBe('HTTP/1.1 200 OK');
  });

  it('has the types of its values', () => {
    expectTypeOf(response.fields.payload).toEqualTypeOf<Field<'payload', Uint8Array>>();
    expectTypeOf<GivenBy<typeof response>>().toEqualTypeOf<{
      readonly recordHeader: Readonly<Record<string, string>> | undefined;
      readonly httpHeader: Readonly<Record<string, string>> | undefined;
      readonly payload: Uint8Array | undefined;
    }>();
  });

  it('tells digests that others tell too', async () => {
    const record = recordOf('abc');
    expect(await derivedValue(digests.fields.sha1, record)).toBe(
      'VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5',
    );
    expect(await derivedValue(digests.fields.sha256, record)).toBe(hash('sha256', 'abc'));
    expect(await derivedValue(digests.fields.md5, record)).toBe('900150983cd24fb0d6963f7d28e17f72');
  });
});

describe('the text', () => {
  it.each([
    ['text/html; charset=windows-1251', [0xcc, 0xee, 0xf1, 0xea, 0xe2, 0xe0], 'Москва'],
    ['text/html', [...Buffer.from('Zürich')], 'Zürich'],
    ['text/plain', [0xff, 0xfe, 0x41, 0, 0x42, 0], 'AB'],
    ['text/html', [...Buffer.from('<html><p>x</p>', 'utf16le')], '<html><p>x</p>'],
    ['text/plain', [], ''],
  ])('of %s is decoded: %j', async (type, bytes, expected) => {
    expect(await derivedValue(string, recordOf(Uint8Array.from(bytes), { type }))).toBe(expected);
  });

  it('finds the header whatever the case of its name', async () => {
    const header = { 'content-TYPE': 'text/html; charset=windows-1251' };
    const record = recordOf(Uint8Array.from([0xcc, 0xee]), { type: '', header });
    expect(await derivedValue(string, record)).toBe('Мо');
  });

  it('is not had of binary data, whatever it is declared as', async () => {
    const record = recordOf(png(100, 100), { type: 'image/png' });
    await expect(derivedValue(string, record)).rejects.toThrow(
      'no text: the payload is binary, image/png',
    );
    await expect(derivedValue(title, recordOf(gif(9, 9, gifFrame(9, 9))))).rejects.toThrow(
      'binary',
    );
  });

  it('has a lower case', async () => {
    expect(await derivedValue(lowerCase, recordOf('ÀB'))).toBe('àb');
    expectTypeOf(lowerCase.path).toEqualTypeOf<'payload.string.lowerCase'>();
  });
});

describe('a page as markup', () => {
  const record = recordOf(PAGE);

  it('has a title', async () => {
    expect(await derivedValue(title, record)).toBe('Lis\u00adboa à noite');
    expect(await derivedValue(title, recordOf('<p>no title'))).toBe('');
    expect(await derivedValue(title, recordOf('<svg><title>drawn</title></svg>'))).toBe('');
    expectTypeOf(title).toExtend<Field<'payload.string.html.title', string>>();
  });

  it('has visible text, a line for each block', async () => {
    expect(await derivedValue(text, record)).toBe(
      'Lisboa\nUma cidade antiga,\nbranca.\nA torre de Belém\num dois\nOutra página Correio',
    );
  });

  it('shows no trace of what is hidden, not even the end of a line', async () => {
    const markup =
      '<div>a<div hidden><p>x</div><span hidden>y</span>b <b>c</b>d<br>e<hr style=display:none>f';
    const shown = recordOf(`${markup}<svg><title>icon</title></svg>`, { type: 'text/html' });
    expect(await derivedValue(text, shown)).toBe('ab cd\ne f');
  });

  it('has meta data, of which the first counts', async () => {
    const found = await derivedValue(meta, record);
    expect(found).toEqual({ description: 'Uma cidade', 'og:title': 'OG' });
    const odd = await derivedValue(meta, recordOf('<meta name=__proto__ content=x>'));
    expect(Object.entries(odd)).toEqual([['__proto__', 'x']]);
  });

  it('has links as written and resolved', async () => {
    expect(await derivedValue(links, record)).toEqual([
      {
        href: 'other.html?x=1&y=2#top',
        url: 'http://www.example.org/base/other.html?x=1&y=2',
        text: 'Outra página',
        rel: 'nofollow',
      },
    ]);
  });

  it('has the same links as page extraction: hidden ones too, but none that leads nowhere', async () => {
    const linked = recordOf(
      '<a href=1>o<b>n</b>e</a><a href=#x>part</a><a href="javascript:f()">run</a><a name=n>none</a>' +
        '<div hidden><a href=2>two</a></div><p style="display: none"><a href=//e.org/3>three</a></p>' +
        '<noscript><a href=4>four</a></noscript><map><area href=5 alt=five></map>',
    );
    const found = await derivedValue(links, linked);
    const simple = found.map(({ url, text }) => `${url.slice(-1)} ${text}`);
    expect(simple).toEqual(['1 one', '2 two', '3 three', '4 ', '5 five']);
    const extracted = await derivedValue(outlinks, linked);
    expect(extracted.map(({ url, text }) => ({ url, text }))).toEqual(
      found.map(({ url, text }) => ({ url, text })),
    );
  });

  it('gives the text of a link in a link to the inner one alone', async () => {
    const markup =
      '<a href=/1>one <table><tr><td><a href=/2>two</a> and</table> three</a><a href=/3></a>';
    const found = await derivedValue(links, recordOf(markup, { type: 'text/html' }));
    expect(found?.map((link) => link.text)).toEqual(['one and three', 'two', '']);
  });

  it('has JSON-LD, but for blocks that would overflow stacks', async () => {
    expect(await derivedValue(jsonLd, record)).toEqual([{ '@type': 'Place', name: 'Lisboa' }]);
    const deep = `<script type=application/ld+json>${'['.repeat(9999)}${']'.repeat(9999)}</script>`;
    expect(await derivedValue(jsonLd, recordOf(deep))).toEqual([]);
  });

  it('tells the language of its words', async () => {
    const prose = 'O rato roeu a rolha da garrafa do rei da Rússia, e a rainha não gostou nada.';
    expect(await derivedValue(language, recordOf(`<html lang=en><p>${prose}`))).toBe('pt');
    expect(await derivedValue(language, recordOf('<p>ok'))).toBe('');
    expectTypeOf(language.path).toEqualTypeOf<'payload.string.html.text.language'>();
  });

  it('is marked as not to be sent', async () => {
    expect([html.isTransient, page.isTransient, title.isTransient]).toEqual([true, true, false]);
    expect((await derivedValue(html, recordOf('<p>x'))).length).toBe(4);
  });

  it.each([
    ['application/json', '{"a":1}'],
    ['image/svg+xml', '<?xml version="1.0"?><svg><title>x</title></svg>'],
    ['application/rss+xml', '<rss><title>x</title></rss>'],
    ['text/plain', 'plain words <title>'],
  ])('is no page when it is %s', async (type, body) => {
    const refusal = `no HTML: the payload is ${type}`;
    await expect(derivedValue(title, recordOf(body, { type }))).rejects.toThrow(refusal);
    await expect(derivedValue(images, recordOf(body, { type }))).rejects.toThrow(refusal);
  });

  it('is a page without being declared as one', async () => {
    const body =
      '\ufeff<?xml version="1.0"?>\n<!-- a --><!DOCTYPE html PUBLIC "x"><title>T</title>';
    expect(await derivedValue(title, recordOf(body, { type: '' }))).toBe('T');
    expect(await derivedValue(title, recordOf('<TITLE>T</TITLE>', { type: 'text/plain' }))).toBe(
      'T',
    );
  });
});

describe('a page as image search sees it', () => {
  const record = recordOf(PAGE);

  it('has images with captions', async () => {
    expect(await derivedValue(images, record)).toEqual([
      {
        url: 'http://www.example.org/base/tower.jpg',
        surt: 'org,example)/base/tower.jpg',
        alt: 'A torre',
        title: '',
        caption: 'A torre de Belém',
        captionSource: 'figcaption',
        tag: 'img',
        width: 300,
        height: 200,
        position: 0,
      },
    ]);
    expectTypeOf(images.path).toEqualTypeOf<'payload.page.images'>();
  });

  it('has the addresses of its images alone', async () => {
    const markup = `${PAGE}<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-src=late.png>
      <img src=a.png srcset="a.png 1x, b.png 2x"><img src="tower.jpg"><img src="javascript:x">`;
    const record = recordOf(markup, { type: 'text/html' });
    const found = await derivedValue(images, record);
    expect(await derivedValue(imageUrls, record)).toEqual(found?.map(({ url }) => url));
    expect(found).toHaveLength(5);
  });

  it('has outlinks, and the graphs of the Archives Unleashed Toolkit', async () => {
    const dest = 'http://www.example.org/base/other.html?x=1&y=2';
    const edge = { crawl_date: '20080430204825', src: 'http://www.example.org/dir/page.html' };
    expect(await derivedValue(outlinks, record)).toEqual([
      { url: dest, text: 'Outra página', position: 0 },
    ]);
    expect(await derivedValue(webGraph, record)).toEqual([
      { ...edge, dest, anchor: 'Outra página' },
    ]);
    expect(await derivedValue(imageGraph, record)).toEqual([
      { ...edge, image_url: 'http://www.example.org/base/tower.jpg', alt_text: 'A torre' },
    ]);
  });

  it('shows what is known of it as a whole', async () => {
    expect(await derivedValue(pageFacts, record)).toMatchObject({
      title: 'Lis\u00adboa à noite',
      language: 'pt',
      languageSource: 'html',
      charset: 'utf-8',
      images: 1,
    });
  });
});

describe('an image', () => {
  const type = 'image/jpeg';
  const block = exifBlock({ main: [short(0x0112, 6)], gps: gpsTags('N 38 42 0', 'W 9 12 0') });
  const photo = jpeg(exifSegment(block), frameHeader(40, 30));

  it('tells its size, its type and where it was taken', async () => {
    const record = recordOf(photo, { type });
    expect(await derivedValue(image, record)).toMatchObject({
      type: 'image/jpeg',
      width: 40,
      height: 30,
      frames: 1,
      orientation: 6,
      bytes: photo.length,
      sha256: hash('sha256', photo),
      isTruncated: false,
    });
    const place = await derivedValue(exifPlace, record);
    expect(place?.latitude).toBeCloseTo(38.7, 3);
    expect(place?.longitude).toBeCloseTo(-9.2, 3);
    expect(await derivedValue(exifTime, record)).toBe('');
  });

  it('without metadata has no place', async () => {
    expect(await derivedValue(exifPlace, recordOf(png(4, 4), { type: 'image/png' }))).toBeNull();
  });

  it('is told by its bytes', async () => {
    expect((await derivedValue(image, recordOf(gif(9, 8, gifFrame(9, 8))))).type).toBe('image/gif');
    await expect(derivedValue(image, recordOf('<p>', { type }))).rejects.toThrow(
      'no image: the payload is image/jpeg',
    );
    await expect(derivedValue(image, recordOf(''))).rejects.toThrow('the payload is empty');
  });

  it('makes a row of the Archives Unleashed Toolkit', async () => {
    const header = { 'Last-Modified': 'Wed, 30 Apr 2008 20:48:24 GMT' };
    const url = 'http://example.org/a/photo.JPEG?x=1.png';
    expect(await derivedValue(imageRow, recordOf(photo, { url, type, header }))).toEqual({
      crawl_date: '20080430204825',
      last_modified_date: '20080430204824',
      url,
      filename: 'photo.JPEG',
      extension: 'jpeg',
      mime_type_web_server: 'image/jpeg',
      mime_type_tika: 'image/jpeg',
      width: 40,
      height: 30,
      md5: hash('md5', photo),
      sha1: hash('sha1', photo),
      bytes: photo.toString('base64'),
    });
  });

  it('has a size', async () => {
    const record = recordOf(png(60, 40), { type: 'image/png' });
    expect(await derivedValue(imageSize, record)).toEqual({ width: 60, height: 40 });
  });

  it('has a thumbnail and a ThumbHash', async () => {
    const picture = { width: 400, height: 100, channels: 3, background: '#c02020' } as const;
    const record = recordOf(await sharp({ create: picture }).png().toBuffer(), {
      type: 'image/png',
    });
    const made = await derivedValue(thumbnail, record);
    expect([made.width, made.height]).toEqual([240, 60]);
    expect(await derivedValue(thumbnailUrl, record)).toBe(
      `data:image/webp;base64,${Buffer.from(made.bytes).toString('base64')}`,
    );
    expect(await derivedValue(thumbHash, record)).toBe(
      Buffer.from(made.thumbhash).toString('base64'),
    );
    await expect(derivedValue(thumbnail, recordOf('no image'))).rejects.toThrow('no thumbnail: ');
  });
});

describe('the URL', () => {
  it('is told in parts', async () => {
    const url = 'https://user@www.example.co.uk:8080/a/b.tar.GZ?q=1#f';
    expect(await derivedValue(urlParts, recordOf('', { url }))).toEqual({
      scheme: 'https',
      host: 'www.example.co.uk',
      port: '8080',
      domain: 'example.co.uk',
      suffix: 'co.uk',
      path: '/a/b.tar.GZ',
      query: 'q=1',
      filename: 'b.tar.GZ',
      extension: 'gz',
    });
    expect((await derivedValue(urlParts, recordOf('', { url: 'no url' }))).host).toBe('');
    expect(await derivedValue(surt, recordOf('', { url }))).toBe(
      'uk,co,example:8080)/a/b.tar.gz?q=1',
    );
  });

  it('needs no archive', () => {
    expect([urlParts.needs.path, surt.needs.path]).toEqual(['', '']);
    expectTypeOf(surt).toExtend<Field<'surt', string>>();
  });
});

describe('entities', () => {
  const names = entities((words) => words.match(/[A-Z]\w+/g) ?? []);

  it('are counted in the order of their first mention', async () => {
    expect(await derivedValue(names, recordOf('<p>Ada met Grace. Ada left.'))).toEqual([
      { text: 'Ada', type: '', count: 2 },
      { text: 'Grace', type: '', count: 1 },
    ]);
  });

  it('may be of any text, found by several functions that take their time', async () => {
    const people = entities(async () => [{ text: 'Ada', type: 'person' }], 'people').on(title);
    expect(await derivedValue(people, recordOf('<title>Ada</title>'))).toEqual([
      { text: 'Ada', type: 'person', count: 1 },
    ]);
    expectTypeOf(people).toExtend<Field<'payload.string.html.title.people', readonly Entity[]>>();
    expectTypeOf(names.on(title).path).toEqualTypeOf<'payload.string.html.title.entities'>();
  });
});

describe('every enrichment of the table', () => {
  const made = ENRICHMENTS.flatMap(({ make }) => make?.('a', 'href') ?? []).filter(
    ({ name }) => !name.includes('thumb'), // decoders have tests of their own
  );

  /** Values that could be derived; what failed must have been refused with a reason. */
  const valuesOf = async (record: OneRecord): Promise<unknown[]> => {
    const settled = await Promise.allSettled(
      made.flatMap(({ fields }) =>
        Object.values(fields).map((field) => derivedValue(field, record)),
      ),
    );
    return settled.flatMap((one) => {
      if (one.status === 'fulfilled') return [one.value];
      expect(String(one.reason)).toMatch(/^Error: no (?:text|HTML|image): the payload is /);
      return [];
    });
  };

  it('gives values that can be sent to another thread', async () => {
    const picture = recordOf(png(60, 60), { type: 'image/png' });
    for (const record of [recordOf(PAGE), picture]) {
      const values = await valuesOf(record);
      expect(values.length).toBeGreaterThan(8);
      for (const value of values) {
        const plain = Buffer.isBuffer(value) ? new Uint8Array(value) : value;
        expect(structuredClone(plain)).toEqual(plain);
      }
    }
  });

  it('gives a value or a reason, whatever the payload', async () => {
    const types = fc.constantFrom('text/html', 'text/html; charset=utf-16', 'image/png', '', 'x');
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.string({ unit: 'binary' }).map((words) => Buffer.from(`<html>${words}`)),
      fc.constantFrom(PAGE.length, 700, 300).map((end) => Buffer.from(PAGE.slice(0, end))),
    );
    await fc.assert(
      fc.asyncProperty(bytes, types, fc.webUrl(), async (body, type, url) => {
        await valuesOf(recordOf(body, { type, url }));
      }),
      { numRuns: 25 },
    );
  });
});
