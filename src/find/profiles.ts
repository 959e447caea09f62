// From evidence to one number for each image: the paper's way and ours.
import type { Evidence } from './page-score.ts';

/** An image with what speaks for it on one page. */
export interface Candidate {
  readonly evidence: Evidence;
  /** The score that the link to its page had, for each keyword, not normalised; zeros for pages that were found by asking. */
  readonly base: readonly number[];
  /** Images of its page that were collected: the base score is shared among them. */
  readonly collected: number;
  /** Place of its page, or of the page that led there, in the answer to the question where to start; from 1. */
  readonly rank: number;
  /** Share of the pages seen so far that mention the image, and their number. */
  readonly spread: { readonly pages: number; readonly share: number };
}

/** Names of profiles. */
export const FIND_PROFILES = ['pinakes', 'paper'] as const;

/** One of them. */
export type FindProfile = (typeof FIND_PROFILES)[number];

/** An image with a smaller score in our profile has nothing to do with the query. */
export const MIN_SCORE = 0.04;

/** The scores of candidates, in their order, from 0 to 1. */
export function scoreCandidates(
  candidates: readonly Candidate[],
  profile: FindProfile,
): readonly number[] {
  return profile === 'paper' ? scoreAsPaper(candidates) : candidates.map(scoreOwn);
}

/** S(i, k) of paper 003, not normalised: the base score counts once for each keyword, as its prose says. */
export function rawScores({ evidence, base, collected }: Candidate): number[] {
  return evidence.near.map((near, keyword) => near + (base[keyword] ?? 0) / Math.max(1, collected));
}

/** Each keyword's scores are brought to 0..1, then their mean is taken. */
function scoreAsPaper(candidates: readonly Candidate[]): number[] {
  const raw = candidates.map(rawScores);
  const count = raw[0]?.length ?? 0;
  const sums = new Array<number>(raw.length).fill(0);
  for (let keyword = 0; keyword < count; keyword += 1) {
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    for (const scores of raw) {
      least = Math.min(least, scores[keyword] ?? 0);
      most = Math.max(most, scores[keyword] ?? 0);
    }
    for (const [at, scores] of raw.entries()) {
      sums[at] = (sums[at] ?? 0) + normalise(scores[keyword] ?? 0, least, most);
    }
  }
  return sums.map((sum) => sum / Math.max(1, count));
}

/** Where all are equal there is nothing to tell apart: 1 if they have something, else 0. */
function normalise(score: number, least: number, most: number): number {
  if (most > least) return (score - least) / (most - least);
  return most > 0 ? 1 : 0;
}

/** A sum of nearness that counts half. */
const HALF = 5;
/** How much nearness, and a page that was reached by a telling link, say about an image. */
const NEAR = 0.95;
const BASE = 0.3;
/** A keyword that nothing speaks for: not zero, so that those with more of the others come first. */
const ABSENT = 0.02;
/** Images that stand in links to other pages or in frames of pages, and those that are on nearly every page. */
const ELSEWHERE = 0.8;
const EVERYWHERE = 0.4;
const TOGETHER = 1.15;

/**
 * Our score: what is said about the image itself counts most, nearness is saturated, so that a page cannot win by
 * repeating words, all keywords are needed (the geometric mean), and decoration is kept down. It does not depend on other
 * images, so that the order of what is shown changes only where something new comes in.
 */
function scoreOwn({ evidence, base, rank, spread }: Candidate): number {
  const { near, own, around, isTogether, isElsewhere } = evidence;
  let product = 1;
  let least = 1;
  for (const [keyword, sum] of near.entries()) {
    const handed = base[keyword] ?? 0;
    const said = own[keyword] ?? 0;
    const rest =
      (1 - said) *
      (1 - (around[keyword] ?? 0)) *
      (1 - (NEAR * sum) / (sum + HALF)) *
      (1 - (BASE * handed) / (handed + HALF));
    product *= Math.max(ABSENT, 1 - rest);
    least = Math.min(least, said);
  }
  const mean = near.length === 0 ? 0 : product ** (1 / near.length);
  const isDecoration = least === 0 && spread.pages >= 4 && spread.share > 0.2;
  const factor =
    (isTogether ? TOGETHER : 1) *
    (isElsewhere && least === 0 ? ELSEWHERE : 1) *
    (isDecoration ? EVERYWHERE : 1) *
    (0.9 + 0.1 / (1 + Math.log2(Math.max(1, rank)) / 4));
  return Math.min(1, mean * factor);
}
