// The main text of real pages, against what readers were shown of them.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { parseHtml } from '../../src/corpus/enrichments/html-document.ts';
import { visibleText } from '../../src/corpus/enrichments/html-text.ts';
import { mainText } from '../../src/corpus/enrichments/main-text.ts';
import { derivedValue, recordOf } from '../fixtures/enrich-one.ts';
import { describeWithRealData, realDataPath } from '../fixtures/real-data.ts';
import { filesOfTar } from './real-pages.ts';

describeWithRealData('the main text of real pages', () => {
  // Saved articles, with what the reader view of a browser shows of them: not the truth, but near to it.
  it('is nearly that of a reader view, and much nearer than all visible text', async () => {
    const tar = gunzipSync(readFileSync(realDataPath('pages', 'readability.tar.gz')));
    const files = new Map([...filesOfTar(tar)].map(({ name, bytes }) => [name, bytes] as const));
    const sources = [...files.keys()].filter((name) => name.endsWith('/source.html'));
    const scores: { readonly main: number; readonly all: number }[] = [];
    for (const name of sources) {
      const expected = files.get(name.replace(/source\.html$/, 'expected.html'));
      const record = recordOf(files.get(name) ?? Buffer.alloc(0));
      const shown = visibleText([parseHtml(expected?.toString() ?? '')]);
      const all = visibleText([parseHtml(Buffer.from(record.archived.payload).toString())]);
      const main = await derivedValue(mainText, record);
      scores.push({ main: agreement(main, shown), all: agreement(all, shown) });
    }
    const mean = (pick: 'main' | 'all') =>
      scores.reduce((sum, score) => sum + score[pick], 0) / scores.length;
    expect(scores.length).toBeGreaterThan(100);
    expect(mean('main')).toBeGreaterThan(0.9); // measured: 0.913
    expect(mean('main') - mean('all')).toBeGreaterThan(0.08); // measured: 0.095
  });
});

/** F1 of the words of two texts, each as often as it stands there. */
function agreement(one: string, other: string): number {
  const count = (text: string): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const word of text.match(/[\p{L}\p{N}]+/gu) ?? []) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    return counts;
  };
  const sum = (numbers: Iterable<number>): number => [...numbers].reduce((a, b) => a + b, 0);
  const [left, right] = [count(one), count(other)];
  const shared = sum([...left].map(([word, times]) => Math.min(times, right.get(word) ?? 0)));
  const total = sum(left.values()) + sum(right.values());
  return total === 0 ? 1 : (2 * shared) / total;
}
