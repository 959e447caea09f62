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
    ['/* url(no.png) */a{}', 'a{}'],
    ['<!-- a{} -->', '  a{}  '],
    ['a{content:"</style>"}', 'a{content:"\\3c /style>"}'],
    ['@media (400px<width<600px){}', '@media (400px< width<600px){}'],
    ['.\\31 23{color:red}', '.\\31 23{color:red}'],
    ['a{b:u\\72l(i.png)}', `a{b:url("${IMAGE}/css/i.png")}`],
    ['a{b:\\u\\72 \\6c (i.png)}', `a{b:url("${IMAGE}/css/i.png")}`],
    ['@constructor x;a{}', '@constructor x;a{}'],
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
});
