// What a page says and shows.
import { expect, it } from 'vitest';
import { MAX_COMPARED_BYTES, readPageParts } from './page-parts.ts';

const read = (html: string) =>
  readPageParts(Buffer.from(html), { url: 'http://a.example/x/', contentType: 'text/html' });

it('has a line for each block of text, without scripts and styles', () => {
  const { title, lines } = read(
    '<title> A  page </title><style>p{}</style><p>One <b>two</b>\n three<p>Four<script>x()</script><td>Five',
  );
  expect(title).toBe('A page');
  expect(lines).toEqual(['One two three', 'Four', 'Five']);
});

it('has each picture once, by its whole address', () => {
  const { pictures } = read(
    '<base href="/y/"><img src="a.png" alt="A"><img src="/y/a.png"><img data-src="b.png"><table background="c.gif"><img src="javascript:x"><img src="data:image/png,x">',
  );
  expect(pictures).toEqual([
    { url: 'http://a.example/y/a.png', alt: 'A' },
    { url: 'http://a.example/y/b.png', alt: '' },
    { url: 'http://a.example/y/c.gif', alt: '' },
  ]);
});

it('says so when it does not read to the end', () => {
  expect(read('<p>x').isCut).toBe(false);
  expect(read(`<p>${'x '.repeat(MAX_COMPARED_BYTES / 2)}</p>`).isCut).toBe(true);
  expect(read('<p>x</p>'.repeat(5000))).toMatchObject({ isCut: true });
});
