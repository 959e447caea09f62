// Finds enrichments by the names that people type.
import type { AnyEnrichment, Field } from '../../model/enrichment.ts';
import { editDistance } from '../../support/edit-distance.ts';
import { messageOf, PinakesError } from '../../support/errors.ts';
import { ENRICHMENTS, type EnrichmentEntry, printUse } from './registry.ts';

/** Those that can be asked for by name: some make sense in code alone. */
const USABLE = ENRICHMENTS.flatMap(({ make, ...entry }) =>
  make === undefined ? [] : { ...entry, make },
);

/** Names longer than this are not looked at for what they may have meant. */
const MAX_NAME = 64;

/**
 * The enrichment of a name: one of the table, `first(h1)` and the like, or the path that it gives.
 * Throws `ENRICHMENT_UNKNOWN` with the nearest names, or `ENRICHMENT_INVALID` for arguments that cannot be used.
 */
export function findEnrichment(name: string): AnyEnrichment {
  const call = /^([^()]*)\(([\s\S]*)\)$/.exec(name.trim());
  const wanted = (call?.[1] ?? name).trim();
  const entry = USABLE.find((one) => isNamed(one, wanted, call !== null));
  if (entry === undefined) throw unknown(name, wanted);
  const values = argumentsOf(entry, call?.[2] ?? '');
  if (values.some((value) => value === '')) {
    const detail = `it is written ${printUse(entry)}`;
    throw new PinakesError('ENRICHMENT_INVALID', { name, detail });
  }
  try {
    return entry.make(...values);
  } catch (error) {
    const detail = messageOf(error).replace(/^pinakes: /, '');
    throw new PinakesError('ENRICHMENT_INVALID', { name, detail }, { cause: error });
  }
}

/**
 * The value that a name or a path stands for: `html.title`, or `payload`, which is one of several that `http.response`
 * gives. `others` are enrichments that are known besides, by their own names. Throws as `findEnrichment` does.
 */
export function findField(
  name: string,
  others: readonly AnyEnrichment[] = [],
): Field<string, unknown> {
  const enrichment = others.find((one) => one.name === name) ?? findEnrichment(name);
  const fields = Object.values(enrichment.fields);
  const found =
    fields.find(({ path }) => path === name) ?? (fields.length === 1 ? fields[0] : undefined);
  if (found !== undefined) return found;
  const paths = fields.map(({ path }) => path).join(', ');
  throw new PinakesError('ENRICHMENT_INVALID', {
    name,
    detail: `it gives several values: ${paths}`,
  });
}

/** Names in a list between commas; commas inside brackets and quotes separate nothing: `html.title,attribute(a,href)`. */
export function splitEnrichmentNames(list: string): string[] {
  const names: string[] = [];
  let name = '';
  let depth = 0;
  let quote = '';
  for (const character of `${list},`) {
    if (quote === '' && character === ',' && depth <= 0) {
      names.push(name.trim());
      name = '';
      continue;
    }
    name += character;
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (depth > 0 && (character === '"' || character === "'")) quote = character;
    else if (character === '(' || character === '[') depth += 1;
    else if (character === ')' || character === ']') depth -= 1;
  }
  return [...names, name.slice(0, -1).trim()].filter((one) => one !== '');
}

function isNamed(entry: EnrichmentEntry, wanted: string, hasBrackets: boolean): boolean {
  const { name, parameters, paths } = entry;
  // `title` is short for `html.title`, and `payload` is what gives it.
  const isName = plain(wanted) === plain(name) || SHORT.get(plain(wanted)) === name;
  if (parameters.length > 0) return isName;
  return !hasBrackets && (isName || paths.includes(wanted));
}

/** Names without their groups, where no other group has the same. */
const SHORT: ReadonlyMap<string, string | undefined> = toShortNames();

function toShortNames(): Map<string, string | undefined> {
  const names = new Map<string, string | undefined>();
  for (const { name } of USABLE) {
    const short = plain(withoutGroup(name));
    names.set(short, names.has(short) ? undefined : name);
  }
  return names;
}

/** `main-text` and `mainText` are the same name. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll('-', '');
}

function withoutGroup(name: string): string {
  return name.slice(name.indexOf('.') + 1);
}

/** As many as there are parameters; the last commas separate, as selectors have commas of their own. */
function argumentsOf({ parameters }: EnrichmentEntry, written: string): string[] {
  const values: string[] = [];
  let rest = written;
  for (let left = parameters.length; left > 1; left -= 1) {
    const comma = rest.lastIndexOf(',');
    values.unshift(rest.slice(comma + 1).trim());
    rest = comma < 0 ? '' : rest.slice(0, comma);
  }
  return parameters.length === 0 ? [] : [rest.trim(), ...values];
}

function unknown(name: string, wanted: string): PinakesError {
  const near = wanted.length > MAX_NAME ? [] : nearestUses(wanted.toLowerCase());
  const suggestion = near.length === 0 ? '' : `Did you mean ${near.join(' or ')}? `;
  return new PinakesError('ENRICHMENT_UNKNOWN', { name, suggestion });
}

/** The uses with the nearest names, at most three: few slips away, or with the name as a part. */
function nearestUses(wanted: string): string[] {
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  return USABLE.flatMap((entry) => {
    const [group = ''] = entry.name.split('.');
    const names = [entry.name, withoutGroup(entry.name)].map((name) => name.toLowerCase());
    // `image` alone is no name, but tells what it is to be of.
    const ofGroup = group === wanted ? 0 : limit + 1;
    const distances = names.map((name) => editDistance(wanted, name, limit));
    const distance = Math.min(ofGroup, ...distances);
    return distance > limit ? [] : [{ entry, distance }];
  })
    .sort((one, other) => one.distance - other.distance)
    .slice(0, 3)
    .map(({ entry }) => `\`${printUse(entry)}\``);
}
