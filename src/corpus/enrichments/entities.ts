// Names of people, places and the like in a text, found by a function of one's own.
import { defineEnrichment, versionOf } from '../../model/enrichment.ts';
import { text } from './html.ts';

/** Something that a text names, as a finder tells it. */
export interface FoundEntity {
  readonly text: string;
  /** `person`, `place` or whatever the finder knows; default `''`. */
  readonly type?: string;
}

/** Something that a text names, once however often it does. */
export interface Entity {
  readonly text: string;
  /** `''` where the finder tells none. */
  readonly type: string;
  readonly count: number;
}

/** Finds names in a text; each mention once. */
export type EntityFinder = (text: string) => FoundEntities | Promise<FoundEntities>;

/** What a finder gives: names as text, or with a type. */
export type FoundEntities = Iterable<string | FoundEntity>;

/** Different names kept of one text. */
const MAX_ENTITIES = 10_000;

/**
 * Entities of the visible text, in the order of their first mention, with counts. `find` is any function, of a library
 * or a service; it runs in the main thread. `name` tells apart those of several finders.
 *
 * @example entities((text) => nlp(text).people().out('array')).on(title) // payload.string.html.title.entities
 */
export function entities<const Name extends string = 'entities'>(find: EntityFinder, name?: Name) {
  const given = (name ?? 'entities') as Name; // the default of the type parameter
  return defineEnrichment({
    name: given,
    version: versionOf(find),
    needs: text,
    gives: given,
    derive: async (words): Promise<readonly Entity[]> => countEntities(await find(words)),
  });
}

function countEntities(found: FoundEntities): Entity[] {
  const counted = new Map<string, { text: string; type: string; count: number }>();
  for (const one of found) {
    const { text: words, type = '' } = typeof one === 'string' ? { text: one } : one;
    const key = `${type}\0${words}`;
    const known = counted.get(key);
    if (known !== undefined) known.count += 1;
    else if (counted.size < MAX_ENTITIES) counted.set(key, { text: words, type, count: 1 });
  }
  return [...counted.values()];
}
