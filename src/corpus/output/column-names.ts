// Columns as people write them: `url`, `title`, `caption=images.caption`.
import { PinakesError } from '../../support/errors.ts';
import { findField } from '../enrichments/find-enrichment.ts';
import { CAPTURE_FIELDS, type CaptureField, type Column } from './columns.ts';

/**
 * The columns that a list of texts stands for. Each is a field of the capture, the path of a value that was asked for, or the
 * end of one (`title` for `payload.string.html.title`), also of something inside a value (`images.caption`); a name of
 * the column may stand before it with `=`. Throws `OUTPUT_COLUMNS`.
 */
export function toColumns(
  texts: readonly string[],
  paths: Iterable<string>,
  output: string,
): Column[] {
  const known = [...paths];
  return texts.map((text) => {
    const [, given, written = text] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
    const name = given ?? written;
    if (isCaptureField(written)) return { name, captureField: written };
    const path = findPath(written, known) ?? findPath(toValuePath(written), known);
    if (path !== undefined) return { name, path };
    const detail = `nothing gives ${written}; there are ${[...CAPTURE_FIELDS, ...known].join(', ')}`;
    throw new PinakesError('OUTPUT_COLUMNS', { output, detail });
  });
}

/** The whole path of a value or of something inside one; `undefined` when no value, or more than one, is meant. */
export function findPath(written: string, known: readonly string[]): string | undefined {
  const names = written.split('.');
  // The longest beginning that names a value; the rest lies inside of it.
  for (let count = names.length; count > 0; count--) {
    const end = names.slice(0, count).join('.');
    const meant = known.filter((path) => path === end || path.endsWith(`.${end}`));
    const exact = meant.includes(end) ? end : meant.length === 1 ? meant[0] : undefined;
    if (exact !== undefined) return [exact, ...names.slice(count)].join('.');
  }
  return undefined;
}

/** The path of the value that a name of `--enrich` stands for; what is no such name stays as it is. */
export function toValuePath(written: string): string {
  try {
    return findField(written).path;
  } catch {
    return written; // the path of a value, or of something inside one
  }
}

function isCaptureField(text: string): text is CaptureField {
  return (CAPTURE_FIELDS as readonly string[]).includes(text);
}
