// The kinds of places, in the order in which place files number them.

/** All kinds; the place in this list is part of the file format, so new ones come at the end. */
export const KINDS = [
  'country',
  'state',
  'county',
  'town',
  'quarter',
  'region',
  'continent',
  'mountain',
  'river',
  'lake',
  'sea',
  'island',
  'park',
  'landmark',
  'nation',
] as const;

/**
 * What a place is. `state` is the first division of a country (state, province, district), `county` the second; `quarter` is a part of
 * a town; `nation` stands for a country that is meant by its people or their language (`Portuguese`).
 */
export type PlaceKind = (typeof KINDS)[number];
