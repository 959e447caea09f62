// The distinct texts about a picture, the oldest first and at most `MAX_TEXTS` of each kind.
import type { Timestamp } from '../model/capture.ts';
import type { ImageCaption, ImageText } from '../model/image.ts';
import { MAX_TEXTS } from '../model/image.ts';
import { type KeepRule, keepSmallest } from './keep-smallest.ts';
import type { GroupReference } from './observations.ts';
import { compareText } from './orders.ts';

/** A text with the oldest time at which somebody said it. */
export interface DatedText {
  readonly text: string;
  readonly time: Timestamp;
  readonly language: string;
  /** How a caption was found; `''` for other texts. */
  readonly source: ImageCaption['source'];
}

/** The texts as JSON keeps them. */
export interface TextsData {
  readonly titles: readonly DatedText[];
  readonly alts: readonly DatedText[];
  readonly captions: readonly DatedText[];
}

/** Titles, alternative texts and captions. Empty texts are never kept. */
export class ImageTexts {
  readonly #titles: DatedText[] = [];
  readonly #alts: DatedText[] = [];
  readonly #captions: DatedText[] = [];

  addTitle(text: string, time: Timestamp, language: string): void {
    add(this.#titles, { text, time, language, source: '' });
  }

  addAlt(text: string, time: Timestamp, language: string): void {
    add(this.#alts, { text, time, language, source: '' });
  }

  addCaption(caption: DatedText): void {
    add(this.#captions, caption);
  }

  merge(other: ImageTexts): void {
    for (const text of other.#titles) add(this.#titles, text);
    for (const text of other.#alts) add(this.#alts, text);
    for (const text of other.#captions) add(this.#captions, text);
  }

  titles(): ImageText[] {
    return this.#titles.map(toText);
  }

  alts(): ImageText[] {
    return this.#alts.map(toText);
  }

  captions(): ImageCaption[] {
    return this.#captions.map(toCaption);
  }

  toData(): TextsData {
    return { titles: this.#titles, alts: this.#alts, captions: this.#captions };
  }

  static fromData({ titles, alts, captions }: TextsData): ImageTexts {
    const texts = new ImageTexts();
    for (const text of titles) add(texts.#titles, text);
    for (const text of alts) add(texts.#alts, text);
    for (const text of captions) add(texts.#captions, text);
    return texts;
  }
}

/** Adds what a reference says, at the time and in the language of its page. */
export function addReferenceTexts(texts: ImageTexts, reference: GroupReference): void {
  const { alt, title, caption, captionSource, page } = reference;
  const { time, language } = page;
  if (title !== '') texts.addTitle(title, time, language);
  if (alt !== '') texts.addAlt(alt, time, language);
  if (caption !== '') texts.addCaption({ text: caption, time, language, source: captionSource });
}

/** The texts of both, which stay as they are. */
export function uniteTexts(a: ImageTexts, b: ImageTexts): ImageTexts {
  const both = new ImageTexts();
  both.merge(a);
  both.merge(b);
  return both;
}

const TEXT_RULE: KeepRule<DatedText> = {
  limit: MAX_TEXTS,
  isSame: (a, b) => a.text === b.text,
  compare: (a, b) =>
    compareText(a.time, b.time) ||
    compareText(a.text, b.text) ||
    compareText(a.language, b.language) ||
    compareText(a.source, b.source),
};

function add(list: DatedText[], value: DatedText): void {
  if (value.text === '') return;
  if (list.length === 0) list.push(value);
  else keepSmallest(list, value, TEXT_RULE);
}

function toText({ text, language }: DatedText): ImageText {
  return { text, language };
}

function toCaption({ text, language, source }: DatedText): ImageCaption {
  return { text, language, source };
}
