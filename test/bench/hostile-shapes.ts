// Pages made to be slow: each is a trap for one way to read a page.

/** The size up to which a page is read, in bytes. */
export const FULL_SIZE = 16e6;

/** A page of the greatest size that is read, made of one piece. */
const full = (piece: string, before = '', after = ''): string =>
  before +
  piece.repeat(Math.floor((FULL_SIZE - before.length - after.length) / piece.length)) +
  after;

const images = (count: number, print: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => print(index)).join('');

const PROSE = 'lorem ipsum dolor sit amet '.repeat(100);

/** Makers of hostile pages, by what they hold. */
export const HOSTILE_SHAPES: Readonly<Record<string, () => string>> = {
  '10,000 images flat': () =>
    `<div>${images(10_000, (n) => `<img src=${n}.jpg>\n`)}</div><p>${PROSE}`,
  '10,000 images nested': () =>
    images(10_000, (n) => `<div><a href=${n}.html><img src=${n}.jpg>`) + PROSE,
  '10,000 images in a table': () =>
    `<table>${images(10_000, (n) => `<tr><td><img src=${n}.jpg></td></tr>`)}</table>${PROSE}`,
  '10,000 images in a gallery': () =>
    images(
      10_000,
      (n) => `<div><img src=${n}.jpg><p>Picture ${n} ${PROSE.slice(0, 100)}</p></div>`,
    ),
  '10,000 figures': () =>
    images(
      10_000,
      (n) => `<figure><img src=${n}.jpg><figcaption>Picture ${n}</figcaption></figure>`,
    ),
  'images without end': () => full('<img src=a.jpg>'),
  'images and texts without end': () => full('<img src=a.jpg>x'),
  'links to images without end': () => full('<a href=a.jpg>x</a>'),
  'a million nested divs': () => `${'<div>'.repeat(1e6)}x<img src=a.jpg>${'</div>'.repeat(1e6)}`,
  'elements that are never closed': () => full('<p>x<b>'),
  'formatting that is never closed': () => full('<b>'),
  'end tags that match nothing': () => full('</b>', `<b><table>${'<div>'.repeat(500)}`),
  'end tags of unknown elements': () => full('</x-y>', '<span>'.repeat(60_000)),
  'element names without end': () => images(3e6, (n) => `<x${n.toString(36)}>`).slice(0, FULL_SIZE),
  'attributes without end': () => full('a ', '<img '),
  'data attributes without end': () => full('data-a=/b.jpg ', '<img ', '>'),
  'attributes of 1 MB': () => full(`<img src=a.jpg alt="${'x'.repeat(1e6)}">`),
  'a srcset of 1 MB': () => full(`<img srcset="${'a.jpg 1x,'.repeat(1e5)}">`),
  'a data: image of 1 MB': () =>
    full(`<img src="data:image/png;base64,${'AAAA'.repeat(250_000)}">`),
  'deep neighbours': () =>
    full(`${'<div>'.repeat(500)}x${'</div>'.repeat(500)}<img src=a.jpg><img src=b.jpg>`),
  'deep ancestors with text': () => full('<i><img src=a.jpg></i>', '<div>a'.repeat(500)),
  'wide ancestors with text': () =>
    images(500, () => `<div>${'t<br>'.repeat(2000)}<img src=a.jpg>`),
  'empty figcaptions': () => full('<figcaption></figcaption><img src=a.jpg>', '<figure>'),
  'blank entities': () => full('&nbsp;', '<img src=a.jpg>'),
  'a text of entities': () => full('&eacute;', '<p><img src=a.jpg>'),
  'a text of comments': () => full('x<!-- y -->', '<p><img src=a.jpg>'),
  'a text of blanks': () => full(' ', '<p><img src=a.jpg>a', 'b'),
  'signs that open no tag': () => full('<'),
  'style attributes': () => full('<i style="background:url(a.png)">'),
  'a style sheet without end': () => full('a{b:url(x.png)}', '<style>'),
  'a style sheet of open brackets': () => full('url(', '<style>'),
  'JSON-LD without end': () => full('<script type=application/ld+json>{"image":"a.jpg"}</script>'),
  'social cards without end': () =>
    full('<meta property=og:image content=a.jpg><meta property=og:image:alt content=x>'),
  'a quote that is never closed': () => full('a>', '<img src="'),
  'a comment that is never closed': () => full('--!-', '<!--'),
  'a script that is never closed': () => full('</scrip ', '<script>'),
  'tables in tables': () => full('<table><tr><td>'),
  'vector graphics': () => full('<svg><title/><image href=a.png></svg>'),
  noscript: () => full('<noscript><img src=a.jpg></noscript>'),
  'broken URLs': () => full('<img src="http://[">'),
};
