import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRewriter } from './rewrite-context.ts';
import { rewriteCss } from './rewrite-css.ts';

const rewriter = createRewriter({
  basePath: '/web',
  time: '2008',
  url: 'http://example.org/css/s.css',
});
const rewrite = (css: string): string => rewriteCss(css, rewriter);
const IMAGE = '/web/2008im_/http://example.org';
const PAGE = '/web/2008/http://example.org';

describe('a style sheet', () => {
  it.each([
    ['a{background:url(i.png)}', `a{background:url("${IMAGE}/css/i.png")}`],
    ["a{background:url( '../i.png' )}", `a{background:url("${IMAGE}/i.png")}`],
    ['a{background:URL("/i.png?a=1")}', `a{background:url("${IMAGE}/i.png?a=1")}`],
    ['a{background:url(i\\(1\\).png)}', `a{background:url("${IMAGE}/css/i(1).png")}`],
    ['@import "b.css";', `@import "${PAGE}/css/b.css";`],
    ['@import url(b.css) print;', `@import url("${PAGE}/css/b.css") print;`],
    ['@font-face{src:url(f.woff)}', `@font-face{src:url("${PAGE}/css/f.woff")}`],
    [
      'a{background:url(data:image/png;base64,AA==)}',
      'a{background:url("data:image/png;base64,AA==")}',
    ],
    ['a{background:url(javascript:x)}', 'a{background:url("about:invalid")}'],
    ['a{background:url(x', `a{background:url("${IMAGE}/css/x")`],
    ['a{content:"url(no.png)"}', 'a{content:"url(no.png)"}'],
    ['/* url(no.png) */a{}', '/**/a{}'],
    ['<!-- a{} -->', '  a{}  '],
    ['a{content:"</style>"}', 'a{content:"\\3c /style>"}'],
    ['@media (400px<width<600px){}', '@media (400px< width<600px){}'],
    ['.\\31 23{color:red}', '.\\31 23{color:red}'],
    ['a{b:u\\72l(i.png)}', `a{b:url("${IMAGE}/css/i.png")}`],
    ['a{b:\\u\\72 \\6c (i.png)}', `a{b:url("${IMAGE}/css/i.png")}`],
    ['@constructor x;a{}', '@constructor x;a{}'],
    // Parts of the same document, and of others.
    ['path{fill:url(#g);filter:url("#f")}', 'path{fill:url("#g");filter:url("#f")}'],
    ['a{mask:url(s.svg#icon)}', `a{mask:url("${IMAGE}/css/s.svg#icon")}`],
    ['@font-face{src:url(f.svg#name)}', `@font-face{src:url("${PAGE}/css/f.svg#name")}`],
    // A line end after a backslash goes on with the string; any other breaks it off (CSS Syntax, 3.3 and 4.3.5).
    [
      'a{content:"one\\\r\ntwo";b:url(i.png)}',
      `a{content:"one\\\ntwo";b:url("${IMAGE}/css/i.png")}`,
    ],
    ['a{b:url("i\\\r\n.png")}', `a{b:url("${IMAGE}/css/i.png")}`],
    ['a{content:"x\r;b:url(i.png);c:"y"}', `a{content:\n;b:url("${IMAGE}/css/i.png");c:"y"}`],
    ['a{content:"x\f;b:url(i.png);c:"y"}', `a{content:\n;b:url("${IMAGE}/css/i.png");c:"y"}`],
    ['a{b:url(\r\ni.png\f)}', `a{b:url("${IMAGE}/css/i.png")}`],
    // An escaped backslash is no beginning of another escape.
    ['a{content:"\\\\n"}', 'a{content:"\\\\n"}'],
    ['a{content:"\\\\69 mport"}', 'a{content:"\\\\69 mport"}'],
    // An escaped quote begins no string, an escaped slash no comment.
    ['\\"{} b{c:url(i.png)} \\"{}', `\\"{} b{c:url("${IMAGE}/css/i.png")} \\"{}`],
    ['\\/* b{c:url(i.png)}', `\\/* b{c:url("${IMAGE}/css/i.png")}`],
    ['\\</style>', '\\3c /style>'],
    ['a{content:"\\\\</style>"}', 'a{content:"\\\\\\3c /style>"}'],
    // The end of all closes a string.
    ['a{content:"x', 'a{content:"x"'],
    ['a{content:"x\\', 'a{content:"x"'],
    ['@import "b.css', `@import "${PAGE}/css/b.css"`],
    // A comment parts words.
    ['a{b:u/**/rl(i.png)}', 'a{b:u/**/rl(i.png)}'],
  ])('%s', (css, expected) => {
    expect(rewrite(css)).toBe(expected);
  });

  it('never holds what could end or begin an element', () => {
    const piece = fc.constantFrom(
      ...['<', '</style>', '<!--', '-->', '<img>', '"', "'", '\\', '/*', '*/', 'url(', ')', '\n'],
      ...['\\3c ', '\\', 'i', '@import', ';', '{', '}', 'data:image/png,', ' '],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (parts) => {
        expect(rewrite(parts.join(''))).not.toMatch(/<[a-z/!?]/i);
      }),
      { numRuns: 1000 },
    );
  });

  it('has no address that was not rewritten, as browsers read it', () => {
    const piece = fc.constantFrom(
      ...[
        '"',
        "'",
        '\\',
        '\\\\',
        '\n',
        '\r',
        '\f',
        '\r\n',
        '/*',
        '*/',
        '/',
        '*',
        'u',
        'rl(',
        'url(',
      ],
      ...[
        'URL(',
        '\\75 rl(',
        '(',
        ')',
        ';',
        '{',
        '}',
        ' ',
        '\t',
        '\0',
        '\u00a0',
        '<',
        '-->',
        'x',
        '#a',
      ],
      ...['url(http://evil.example/)', 'url("//evil.example/")', '@import ', '\\22 ', '\\72\r\n'],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (parts) => {
        for (const url of urlsOf(rewrite(parts.join('')))) {
          expect(url).toMatch(/^(?:\/web\/2008|#|about:invalid$)/);
        }
      }),
      { numRuns: 5000 },
    );
  });

  it('takes linear time, whatever the sheet', () => {
    for (const piece of [
      '"\\',
      '\\',
      '\\<',
      "'\\\r\n",
      '/*',
      'url(',
      'url("\f',
      '\\72 ',
      '@import "',
    ]) {
      const started = process.cpuUsage();
      rewrite(piece.repeat(100_000));
      expect(process.cpuUsage(started).user / 1e6, piece).toBeLessThan(1);
    }
  });
});

/** The addresses of `url(` in a style sheet, read by the rules of CSS Syntax Level 3, section 4, as far as they matter. */
function urlsOf(source: string): string[] {
  const css = source.replace(/\r\n?|\f/g, '\n').replaceAll('\0', '\ufffd');
  const urls: string[] = [];
  let at = 0;
  const isEscape = (): boolean => css[at] === '\\' && css[at + 1] !== '\n' && at + 1 < css.length;
  const readEscape = (): string => {
    const hex = /^[0-9a-f]{1,6}/i.exec(css.slice(at + 1, at + 7))?.[0];
    if (hex === undefined) {
      at += 2;
      return css[at - 1] ?? '';
    }
    at += 1 + hex.length;
    if (/[ \t\n]/.test(css[at] ?? '')) at++;
    return String.fromCodePoint(Number.parseInt(hex, 16));
  };
  const readName = (): string => {
    let name = '';
    for (;;) {
      if (isEscape()) name += readEscape();
      else if (/[\w\u0080-\uffff-]/.test(css[at] ?? '')) name += css[at++];
      else return name;
    }
  };
  const readString = (): string => {
    const quote = css[at++];
    let text = '';
    while (at < css.length && css[at] !== quote && css[at] !== '\n') {
      if (isEscape()) text += readEscape();
      else if (css[at] === '\\') at += 2;
      else text += css[at++];
    }
    if (css[at] === quote) at++;
    return text;
  };
  const skipBlanks = (): void => {
    while (/[ \t\n]/.test(css[at] ?? '')) at++;
  };
  while (at < css.length) {
    const character = css[at] ?? '';
    if (css.startsWith('/*', at)) {
      const end = css.indexOf('*/', at + 2);
      at = end < 0 ? css.length : end + 2;
    } else if (character === '"' || character === "'") readString();
    else if (character === '#' || character === '@') {
      at++;
      readName();
    } else if (isEscape() || /[\w\u0080-\uffff-]/.test(character)) {
      const name = readName();
      if (name.toLowerCase() !== 'url' || css[at] !== '(') continue;
      at++;
      skipBlanks();
      if (css[at] === '"' || css[at] === "'") urls.push(readString());
      else {
        let text = '';
        while (at < css.length && css[at] !== ')') text += isEscape() ? readEscape() : css[at++];
        urls.push(text);
      }
    } else at++;
  }
  return urls;
}
