// Conditions on derived values as people write them: `html.language=pt`, `image.size.width>=300`.
import type { AnyEnrichment } from '../model/enrichment.ts';
import { PinakesError } from '../support/errors.ts';
import { findEnrichment } from './enrichments/find-enrichment.ts';
import { pathsOf } from './plan.ts';
import { matchesPattern } from './where/text-pattern.ts';

/** A condition on a derived value. */
export interface ValueFilter {
  /** As it was written. */
  readonly text: string;
  /** Who gives the value. */
  readonly enrichment: AnyEnrichment;
  /** Path of the value. */
  readonly path: string;
  /** Names of what is meant inside the value; empty for the value itself. */
  readonly inside: readonly string[];
  /** Whether a value meets the condition; one that is not there never does. */
  readonly isMet: (value: unknown) => boolean;
}

/** Longer texts are no conditions. */
const MAX_TEXT = 10_000;

/**
 * Reads `NAME OPERATOR TEXT`. NAME is that of an enrichment, with the names of what lies inside its value behind it.
 * Operators: `=` and `!=` (`*` stands for any characters), `~` (contains, whatever the case), `<`, `<=`, `>`, `>=` for
 * numbers. Of a list one entry has to meet the condition, for `!=` all of them. Throws `USAGE`, `ENRICHMENT_UNKNOWN`.
 */
export function parseValueFilter(text: string): ValueFilter {
  const parts = /^\s*([^=!~<>]+?)\s*(!=|<=|>=|=|~|<|>)\s*([\s\S]*)$/.exec(text.slice(0, MAX_TEXT));
  const [, name = '', operator = '', wanted = ''] = parts ?? [];
  if (name === '') {
    const detail = `\`${text.slice(0, 100)}\` is no condition on a value: write html.language=pt.`;
    throw new PinakesError('USAGE', { command: 'corpus', detail });
  }
  const isOne = toTest(operator, wanted);
  const isMet = (value: unknown): boolean => {
    const values = (Array.isArray(value) ? value : [value]).filter((one) => one !== undefined);
    return operator === '!=' ? values.length > 0 && values.every(isOne) : values.some(isOne);
  };
  return { text, ...resolveName(name), isMet };
}

/** What a condition says of the value of a record: a part of it, or of each of its entries. */
export function lookInside(value: unknown, names: readonly string[]): unknown {
  let found = value;
  for (const name of names) {
    found = Array.isArray(found) ? found.map((one) => memberOf(one, name)) : memberOf(found, name);
  }
  return found;
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name]; // it has it, as was just asked
}

/** The longest beginning of a name that an enrichment has; the rest lies inside its value. */
function resolveName(name: string): Pick<ValueFilter, 'enrichment' | 'path' | 'inside'> {
  const names = name.split('.');
  for (let count = names.length; count > 0; count--) {
    const start = names.slice(0, count).join('.');
    const enrichment = tryFind(start);
    if (enrichment === undefined) continue;
    const paths = pathsOf(enrichment);
    const path = paths.find((one) => one === start) ?? (paths.length === 1 ? paths[0] : undefined);
    if (path !== undefined) return { enrichment, path, inside: names.slice(count) };
  }
  findEnrichment(name); // throws, with the names that are near
  throw new PinakesError('ENRICHMENT_INVALID', { name, detail: 'it gives several values' });
}

function tryFind(name: string): AnyEnrichment | undefined {
  try {
    return findEnrichment(name);
  } catch {
    return undefined; // a shorter one may be meant
  }
}

function toTest(operator: string, wanted: string): (value: unknown) => boolean {
  const number = Number(wanted);
  const pattern = wanted.split('*');
  switch (operator) {
    case '=':
      return (value) => matchesPattern(pattern, toText(value));
    case '!=':
      return (value) => !matchesPattern(pattern, toText(value));
    case '~': {
      const part = wanted.toLowerCase();
      return (value) => toText(value).toLowerCase().includes(part);
    }
    case '<':
      return (value) => typeof value === 'number' && value < number;
    case '<=':
      return (value) => typeof value === 'number' && value <= number;
    case '>':
      return (value) => typeof value === 'number' && value > number;
    default:
      return (value) => typeof value === 'number' && value >= number;
  }
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
