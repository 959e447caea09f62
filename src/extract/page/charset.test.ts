// Pages in the encodings of the web, declared rightly, wrongly or not at all.
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { canonicalCharset, decodeBytes, decodePage } from './charset.ts';

const TEXTS: Record<string, string> = {
  'windows-1252':
    'Às vezes a memória é “curta” – não há razão para isso, disse o professor de História.',
  'iso-8859-15':
    'Le cœur de la forêt coûte 100 €, un œuf à la fois, déjà payé à l’été où il naît.'.replaceAll(
      '’',
      ' ',
    ),
  'windows-1251':
    'Москва — столица России, город федерального значения, крупнейший по численности населения.',
  'windows-1255': 'ירושלים היא עיר הבירה של מדינת ישראל והעיר בעלת האוכלוסייה הגדולה ביותר בה.',
  shift_jis: '東京は日本の首都であり、世界最大の都市のひとつである。カタカナとひらがなの文章です。',
  'euc-kr': '서울은 대한민국의 수도이자 최대 도시이다. 한강을 끼고 있으며 역사가 오래되었다.',
  big5: '臺北市是中華民國的首都，也是臺灣的政治、文化、商業與傳播中心，人口眾多。',
  gb18030: '北京是中华人民共和国的首都，是全国的政治中心、文化中心，历史悠久的城市。',
  'utf-8': 'Žluťoučký kůň úpěl ďábelské ódy — ελληνικά — 日本語 — עברית.',
};

const pageOf = (text: string, declared?: string) =>
  `<html><head>${declared === undefined ? '' : `<meta charset="${declared}">`}<title>x</title></head><body><p>${`${text} `.repeat(4)}</p></body></html>`;

const decode = (bytes: Uint8Array, contentType = '', topLevelDomain = '') =>
  decodePage(bytes, { contentType, topLevelDomain });

describe('decodePage', () => {
  it.each(Object.entries(TEXTS))('reads %s that nobody declares', (charset, text) => {
    const decoded = decode(iconv.encode(pageOf(text), charset));
    expect(decoded.text).toContain(text);
    expect(decoded.source).toBe(charset === 'utf-8' ? 'utf8' : 'detector');
  });

  it('does not take every page with fractions for one with ligatures', () => {
    const text = 'Metade (½) da população já não lê, e ¼ não sabe o que é a moeda ¤ do país.';
    expect(decode(iconv.encode(pageOf(text), 'latin1')).text).toContain(text);
  });

  it.each(Object.entries(TEXTS))('reads %s by its meta element', (charset, text) => {
    const decoded = decode(iconv.encode(pageOf(text, charset), charset));
    expect(decoded.text).toContain(text);
    expect(decoded.source).toBe(charset === 'utf-8' ? 'utf8' : 'meta');
  });

  it.each(Object.entries(TEXTS))('reads %s by its header', (charset, text) => {
    const decoded = decode(iconv.encode(pageOf(text), charset), `text/html; charset=${charset}`);
    expect(decoded.text).toContain(text);
    expect(decoded).toMatchObject({ source: 'header', charset: canonicalCharset(charset) });
  });

  it.each(Object.entries(TEXTS).filter(([charset]) => !/8859|1252/.test(charset)))(
    'reads %s that header and meta element call something else',
    (charset, text) => {
      for (const wrong of ['utf-8', 'iso-8859-1', 'utf-16', 'x-nonsense'].filter(
        (label) => label !== charset,
      )) {
        const bytes = iconv.encode(pageOf(text, wrong), charset);
        expect(decode(bytes).text).toContain(text);
        expect(decode(bytes, `text/html;charset=${wrong}`).text).toContain(text);
      }
    },
  );

  it('reads windows-1252 that calls itself UTF-8', () => {
    const text = TEXTS['windows-1252']!;
    const bytes = iconv.encode(pageOf(text, 'utf-8'), 'windows-1252');
    expect(decode(bytes, 'text/html; charset=utf-8').text).toContain(text);
  });

  it.each(['utf-16le', 'utf-16be'])(
    'reads %s with a mark, without one, and called UTF-8',
    (charset) => {
      const text = TEXTS['utf-8']!;
      const html = pageOf(text, 'utf-8');
      for (const addBOM of [true, false]) {
        const decoded = decode(iconv.encode(html, charset, { addBOM }), 'text/html; charset=utf-8');
        expect(decoded.text).toBe(html);
        expect(decoded).toMatchObject({ charset, source: addBOM ? 'bom' : 'detector' });
      }
    },
  );

  it('trusts a byte order mark above all', () => {
    const bytes = Buffer.from(`\ufeff${pageOf('é')}`);
    expect(decode(bytes, 'text/html; charset=windows-1251')).toMatchObject({
      charset: 'utf-8',
      source: 'bom',
    });
    expect(decode(bytes).text.startsWith('<html>')).toBe(true);
  });

  it('stays with UTF-8 where a few characters are damaged', () => {
    const bytes = Buffer.concat([Buffer.from(pageOf(TEXTS['utf-8']!)), Buffer.from([0xe9, 0x20])]);
    expect(decode(bytes)).toMatchObject({ charset: 'utf-8' });
    expect(decode(bytes, 'text/html; charset=iso-8859-1').text).toContain('ελληνικά');
  });

  it('takes UTF-8 that was cut inside a character for UTF-8', () => {
    const bytes = Buffer.from('<p>caf\u00e9').subarray(0, -1);
    expect(decode(bytes)).toMatchObject({ charset: 'utf-8', source: 'utf8' });
  });

  it('reads ISO-2022-JP, which is all ASCII', () => {
    const bytes = Buffer.from('<title>\x1b$BEl5~\x1b(B</title>', 'latin1');
    expect(decode(bytes, 'text/html; charset=iso-2022-jp').text).toContain('東京');
    expect(decode(bytes).text).toContain('東京');
  });

  it('keeps the quotes, dashes and euros of windows-1252', () => {
    const bytes = Buffer.from('<p>\x93\xe9\x94 \x96 \x80 \x81', 'latin1');
    expect(decode(bytes, 'text/html; charset=iso-8859-1').text).toBe('<p>“é” – € \x81');
  });

  it('finds declarations in all their spellings', () => {
    const heads = [
      '<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=Windows-1251">',
      "<meta charset='windows-1251'/>",
      '<meta   charset = cp1251 >',
      '<?xml version="1.0" encoding="windows-1251"?>',
    ];
    for (const head of heads) {
      const bytes = iconv.encode(`${head}<p>Да`, 'windows-1251');
      expect(decode(bytes)).toMatchObject({ charset: 'windows-1251', source: 'meta' });
    }
  });

  it('never fails, whatever the bytes and labels', () => {
    const noise = Uint8Array.from({ length: 4096 }, (_, index) => (index * 7919) % 256);
    for (const label of [
      '',
      'x-user-defined',
      'utf-7',
      'hz-gb-2312',
      'replacement',
      'utf-16',
      '"',
    ]) {
      expect(typeof decode(noise, `text/html; charset=${label}`, 'XN--é').text).toBe('string');
    }
    expect(decode(new Uint8Array(0)).text).toBe('');
  });
});

it('decodes sound UTF-8 as the standard decoder does', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.boolean(), (text, hasMark) => {
      const bytes = Buffer.from(`${hasMark ? '\ufeff' : ''}${text}é`);
      expect(decodeBytes(bytes, 'utf-8')).toBe(new TextDecoder('utf-8').decode(bytes));
    }),
  );
});
