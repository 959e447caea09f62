import { expect, it } from 'vitest';
import type { Timestamp } from '../../model/capture.ts';
import { extractPage } from './page.ts';

function nearTexts(html: string): string[] {
  const time = '20200101000000' as Timestamp; // 14 digits
  const { references } = extractPage(Buffer.from(html), { url: 'http://a.example/', time });
  return references.map(({ nearText }) => nearText);
}

it('is the text before and after the image, in the order of the page', () => {
  expect(nearTexts('<p>One <b>two</b>.</p><div><img src=a.png></div><p>Three.</p>')).toEqual([
    'One two.\nThree.',
  ]);
});

it('leaves out navigation, footers, forms and buttons', () => {
  const html =
    '<nav>Home</nav><p>Before</p><button>Share</button><img src=a.png><form>Name</form><p>After</p><footer>Imprint</footer>';
  expect(nearTexts(html)).toEqual(['Before\nAfter']);
});

it('leaves out what says by role, class or id that it is interface', () => {
  const html =
    '<p>Before</p><div class="entry share-buttons">Tell all</div><img src=a.png>' +
    '<div role=navigation>Older</div><a rel=next href=/2>Another bird</a><div id=main-menu>Shop</div><p>After</p><p>Later</p><p>Last</p>';
  expect(nearTexts(html)).toEqual(['Before\nAfter Later Last']);
});

it('takes a form around the whole page for no interface', () => {
  expect(nearTexts('<form class=page><p>Before</p><img src=a.png><p>After</p></form>')).toEqual([
    'Before\nAfter',
  ]);
});

it('keeps to the aside that the image stands in', () => {
  const html = '<p>Out</p><p>Out</p><p>Out</p><aside><b>In</b><img src=a.png></aside><p>Out</p>';
  expect(nearTexts(html)).toEqual(['In']);
});

it('leaves out the captions of figures, its own and those of others', () => {
  const html =
    '<p>Before</p><figure><img src=a.png><figcaption>Own <b>of <i>a</i></b></figcaption></figure><p>Between</p>' +
    '<figure><img src=b.png><figcaption>Own of b</figcaption></figure><p>After</p>';
  expect(nearTexts(html)).toEqual(['Before\nBetween After', 'Before Between\nAfter']);
});

it('parts words where something was left out between them', () => {
  const html = '<p>x</p><img src=a.png>one<span class=share>!</span>two<p>y</p><p>z</p>';
  expect(nearTexts(html)).toEqual(['x\none two y z']);
});

it('has none for images of the interface, and for those declared to be tiny', () => {
  expect(nearTexts('<p>Text</p><nav><img src=a.png></nav><img src=b.png width=16>')).toEqual([
    '',
    '',
  ]);
});

it('keeps about 160 characters of each side, whole words', () => {
  const [near = ''] = nearTexts(
    `<p>${'before '.repeat(100)}</p><img src=a.png><p>${'after '.repeat(100)}</p>`,
  );
  const [left = '', right = ''] = near.split('\n');
  expect(left).toMatch(/^(before ){15,}before$/);
  expect(left.length).toBeLessThanOrEqual(160);
  expect(right).toMatch(/^(after ){15,}after$/);
  expect(right.length).toBeLessThanOrEqual(160);
});

it('never cuts a character in two', () => {
  const [near = ''] = nearTexts(`<img src=a.png><p>x${'😀'.repeat(300)}</p>`);
  expect(Buffer.from(near).toString()).toBe(near); // lone surrogates would not come back
});
