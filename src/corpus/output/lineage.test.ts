import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { viewOf } from '../../../test/fixtures/record-views.ts';
import { toLineage } from './lineage.ts';

/** As it stands in a file. */
const printed = (...input: Parameters<typeof viewOf>) =>
  JSON.parse(JSON.stringify(toLineage(viewOf(...input))));

/** All but the index line. */
const values = (...input: Parameters<typeof viewOf>) => {
  const { record: _record, ...rest } = printed(...input);
  return rest;
};

describe('the listings of paper 002 section 5.4', () => {
  it('without enrichments is the index line, with its time in UTC', () => {
    expect(JSON.stringify(toLineage(viewOf()), undefined, 2)).toBe(`{
  "record": {
    "surtUrl": "com,example)/jcd1",
    "timestamp": "2016-01-17T11:32:53Z",
    "originalUrl": "http://example.com/jcd1",
    "mime": "text/html",
    "status": 200,
    "digest": "RKMS6XLYED4G8POFQUIN37WDEWYLD9Z",
    "redirectUrl": "-",
    "meta": "-"
  }
}`);
  });

  it('shows headers as objects and bytes as their length', () => {
    const response = {
      recordHeader: { 'subject-uri': 'http://www.example.com/', 'content-type': 'text/html' },
      httpHeader: { Date: 'Sun, 17 Jan 2016 10:32:53 GMT', Connection: 'close' },
      payload: new Uint8Array(2345),
    };
    expect(values(response)).toEqual({ ...response, payload: 'bytes(length: 2345)' });
    expect(Object.keys(printed(response))).toEqual([
      'record',
      'recordHeader',
      'httpHeader',
      'payload',
    ]);
  });

  it('shows a hidden dependency only as the object around what was derived from it', () => {
    expect(values({ 'payload.string': '<html>...</html>' })).toEqual({
      payload: { string: '<html>...</html>' },
    });
  });

  it('keeps a value that others were derived from under an underscore, before them', () => {
    const derived = values({ 'payload.string.length': 2345, 'payload.string': '<html>...</html>' });
    expect(derived).toEqual({ payload: { string: { _: '<html>...</html>', length: 2345 } } });
    expect(Object.keys(derived.payload.string)).toEqual(['_', 'length']);
  });

  it('nests the whole way of a derived value', () => {
    expect(values({ 'payload.string.html.title.entities': ['Ada', 'Paris'] })).toEqual({
      payload: { string: { html: { title: { entities: ['Ada', 'Paris'] } } } },
    });
  });
});

describe('the index line', () => {
  it('has what it says, and a hyphen for text that it does not say', () => {
    const capture = { redirect: 'http://a.b/', meta: 'A', mime: '', digest: '', status: 0 };
    expect(printed({}, { capture }).record).toMatchObject({
      redirectUrl: 'http://a.b/',
      meta: 'A',
      mime: '-',
      digest: '-',
      status: 0,
    });
  });
});

describe('values', () => {
  it('that are objects move under an underscore when something was derived from them', () => {
    expect(values({ page: { title: 'x' }, 'page.length': 3 })).toEqual({
      page: { _: { title: 'x' }, length: 3 },
    });
  });

  it('that are undefined are left out, with the objects that would hold nothing else', () => {
    expect(values({ 'a.b.c': undefined, d: undefined, e: null, f: 0, g: '' })).toEqual({
      e: null,
      f: 0,
      g: '',
    });
  });

  it('of every kind can be printed', () => {
    const circle: Record<string, unknown> = { name: 'circle' };
    circle['self'] = circle;
    let deep: unknown = 'bottom';
    for (let i = 0; i < 100_000; i++) deep = [deep];
    const shared = { x: 1 };
    const all = values({
      date: new Date(Date.UTC(2020, 1, 3)),
      noDate: new Date(Number.NaN),
      map: new Map<unknown, unknown>([
        ['a', 1],
        [2, new Set([1, 'b'])],
      ]),
      small: 12n,
      large: 2n ** 64n,
      numbers: [Number.NaN, Number.POSITIVE_INFINITY, -0, 1.5],
      circle,
      twice: [shared, shared],
      json: { toJSON: () => ({ at: new URL('http://a.b/') }) },
      broken: {
        toJSON: () => {
          throw new Error('no');
        },
      },
      getter: Object.defineProperty({}, 'x', {
        enumerable: true,
        get: () => {
          throw new Error('never');
        },
      }),
      floats: new Float32Array([1, 0.5]),
      buffer: Buffer.from('abc'),
      error: new Error('message'),
      function: () => 1,
      holes: [undefined, () => 1, Symbol('x'), null],
      fields: { gone: undefined, there: false },
      lone: '\ud800',
    });
    expect(all).toEqual({
      date: '2020-02-03T00:00:00.000Z',
      noDate: null,
      map: { a: 1, 2: [1, 'b'] },
      small: 12,
      large: '18446744073709551616',
      numbers: [null, null, 0, 1.5],
      circle: { name: 'circle', self: '[circular]' },
      twice: [{ x: 1 }, { x: 1 }],
      json: { at: 'http://a.b/' },
      broken: '[unprintable: no]',
      getter: '[unprintable: never]',
      floats: [1, 0.5],
      buffer: 'bytes(length: 3)',
      error: 'message',
      holes: [null, null, null, null],
      fields: { there: false },
      lone: '\ud800',
    });
    expect(JSON.stringify(values({ deep }))).toContain('[nested too deeply]');
  });

  it('may be named like what objects inherit', () => {
    const hostile = JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}');
    const text = JSON.stringify(
      toLineage(viewOf({ hostile, ['__proto__']: 'top', 'a.__proto__.toString': 2 })),
    );
    expect(text).toContain('"hostile":{"__proto__":{"polluted":true},"constructor":1}');
    expect(text).toContain('"a":{"__proto__":{"toString":2}}');
    expect('polluted' in {}).toBe(false);
  });

  it('never make a record that cannot be written', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.stringMatching(/^[a-c](\.[a-c]){0,3}$/),
          fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true }),
        ),
        fc.array(fc.stringMatching(/^[a-c](\.[a-c]){0,3}$/)),
        (given, forEach) => {
          const text = JSON.stringify(toLineage(viewOf(given, { forEach })));
          expect(Object.keys(JSON.parse(text))[0]).toBe('record');
        },
      ),
    );
  });
});

describe('lists whose entries something was derived from', () => {
  const images = [{ src: 'a' }, { src: 'b' }];

  it('are lists of nodes', () => {
    const given = { images, 'images.width': [1, 2], 'images.width.double': [2, 4] };
    expect(values(given, { forEach: ['images.width', 'images.width.double'] })).toEqual({
      images: [
        { _: { src: 'a' }, width: { _: 1, double: 2 } },
        { _: { src: 'b' }, width: { _: 2, double: 4 } },
      ],
    });
  });

  it('are nodes without a value when nobody asked for the list', () => {
    const given = { 'images.width': [1, undefined, 3] };
    expect(values(given, { forEach: ['images.width'] })).toEqual({
      images: [{ width: 1 }, {}, { width: 3 }],
    });
  });

  it('keep their place when an entry has nothing', () => {
    const given = { images: ['a', undefined, 'c'], 'images.width': [1, undefined, undefined] };
    expect(values(given, { forEach: ['images.width'] })).toEqual({
      images: [{ _: 'a', width: 1 }, null, 'c'],
    });
  });

  it('stand under an underscore beside what was derived from the whole list', () => {
    const given = { images, 'images.count': 2, 'images.width': [1, 2], 'images.width.most': 2 };
    expect(values(given, { forEach: ['images.width'] })).toEqual({
      images: {
        _: [
          { _: { src: 'a' }, width: 1 },
          { _: { src: 'b' }, width: 2 },
        ],
        count: 2,
        width: { most: 2 },
      },
    });
  });

  it('are plain lists where only the whole was derived from', () => {
    expect(values({ images, 'images.count': 2 })).toEqual({ images: { _: images, count: 2 } });
    expect(values({ images })).toEqual({ images });
  });
});

describe('failures', () => {
  it('are told only when there are some', () => {
    expect(values()).toEqual({});
    const failure = { path: 'payload.string', enrichment: 'string', message: 'no such charset' };
    expect(values({}, { failures: [failure] })).toEqual({ failures: [failure] });
  });
});
