// Names, suggestions, documentation, and that other threads can make what is in the table.
import { describe, expect, it } from 'vitest';
import type { AnyEnrichment } from '../../model/enrichment.ts';
import { PinakesError } from '../../support/errors.ts';
import { toEnrichmentsPage } from './enrichments-page.ts';
import { findEnrichment, splitEnrichmentNames } from './find-enrichment.ts';
import { title } from './html.ts';
import { ENRICHMENTS } from './registry.ts';
import { response } from './response.ts';

function refusalOf(name: string): PinakesError {
  try {
    findEnrichment(name);
  } catch (error) {
    if (error instanceof PinakesError) return error;
    throw error;
  }
  throw new Error(`${name} was found`);
}

describe('finding an enrichment', () => {
  it.each([
    ['html.title', 'payload.string.html.title'],
    ['title', 'payload.string.html.title'],
    ['text', 'payload.string.html.text'],
    ['payload.string.html.title', 'payload.string.html.title'],
    ['exif-place', 'payload.image.exifPlace'],
    ['url', 'url'],
    ['first(h1)', 'payload.string.html.h1'],
    ['all( div.main > p )', 'payload.string.html.div-main-p'],
    ['text(h1)', 'payload.string.html.h1.text'],
    ['attribute(a, href)', 'payload.string.html.a.href'],
    ['attribute(a[rel~="x"],area,href)', 'payload.string.html.a-rel-x-area.href'],
    ['first(p:not(.a))', 'payload.string.html.p-not-a'],
  ])('by %s gives %s', (name, path) => {
    const [field] = Object.values(findEnrichment(name).fields);
    expect(field?.path).toBe(path);
  });

  it('gives the same object for every name of it', () => {
    expect(findEnrichment('html.title')).toBe(title);
    expect(findEnrichment('payload')).toBe(response);
  });

  it.each([
    ['html.titel', '`html.title`'],
    ['mainText', '`main-text`'],
    ['link', '`html.links`'],
    ['exifplace', '`exif-place`'],
    ['frist(h1)', '`first(SELECTOR)`'],
  ])('by %s suggests %s', (name, suggestion) => {
    const error = refusalOf(name);
    expect(error.code).toBe('ENRICHMENT_UNKNOWN');
    expect(error.message).toContain(name);
    expect(error.hint).toContain(suggestion);
  });

  it('suggests nothing for what is near to nothing, and is quick about it', () => {
    expect(refusalOf('weather').hint).toBe('docs/enrichments.md lists them all.');
    expect(refusalOf('x'.repeat(1e6)).code).toBe('ENRICHMENT_UNKNOWN');
    expect(refusalOf('html.title(h1)').code).toBe('ENRICHMENT_UNKNOWN');
  });

  it.each([
    ['first', 'it is written first(SELECTOR)'],
    ['first()', 'it is written first(SELECTOR)'],
    ['attribute(href)', 'it is written attribute(SELECTOR,NAME)'],
    ['first(h1[)', '`h1[` is no CSS selector'],
    ['all(p:nowhere)', '`p:nowhere` is no CSS selector'],
  ])('by %s tells that %s', (name, detail) => {
    const error = refusalOf(name);
    expect(error.code).toBe('ENRICHMENT_INVALID');
    expect(error.message).toContain(detail);
  });
});

describe('a list of names', () => {
  it.each([
    ['html.title,images', ['html.title', 'images']],
    [
      ' html.title , , attribute(a,href),first(p[title="),("]) ',
      ['html.title', 'attribute(a,href)', 'first(p[title="),("])'],
    ],
    ['', []],
    ['first(h1', ['first(h1']],
  ])('%j is split at its own commas', (list, names) => {
    expect(splitEnrichmentNames(list)).toEqual(names);
  });
});

describe('the table', () => {
  it('has each name and each path once', () => {
    const uses = ENRICHMENTS.map(({ name, parameters }) => `${name}/${parameters.length}`);
    expect(new Set(uses).size).toBe(uses.length);
    const paths = ENRICHMENTS.filter(({ parameters }) => parameters.length === 0).flatMap(
      (entry) => entry.paths,
    );
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('is what docs/enrichments.md says', async () => {
    await expect(toEnrichmentsPage()).toMatchFileSnapshot('../../../docs/enrichments.md');
  });

  it.each(ENRICHMENTS.map((entry) => [entry.name, entry.make('a', 'href')] as const))(
    '%s can be made again from its origin',
    async (name, enrichment: AnyEnrichment) => {
      const { origin } = enrichment;
      if (origin === undefined) return expect(name).toMatch(/^thumb/); // they need a process
      const module: Record<string, unknown> = await import(origin.module);
      const found = module[origin.export];
      const again = (
        typeof found === 'function' ? found(...(origin.arguments ?? [])) : found
      ) as AnyEnrichment;
      expect([again.name, again.gives]).toEqual([enrichment.name, enrichment.gives]);
      expect(structuredClone(origin)).toEqual(origin);
    },
  );
});
