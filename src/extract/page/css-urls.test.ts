// Images and imports of style sheets.
import { describe, expect, it } from 'vitest';
import { findCssUrls } from './css-urls.ts';

describe('findCssUrls', () => {
  it.each([
    ['a{background:url(a.png)}', ['a.png']],
    [`a{background:url( 'a b.png' ) , URL("c.png")}`, ['a b.png', 'c.png']],
    ['a{content:image-set(url(1x.png) 1x, url(2x.png) 2x)}', ['1x.png', '2x.png']],
    ['/* url(no.png) */ a{b:url(a.png)} /* url(', ['a.png']],
    ['a{content:"url(no.png)"; b:url(a.png)}', ['a.png']],
    ['a{content:"\\"url(no.png)"; b:url(a.png)}', ['a.png']],
    ['@font-face{font-family:x;src:url(x.svg),url(y.woff2)} a{b:url(a.png)}', ['a.png']],
    ['@namespace svg url(http://www.w3.org/2000/svg); a{b:url(a.png)}', ['a.png']],
    ['a{filter:url(#blur);mask:url(m.svg#x)}', ['m.svg#x']],
    ['a{b:url(a\\(1\\).png);c:url("\\26 .png")}', ['a(1).png', '&.png']],
    ['a{b:url(a b.png)} c{d:url(e.png)}', ['e.png']],
    ['a{b:url(data:image/png;base64,AA==)}', ['data:image/png;base64,AA==']],
    ["a{b:url()} c{d:url('')} e{f:url(about:blank)}", []],
    ['@media print{a{b:url(p.png)}}', ['p.png']],
    ['a{b:url(a.png', ['a.png']],
  ])('finds the images of %j', (css, images) => {
    expect(findCssUrls(css).images).toEqual(images);
  });

  it.each([
    ['@import "a.css"; @import url(b.css) screen; a{b:url(c.png)}', ['a.css', 'b.css']],
    ["@IMPORT\n'a.css';", ['a.css']],
    ['@import; a{content:"x"}', []],
  ])('finds the imports of %j', (css, imports) => {
    expect(findCssUrls(css).imports).toEqual(imports);
  });
});
