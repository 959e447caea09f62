import { describe, expect, it } from 'vitest';
import { createImageDocument, createMemoryIndex } from '../../test/fixtures/memory-index.ts';
import { parseQuery } from '../model/query/parse-query.ts';
import { fieldsOf, PAPER_PROFILE } from '../model/ranking.ts';
import { toPlan } from './plan.ts';
import type { SelectionRequest } from './request.ts';

const INDEX = createMemoryIndex([
  createImageDocument({ name: 'a', alts: ['bridge bridges cat'], collections: ['a', 'News'] }),
  createImageDocument({
    name: 'b',
    alts: ['fridge photograph photographs photographer'],
    collections: ['b'],
  }),
]);

const plan = (query: string, request: Partial<SelectionRequest> = {}) =>
  toPlan(INDEX, parseQuery(query).query, { query, safe: false, ...request });
const filtersOf = async (query: string, request: Partial<SelectionRequest> = {}) =>
  (await plan(query, request)).selections.map(({ filters }) => filters);
const codesOf = async (query: string) => (await plan(query)).warnings.map(({ code }) => code);

const seconds = (iso: string) => Date.parse(iso) / 1000;

describe('operators', () => {
  it.each([
    ['site:a.pt', [{ kind: 'site', host: 'a.pt', withSubdomains: true }]],
    ['type:jpg', [{ kind: 'mime', mimes: ['image/jpeg'] }]],
    ['type:svg', [{ kind: 'mime', mimes: ['image/svg+xml'] }]],
    ['size:sm', [{ kind: 'area', max: 65_536 }]],
    ['size:md', [{ kind: 'area', min: 65_537, max: 810_000 }]],
    ['size:lg', [{ kind: 'area', min: 810_001 }]],
    ['size:800x600+', [{ kind: 'size', minWidth: 800, minHeight: 600 }]],
    ['orientation:portrait', [{ kind: 'orientation', value: 'portrait' }]],
    ['geo:no', [{ kind: 'place', isKnown: false }]],
    ['lang:pt', [{ kind: 'language', code: 'pt' }]],
    ['src:http://WWW.a.pt/x.gif', [{ kind: 'source', surt: 'pt,a)/x.gif' }]],
    ['near:38.7,-9.1,5', [{ kind: 'near', latitude: 38.7, longitude: -9.1, km: 5 }]],
    ['-site:a.pt', [{ kind: 'not', filter: { kind: 'site', host: 'a.pt', withSubdomains: true } }]],
    ['from:2004', [{ kind: 'time', from: seconds('2004-01-01T00:00:00Z') }]],
    ['to:200405', [{ kind: 'time', to: seconds('2004-05-31T23:59:59Z') }]],
    ['before:2016', [{ kind: 'time', to: seconds('2015-12-31T23:59:59Z') }]],
    ['after:2016', [{ kind: 'time', from: seconds('2016-01-01T00:00:00Z') }]],
    [
      'seen:2004-2008',
      [
        {
          kind: 'seen',
          from: seconds('2004-01-01T00:00:00Z'),
          to: seconds('2008-12-31T23:59:59Z'),
        },
      ],
    ],
    [
      'taken:1998-12-24',
      [
        {
          kind: 'taken',
          from: seconds('1998-12-24T00:00:00Z'),
          to: seconds('1998-12-24T23:59:59Z'),
        },
      ],
    ],
  ])('%s becomes %j', async (query, filters) => {
    expect(await filtersOf(query)).toEqual([filters]);
  });

  it('name collections in any case, and unknown ones are told', async () => {
    expect(await filtersOf('collection:news')).toEqual([[{ kind: 'collection', name: 'News' }]]);
    expect((await plan('collection:olds')).selections).toEqual([]);
    expect(await codesOf('collection:olds')).toEqual(['no-such-collection']);
  });

  it('that are repeated are alternatives, but times narrow one another', async () => {
    expect(await filtersOf('collection:a cat collection:b')).toEqual([
      [
        {
          kind: 'any',
          filters: [
            { kind: 'collection', name: 'a' },
            { kind: 'collection', name: 'b' },
          ],
        },
      ],
    ]);
    expect(await filtersOf('from:2004 from:2005 to:2006 to:2008')).toEqual([
      [
        {
          kind: 'time',
          from: seconds('2005-01-01T00:00:00Z'),
          to: seconds('2006-12-31T23:59:59Z'),
        },
      ],
    ]);
    expect((await filtersOf('year:2004 year:2006'))[0]![0]).toMatchObject({ kind: 'any' });
    expect((await filtersOf('-collection:a -collection:b'))[0]).toHaveLength(2);
  });

  it('whose times exclude one another find nothing, which is told', async () => {
    expect(await plan('from:2006 to:2004')).toMatchObject({ selections: [] });
    expect(await codesOf('from:2006 to:2004')).toEqual(['empty-time']);
  });

  it.each([
    ['link:a.pt', 'no-link-data'],
    ['similar:abc', 'no-similar-data'],
    ['color:red', 'no-color-data'],
    ['near:Lisboa', 'no-place-names'],
  ])('%s finds nothing and is told as %s', async (query, code) => {
    expect((await plan(`cat ${query}`)).selections).toEqual([]);
    expect(await codesOf(query)).toEqual([code]);
    expect((await plan(`cat OR ${query}`)).selections).toHaveLength(1);
  });

  it('color: takes the family of a colour where the library knows some', async () => {
    const colors = { palette: [], families: ['red' as const] };
    const index = createMemoryIndex([{ ...createImageDocument({ name: 'a' }), colors }]);
    const filters = async (query: string) =>
      (await toPlan(index, parseQuery(query).query, { query, safe: false })).selections[0]?.filters;
    const flag = (name: string) => ({ kind: 'flag', facet: 'color', name });
    expect(await filters('color:gray')).toEqual([flag('grey')]);
    expect(await filters('colour:#1e90ff')).toEqual([flag('blue')]);
    expect(await filters('color:monochrome')).toEqual([flag('bw')]);
    expect(await filters('color:red color:blue')).toEqual([
      { kind: 'any', filters: [flag('red'), flag('blue')] },
    ]);
  });

  it('safe: hides what may offend by default, and the last one counts', async () => {
    const hidden = [{ kind: 'nsfw', max: 0.5 }];
    expect(await filtersOf('cat', { safe: true })).toEqual([hidden]);
    expect(await filtersOf('cat safe:off', { safe: true })).toEqual([[]]);
    expect(await filtersOf('safe:off cat safe:on', { safe: false })).toEqual([hidden]);
    expect(await filtersOf('cat OR safe:off', { safe: true })).toEqual([[]]);
    expect(await filtersOf('-safe:on', { safe: true })).toEqual([[]]);
  });

  it('cannot lift the embargo', async () => {
    const embargo = { now: new Date('2026-01-01T00:00:00Z'), embargoMs: 86_400_000 };
    const end = seconds('2025-12-31T00:00:00Z');
    expect(await filtersOf('cat', embargo)).toEqual([[{ kind: 'time', to: end }]]);
    expect(await filtersOf('to:2030', embargo)).toEqual([[{ kind: 'time', to: end }]]);
    expect(await filtersOf('from:2026', embargo)).toEqual([]);
  });
});

describe('words', () => {
  it('are asked for in all their forms, and those that are wanted count for the score', async () => {
    const { selections, words } = await plan('cat "old bridge" -dog');
    expect(words.map(({ text }) => text)).toEqual(['cat', 'old', 'bridge']);
    expect(selections).toMatchObject([
      { match: { kind: 'and', nodes: [{ kind: 'word' }, { kind: 'phrase' }, { kind: 'not' }] } },
    ]);
  });

  it('are looked for in the fields that count in the profile', async () => {
    const { selections, words } = await plan('cat "old bridge"', { profile: 'paper' });
    const fields = fieldsOf(PAPER_PROFILE);
    expect(fields).not.toContain('imgHeading');
    expect(words.map((word) => word.fields)).toEqual([fields, fields, fields]);
    expect(selections).toMatchObject([{ match: { nodes: [{ word: { fields } }, { fields }] } }]);
    await expect(plan('cat', { profile: 'none' })).rejects.toThrow('no ranking profile');
  });

  it('that are several in one become a phrase', async () => {
    expect((await plan('e-mail')).selections[0]!.match).toMatchObject({ kind: 'phrase' });
    expect((await plan('里斯本大桥')).selections[0]!.match).toMatchObject({ kind: 'phrase' });
    expect((await plan('"cat"')).selections[0]!.match).toMatchObject({ kind: 'word' });
  });

  it('with ~ take in near and longer words of the library', async () => {
    const formsOf = async (query: string) => (await plan(query)).words[0]!.forms.join(' ');
    expect(await formsOf('~brigde')).toContain('bridg');
    expect(await formsOf('~vridge')).toContain('fridg'); // looked up by the letters after the first one
    expect(await formsOf('~photo')).toContain('photograph');
    expect(await codesOf('~zebra')).toEqual(['no-similar-word']);
  });

  it('without letters and digits are left out, and alone they find nothing', async () => {
    expect(await plan('cat 😀')).toMatchObject({ selections: [{ match: { kind: 'word' } }] });
    expect(await plan('😀 ©')).toMatchObject({ selections: [], words: [] });
    expect(await codesOf('😀 ©')).toEqual(['no-word', 'no-word']);
  });

  it('are limited in number, which is told', async () => {
    const many = Array.from({ length: 63 }, (_, at) => `"w${at} x${at} y${at}"`).join(' ');
    const { words, warnings } = await plan(many);
    expect(words.length).toBeLessThanOrEqual(64);
    expect(warnings.map(({ code }) => code)).toEqual(['too-many-words']);
  });
});

describe('alternatives of words and operators', () => {
  it('that would need too many searches are left out, which is told', async () => {
    const { selections, warnings } = await plan('a OR geo:yes b OR geo:yes c OR geo:yes');
    expect(selections).toHaveLength(4);
    expect(warnings.map(({ code }) => code)).toEqual(['too-complex']);
  });
});
