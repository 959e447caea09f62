// Where a picture is: what told so, the point that is shown for it, and what a reader of place names offers.

/** What can tell the place of a picture, the most trusted first. The order is part of the library's format: new ones come last. */
export const EVIDENCE_SOURCES = [
  'correction',
  'exif',
  'xmp',
  'markup',
  'iptc',
  'page',
  'address',
  'map-link',
  'caption',
  'alt',
  'title',
  'heading',
  'link-text',
  'file-name',
  'page-title',
  'page-url',
] as const;

/** One of them. */
export type EvidenceSource = (typeof EVIDENCE_SOURCES)[number];

/** Where the camera stood, what the picture shows, or what the page around it is about. */
export const EVIDENCE_ROLES = ['camera', 'shown', 'page'] as const;

/** One of these. */
export type EvidenceRole = (typeof EVIDENCE_ROLES)[number];

/** How exact a place is: a point on the ground, or a town, region or country that stands for itself. */
export const PLACE_EXTENTS = ['point', 'town', 'region', 'country'] as const;

/** One of these. */
export type PlaceExtent = (typeof PLACE_EXTENTS)[number];

/** A position in decimal degrees. */
export interface LatLon {
  readonly latitude: number;
  readonly longitude: number;
}

/** A place by its names; `''` where a level is not known. */
export interface Address {
  readonly town: string;
  readonly region: string;
  /** ISO 3166-1 code of two letters, upper case. */
  readonly country: string;
}

/** Something that tells where a picture is. */
export interface PlaceEvidence extends LatLon {
  readonly source: EvidenceSource;
  readonly role: EvidenceRole;
  /** Name of the place, as the gazetteer or the page has it; `''` for bare coordinates. */
  readonly name: string;
  /** The words that told it; `''` for coordinates. */
  readonly text: string;
  /** From 0 to 1 in steps of a hundredth. */
  readonly confidence: number;
  readonly extent: PlaceExtent;
  /** Version of the rule that made it: of this program, or of the gazetteer. */
  readonly rule: string;
  /** Where the gazetteer puts it; not stored. */
  readonly address?: Address | undefined;
}

/** The point that is shown for a picture, and what it follows from. */
export interface ShownPlace extends LatLon, Address {
  readonly source: EvidenceSource;
  readonly confidence: number;
  readonly extent: PlaceExtent;
  /** Name of the place that was read; `''` for bare coordinates. */
  readonly name: string;
  /** The words that told it; `''` for coordinates. */
  readonly text: string;
}

/** A place name that was found in a text. */
export interface NamedPlace extends LatLon {
  /** The name as it stands in the text. */
  readonly text: string;
  /** Offset of its first character in the text. */
  readonly start: number;
  readonly name: string;
  readonly confidence: number;
  readonly extent: PlaceExtent;
  readonly address: Address;
}

/** What is known about a text besides its words. */
export interface TextContext {
  /** ISO 639 code of its language; `''` when unknown. */
  readonly language: string;
  /** Host of the page it stands in; `''` when unknown. */
  readonly host: string;
}

/** Reads place names in texts and names places of points. Pure: the same version gives the same answers. */
export interface PlaceReader {
  /** Changes whenever answers may. */
  readonly version: string;
  /** Place names in a text, in its order. */
  inText(text: string, context: TextContext): readonly NamedPlace[];
  /** A place by its name alone, such as `Porto` or `Porto, Portugal`; `undefined` when there is none. */
  byName(name: string): NamedPlace | undefined;
  /** Where a point is: the nearest town, at most 50 km away, and the country. */
  addressOf(point: LatLon): Address;
}

/** How far a place of an extent reaches from its point, in kilometres: what `near:NAME` means without a distance. */
export const EXTENT_KM: Readonly<Record<PlaceExtent, number>> = {
  point: 2,
  town: 10,
  region: 60,
  country: 400,
};

/** A point of which nothing is known but where it is, with what is said otherwise. */
export function toShownPlace(
  latitude: number,
  longitude: number,
  more: Partial<ShownPlace> = {},
): ShownPlace {
  const address = { town: '', region: '', country: '' };
  const told = { source: 'exif', confidence: 0.95, extent: 'point', name: '', text: '' } as const;
  return { latitude, longitude, ...told, ...address, ...more };
}
