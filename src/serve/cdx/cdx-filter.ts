// Filters of index lines: `[!][=|~]field:value`.
import type { CdxEntry } from '../../archive/archive.ts';
import { familyOf, fieldText, toField } from './cdx-fields.ts';
import { compilePattern } from './cdx-pattern.ts';

/** Tells whether a line passes. */
export type Filter = (entry: CdxEntry) => boolean;

/**
 * Understands one filter; throws an error that says what is wrong with it.
 *
 * `=field:text` is the whole field and `~field:pattern` its beginning, as with pywb. Without a sign clients
 * mean different things: by the names of the Internet Archive (`mimetype`, `statuscode`, `original`) a
 * pattern for the whole field; by those of pywb (`mime`, `status`, `url`) a text that the field contains; by
 * names that both have, a pattern where it looks like one, else a text. Clients of both kinds (cdx_toolkit) write
 * `mime:image/.*` for `mimetype:image/.*`: no type and no status has such characters in it, so a pattern is meant.
 * `!` turns the answer round.
 */
export function toFilter(source: string): Filter {
  const [, not = '', sign = '', label = '', value = ''] =
    /^(!?)([=~]?)([a-z.]{1,20}):(.*)$/s.exec(source) ?? [];
  const field = toField(label);
  if (label === '') throw new Error('must be [!][=|~]field:value');
  if (field === undefined) throw new Error(`there is no field \`${label}\``);
  const test = toTest(sign, label, value);
  return (entry) => test(fieldText(entry, field.name)) === (not === '');
}

function toTest(sign: string, label: string, value: string): (text: string) => boolean {
  if (sign === '=') return (text) => text === value;
  if (sign === '~') return compilePattern(value).matchesStart;
  const family = familyOf(label);
  const isPattern =
    family === 'ia' ||
    (family === 'both' && /[\\^$.*+?()[\]{}|]/.test(value)) ||
    ((label === 'mime' || label === 'status') && /[\\^$*?()[\]{}|]/.test(value));
  return isPattern ? compilePattern(value).matches : (text) => text.includes(value);
}
