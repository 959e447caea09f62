// Labels: what a classifier of the operator says is in a picture.
import type { FactValue } from '../model/fact.ts';
import { MAX_LABELS, tidyLabel } from '../model/label.ts';
import { runNetwork } from './operator-network.ts';
import type { LabelNetwork } from './picture-models.ts';
import type { DecodedImage } from './thumbnail.ts';

/** What is told of a picture: the surest labels first. */
export interface LabelsValue {
  readonly labels: readonly { readonly name: string; readonly score: number }[];
}

/** Labels a picture. Rejects where the network cannot be run, or gives another number of classes than there are names. */
export async function makeLabels(
  image: DecodedImage,
  network: LabelNetwork,
): Promise<{ readonly value: FactValue }> {
  const { names, threshold } = network;
  const numbers = await runNetwork(image, network);
  if (numbers.length !== names.length) {
    const counts = `${numbers.length} classes, its list names ${names.length}`;
    throw new Error(`pinakes: the classifier ${network.file} has ${counts}`);
  }
  const shares = toShares(numbers, network.scores);
  const labels = names
    .map((name, at) => ({
      name: tidyLabel(name),
      score: Math.round((shares[at] ?? 0) * 1000) / 1000,
    }))
    .filter(({ name, score }) => name !== '' && score >= threshold)
    .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_LABELS);
  const value: LabelsValue = { labels };
  return { value: { kind: 'json', value } };
}

/** Shares from 0 to 1 of what a classifier gives. */
export function toShares(numbers: Float32Array, scores: LabelNetwork['scores']): number[] {
  const all = [...numbers].map((number) => (Number.isFinite(number) ? number : 0));
  if (scores === 'shares') return all.map((number) => Math.min(1, Math.max(0, number)));
  if (scores === 'any-of') return all.map((number) => 1 / (1 + Math.exp(-number)));
  const largest = all.reduce((most, number) => Math.max(most, number), -Infinity);
  const powers = all.map((number) => Math.exp(number - largest));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}
