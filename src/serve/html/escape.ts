// Text from outside in HTML and in scripts' data: escaped once, at the border.

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for element content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (unit) => ENTITIES[unit] ?? unit).replace(UNSEEN, '\ufffd');
}

/** Control characters but tab and line ends, directions that would reorder what surrounds them, half characters. */
const UNSEEN = /(?![\t\n\r])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu;

/** Markup that is already safe, so that it cannot be mixed up with text. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

/** What may stand between the parts of `html`. */
export type Insert = string | number | Markup | readonly Markup[] | undefined | false;

/**
 * Markup with values: strings are escaped, markup is taken as it is, `undefined` and `false` are nothing.
 * Attributes must be quoted in the template.
 *
 * @example html`<a href="${url}">${title}</a>`
 */
export function html(parts: TemplateStringsArray, ...inserts: readonly Insert[]): Markup {
  let text = parts[0] ?? '';
  for (const [at, insert] of inserts.entries()) text += print(insert) + (parts[at + 1] ?? '');
  return new Markup(text);
}

/** A value as JSON inside a `script` element: nothing in it can end the element. */
export function jsonForScript(json: string): Markup {
  return new Markup(
    json.replace(
      /[<>&\u2028\u2029]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  );
}

/**
 * A link that a page may show: only web addresses and paths of this server, since a URL out of an archive may be
 * `javascript:`.
 */
export function safeHref(url: string): string | undefined {
  return /^(?:https?:\/\/|\/(?!\/))/i.test(url) ? url : undefined;
}

function print(insert: Insert): string {
  if (insert === undefined || insert === false) return '';
  if (insert instanceof Markup) return insert.text;
  if (typeof insert === 'object') return insert.map((part) => part.text).join('');
  return escapeHtml(String(insert));
}
