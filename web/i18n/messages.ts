// Finds a message of a catalogue and fills it in; no state, hence easily tested.
import type english from './en.json';

/** A text, or one for each plural form. */
export type Message = string | { readonly one: string; readonly other: string };

/** Name of a message. */
export type MessageKey = keyof typeof english;

/** All messages in one language. */
export type Catalogue = Readonly<Record<MessageKey, Message>>;

/** Values for the names between braces of a message. `count` chooses the plural form. */
export type Values = Readonly<Record<string, string | number>>;

/** A message in a language with its values; numbers are written as the language writes them. */
export function format(message: Message, values: Values, language: string): string {
  const text = typeof message === 'string' ? message : message[formOf(values, language)];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : value;
  });
}

function formOf(values: Values, language: string): 'one' | 'other' {
  const count = Number(values['count'] ?? 0);
  return new Intl.PluralRules(language).select(count) === 'one' ? 'one' : 'other';
}
