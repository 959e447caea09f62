// What learning on the way is worth: sites nobody has seen, image after image, each told before it is learnt from.
import { createOnline } from '../online.ts';
import type { LabelledSet } from './labelled-set.ts';
import { type Figures, measure } from './metrics.ts';

/** Figures for images of sites that had many before. */
export interface OnlineGain {
  /** Images of a site that were learnt from before the first one counts. */
  readonly after: number;
  /** Sites with more images than that, and the images that count. */
  readonly sites: number;
  readonly images: number;
  readonly without: Figures;
  readonly with: Figures;
}

/**
 * The gain of learning on the way. `scores` are the model's for the rows of all tests. Images come in the order of
 * the file, each site by itself. `undefined` where no site has enough images.
 */
export function onlineGain(
  set: LabelledSet,
  scores: ReadonlyMap<number, number>,
  options: { readonly after: number; readonly keep: number; readonly seed: number },
): OnlineGain | undefined {
  const bySite = new Map<string, number[]>();
  for (const row of [...scores.keys()].sort((a, b) => a - b)) {
    const site = set.sites.page[row] ?? '';
    const rows = bySite.get(site);
    if (rows === undefined) bySite.set(site, [row]);
    else rows.push(row);
  }
  const plain: number[] = [];
  const corrected: number[] = [];
  const labels: number[] = [];
  const sites: string[] = [];
  for (const [site, rows] of bySite) {
    const learner = createOnline();
    for (const [at, row] of rows.entries()) {
      const clues = set.images[row];
      const score = scores.get(row) ?? 0;
      if (clues === undefined) continue;
      if (at >= options.after) {
        plain.push(score);
        corrected.push(learner.correct(clues, score));
        labels.push(set.labels[row] ?? 0);
        sites.push(site);
      }
      learner.learn(clues, score, set.labels[row] === 1);
    }
  }
  if (!labels.includes(1) || !labels.includes(0)) return undefined;
  return {
    after: options.after,
    sites: new Set(sites).size,
    images: labels.length,
    without: measure({ scores: plain, labels, sites }, options),
    with: measure({ scores: corrected, labels, sites }, options),
  };
}
