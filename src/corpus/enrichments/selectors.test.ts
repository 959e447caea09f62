// Elements by selectors, what is derived from them, and the names that compiler and program agree on.
import { describe, expect, expectTypeOf, it } from 'vitest';
import { derivedValue, recordOf } from '../../../test/fixtures/enrich-one.ts';
import type { Field } from '../../model/enrichment.ts';
import { type SelectorName, selectorName } from './selector-name.ts';
import { all, attribute, elementText, first } from './selectors.ts';

const PAGE =
  recordOf(`<title>T &amp; U</title><h1 class="a b" title="&quot;x&quot;">One <b>two</b></h1>
<ul><li><a href="/1?a&amp;b">first</a><li><a name=n>second</a><li><A HREF=/3>third</A></ul>
<script type="application/json">{"a": "<b>"}</script>`);

describe('elements by a selector', () => {
  it('are given as markup', async () => {
    expect(await derivedValue(first('li > a[href]'), PAGE)).toBe('<a href="/1?a&amp;b">first</a>');
    expect(await derivedValue(all('li'), PAGE)).toEqual([
      '<li><a href="/1?a&amp;b">first</a></li>',
      '<li><a name="n">second</a></li>',
      '<li><a href="/3">third</a></li>',
    ]);
  });

  it('are none where nothing matches', async () => {
    expect(await derivedValue(first('h2'), PAGE)).toBe('');
    expect(await derivedValue(all('h2'), PAGE)).toEqual([]);
    expect(await derivedValue(elementText.on(first('h2')), PAGE)).toBe('');
  });

  it('include those that a page leaves to be understood', async () => {
    const texts = await derivedValue(
      elementText.onEach(all('html > body > p')),
      recordOf('a<p>b<p>c'),
    );
    expect(texts).toEqual(['b', 'c']);
  });

  it('are at most 10,000, and 16 million characters where they stand in each other', async () => {
    expect(await derivedValue(all('i'), recordOf('<i></i>'.repeat(10_001)))).toHaveLength(10_000);
    const nested = recordOf('<div>'.repeat(400) + 'x'.repeat(200_000));
    const found = await derivedValue(all('div'), nested);
    expect(found.length).toBeGreaterThan(50);
    expect(found.join('').length).toBeLessThanOrEqual(16 * 1024 * 1024);
  });

  it.each(['h1[', 'p:nowhere', '', '>>'])('%j is refused at once', (selector) => {
    expect(() => first(selector)).toThrow(`pinakes: \`${selector}\` is no CSS selector: `);
    expect(() => all(selector)).toThrow('is no CSS selector');
  });
});

describe('markup', () => {
  it('has text', async () => {
    const heading = elementText.on(first('h1'));
    expect(await derivedValue(heading, PAGE)).toBe('One two');
    expectTypeOf(heading).toExtend<Field<'payload.string.html.h1.text', string>>();
    expect(await derivedValue(elementText.on(first('title')), PAGE)).toBe('T & U');
    expect(await derivedValue(elementText.on(first('script')), PAGE)).toBe('{"a": "<b>"}');
  });

  it('has attributes', async () => {
    const addresses = attribute('href').onEach(all('a'));
    expect(await derivedValue(addresses, PAGE)).toEqual(['/1?a&b', '', '/3']);
    expectTypeOf(addresses).toExtend<
      Field<'payload.string.html.a.href', readonly (string | undefined)[]>
    >();
    expect(await derivedValue(attribute('Title').on(first('h1')), PAGE)).toBe('"x"');
    expect(await derivedValue(attribute('href').on(first('ul')), PAGE)).toBe('');
    expect(await derivedValue(attribute('constructor').on(first('h1')), PAGE)).toBe('');
  });
});

describe('the name of what a selector gives', () => {
  it.each([
    ['h1', 'h1'],
    ['div.main > p', 'div-main-p'],
    ['a[href^="http"]', 'a-href-http'],
    ['data_x-1', 'data_x-1'],
    ['*', 'element'],
    ['title', 'title-element'],
    ['.text', 'text-element'],
    ['日本', 'element'],
  ])('of %j is %s', (selector, name) => {
    expect(selectorName(selector)).toBe(name);
    expect(first(`${selector === '日本' ? '*' : selector}`).gives[0]).toBe(name);
  });

  it('is known to the compiler', () => {
    expectTypeOf<SelectorName<'h1'>>().toEqualTypeOf<'h1'>();
    expectTypeOf<SelectorName<'div.main > p'>>().toEqualTypeOf<'div-main-p'>();
    expectTypeOf<SelectorName<'a[href^="http"]'>>().toEqualTypeOf<'a-href-http'>();
    expectTypeOf<SelectorName<'*'>>().toEqualTypeOf<'element'>();
    expectTypeOf<SelectorName<'.text'>>().toEqualTypeOf<'text-element'>();
    expectTypeOf<SelectorName<string>>().toEqualTypeOf<string>();
    expectTypeOf(all('ul > li')).toExtend<Field<'payload.string.html.ul-li', readonly string[]>>();
  });
});
