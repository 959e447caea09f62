// Captions that people have read: a change of a rule that changes one of them asks for another look.
import { expect, it } from 'vitest';
import { describeWithRealData } from '../fixtures/real-data.ts';
import { findJudgedCaptions, sharesOf } from './judged-captions.ts';

describeWithRealData('the captions of content images', () => {
  it('are those that were read, mostly right and hardly ever wrong', () => {
    const captions = findJudgedCaptions();
    expect(captions.length).toBeGreaterThanOrEqual(150);
    // Read these beside their pages, and write verdict and mark of each anew (`npx tsx test/quality/judged-captions.ts`).
    const changed = captions.filter(({ isSame }) => isSame !== true);
    expect(changed.map(({ page, image }) => `${page} ${image}`)).toEqual([]);
    const { right, credit, wrong } = sharesOf(captions);
    expect(right + credit).toBeGreaterThanOrEqual(0.8); // measured: 0.847
    expect(right).toBeGreaterThanOrEqual(0.75); // measured: 0.764
    expect(wrong).toBeLessThanOrEqual(0.07); // measured: 0.025
  });
});
