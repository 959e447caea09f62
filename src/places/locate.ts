// Finds place names in a text, decides which places they are, and says how sure that is.

import { describePlace } from './describe-place.ts';
import { type FoundMention, findMentions } from './find-mentions.ts';
import type { LocateContext, LocatedPlace } from './located.ts';
import type { Mention } from './mention.ts';
import { PEOPLE } from './place-file.ts';
import type { PlaceTable } from './place-table.ts';
import { type Resolution, resolveMentions } from './resolve.ts';
import { chanceOfChoice, chanceOfPlace } from './weigh.ts';

/** Least confidence of places to answer, where the caller does not say. */
const LEAST_CONFIDENCE = 0.5;
/** Other texts of a page that vote. */
const MAX_AROUND = 50;

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** The places that a text names, in its order. */
export function locateInText(
  table: PlaceTable,
  text: string,
  context: LocateContext,
): readonly LocatedPlace[] {
  const least = context.least ?? LEAST_CONFIDENCE;
  const located: LocatedPlace[] = [];
  for (const { mention, resolution, confidence } of judgeMentions(table, text, context)) {
    if (confidence < least) continue;
    const place: Writable<LocatedPlace> = Object.assign(describePlace(table, resolution.place), {
      text: text.slice(mention.start, mention.end),
      start: mention.start,
      end: mention.end,
      confidence: Math.round(confidence * 100) / 100,
      why: explain(resolution, mention),
    });
    if ((resolution.value & PEOPLE) !== 0) place.kind = 'nation';
    located.push(place);
  }
  return located;
}

/** A mention with what it was taken for. */
export interface JudgedMention {
  readonly mention: FoundMention;
  readonly resolution: Resolution;
  /** How sure it is that this is a place, 0 to 1. */
  readonly found: number;
  /** `found`, and which place it is. */
  readonly confidence: number;
}

/** All mentions of a text with their judgement, also the doubtful ones. */
export function judgeMentions(
  table: PlaceTable,
  text: string,
  context: LocateContext,
): JudgedMention[] {
  const mentions = findMentions(table, text);
  if (mentions.length === 0) return [];
  const around = mentionsAround(table, context);
  const voters = around.length === 0 ? mentions : [...mentions, ...around];
  const resolutions = resolveMentions(table, voters, context);
  const counts = new Map<string, number>();
  for (const { key } of mentions) counts.set(key, (counts.get(key) ?? 0) + 1);
  return mentions.flatMap((mention, index) => {
    const resolution = resolutions[index];
    if (resolution === undefined) return [];
    const count = counts.get(mention.key) ?? 1;
    const found = chanceOfPlace(table, { mention, resolution, count });
    return [{ mention, resolution, found, confidence: found * chanceOfChoice(resolution) }];
  });
}

/** Mentions in other texts of the page, with offsets that are far from those in the text itself. */
function mentionsAround(table: PlaceTable, { around = [] }: LocateContext): Mention[] {
  return around.slice(0, MAX_AROUND).flatMap((other, index) =>
    findMentions(table, other).map((mention) => {
      const shift = 1e9 * (index + 1);
      return {
        ...mention,
        start: mention.start + shift,
        end: mention.end + shift,
        weight: mention.weight / 2,
      };
    }),
  );
}

function explain(resolution: Resolution, { cues }: FoundMention): string {
  const reasons: string[] = [];
  if (resolution.choices === 1) reasons.push('the only place of this name');
  else reasons.push(`one of ${resolution.choices} places of this name`);
  if (resolution.isQualified) reasons.push('the name beside it says where it lies');
  else if (resolution.support > 1) reasons.push('other names of the text lie near it');
  else if (resolution.choices > 1) reasons.push('the best known');
  if (cues.hasPreposition) reasons.push('a preposition of place stands before it');
  if (cues.isWord) reasons.push('also an everyday word');
  if (cues.personBefore || cues.isPersonElsewhere || cues.isGivenName)
    reasons.push('also the name of a person');
  return reasons.join('; ');
}
