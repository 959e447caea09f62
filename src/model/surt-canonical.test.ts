// The two canonical forms of a URL, each by itself.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeWithRealData, realDataPath } from '../../test/fixtures/real-data.ts';
import { printUrl } from './surt.ts';
import { cleanParts, simplifyParts } from './surt-canonical.ts';
import { splitUrl } from './surt-parts.ts';

const clean = (url: string) => printUrl(cleanParts(splitUrl(url)!));

it('cleans without changing what a URL means', () => {
  expect(clean('HTTP://www.Example.org:80/A/../B//c/?Y=%2525&X=1#top')).toBe(
    'HTTP://www.example.org:80/B/c/?Y=%25&X=1',
  );
});

it('keeps an empty query when cleaning and drops it when simplifying', () => {
  const parts = cleanParts(splitUrl('http://example.org/a?')!);
  expect(printUrl(parts)).toBe('http://example.org/a?');
  expect(printUrl(simplifyParts(parts))).toBe('http://example.org/a');
});

it('gives a host in escapes that are no UTF-8 as escapes', () => {
  expect(clean('http://caf%E9\u0301\u2028.example/')).toBe('http://caf%E9%CC%81%E2%80%A8.example/');
});

describeWithRealData('the cleaned forms of the surt package', () => {
  it('gives all of them', () => {
    const path = realDataPath('vectors', 'surt.json');
    const { google } = JSON.parse(readFileSync(path, 'utf8')) as { google: [string, string][] };
    for (const [url, cleaned] of google) expect(clean(url)).toBe(cleaned);
    expect(google.length).toBeGreaterThan(10);
  });
});
