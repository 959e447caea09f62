// What the captures of one content tell: the oldest, how many, and what is written inside the file.
import type { Timestamp } from '../model/capture.ts';
import type { ImagePlace } from '../model/image.ts';
import type { EmbeddedMetadata } from '../model/observation.ts';
import { type CounterData, DistinctCounter } from './distinct-counter.ts';
import { addMetadataTexts, ImageTexts, type TextsData } from './image-texts.ts';
import { type GroupCapture, type KeptCapture, toKeptCapture } from './observations.ts';
import { compareCaptures, compareText } from './orders.ts';

/** Something that a capture tells and others may not. */
interface Told<T> {
  readonly by: KeptCapture;
  readonly value: T;
}

/** The captures as JSON keeps them. */
export interface CapturesData {
  readonly captures: CounterData;
  readonly oldest?: KeptCapture | undefined;
  readonly last?: Timestamp | undefined;
  readonly place?: Told<ImagePlace> | undefined;
  readonly taken?: Told<string> | undefined;
  readonly location?: Told<string> | undefined;
  readonly licence?: Told<string> | undefined;
  readonly texts?: TextsData | undefined;
}

/** All captures of one content, as far as documents need them. */
export class SeenCaptures {
  #captures = new DistinctCounter();
  #oldest: KeptCapture | undefined;
  #last: Timestamp | undefined;
  #place: Told<ImagePlace> | undefined;
  #taken: Told<string> | undefined;
  #location: Told<string> | undefined;
  #licence: Told<string> | undefined;
  #texts: ImageTexts | undefined;

  /** Captures: distinct pairs of SURT and time. */
  get count(): number {
    return this.#captures.size;
  }

  get oldest(): KeptCapture | undefined {
    return this.#oldest;
  }

  get last(): Timestamp | undefined {
    return this.#last;
  }

  /** Where it was taken, as the oldest capture that tells it does. */
  get place(): ImagePlace | undefined {
    return this.#place?.value;
  }

  /** When it was taken, as the oldest capture that tells it does; `''` when none does. */
  get taken(): string {
    return this.#taken?.value ?? '';
  }

  /** Names of the place inside the file, as the oldest capture that tells some does. */
  get location(): string | undefined {
    return this.#location?.value;
  }

  /** The licence stated inside the file, as the oldest capture that tells one does. */
  get licence(): string | undefined {
    return this.#licence?.value;
  }

  /** Titles and descriptions inside the files. */
  get texts(): ImageTexts | undefined {
    return this.#texts;
  }

  add(capture: GroupCapture): void {
    // A time has 14 digits: no other pair gives this text.
    this.#captures.add(capture.time + capture.surt);
    this.#see(capture, capture.time);
    if (capture.metadata !== undefined) this.#addMetadata(capture, capture.metadata);
  }

  merge(other: SeenCaptures): void {
    this.#captures.merge(other.#captures);
    if (other.#oldest !== undefined) this.#see(other.#oldest, other.#last ?? other.#oldest.time);
    this.#place = smaller(this.#place, other.#place, comparePlaces);
    this.#taken = smaller(this.#taken, other.#taken, compareText);
    this.#location = smaller(this.#location, other.#location, compareText);
    this.#licence = smaller(this.#licence, other.#licence, compareText);
    if (other.#texts === undefined) return;
    this.#texts ??= new ImageTexts();
    this.#texts.merge(other.#texts);
  }

  toData(): CapturesData {
    return {
      captures: this.#captures.toData(),
      oldest: this.#oldest,
      last: this.#last,
      place: this.#place,
      taken: this.#taken,
      location: this.#location,
      licence: this.#licence,
      texts: this.#texts?.toData(),
    };
  }

  static fromData(data: CapturesData): SeenCaptures {
    const seen = new SeenCaptures();
    seen.#captures = DistinctCounter.fromData(data.captures);
    seen.#oldest = data.oldest;
    seen.#last = data.last;
    seen.#place = data.place;
    seen.#taken = data.taken;
    seen.#location = data.location;
    seen.#licence = data.licence;
    seen.#texts = data.texts && ImageTexts.fromData(data.texts);
    return seen;
  }

  #see(capture: KeptCapture, last: Timestamp): void {
    if (this.#last === undefined || last > this.#last) this.#last = last;
    if (this.#oldest === undefined || compareCaptures(capture, this.#oldest) < 0) {
      this.#oldest = toKeptCapture(capture);
    }
  }

  #addMetadata(capture: GroupCapture, metadata: EmbeddedMetadata): void {
    const { place, taken, location = '', licence = '' } = metadata;
    const by = toKeptCapture(capture);
    if (place !== undefined) {
      this.#place = smaller(this.#place, { by, value: toPlace(place) }, comparePlaces);
    }
    if (taken !== '') this.#taken = smaller(this.#taken, { by, value: taken }, compareText);
    if (location !== '') {
      this.#location = smaller(this.#location, { by, value: location }, compareText);
    }
    if (licence !== '') this.#licence = smaller(this.#licence, { by, value: licence }, compareText);
    if (metadata.title === '' && metadata.description === '') return;
    this.#texts ??= new ImageTexts();
    addMetadataTexts(this.#texts, metadata, capture.time);
  }
}

function toPlace(place: NonNullable<EmbeddedMetadata['place']>): ImagePlace {
  const { latitude, longitude, source, isDoubtful } = place;
  // JSON has no -0.
  const point = { latitude: latitude + 0, longitude: longitude + 0 };
  return { ...point, source: isDoubtful ? `${source}?` : source };
}

function comparePlaces(a: ImagePlace, b: ImagePlace): number {
  return a.latitude - b.latitude || a.longitude - b.longitude || compareText(a.source, b.source);
}

/** What the older capture tells. */
function smaller<T>(
  a: Told<T> | undefined,
  b: Told<T> | undefined,
  compare: (a: T, b: T) => number,
): Told<T> | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return (compareCaptures(a.by, b.by) || compare(a.value, b.value)) <= 0 ? a : b;
}
