// The scanner must see in every page the tags and texts that the standard's tokenizer (parse5) sees.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ourTokens, theirTokens } from '../../../test/quality/html-tokens.ts';

describe('scanHtml', () => {
  it.each([
    'plain text',
    '<p>a</p>',
    '<A HREF=x Href=y>b</A >',
    `<a b='1' c="2" d=3 e f = 4 =g h/i>j`,
    '<br/><br / ><a b=/>',
    '<a b="x>y" c>z',
    'a < b << c <3 <',
    '</>a</ b>c</1>d</',
    '<!doctype html>a<!DOCTYPE "x>y">b',
    'a<!-- b -->c<!-->d<!--->e<!--f--!>g<!--h-- >i<!-->j',
    '<?xml version="1.0"?>a<!x>b<![CDATA[c]]>d',
    '<script>if (a < b) "</scrip>"</script>c',
    '<SCRIPT>a</Script foo="bar>">b',
    '<script><!-- <script>a</script> b</script>c',
    '<script><!-- a --></script>b',
    '<script><!--> <script></script>c',
    '<title>a &amp; <b>c</title>d',
    '<style>a{b:c}</styles></style>d',
    '<plaintext>a</plaintext><b>',
    'a &amp; b &copy c &notin; d &#x41;&#66; &unknown; &',
    '<a href="?a=1&copy=2&amp;lt=3&lt=4">',
    '<a b="unfinished>',
    '<a b=c',
    '</a b="c>"d>e',
    '<!-- unfinished -- >',
    '<script>unfinished </script',
  ])('reads %j as the standard does', (html) => {
    expect(ourTokens(html)).toEqual(theirTokens(html));
  });

  it('reads anything as the standard does', () => {
    const piece = fc.oneof(
      fc.constantFrom(...PIECES),
      fc.string({ unit: fc.constantFrom(...'<>/!?-="\' &;ab#1\n'), maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const html = pieces.join('');
        expect(ourTokens(html)).toEqual(theirTokens(html));
      }),
      { numRuns: 3000, seed: 20_080_430 },
    );
  });
});

const PIECES = [
  ...['<a>', '</a>', '<a ', '<img src=', '"', "'", '>', '/>', '<!--', '-->', '--!>', '<!-->', '</'],
  ...['<script>', '</script>', '<script', '</script', '<style>', '</style ', '<title>', '</title>'],
  ...[
    '<iframe>',
    '</iframe>',
    '<plaintext>',
    '<!doctype html>',
    '<![CDATA[',
    ']]>',
    '<?',
    ' = ',
    'x',
  ],
];
