import { expect, it } from 'vitest';
import type { ImageDocument } from '../model/image.ts';
import { NO_TEXTS } from '../model/said.ts';
import { toCitation } from './citation.ts';

const DOCUMENT = {
  ...NO_TEXTS,
  digest: 'ab'.repeat(32),
  alts: [{ text: 'A stream', language: 'en' }],
  oldest: { url: 'http://a.example/s.jpg', surt: '', time: '20140302100000', file: '', offset: 0 },
} as unknown as ImageDocument; // what a citation reads

const attributionOf = (licence?: ImageDocument['licence']) =>
  toCitation(
    { ...DOCUMENT, ...(licence !== undefined && { licence }) },
    { archived: 'http://b.example/web/1', libraryName: 'B' },
  ).attribution;

it('names credit and licence in the attribution, and neither where none is stated', () => {
  const url = 'https://creativecommons.org/licenses/by-sa/4.0/';
  const end = 'a.example, captured 2014-03-02. http://b.example/web/1';
  expect(attributionOf({ name: 'by-sa', url, credit: 'Ann\nA', source: 'near' })).toBe(
    `“A stream”, Ann A, CC BY-SA (${url}), ${end}`,
  );
  expect(attributionOf({ name: 'pd', url: '', credit: '', source: 'xmp' })).toBe(
    `“A stream”, public domain, ${end}`,
  );
  expect(
    attributionOf({ name: 'other', url: 'http://l.example/', credit: '', source: 'page' }),
  ).toBe(`“A stream”, http://l.example/, ${end}`);
  expect(attributionOf()).toBe(`“A stream”, ${end}`);
});
