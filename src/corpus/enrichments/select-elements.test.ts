// Selectors on pages made to be slow: what they may cost is bounded, and what is cut is told.
import { describe, expect, it } from 'vitest';
import { derivedValue, recordOf } from '../../../test/fixtures/enrich-one.ts';
import { OpenEnrichments } from '../../model/open-enrichments.ts';
import { response } from '../../model/response.ts';
import { type Derived, deriveValues } from '../derive-values.ts';
import { html } from './html.ts';
import { parseHtml } from './html-document.ts';
import { RecordWork } from './record-work.ts';
import { compileSelector } from './select-elements.ts';
import { all, elementText, first } from './selectors.ts';
import { string } from './string-content.ts';

/** Seconds of processor time that something took. */
async function secondsOf(work: () => unknown): Promise<number> {
  const started = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1e6;
}

const SIBLINGS = parseHtml(`<div>${'<p>x'.repeat(10_000)}`);
const NESTED = parseHtml('<div>'.repeat(500) + '<i>x</i>'.repeat(8000));
const LONG = parseHtml(`<p class="${'x '.repeat(400_000)}">${'<i></i>'.repeat(5000)}`);

describe('a selector', () => {
  it.each([
    ['h1 ~ p', SIBLINGS],
    ['p:nth-child(2n+7)', SIBLINGS],
    ['p:nth-last-of-type(3)', SIBLINGS],
    ['p:has(~ h1)', SIBLINGS],
    ['div:has(> b)', NESTED],
    ['b i', NESTED],
    ['p[class~=y] i', LONG],
  ])('that would look at everything for each element, %s, gives up', (selector, root) => {
    const { findAll, findFirst } = compileSelector(selector);
    const message = 'too much work: the enrichments that search this page took more than 2,000,000';
    expect(() => findAll(root, new RecordWork(2_000_000))).toThrow(message);
    expect(() => findFirst(root, new RecordWork(0))).toThrow('too much work');
  });

  it.each([
    ['tr:nth-child(2n)', '<table>'.concat('<tr><td>1<td>2'.repeat(4000)), 2000],
    ['h1 ~ p', `<h1>a</h1>${'<p>x'.repeat(5000)}`, 5000],
    ['p:nth-child(3)', `<h1>a</h1>${'<p>x'.repeat(5000)}`, 1],
    ['li:last-child', `<ul>${'<li>x'.repeat(20_000)}`, 1],
    ['div p', `<div>${'<p>x'.repeat(100_000)}`, 100_000],
    ['p + p', '<p>x'.repeat(100_000), 99_999],
    [':contains(xx)', '<p>x<b>x</b>', 3],
    ['p:empty', '<p></p><p>x', 1],
    ['[lang]:not([lang=pt])', '<html lang=en><p lang=pt>', 1],
  ])('that real pages are searched by, %s, is not cut', (selector, source, count) => {
    expect(compileSelector(selector).findAll(parseHtml(source), new RecordWork())).toHaveLength(
      count,
    );
  });
});

describe('the work of a record', () => {
  const slow = `<title>t</title><div>${'<p>x'.repeat(100_000)}`;

  it('that is used up is a failure of the enrichments that it was not enough for', async () => {
    const { capture, archived } = recordOf(slow);
    const record: Derived = { capture, values: new Map(), failures: [], tried: new Set() };
    const order = [response, string, html, first('title'), all('h1 ~ p'), all('p')];
    const seconds = await secondsOf(() =>
      deriveValues([{ derived: record, archived: () => archived }], order, new OpenEnrichments()),
    );
    expect(seconds).toBeLessThan(5); // half a minute without a bound, half a second with it; under the tests all is slower
    expect(record.values.get('payload.string.html.title-element')).toBe('<title>t</title>');
    const message =
      'too much work: the enrichments that search this page took more than 70,000,000 steps';
    expect(record.failures).toEqual([
      { path: 'payload.string.html.h1-p', enrichment: 'html.all', message },
      { path: 'payload.string.html.p', enrichment: 'html.all', message },
    ]);
    // The next record has its own.
    expect(await derivedValue(all('p'), recordOf('<p>x'))).toEqual(['<p>x</p>']);
  });

  it('counts the markup of elements in each other, and that their trees are built again', async () => {
    const deep = recordOf('<div>'.repeat(200) + '<br>'.repeat(15_000));
    const texts = derivedValue(elementText.onEach(all('div')), deep);
    await expect(texts).rejects.toThrow('too much work');
    const list = recordOf('<li><a href=x>y</a>'.repeat(3000));
    expect(await derivedValue(elementText.onEach(all('li')), list)).toHaveLength(3000);
  });
});
