// Captions by the rule of the paper, one test for every sentence of docs/captions.md.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Timestamp } from '../../model/capture.ts';
import type { ReferenceObservation } from '../../model/observation.ts';
import { createCaptioner, cutCaption } from './captions.ts';
import { extractPage } from './page.ts';
import { readPage } from './page-reader.ts';
import { createPageText } from './page-text.ts';
import { paperCaptionOf } from './place.ts';

/** The element `html` is the first of every page. */
const HTML = 1;

const context = { url: 'http://example.com/', time: '20080430204825' as Timestamp };

describe('a caption', () => {
  it('is the figcaption of the figure the image stands in', () => {
    const html =
      '<figure><img src=a.jpg><p>near</p><figcaption>The <b>tower</b></figcaption></figure>';
    expect(captionOf(html)).toEqual(['The tower', 'figcaption']);
  });

  it('is never the figcaption of a figure around its own figure', () => {
    const html =
      '<figure><figure><img src=a.jpg><b>own</b></figure><figcaption>all of them</figcaption></figure>';
    expect(captionOf(html)).toEqual(['own', 'siblings']);
  });

  it('is not an empty figcaption, but the next one', () => {
    const html =
      '<figure><img src=a.jpg><figcaption> &nbsp; </figcaption><figcaption>second</figcaption></figure>';
    expect(captionOf(html)).toEqual(['second', 'figcaption']);
  });

  it('is not a figcaption that belongs to no figure', () => {
    expect(captionOf('<figcaption>lost</figcaption><p>x<img src=a.jpg>')[0]).toBe('x');
  });

  it('is the text of the nearest element around the image that has text', () => {
    const html = `<ul>${'<li>x</li>'.repeat(9)}<li><div><a><img src=a.jpg></a></div>Messi <b>second</b></li></ul>`;
    expect(captionOf(html)).toEqual(['Messi second', 'parent']);
  });

  it('is the text beside the image where that element also has most children', () => {
    const html =
      '<p>FOOTBALL</p><img src=a.jpg><p>Ronaldo</p><p>FOOTBALL</p><img src=b.jpg><p>Messi</p>';
    expect(captionsOf(html)).toEqual(['FOOTBALL\nRonaldo', 'FOOTBALL\nMessi']);
    expect(captionOf(html)[1]).toBe('siblings');
  });

  it('takes text that stands beside the image without an element of its own', () => {
    expect(captionsOf('<div>one<img src=a.jpg>two<img src=b.jpg>three</div>')).toEqual([
      'one\ntwo',
      'two\nthree',
    ]);
  });

  it('passes over neighbours without text', () => {
    const html = '<div><p>before</p><br><hr><img src=a.jpg><i></i><span> </span><p>after</p></div>';
    expect(captionOf(html)[0]).toBe('before\nafter');
  });

  it('takes the whole text of a neighbour', () => {
    const html = '<div><p>a <b>b</b> c</p><img src=a.jpg><ul><li>d</li><li>e</li></ul></div>';
    expect(captionOf(html)[0]).toBe('a b c\nd e');
  });

  it('needs no text on both sides', () => {
    expect(captionOf('<div><img src=a.jpg><p>after</p><p>later</p></div>')[0]).toBe('after');
    expect(captionOf('<div><p>early</p><p>before</p><img src=a.jpg></div>')[0]).toBe('before');
  });

  it('is looked for beside the branch that holds the image', () => {
    const html = '<div><p>before</p><div><span><img src=a.jpg></span></div><p>after</p></div>';
    expect(captionOf(html)).toEqual(['before\nafter', 'siblings']);
  });

  it('is looked for beside the branch also where another ancestor has most children', () => {
    // The inner div has most children but no text; the first with text lies above it.
    const html = `<div><p>before</p><div>${'<hr>'.repeat(9)}<img src=a.jpg></div><p>after</p></div>`;
    expect(captionOf(html)).toEqual(['before\nafter', 'siblings']);
  });

  it('counts elements and texts as children, but no blanks and no comments', () => {
    // The div has 3 children and the section 3 too: the nearer counts, so it is the flat one.
    const flat = '<section><i></i><i></i><div>one <img src=a.jpg> two</div></section>';
    expect(captionOf(flat)).toEqual(['one\ntwo', 'siblings']);
    // A fourth child of the section makes it the densest.
    const parent = '<section><i></i><i></i>x<div>one <img src=a.jpg> two</div></section>';
    expect(captionOf(parent)).toEqual(['one two', 'parent']);
    const blanks =
      '<section> <i></i> <!-- --> <i></i> <div>one <img src=a.jpg> two</div> </section>';
    expect(captionOf(blanks)).toEqual(['one\ntwo', 'siblings']);
  });

  it.each(['script', 'style', 'template', 'noscript', 'textarea', 'iframe'])(
    'is not the content of %s',
    (tag) => {
      expect(captionOf(`<div><${tag}>hidden</${tag}><img src=a.jpg></div>`)).toEqual(['', '']);
    },
  );

  it('is not the title of the page', () => {
    expect(captionOf('<title>T</title><img src=a.jpg>')).toEqual(['', '']);
  });

  it('is found for images inside noscript, from the text outside', () => {
    const html = '<div><noscript><p>no</p><img src=a.jpg></noscript>yes</div>';
    expect(captionOf(html)).toEqual(['yes', 'siblings']);
  });

  it('is the text of the link for a link to an image', () => {
    const html = '<p>x</p><a href=a.jpg>The <b>old</b> bridge</a>';
    expect(captionOf(html)).toEqual(['The old bridge', 'anchor']);
  });

  it('does not depend on where comments cut a text', () => {
    expect(captionOf('<p>Price: <!-- -->5<!-- --> EUR<img src=a.jpg>')[0]).toBe('Price: 5 EUR');
    expect(captionOf('<p>a<!-- --> <!-- -->b<img src=a.jpg>')[0]).toBe('a b');
    expect(captionOf('<p>a</i>b<img src=a.jpg>')[0]).toBe('ab');
  });

  it('has its entities decoded and joined', () => {
    expect(captionOf('<p>Caf&eacute;&nbsp;&amp; &#66;ar<img src=a.jpg>')[0]).toBe('Café & Bar');
  });

  it.each([
    ['un<b>believ</b>able', 'unbelievable'],
    ['H<sub>2</sub>O and 18<sup>th</sup>', 'H2O and 18th'],
    ['<s>@</s><b>name</b>', '@name'],
    ['<span class=cap>O</span>nce upon', 'Once upon'],
    ['do <a href=x>this</a>, then', 'do this, then'],
    ['one<b> two</b>&#32;<i>three</i>', 'one two three'],
    ['long<wbr>word', 'longword'],
    ['a<script>1</script>b', 'ab'],
    ['<a href=x>Home</a><a href=y>About</a>', 'Home About'],
    ['<time>2016</time><span>By Ana</span>', '2016 By Ana'],
    ['one<br>two<hr>three', 'one two three'],
    ['<p>one</p><p>two</p>three', 'one two three'],
    ['see<button>Play</button>more', 'see Play more'],
    ['<table><tr><td>one<td>two</table>', 'one two'],
  ])('reads %s as %s', (html, text) => {
    const box = `<div><div><img src=a.jpg>${html}</div>${'<hr>'.repeat(9)}</div>`;
    expect(captionOf(box)).toEqual([text, 'parent']);
  });

  it('takes whole words beside the image where formatting cuts them', () => {
    const html = '<div>It is un<b>believ</b>able<img src=a.jpg><i>in</i>deed <u>so</u></div>';
    expect(captionOf(html)).toEqual(['It is unbelievable\nindeed', 'siblings']);
  });

  it('has a newline only between neighbours', () => {
    expect(captionOf('<div>a\n\n  b<img src=a.jpg><p>c\td</p></div>')[0]).toBe('a b\nc d');
  });
});

describe('a long caption', () => {
  const words = (count: number, word: string) =>
    Array.from({ length: count }, () => word).join(' ');

  it('keeps its two ends, cut at spaces', () => {
    const caption = cutCaption(
      `${words(30, 'first')} ${words(30, 'middle')} ${words(30, 'final')}`,
    );
    const [head = '', tail = '', ...rest] = caption.split('\n');
    expect(rest).toEqual([]);
    expect(head).toBe(words(20, 'first'));
    expect(tail).toBe(words(20, 'final'));
  });

  it('is kept whole up to 250 characters', () => {
    expect(cutCaption('x'.repeat(250))).toBe('x'.repeat(250));
    expect(cutCaption('x'.repeat(251))).toBe(`${'x'.repeat(125)}\n${'x'.repeat(125)}`);
  });

  it('never splits a character', () => {
    const caption = cutCaption(`a${'😀'.repeat(300)}`);
    expect(caption).not.toMatch(/\p{Surrogate}/u);
  });

  it('is that of the whole text, however long the text is', () => {
    fc.assert(
      fc.property(
        fc.array(fc.lorem({ maxCount: 40 }), { minLength: 1, maxLength: 60 }),
        (texts) => {
          const html = `<div><p><img src=a.jpg>${texts.map((text) => `<i>${text} </i>`).join('')}</p>${'<hr>'.repeat(99)}</div>`;
          expect(captionOf(html)).toEqual([cutCaption(texts.join(' ')), 'parent']);
        },
      ),
      { seed: 1, numRuns: 50 },
    );
  });
});

describe('layouts', () => {
  it.each([
    [
      'definition list',
      '<dl><dt><img src=a.jpg><dd>Alpha<dt><img src=b.jpg><dd>Beta</dl>',
      ['Alpha', 'Alpha\nBeta'],
    ],
    [
      'table of rows',
      '<table><tr><td><img src=a.jpg><td>Alpha<tr><td><img src=b.jpg><td>Beta<tr><td><td></table>',
      ['Alpha', 'Beta'],
    ],
    [
      'table with the captions below',
      '<table><tr><td><img src=a.jpg></td><td><img src=b.jpg></td></tr><tr><td>Alpha</td><td>Beta</td></tr></table>',
      ['Alpha Beta', 'Alpha Beta'],
    ],
    [
      'gallery of boxes',
      `<div>${['Alpha', 'Beta', 'Gamma'].map((name) => `<div><a><img src=${name}.jpg></a><p>${name}</p></div>`).join('')}</div>`,
      ['Alpha', 'Beta', 'Gamma'],
    ],
    [
      'unclosed paragraphs',
      '<p><img src=a.jpg>Alpha<p><img src=b.jpg>Beta<p>Gamma',
      ['Alpha', 'Beta'],
    ],
    ['nested boxes', `<div><div><div><div><img src=a.jpg></div></div>Alpha</div></div>`, ['Alpha']],
  ])('finds the captions of a %s', (_, html, captions) => {
    expect(captionsOf(html)).toEqual(captions);
  });
});

describe('white space', () => {
  it('changes no caption: minified and indented copies agree', () => {
    fc.assert(
      fc.property(arbitraryTree, (tree) => {
        const minified = captionsOf(print(tree, ''));
        expect(captionsOf(print(tree, '\n'))).toEqual(minified);
        expect(captionsOf(print(tree, '\r\n\t  '))).toEqual(minified);
        expect(captionsOf(print(tree, ' <!-- note --> '))).toEqual(minified);
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});

interface Tree {
  readonly tag: string;
  readonly children: readonly (Tree | string)[];
}

const arbitraryTree: fc.Arbitrary<Tree> = fc.letrec<{ tree: Tree; child: Tree | string }>(
  (tie) => ({
    child: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom<Tree | string>(
        { tag: 'img', children: [] },
        { tag: 'br', children: [] },
        'one',
        'two three',
      ),
      tie('tree'),
    ),
    tree: fc.record({
      tag: fc.constantFrom('div', 'section', 'span', 'b', 'ul', 'figure', 'blockquote'),
      children: fc.array(tie('child'), { maxLength: 6 }),
    }),
  }),
).tree;

/** The page of a tree, with `gap` at every place where a printer may put white space: beside blocks and pictures. */
function print({ tag, children }: Tree, gap: string): string {
  if (tag === 'img') return `${gap}<img src=a.jpg>${gap}`;
  if (tag === 'br') return `${gap}<br>${gap}`;
  const content = children.map((child, index) => {
    if (typeof child !== 'string') return print(child, gap);
    // Two texts in a row would be one in the minified copy.
    return typeof children[index - 1] === 'string' ? '' : child;
  });
  const own = tag === 'span' || tag === 'b' ? '' : gap;
  return `${own}<${tag}>${own}${content.join('')}${own}</${tag}>${own}`;
}

function referencesOf(html: string): readonly ReferenceObservation[] {
  return extractPage(Buffer.from(`<html lang=en>${html}`), context).references;
}

function captionsOf(html: string): string[] {
  return referencesOf(html).map(({ paperCaption }) => paperCaption);
}

function captionOf(html: string): [string, string] {
  const { tree, drafts, figcaptions } = readPage(html);
  const captioner = createCaptioner(tree, { text: createPageText(tree), root: HTML, figcaptions });
  const { text, source } = paperCaptionOf(drafts[0]!, captioner);
  return [text, source];
}
