// Tests of what the server wrote into the page.
import { expect, it, vi } from 'vitest';
import { readInitialData, takeInitialData } from './initial-data.ts';

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

it('gives the data out once, and only to the page they are for', () => {
  const textContent = '{"route":"search","answer":{"items":[]}}';
  vi.stubGlobal('document', { getElementById: () => ({ textContent }) });
  expect(takeInitialData('image')).toBeUndefined();
  expect(takeInitialData('search')?.answer.items).toEqual([]);
  expect(takeInitialData('search')).toBeUndefined();
  vi.unstubAllGlobals();
});
