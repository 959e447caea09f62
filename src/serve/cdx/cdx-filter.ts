// Filters of index lines: `[!][=|~]field:value`.
import type { CdxEntry } from '../../archive/archive.ts';
import { familyOf, printedText, toField } from './cdx-fields.ts';
import { compilePattern } from './cdx-pattern.ts';

/** A condition of lines. */
export interface Filter {
  /** Whether a line passes. */
  readonly passes: (entry: CdxEntry) => boolean;
  /** Length of its pattern; 0 where it has none. */
  readonly steps: number;
}

/**
 * Understands one filter; throws an error that says what is wrong with it.
 *
 * `=field:text` is the whole field and `~field:pattern` its beginning, as with pywb. Without a sign clients
 * mean different things: by the names of the Internet Archive (`mimetype`, `statuscode`, `original`) a
 * pattern for the whole field; by those of pywb (`mime`, `status`, `url`) a text that the field contains; by
 * names that both have, a pattern where it looks like one, else a text. Clients of both kinds (cdx_toolkit) write
 * `mime:image/.*` for `mimetype:image/.*`: no type and no status has such characters in it, so a pattern is meant.
 * `!` turns the answer round. A field is compared as it is printed: one that is not known is `-`.
 */
export function toFilter(source: string): Filter {
  const [, not = '', sign = '', label = '', value = ''] =
    /^(!?)([=~]?)([a-z.]{1,20}):(.*)$/s.exec(source) ?? [];
  const field = toField(label);
  if (label === '') throw new Error('must be [!][=|~]field:value');
  if (field === undefined) throw new Error(`there is no field \`${label}\``);
  const { test, steps } = toTest(sign, label, value);
  return { steps, passes: (entry) => test(printedText(entry, field.name)) === (not === '') };
}

interface FieldTest {
  readonly test: (text: string) => boolean;
  readonly steps: number;
}

function toTest(sign: string, label: string, value: string): FieldTest {
  if (sign === '=') return { test: (text) => text === value, steps: 0 };
  if (sign === '~') {
    const { matchesStart, steps } = compilePattern(value);
    return { test: matchesStart, steps };
  }
  const family = familyOf(label);
  const isPattern =
    family === 'ia' ||
    (family === 'both' && /[\\^$.*+?()[\]{}|]/.test(value)) ||
    ((label === 'mime' || label === 'status') && /[\\^$*?()[\]{}|]/.test(value));
  if (!isPattern) return { test: (text) => text.includes(value), steps: 0 };
  const { matches, steps } = compilePattern(value);
  return { test: matches, steps };
}
