// The texts of a document that a field of the text index takes its words from.
import type { ImageDocument } from './document-fields.ts';
import type { TextSource } from './field-lists.ts';
import type { ImageText } from './field-types.ts';
import { toUrlTokens } from './url-tokens.ts';

/** The texts of a searched field with their languages; of a URL its words. */
export function searchedTexts(source: TextSource, document: ImageDocument): readonly ImageText[] {
  const { words, field, member } = source;
  const value = document[field];
  if (words === 'texts') return toTexts(value);
  const text = toText(value, member);
  if (words === 'title') return [{ text, language: toText(value, 'language') }];
  return [{ text: toUrlTokens(text).join(' '), language: '' }];
}

/** A field whose words are of `texts` holds a list of texts, or nothing. */
export function toTexts(value: unknown): readonly ImageText[] {
  return Array.isArray(value) ? value : [];
}

/** A text, or that member of a value; `''` where there is none. */
export function toText(value: unknown, member: string | undefined): string {
  if (member === undefined) return typeof value === 'string' ? value : '';
  if (typeof value !== 'object' || value === null) return '';
  const text: unknown = Reflect.get(value, member);
  return typeof text === 'string' ? text : '';
}
