import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createImageDocument } from '../../test/fixtures/memory-index.ts';
import { analyseText } from '../model/analysis/analysis.ts';
import { toUrlTokens } from '../model/url-tokens.ts';
import { analyseFields, analyseUrl } from './text-fields.ts';
import { createTextMemory, remembering } from './text-memory.ts';

describe('words of URLs', () => {
  it('are those of its tokens, whatever the URL', () => {
    const parts = fc.constantFrom(
      ...[
        'http://a.pt/',
        'Caf%C3%A9',
        'fooBar',
        "o'neil's",
        'img_01',
        '?q=1&r=%',
        'é',
        '`',
        '.jpg',
      ],
    );
    const urls = fc.oneof(
      fc.array(parts).map((all) => all.join('/')),
      fc.string({ unit: 'binary-ascii', maxLength: 60 }),
    );
    fc.assert(
      fc.property(urls, (url) => {
        expect(analyseUrl(url)).toEqual(analyseText(toUrlTokens(url).join(' '), ''));
      }),
      { numRuns: 500 },
    );
  });

  it('end where tokens do in very long URLs', () => {
    const url = `http://a.pt/${'ab/'.repeat(5000)}`;
    expect(analyseUrl(url).stems).toHaveLength(toUrlTokens(url).length);
  });
});

describe('a memory of texts', () => {
  it('gives the same as no memory, also for one text in two languages or as a URL', () => {
    const memory = createTextMemory();
    const title = 'casas eleições';
    for (let round = 0; round < 2; round++) {
      for (const language of ['pt', 'en', '']) {
        expect(memory.title(title, language)).toEqual(analyseText(title, language));
      }
      expect(memory.url(title)).toEqual(analyseUrl(title));
    }
    expect(memory.title(title, 'pt')).toBe(memory.title(title, 'pt'));
  });

  it('forgets when it has too much to remember', () => {
    const memory = createTextMemory(1000);
    const first = memory.title('uma casa', 'pt');
    for (let at = 0; at < 90; at++) memory.title(`${at} uma casa e outra`, 'pt');
    expect(memory.title('uma casa', 'pt')).not.toBe(first);
    expect(memory.title('uma casa', 'pt')).toEqual(first);
  });

  it('serves the fields of a document', () => {
    const document = createImageDocument({ titles: ['rio'], host: 'a.test' });
    expect(analyseFields(document, createTextMemory())).toEqual(analyseFields(document));
  });

  it('makes names once, and anew when there were very many', () => {
    let made = 0;
    const make = remembering((text) => `${text} ${++made}`);
    expect([make('a'), make('b'), make('a')]).toEqual(['a 1', 'b 2', 'a 1']);
    for (let at = 0; at < 10_000; at++) make(`${at}`);
    expect(make('a')).not.toBe('a 1');
  });
});
