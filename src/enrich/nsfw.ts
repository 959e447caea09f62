// The family filter: how sexual a picture is, as a network sees it; an animation is as bad as its worst frame.
import type { FactValue } from '../model/fact.ts';
import { viewOf } from './network.ts';
import type { DecodedImage } from './thumbnail.ts';

/** Classes of the network, in the order in which it scores them. */
export const NSFW_CLASSES = ['drawing', 'hentai', 'neutral', 'porn', 'sexy'] as const;

/** What is told of a picture: shares from 0 to 1 of its worst frame. */
export interface NsfwValue extends Readonly<Record<(typeof NSFW_CLASSES)[number], number>> {
  /** `porn` and `hentai` together: what pictures are hidden by. */
  readonly nsfw: number;
  /** Frames that were looked at, where there are several. */
  readonly frames?: number;
  /** Which of those in the file was the worst, from 0; where there are several. */
  readonly worstFrame?: number;
}

/** Scores a picture. Rejects only where the network cannot be run at all. */
export async function makeNsfw(image: DecodedImage): Promise<{ readonly value: FactValue }> {
  const { frames, scores } = await viewOf(image);
  const values = frames.map((frame, at) => ({
    ...toValue(scores.subarray(at * NSFW_CLASSES.length)),
    ...(frames.length > 1 && { frames: frames.length, worstFrame: frame }),
  }));
  const [first, ...others] = values;
  if (first === undefined) throw new Error('pinakes: a picture has at least one frame');
  const value = others.reduce((worst, one) => (one.nsfw > worst.nsfw ? one : worst), first);
  return { value: { kind: 'json', value } };
}

function toValue(scores: Float32Array): NsfwValue {
  const [drawing = 0, hentai = 0, neutral = 0, porn = 0, sexy = 0] = scores;
  const shares = { nsfw: Math.min(1, porn + hentai), drawing, hentai, neutral, porn, sexy };
  // Five digits say all that the network can: results of two processors differ by less.
  const rounded = Object.entries(shares).map(([name, share]) => [
    name,
    Math.round(share * 1e5) / 1e5,
  ]);
  return Object.fromEntries(rounded) as NsfwValue; // the same names
}
