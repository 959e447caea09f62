// Names, suggestions, documentation, and that other threads can make what is in the table.
import { describe, expect, it } from 'vitest';
import type { AnyEnrichment } from '../../model/enrichment.ts';
import { producerKey } from '../../model/producer.ts';
import { response } from '../../model/response.ts';
import { PinakesError } from '../../support/errors.ts';
import { toComputePlan } from '../compute-plan.ts';
import { loadEnrichments } from '../load-enrichments.ts';
import { EMPTY_PLAN, extendPlan } from '../plan.ts';
import { toEnrichmentsPage } from './enrichments-page.ts';
import { findEnrichment, splitEnrichmentNames } from './find-enrichment.ts';
import { title } from './html.ts';
import { ENRICHMENTS } from './registry.ts';

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
    ['html.main-text', 'payload.string.html.mainText'],
    ['mainText', 'payload.string.html.mainText'],
    ['page.facts', 'payload.page.facts'],
    ['web-graph', 'payload.page.webGraph'],
    ['payload.string.html.title', 'payload.string.html.title'],
    ['image.place', 'payload.image.exifPlace'],
    ['url', 'url'],
    ['html.first(h1)', 'payload.string.html.h1'],
    ['all( div.main > p )', 'payload.string.html.div-main-p'],
    ['html.textOf(h1)', 'payload.string.html.h1.text'],
    ['attribute-of(a, href)', 'payload.string.html.a.href'],
    ['html.attributeOf(a[rel~="x"],area,href)', 'payload.string.html.a-rel-x-area.href'],
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
    ['mainTxt', '`html.mainText`'],
    ['image', '`image.facts` or `image.size` or `image.place`'],
    ['facts', '`page.facts` or `image.facts`'],
    ['link', '`html.links`'],
    ['image.plaec', '`image.place`'],
    ['frist(h1)', '`html.first(SELECTOR)`'],
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
    ['first', 'it is written html.first(SELECTOR)'],
    ['first()', 'it is written html.first(SELECTOR)'],
    ['attributeOf(href)', 'it is written html.attributeOf(SELECTOR,NAME)'],
    ['html.first()', 'it is written html.first(SELECTOR)'],
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
    const plain = ENRICHMENTS.filter(({ make, parameters }) => make && parameters.length === 0);
    const paths = plain.flatMap((entry) => entry.paths);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('is what docs/enrichments.md says', async () => {
    await expect(toEnrichmentsPage()).toMatchFileSnapshot('../../../docs/enrichments.md');
  });

  it('names enrichments as they name themselves', () => {
    for (const { name, parameters, make } of ENRICHMENTS) {
      const own = make?.('a', 'href').name;
      const isMadeOfTwo = name.endsWith('Of');
      if (own !== undefined && !isMadeOfTwo) expect([own, parameters]).toEqual([name, parameters]);
    }
  });

  it.each(
    ENRICHMENTS.flatMap(({ name, make }) => (make ? [[name, make('a', 'href')] as const] : [])),
  )('%s is found again by threads', async (_name, enrichment: AnyEnrichment) => {
    const told = toComputePlan(extendPlan(EMPTY_PLAN, enrichment), { all: [] }).remote;
    expect(structuredClone(told)).toEqual(told);
    const again = await loadEnrichments(told);
    if (again.kind === 'missing') throw new Error(again.reason);
    const last = again.order.at(-1);
    expect(last && producerKey(last)).toBe(producerKey(enrichment));
    expect(last?.fields).toHaveProperty(Object.keys(enrichment.fields)[0] ?? '');
    expect(last?.needs.path).toBe(enrichment.needs.path);
  });
});
