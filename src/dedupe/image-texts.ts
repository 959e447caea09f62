// The distinct texts about a picture, the oldest first and at most as many of each kind as the table of fields allows.
import type { Timestamp } from '../model/capture.ts';
import type { ImageCaption, ImageDocument } from '../model/image.ts';
import type { EmbeddedMetadata } from '../model/observation.ts';
import { type SaidField, TEXTS_SOURCES } from '../model/said.ts';
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

/** The texts as JSON keeps them, by field. */
export type TextsData = Readonly<Partial<Record<SaidField, readonly DatedText[]>>>;

/** The texts of all kinds that the table of fields has. Empty texts are never kept. */
export class ImageTexts {
  /** In the order of `TEXTS_SOURCES`. */
  readonly #lists: readonly DatedText[][] = TEXTS_SOURCES.map(() => []);

  /** `kind`: the place in `TEXTS_SOURCES`. */
  add(kind: number, text: DatedText): void {
    const list = this.#lists[kind];
    const rule = TEXT_RULES[kind];
    if (list === undefined || rule === undefined || text.text === '') return;
    if (list.length === 0) list.push(text);
    else keepSmallest(list, text, rule);
  }

  merge(other: ImageTexts): void {
    for (const [kind, list] of other.#lists.entries()) {
      for (const text of list) this.add(kind, text);
    }
  }

  /** The texts as documents have them. */
  toFields(): Pick<ImageDocument, SaidField> {
    const fields: Record<string, unknown> = {};
    for (const [kind, { field, hasSource }] of TEXTS_SOURCES.entries()) {
      const list = this.#lists[kind] ?? [];
      fields[field] = list.map(({ text, language, source }) => {
        return hasSource ? { text, language, source } : { text, language };
      });
    }
    return fields as Pick<ImageDocument, SaidField>; // all that the table has, with a source where there is one
  }

  toData(): TextsData {
    return Object.fromEntries(
      TEXTS_SOURCES.map(({ field }, kind) => [field, this.#lists[kind] ?? []]),
    );
  }

  static fromData(data: TextsData): ImageTexts {
    const texts = new ImageTexts();
    for (const [kind, { field }] of TEXTS_SOURCES.entries()) {
      for (const text of data[field] ?? []) texts.add(kind, text);
    }
    return texts;
  }
}

/** Adds what a reference says, at the time and in the language of its page. */
export function addReferenceTexts(texts: ImageTexts, { said, page }: GroupReference): void {
  const { time, language } = page;
  for (let kind = 0; kind < TEXTS_SOURCES.length; kind++) {
    const kept = TEXTS_SOURCES[kind];
    if (kept === undefined || said[kept.text] === '') continue;
    const source = kept.hasSource ? said.captionSource : '';
    texts.add(kind, { text: said[kept.text], time, language, source });
  }
}

/** Adds what is written inside an image file. */
export function addMetadataTexts(
  texts: ImageTexts,
  written: EmbeddedMetadata,
  time: Timestamp,
): void {
  for (const [kind, { metadata, hasSource }] of TEXTS_SOURCES.entries()) {
    if (metadata === undefined) continue;
    const source = hasSource ? 'metadata' : '';
    texts.add(kind, { text: written[metadata], time, language: '', source });
  }
}

/** The texts of both, which stay as they are. */
export function uniteTexts(a: ImageTexts, b: ImageTexts): ImageTexts {
  const both = new ImageTexts();
  both.merge(a);
  both.merge(b);
  return both;
}

const TEXT_RULE: Omit<KeepRule<DatedText>, 'limit'> = {
  isSame: (a, b) => a.text === b.text,
  compare: (a, b) =>
    compareText(a.time, b.time) ||
    compareText(a.text, b.text) ||
    compareText(a.language, b.language) ||
    compareText(a.source, b.source),
};

/** In the order of `TEXTS_SOURCES`. */
const TEXT_RULES = TEXTS_SOURCES.map(({ limit }): KeepRule<DatedText> => ({ ...TEXT_RULE, limit }));
