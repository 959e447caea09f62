// What counts as blank, and how runs of it become one space.

/**
 * Whether a UTF-16 code is blank: all that JavaScript trims, the zero-width space, and control
 * characters, which old pages hold and no reader ever saw.
 */
export function isBlankCode(code: number): boolean {
  if (code <= 32) return true;
  if (code < 0x1680) return code === 0xa0;
  return WIDE_BLANKS.test(String.fromCharCode(code));
}

/** Whether there is nothing to see in a text. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}

/** The text with every run of blanks made one space, and none at its ends. */
export function collapse(text: string): string {
  return (UNEVEN.test(text) ? text.replace(BLANKS, ' ') : text).trim();
}

const WIDE_BLANKS = /[\s\u200b]/;
const VISIBLE = /[^\0-\x20\s\u200b]/;
const BLANKS = /[\0-\x20\s\u200b]+/g;
// Blanks other than single spaces: most texts have none.
const UNEVEN = /(?! )[\0-\x20\s\u200b]| {2}/;
