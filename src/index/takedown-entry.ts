// Something that was taken down, with who wanted it, why and for how long.
import type { Timestamp } from '../model/capture.ts';

/** What can be taken down: an image by its digest, all below a URL, or a file by its fingerprint. */
export type TakedownKind = 'image' | 'url-prefix' | 'file';

/** Who wanted something taken down, why and for how long. What is absent was not told. */
export interface TakedownDetails {
  readonly reason?: string;
  readonly requester?: string;
  /** Of a letter, a court or a ticket. */
  readonly reference?: string;
  /** The day on which it is lifted, `2031-05-01`. */
  readonly expires?: string;
  /** A law or a court demands it: servers say so (451) where it was asked for. */
  readonly isOrder?: boolean;
  /** The look of an image, in hexadecimal: near duplicates stay out as well. */
  readonly look?: string;
  /** Near duplicates are to stay out as well: the look is found out when the image is met. */
  readonly withNear?: boolean;
  /** The image was met and has no look of its own, being tiny or flat: nothing is near it. */
  readonly isLookless?: boolean;
  /** The digest of the image that this one is a near duplicate of. */
  readonly nearOf?: string;
}

/** Something that was taken down. */
export interface TakedownEntry {
  readonly kind: TakedownKind;
  /** The digest of an image, the SURT key that addresses start with, or the fingerprint of a file. */
  readonly value: string;
  /** Since when. */
  readonly time: Timestamp;
  /** Absent where nothing was told. */
  readonly details?: TakedownDetails;
}

/** Longest text of a detail. */
export const MAX_DETAIL = 2000;

/** Details as they are stored, and in the plain file: JSON, or `''` for none. */
export function printDetails(details: TakedownDetails): string {
  const known = checkDetails(details);
  return Object.keys(known).length === 0 ? '' : JSON.stringify(known);
}

/** What stored details say; those that cannot be read say nothing, for the entry itself counts. */
export function toDetails(text: string): Pick<TakedownEntry, 'details'> {
  if (text === '') return {};
  try {
    const told: unknown = JSON.parse(text);
    const details = checkDetails(typeof told === 'object' && told !== null ? told : {});
    return Object.keys(details).length === 0 ? {} : { details };
  } catch {
    return {};
  }
}

/** The details that have the form they should have: they may come from a file that somebody wrote. */
function checkDetails(told: object): TakedownDetails {
  const read = (name: keyof TakedownDetails, form: RegExp) => {
    const value: unknown = Reflect.get(told, name);
    return typeof value === 'string' && value.length <= MAX_DETAIL && form.test(value)
      ? { [name]: value }
      : {};
  };
  return {
    ...read('reason', /\S/),
    ...read('requester', /\S/),
    ...read('reference', /\S/),
    ...read('expires', /^\d{4}-\d\d-\d\d$/),
    ...(Reflect.get(told, 'isOrder') === true && { isOrder: true }),
    ...read('look', /^[0-9a-f]{64}$/),
    ...(Reflect.get(told, 'withNear') === true && { withNear: true }),
    ...(Reflect.get(told, 'isLookless') === true && { isLookless: true }),
    ...read('nearOf', /^[0-9a-f]{64}$/),
  };
}
