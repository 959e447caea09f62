// What is typed never becomes syntax of Solr.
import { expect, it } from 'vitest';
import type { IndexSelection, MatchNode } from '../model/index-query.ts';
import { SolrParameters, toFilters } from './solr-query.ts';

// biome-ignore lint/suspicious/noTemplateCurlyInString: Solr would replace it
const HOSTILE = '{!func}"x") OR a:b ${a} \\';

it('keeps hostile texts out of the syntax', () => {
  const selection: IndexSelection = {
    match: { kind: 'word', word: { text: HOSTILE, forms: [HOSTILE] } },
    filters: [
      { kind: 'collection', name: HOSTILE },
      { kind: 'source', surt: HOSTILE },
      { kind: 'site', host: HOSTILE, withSubdomains: true },
      { kind: 'ids', ids: [HOSTILE] },
      { kind: 'not', filter: { kind: 'language', code: HOSTILE } },
    ],
  };
  const parameters = new SolrParameters();
  const filters = toFilters(selection, parameters);
  for (const filter of filters) expect(filter).toMatch(/^(\{!\w+( [\w_]+=(\$?\w+))*\}|-\*:\*)$/);
  // As a value alone, or as a reference to one.
  const values = Object.values(parameters.values);
  expect(values.filter((value) => value.includes('func') && value !== HOSTILE)).toEqual([
    HOSTILE.toLowerCase(),
    HOSTILE.toLowerCase(),
    expect.not.stringMatching(/[{}"\\ ]/),
  ]);
});

it('refuses questions that are too deep or too long', () => {
  let deep: MatchNode = { kind: 'word', word: { text: 'a', forms: ['a'] } };
  for (let level = 0; level < 30; level++) deep = { kind: 'not', node: deep };
  expect(() => toFilters({ match: deep, filters: [] }, new SolrParameters())).toThrowError(
    /levels of nesting/,
  );
  const nodes = Array.from({ length: 401 }, (_, number): MatchNode => {
    return { kind: 'word', word: { text: 'a', forms: [`a${number}`] } };
  });
  const long: MatchNode = { kind: 'or', nodes };
  expect(() => toFilters({ match: long, filters: [] }, new SolrParameters())).toThrowError(
    /400 words/,
  );
});
