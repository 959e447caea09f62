// The point that is shown for a picture: chosen from all evidence, by rules that can be explained in a line.

import type { ContentFacts } from '../model/fact.ts';
import type { ImageDocument } from '../model/image.ts';
import type { PlaceEvidence, PlaceReader, ShownPlace } from '../model/place.ts';
import { type PlaceCorrection, readCorrection } from '../model/place-correction.ts';
import { evidenceOf } from './place-evidence.ts';
import { narrowest } from './place-support.ts';

/**
 * What is less sure than this is kept as evidence, and not shown. At 0.4 a library of invented sites had 20 names taken for places
 * (`Berge` for Mons); of the photographs of `test/quality/places-of-images.test.ts` none is lost up to 0.6.
 */
export const LEAST_CONFIDENCE = 0.6;

/** Decimals of coordinates that cameras wrote, as they are shown: about a kilometre. */
const CAMERA_STEPS = 100;

/** Name of the facts that hold corrections by people. */
export const CORRECTION = 'place.correction';

/** A document with its evidence and the point that follows from it, in place of those it had. Pure. */
export function withPlace(
  document: ImageDocument,
  reader: PlaceReader,
  facts: ContentFacts | undefined,
): ImageDocument {
  const fact = facts?.get(CORRECTION);
  const correction = fact?.kind === 'json' ? readCorrection(fact.value) : undefined;
  const found = evidenceOf(document, reader).map(roundCamera);
  const all = correction?.point === undefined ? found : [toEvidence(correction), ...found];
  const best = correction?.isNowhere === true ? undefined : narrowest(all, LEAST_CONFIDENCE);
  const bare = withoutPlace(document);
  if (all.length === 0) return bare;
  const evidence = all.map(({ address: _, ...kept }) => kept);
  if (best === undefined || best.confidence < LEAST_CONFIDENCE) return { ...bare, evidence };
  return { ...bare, evidence, place: toPlace(best, reader) };
}

/** Most documents come without any: copying all fields of each would take longer than reading its texts. */
function withoutPlace(document: ImageDocument): ImageDocument {
  if (document.evidence === undefined && document.place === undefined) return document;
  const { evidence: _evidence, place: _place, ...bare } = document;
  return bare;
}

/** The exact point stays in the field `camera`, which nobody is shown. */
function roundCamera(evidence: PlaceEvidence): PlaceEvidence {
  if (evidence.role !== 'camera') return evidence;
  const { latitude, longitude } = evidence;
  return { ...evidence, latitude: rounded(latitude), longitude: rounded(longitude) };
}

function rounded(degrees: number): number {
  return Math.round(degrees * CAMERA_STEPS) / CAMERA_STEPS + 0;
}

function toEvidence(correction: PlaceCorrection): PlaceEvidence {
  const { latitude = 0, longitude = 0 } = correction.point ?? {};
  return {
    latitude,
    longitude,
    source: 'correction',
    role: 'shown',
    name: correction.name,
    text: `${correction.author}, ${correction.time}`,
    confidence: 1,
    extent: 'point',
    rule: '1',
  };
}

function toPlace(best: PlaceEvidence, reader: PlaceReader): ShownPlace {
  const { role: _role, rule: _rule, address, ...where } = best;
  const { town, region, country } = address ?? reader.addressOf(best);
  // A region has no town, though there is one near its middle; a country has neither.
  const isFine = best.extent === 'point' || best.extent === 'town';
  return {
    ...where,
    town: isFine ? town : '',
    region: best.extent === 'country' ? '' : region,
    country,
  };
}
