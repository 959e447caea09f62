// Tests of what the server wrote into the page.
import { expect, it } from 'vitest';
import { readInitialData } from './initial-data.ts';

it('reads the answers of the three pages', () => {
  const texts = [
    '{"route":"search","answer":{"items":[]}}',
    '{"route":"image","answer":{"digest":"a"}}',
    '{"route":"stats","answer":{"documents":3}}',
  ];
  expect(texts.map((text) => readInitialData(text)?.route)).toEqual(['search', 'image', 'stats']);
});

it.each([
  undefined,
  null,
  '',
  'null',
  '{',
  '7',
  '{"route":"search"}',
  '{"route":"image","answer":{"items":[]}}',
  '{"route":"constructor","answer":{}}',
])('passes over %j', (text) => {
  expect(readInitialData(text)).toBeUndefined();
});
