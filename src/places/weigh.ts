// Weighs the reasons for and against a mention being a place.
import type { FoundMention } from './find-mentions.ts';
import type { PlaceKind } from './kinds.ts';
import { isPeople } from './mention.ts';
import { ALTERNATE, PEOPLE } from './place-file.ts';
import type { PlaceTable } from './place-table.ts';
import type { Resolution } from './resolve.ts';

/** A mention that was decided. */
export interface DecidedMention {
  readonly mention: FoundMention;
  readonly resolution: Resolution;
  /** How often the name is mentioned in the text. */
  readonly count: number;
}

interface Known extends DecidedMention {
  readonly prior: number;
  readonly kind: PlaceKind;
}

/** How sure it is that a mention is a place at all, 0 to 1. */
export function chanceOfPlace(table: PlaceTable, decided: DecidedMention): number {
  const { mention, resolution, count } = decided;
  const known = {
    mention,
    resolution,
    count,
    prior: table.prior(resolution.place),
    kind: table.kind(resolution.place),
  };
  let sum = 0;
  for (const [weight, reason] of REASONS) sum += weight * Number(reason(known));
  return logistic(sum);
}

/** How sure it is which of the places of a name is meant, 0 to 1; little for peoples, who live elsewhere, too. */
export function chanceOfChoice({ margin, choices, value }: Resolution): number {
  const chance = choices === 1 ? 0.97 : logistic(0.4 + 1.4 * margin);
  return (value & PEOPLE) === 0 ? chance : chance / 2;
}

/**
 * Reasons with their weights, in log odds. The weights were written down before any score was seen and are not fitted; the one
 * of newspapers and teams was doubled for captions, where nothing else tells of the Washington Post.
 */
const REASONS: readonly (readonly [number, (known: Known) => number | boolean])[] = [
  [0.3, () => 1],
  [0.5, ({ prior }) => Math.min(2.5, Math.max(-2, prior - 4))],
  [-1.2, ({ mention, prior }) => mention.cues.isWord && prior < 7.5],
  [1.6, ({ mention }) => mention.cues.hasPreposition],
  [0.5, ({ mention }) => mention.cues.hasWeakPreposition],
  [1.5, ({ resolution }) => resolution.isQualified],
  [-1.5, ({ mention }) => mention.cues.capitalBefore],
  [-1.2, ({ mention }) => mention.cues.capitalAfter],
  [-2.5, ({ mention: { cues } }) => cues.personBefore || (cues.isGivenName && cues.capitalAfter)],
  [-0.6, ({ mention, resolution }) => mention.cues.isGivenName && !resolution.isQualified],
  [0.5, ({ mention }) => mention.cues.words > 1],
  [-0.4, ({ mention }) => mention.cues.isSentenceStart],
  [-2, ({ mention }) => mention.cues.isPersonElsewhere],
  [-2.4, ({ mention }) => mention.cues.endingAfter],
  [0.8, ({ mention }) => mention.cues.followerAfter],
  [0.6, ({ resolution }) => Math.min(3, resolution.support)],
  [-0.3, ({ resolution }) => (resolution.value & ALTERNATE) !== 0],
  [-0.5, ({ mention }) => mention.cues.isUpper && !mention.cues.isAbbreviation],
  [0.8, ({ mention }) => mention.cues.commaBeside],
  [-1.5, ({ mention }) => mention.cues.personAfter],
  [-1, ({ mention }) => isPeople(mention.values)],
  [0.3, ({ count }) => Math.min(2, Math.log2(count))],
  [0.5, ({ kind }) => kind === 'country'],
  [1, ({ kind, mention }) => kind === 'state' || mention.cues.isAbbreviation],
  [-1, ({ mention }) => mention.cues.isLowerElsewhere],
  [-1.8, ({ mention, prior }) => mention.cues.ofAfter && prior < 5],
  [-1.2, ({ mention }) => mention.cues.isPart],
  [-2.4, ({ mention }) => mention.cues.clubBefore],
  [-2, ({ mention }) => mention.cues.isBorrowed],
  [-2.4, ({ mention }) => mention.cues.thingAfter],
  [-1, ({ resolution, prior }) => (resolution.value & ALTERNATE) !== 0 && prior < 4.4],
  [-1.5, ({ mention, kind }) => mention.cues.isNatural && (kind === 'town' || kind === 'quarter')],
  [-0.8, ({ resolution, prior }) => resolution.isRemote && prior < 5],
  [-1, ({ mention, prior }) => mention.cues.isBareGerman && prior < 5],
  [
    -1.5,
    ({ mention, prior, kind }) => mention.cues.isWordAtStart && (kind !== 'town' || prior < 6),
  ],
  [-2, ({ mention, prior, kind }) => mention.cues.numberAfter && (kind !== 'town' || prior < 5.3)],
];

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
