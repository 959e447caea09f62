// On real pages our scanner and the standard's tokenizer must see the same tags and texts.
import { expect, it } from 'vitest';
import { decodePage } from '../../src/extract/page/charset.ts';
import { describeWithRealData } from '../fixtures/real-data.ts';
import { ourTokens, theirTokens } from './html-tokens.ts';
import { realPages } from './real-pages.ts';

/** One page in so many: all 1,049 agree, but take a while. */
const STEP = 5;

describeWithRealData('the scanner', () => {
  it('reads real pages as the standard does', () => {
    let count = 0;
    for (const { name, bytes } of realPages()) {
      count += 1;
      if (count % STEP !== 0) continue;
      const { text } = decodePage(bytes, { contentType: '', topLevelDomain: '' });
      // parse5 makes line ends one and replaces zeros before it reads.
      const html = text.replace(/\r\n?/g, '\n').replaceAll('\0', '');
      expect(JSON.stringify(ourTokens(html)) === JSON.stringify(theirTokens(html)), name).toBe(
        true,
      );
    }
    expect(count).toBeGreaterThan(1000);
  });
});
