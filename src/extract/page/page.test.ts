// Everything that is found in a page, from bytes to references.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Timestamp } from '../../model/capture.ts';
import { extractPage, type PageContext } from './page.ts';

const time = '20080430204825' as Timestamp;
const context: PageContext = { url: 'http://www.example.com/dir/page.html', time };

const extract = (html: string, more: Partial<PageContext> = {}) =>
  extractPage(Buffer.from(html), { ...context, ...more });
const references = (html: string) => extract(html).references;
const found = (html: string) =>
  references(html).map(({ tag, url }) => `${tag} ${url.replace(/^.*\//, '')}`);

const PIXEL = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const DIGEST = createHash('sha256').update(Buffer.from(PIXEL, 'base64')).digest('hex');

describe('references', () => {
  it('of every kind are found once, in order, and resolved against the base', () => {
    const html = `<!doctype html><html lang=en><head>
      <meta property="og:image" content="og.jpg"><meta name="twitter:image" content="twitter.jpg">
      <link rel="image_src" href="link.jpg"><base href="/base/"><title>T</title>
      <style>p { background: url('css-element.jpg') }</style>
      <script type="application/ld+json">{"@type":"Article","image":"jsonld.jpg"}</script>
      <noscript><img src="noscript-head.jpg"></noscript></head>
      <body background="body.jpg"><img src="img.jpg" lowsrc="lowsrc.jpg" alt="alt.jpg" srcset="srcset-1.jpg 1x, srcset-2.jpg 2x, srcset-3.jpg 3x">
      <picture><source srcset="picture.webp 1x"><img data-src="lazy.jpg"></picture>
      <table background="table.jpg"><tr><td background="td.jpg" style="background:url(css-attribute.jpg)"></table>
      <a href="link-to.JPG?x=1">text</a><a href="page.html">page</a>
      <video poster="poster.jpg"></video><input type=image src="input.jpg"><input src="no.jpg">
      <svg><image href="svg-1.png"/><image xlink:href="svg-2.png"/></svg>
      <noscript><img src="noscript.jpg"></noscript><div data-bg="bg.jpg"></div>
      <img src="data:image/gif;base64,${PIXEL}">`;
    const extraction = extract(html);
    expect(extraction.references.map(({ tag, url }) => `${tag} ${url}`)).toEqual(
      [
        'og og.jpg',
        'twitter twitter.jpg',
        'link link.jpg',
        'css css-element.jpg',
        'jsonld jsonld.jpg',
        'noscript noscript-head.jpg',
        'background body.jpg',
        'img img.jpg',
        'img lowsrc.jpg',
        'srcset srcset-1.jpg',
        'srcset srcset-2.jpg',
        'srcset srcset-3.jpg',
        'picture picture.webp',
        'img lazy.jpg',
        'background table.jpg',
        'background td.jpg',
        'css css-attribute.jpg',
        'a link-to.JPG?x=1',
        'poster poster.jpg',
        'input input.jpg',
        'svg svg-1.png',
        'svg svg-2.png',
        'noscript noscript.jpg',
        'background bg.jpg',
      ]
        .map((line) => line.replace(' ', ' http://www.example.com/base/'))
        .concat(`img data:image/gif;sha256,${DIGEST}`),
    );
    expect(extraction.references.map(({ position }) => position)).toEqual(
      extraction.references.map((_, index) => index),
    );
    expect(extraction.page.images).toBe(5);
    expect(extraction.references.every(({ imagesInPage }) => imagesInPage === 5)).toBe(true);
  });

  it('carry what attributes and surroundings say', () => {
    const html = `<html lang=en><body><a href=x.html>See <img src=a.jpg alt=" An  alt " title="A &quot;title&quot;" width=640 height="480px" loading=lazy><b></b> more</a>`;
    expect(references(html)[0]).toEqual({
      kind: 'reference',
      surt: 'com,example)/dir/a.jpg',
      url: 'http://www.example.com/dir/a.jpg',
      tag: 'img',
      alt: 'An alt',
      title: 'A "title"',
      caption: 'See\nmore',
      captionSource: 'siblings',
      paperCaption: 'See\nmore',
      anchorText: 'See more',
      heading: '',
      nearText: 'See\nmore',
      location: '',
      width: 640,
      height: 480,
      depth: 4,
      siblings: 1,
      position: 0,
      lazy: true,
      element: '',
      descriptor: '',
      licence: '',
      sameSite: true,
      parentTextLength: 8,
      page: { url: context.url, surt: 'com,example)/dir/page.html', title: '', time },
      imagesInPage: 1,
    });
  });

  it('of one picture share the name of their element', () => {
    const named = (html: string) => references(html).map(({ element }) => element);
    const [src, small, large] = named('<img src=a.jpg srcset="s.jpg 1x, b.jpg 2x">');
    expect(src).toMatch(/^[0-9a-f]{16}$/);
    expect([small, large]).toEqual([src, src]);
    const picture =
      '<picture><source srcset="x.webp 1x, y.webp 2x"><source srcset=z.avif><img src=x.jpg></picture>';
    const [first = '', ...others] = named(picture);
    expect(first).not.toBe('');
    expect(others).toEqual([first, first, first]);
    expect(named(`<p>${picture}`)[0]).toBe(first);
    // What stands in for a picture that is loaded later stands in for others, too.
    const [spinner, late, candidate] = named(
      '<img src=spinner.gif data-src=a.jpg srcset="b.jpg 2x">',
    );
    expect(spinner).toBe('');
    expect(late).toBe(candidate);
    expect(named('<img src=a.jpg><img src=b.jpg><img src=c.jpg srcset="c.jpg 2x">')).toEqual(
      Array(3).fill(''),
    );
  });

  it('count once in an element that repeats an address', () => {
    expect(
      found('<img src=a.jpg srcset="a.jpg 1x, /dir/a.jpg 2x, b.jpg 3x" data-src="a.jpg">'),
    ).toEqual(['img a.jpg', 'srcset b.jpg']);
    expect(found('<img src=a.jpg><img src=a.jpg>')).toEqual(['img a.jpg', 'img a.jpg']);
  });

  it('of late loading are told by their attribute', () => {
    const html =
      '<img src=spacer.gif data-lazy-src="/big" data-title="x.jpg" data-w="{a/b.jpg}" data-full-size="http://x.org/full.png" data-srcset="s.jpg 2x">';
    expect(
      references(html).map(({ url, tag, lazy, descriptor }) => [tag, url, lazy, descriptor]),
    ).toEqual([
      ['img', 'http://www.example.com/dir/spacer.gif', false, ''],
      ['img', 'http://www.example.com/big', true, ''],
      ['img', 'http://x.org/full.png', true, ''],
      ['srcset', 'http://www.example.com/dir/s.jpg', true, '2x'],
    ]);
  });

  it('are told of objects, embedded files and frames that lead to an image', () => {
    const html =
      '<object data=a.svg type=image/svg+xml></object><object data=b.swf></object><object data=c.png></object><embed src=d type=image/png>' +
      '<embed src=e.mp3><embed src=f.gif type=video/mp4><iframe src=g.jpg></iframe><iframe src=h.html></iframe>';
    expect(found(html)).toEqual(['object a.svg', 'object c.png', 'embed d', 'iframe g.jpg']);
  });

  it('of a picture have the words of its img', () => {
    const html =
      '<picture><source srcset="a.webp 1x, b.webp 2x"><img src=a.jpg alt=A width=10></picture><source srcset=no.jpg>';
    expect(references(html).map(({ tag, alt, width }) => [tag, alt, width])).toEqual([
      ['picture', 'A', 10],
      ['picture', 'A', 10],
      ['img', 'A', 10],
    ]);
  });

  it('of social cards have the words of the tags that follow', () => {
    const html = `<meta property=og:image content=a.jpg><meta property=og:image:secure_url content=a.jpg>
      <meta property=og:image:width content=100><meta property=og:image:alt content="An alt">
      <meta property=og:image content=b.jpg><meta name=twitter:image:src content=c.jpg><meta name=twitter:image:alt content=C>`;
    expect(
      references(html).map(({ tag, url, width, alt }) => [tag, url.slice(-5), width, alt]),
    ).toEqual([
      ['og', 'a.jpg', 100, 'An alt'],
      ['og', 'b.jpg', 0, ''],
      ['twitter', 'c.jpg', 0, 'C'],
    ]);
  });

  it('to data: images share one image', () => {
    const uri = `data:image/gif;base64,${PIXEL}`;
    const extraction = extract(
      `<img src="${uri}"><p style="background:url('${uri}'),url(data:font/woff;base64,AAAA)">`,
    );
    const url = `data:image/gif;sha256,${DIGEST}`;
    expect(extraction.references).toMatchObject([
      { tag: 'img', url, surt: url, sameSite: true },
      { tag: 'css', url },
    ]);
    expect(extraction.dataImages).toEqual([
      {
        url,
        mime: 'image/gif',
        digest: DIGEST,
        bytes: Buffer.from(PIXEL, 'base64'),
        isPlaceholder: false,
      },
    ]);
  });

  it.each([
    ['an empty src', '<img src=""><img src=" "><img>'],
    ['an alt that looks like a file', '<img alt="x.jpg">'],
    ['other schemes', '<img src="javascript:1"><img src="blob:x"><img src="file:///a.jpg">'],
    ['a broken URL', '<img src="http://[/a.jpg">'],
    ['comments', '<!-- <img src=a.jpg> -->'],
    [
      'scripts and textareas',
      '<script>"<img src=a.jpg>"</script><textarea><img src=b.jpg></textarea>',
    ],
    ['links to pages about images', '<a href="view.php?img=a.jpg">x</a>'],
  ])('are not made from %s', (_, html) => {
    expect(references(html)).toEqual([]);
  });

  it('know images of the same site', () => {
    const html = '<img src="http://cdn.example.com/a.jpg"><img src="http://example.org/a.jpg">';
    expect(references(html).map(({ sameSite }) => sameSite)).toEqual([true, false]);
  });

  it('are found after a self-closed title in an SVG', () => {
    expect(found('<svg><title/><path/></svg><img src=a.jpg>')).toEqual(['img a.jpg']);
  });

  it('are found inside template, where shadow trees are kept', () => {
    expect(found('<template shadowrootmode=open><img src=a.jpg></template>')).toEqual([
      'img a.jpg',
    ]);
  });

  it('are counted up to a limit, which is told', () => {
    const { references: kept, page } = extract('<img src=a.jpg>'.repeat(25_001));
    expect(kept).toHaveLength(25_000);
    expect(page).toMatchObject({ images: 25_001, truncated: ['references'] });
  });
});

describe('a page', () => {
  it('tells its title, language, addresses and counts', () => {
    const html = `<html lang="pt-PT"><head><title> </title><title>Uma
      p&aacute;gina <b></title><meta property="og:title" content="Outro t&iacute;tulo">
      <link rel="canonical" href="/canonical"><svg><title>no</title></svg></head><body>`;
    expect(extract(html, { status: 200 }).page).toEqual({
      kind: 'page',
      url: context.url,
      surt: 'com,example)/dir/page.html',
      time,
      status: 200,
      title: 'Uma página <b>',
      ogTitle: 'Outro título',
      language: 'pt',
      languageSource: 'html',
      charset: 'utf-8',
      charsetSource: 'utf8',
      canonicalUrl: 'http://www.example.com/canonical',
      baseUrl: context.url,
      images: 0,
      truncated: [],
    });
  });

  it('is read up to a number of bytes', () => {
    const { page, references: kept } = extract('<img src=a.jpg><img src=b.jpg>', { maxBytes: 20 });
    expect(kept).toHaveLength(1);
    expect(page.truncated).toEqual(['bytes']);
  });

  it('lists its style sheets, also imported ones', () => {
    const html = `<link rel="Alternate StyleSheet" href=a.css><style>@import "b.css";</style><link rel=stylesheet href=a.css>`;
    expect(extract(html).styleSheets).toEqual([
      'http://www.example.com/dir/a.css',
      'http://www.example.com/dir/b.css',
    ]);
  });

  it('lists its links with their texts', () => {
    const html =
      '<a href=a.html>The <b>A</b></a><a name=x>no</a><a href="mailto:x">no</a><area href=/b alt="The B">';
    expect(extract(html).outlinks).toEqual([
      { url: 'http://www.example.com/dir/a.html', text: 'The A', position: 0 },
      { url: 'http://www.example.com/b', text: 'The B', position: 1 },
    ]);
    expect(extract(html, { outlinks: false }).outlinks).toEqual([]);
  });

  it('tells the positions its markup states', () => {
    const html = `<meta name="geo.position" content="38.7;-9.1"><meta name=ICBM content="38.71, -9.11"><meta name=geo.placename content=Lisboa>
      <meta property=og:latitude content=1><meta property=og:longitude content=2><meta property=place:location:latitude content=3><meta property=place:location:longitude content=4>
      <script type="application/ld+json">{"name":"Torre","geo":{"latitude":5,"longitude":6}}</script>
      <meta itemprop=latitude content=7><span itemprop=longitude>8</span>
      <a href="https://www.openstreetmap.org/#map=9/9/10">Here</a><iframe src="https://www.google.com/maps/embed?ll=11,12"></iframe>`;
    const { geo, jsonLd } = extract(html);
    expect(
      geo.map(({ source, latitude, longitude, name }) => [source, latitude, longitude, name]),
    ).toEqual([
      ['geo.position', 38.7, -9.1, 'Lisboa'],
      ['icbm', 38.71, -9.11, 'Lisboa'],
      ['opengraph', 1, 2, 'Lisboa'],
      ['opengraph', 3, 4, 'Lisboa'],
      ['microdata', 7, 8, ''],
      ['jsonld', 5, 6, 'Torre'],
      ['map-link', 9, 10, 'Here'],
      ['map-link', 11, 12, ''],
    ]);
    expect(jsonLd).toEqual([{ name: 'Torre', geo: { latitude: 5, longitude: 6 } }]);
  });

  it('may be no page at all', () => {
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.alloc(100),
      Buffer.from('\xff\xd8\xff\xe0 JFIF', 'latin1'),
    ]) {
      expect(extractPage(bytes, { url: 'dns:example', time }).references).toEqual([]);
    }
  });
});
