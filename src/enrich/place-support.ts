// What pieces of evidence say of each other: texts that agree, texts that contradict, and pictures that only illustrate.
import { distanceKm } from '../model/distance.ts';
import type { PlaceEvidence, PlaceExtent } from '../model/place.ts';

const NEAR_KM = 60;
const FAR_KM = 300;
/** How much surer an agreeing text makes, by how narrow what it names is: half of the villages of France are not in Paris. */
const SUPPORT: Readonly<Record<PlaceExtent, number>> = {
  point: 0.5,
  town: 0.5,
  region: 0.35,
  country: 0.25,
};
const CONTRADICTION = 0.4;
/** Names alone are never surer than this. */
const MAX_NAMED = 0.85;
/**
 * The share that is left where a list of many pictures speaks of an event: festivals and marathons are illustrated by pictures from
 * anywhere. Of nine such photographs of `test/quality/places-of-images.test.ts` that carry coordinates, two were taken there.
 */
const ILLUSTRATION = 0.65;

/** Texts that name the same place, one close by or what holds it make each other surer; those that contradict, less sure. */
export function withSupport(
  found: readonly PlaceEvidence[],
  { illustrates }: { readonly illustrates: boolean },
): PlaceEvidence[] {
  return found.map((evidence) => {
    let doubt = 1 - evidence.confidence;
    let against = 0;
    for (const other of found) {
      if (other === evidence || other.source === evidence.source) continue;
      if (agrees(evidence, other)) doubt *= 1 - other.confidence * supportOf(evidence, other);
      else if (contradicts(evidence, other)) against = Math.max(against, other.confidence);
    }
    const supported = Math.min(MAX_NAMED, 1 - doubt) * (1 - against * CONTRADICTION);
    const confidence = illustrates ? supported * ILLUSTRATION : supported;
    return { ...evidence, confidence: Math.round(confidence * 100) / 100 };
  });
}

/** A narrow place proves the wide one around it; the wide one hardly proves the narrow one. */
function supportOf(evidence: PlaceEvidence, by: PlaceEvidence): number {
  return FINENESS[by.extent] >= FINENESS[evidence.extent] ? SUPPORT.town : SUPPORT[by.extent];
}

function agrees(a: PlaceEvidence, b: PlaceEvidence): boolean {
  return distanceKm(a, b) <= NEAR_KM || lies(a, b) || lies(b, a);
}

function contradicts(a: PlaceEvidence, b: PlaceEvidence): boolean {
  return distanceKm(a, b) > FAR_KM;
}

/** Whether a place lies in a region or country, by their addresses. */
function lies(inner: PlaceEvidence, outer: PlaceEvidence): boolean {
  const { address } = inner;
  const around = outer.address;
  if (address === undefined || around === undefined) return false;
  if (around.country === '' || address.country !== around.country) return false;
  if (outer.extent === 'country') return true;
  return outer.extent === 'region' && around.region !== '' && address.region === around.region;
}

const FINENESS = { point: 3, town: 2, region: 1, country: 0 } as const;

/** Whether one kind of place is narrower than the other. */
export function isFiner(a: PlaceExtent, b: PlaceExtent): boolean {
  return FINENESS[a] > FINENESS[b];
}

/**
 * What is shown of evidence in the order of its confidence: the first, or a narrower place within it that is hardly less sure and
 * at least as sure as `least`.
 */
export function narrowest(all: readonly PlaceEvidence[], least: number): PlaceEvidence | undefined {
  let [best] = all;
  for (const other of all) {
    if (best === undefined || other.confidence < Math.max(least, best.confidence - TRADE)) break;
    if (isFiner(other.extent, best.extent) && lies(other, best)) best = other;
  }
  return best;
}

/** Confidence that may be given up for a narrower place. */
const TRADE = 0.2;

/** Whether texts speak of an event. */
export function namesEvent(texts: readonly string[]): boolean {
  return texts.some((text) => EVENTS.test(text.normalize('NFKD').replace(/\p{M}+/gu, '')));
}

const EVENTS =
  /(?<!\p{L})(?:festivals?|festivais|festivales?|marathons?|maratona|maraton|carnivals?|carnavals?|carnevale|karneval|fasching|concerts?|conciertos?|concertos?|concerti|konzerte?|concours|contest|concurso|concorso|wettbewerb|fairs?|foires?|feiras?|ferias?|fiera|fetes?|fiestas?|festas?|feste?|tournois?|tournaments?|torneos?|torneios?|tornei|turnier|gala|rall(?:ye|y|i)|congress|congres|congresos?|congressos?|kongress|conference|konferenz|biennales?|biennials?|bienal|nuits? (?:des?|du|blanches?)|noche (?:de|blanca)|notte bianca|nacht der|night of|semaines?|weeks?|semana|settimana|journees?|e?vene?ments?|events?|eventos?|eventi|veranstaltung(?:en)?|championships?|championnats?|campeonatos?|campionat[oi]|meisterschaft(?:en)?|parades?|desfiles?|expo|salon (?:du|de|des)|race|trophy|trophee)(?!\p{L})/iu;
