// Images of linked style sheets.
import { describe, expect, it } from 'vitest';
import type { Timestamp } from '../../model/capture.ts';
import { extractCss } from './page.ts';

const page = {
  url: 'http://example.com/',
  surt: 'com,example)/',
  title: 'T',
  time: '20080430204825' as Timestamp,
};

describe('extractCss', () => {
  it('gives references of the page, resolved against the sheet', () => {
    const css =
      '@import "more.css"; a { background: url(../i/a.png) } b { background: url(//cdn.net/b.png) }';
    const found = extractCss(Buffer.from(css), {
      url: 'http://example.com/css/main.css',
      page,
      imagesInPage: 3,
      firstPosition: 7,
    });
    expect(found.styleSheets).toEqual(['http://example.com/css/more.css']);
    expect(found.references).toMatchObject([
      {
        tag: 'css',
        url: 'http://example.com/i/a.png',
        position: 7,
        sameSite: true,
        page,
        imagesInPage: 3,
        caption: '',
        depth: 0,
      },
      { tag: 'css', url: 'http://cdn.net/b.png', position: 8, sameSite: false },
    ]);
    expect(found.isTruncated).toBe(false);
  });

  it('reads a sheet in the encoding it declares', () => {
    const css = Buffer.from('@charset "windows-1252"; a { b: url(\xe9.png) }', 'latin1');
    const found = extractCss(css, { url: page.url, page, imagesInPage: 0, firstPosition: 0 });
    expect(found.references[0]?.url).toBe('http://example.com/%C3%A9.png');
  });

  it('reads a sheet up to a number of bytes', () => {
    const css = Buffer.from('a{b:url(a.png)}'.repeat(10));
    const options = { url: page.url, page, imagesInPage: 0, firstPosition: 0, maxBytes: 30 };
    expect(extractCss(css, options)).toMatchObject({ isTruncated: true });
    expect(extractCss(css, options).references).toHaveLength(2);
  });
});
