// What the gazetteer answers: places found in texts, places of a name, the place nearest to a point.
import type { PlaceKind } from './kinds.ts';

/** A place with where it belongs. */
export interface NamedPlace {
  /** Its main name in the gazetteer, mostly English or local. */
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly kind: PlaceKind;
  /** English name of the country, where it lies in one. */
  readonly country?: string;
  /** ISO 3166-1 code of the country in capitals. */
  readonly countryCode?: string;
  /** Name of the first division of the country (state, province, district) that holds it. */
  readonly region?: string;
  /** Name of the second division (county), where known. */
  readonly county?: string;
  /** How well known it is: about the decimal logarithm of the population of a town. */
  readonly prominence: number;
}

/** A place that a text names. */
export interface LocatedPlace extends NamedPlace {
  /** The name as the text writes it. */
  readonly text: string;
  /** Offset of its first character in the text, in UTF-16 units. */
  readonly start: number;
  /** Offset behind its last character. */
  readonly end: number;
  /** 0 to 1: how sure it is that the text names a place, and this one. */
  readonly confidence: number;
  /** What spoke for it, for people to read: `best known of 12 places of this name; Portugal is named`. */
  readonly why: string;
}

/** The place nearest to a point. */
export interface NearbyPlace extends NamedPlace {
  /** From the point to the place. */
  readonly distanceKm: number;
}

/** What is known around a text. */
export interface LocateContext {
  /** Language of the text, as a two-letter code; a guess is made without. */
  readonly language?: string;
  /** Codes of countries that the site is about or from, surest first: `['PT']`. The country of a host's ending counts as one. */
  readonly countries?: readonly string[];
  /** Points that the site is about, such as those of other pages of it. */
  readonly points?: readonly { readonly latitude: number; readonly longitude: number }[];
  /** Other texts of the same page: they vote on which place is meant, and are not searched for places to answer. */
  readonly around?: readonly string[];
  /** Least confidence of places to answer. Default 0.5; 0 gives all, also the doubtful ones. */
  readonly least?: number;
}
