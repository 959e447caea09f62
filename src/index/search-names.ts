// Names behind the numbers that documents have, and numbers behind names, remembered for one generation.
import type { NameTable } from '../model/field-types.ts';
import { foldName, placeKeys } from '../model/place-names.ts';
import type { Database } from '../sqlite/sqlite.ts';
import { hashKey } from '../support/hash-key.ts';
import { type FilterNames, member, NOTHING, rows } from './filters.ts';
import { toLinkWord } from './page-links.ts';
import type { Pictures } from './pictures.ts';
import type { Condition } from './rank-plan.ts';
import { toKeyword } from './schema.ts';
import { LAST_COLLECTION_SET } from './text-writer.ts';

/** Finds rows of documents by id. */
export type FindRows = (ids: readonly string[]) => readonly (number | undefined)[];

/** Names and numbers of a library. */
export interface SearchNames extends FilterNames {
  /** The name in a row of one of these tables. */
  nameOf(table: Exclude<NameTable, 'collection_set'>, id: number): string | undefined;
  /** Names of the collections in a set. */
  collectionsIn(set: number): readonly string[];
  /** Whether it is known of any page where it links. */
  knowsLinks(): boolean;
  /** Names of all collections. */
  collections(): string[];
  /** To be called when the generation has changed. */
  reset(): void;
}

interface NameRow {
  readonly id: number;
  readonly name: string;
}

/** Opens the names of a library. */
export function openNames(db: Database, findRows: FindRows, pictures: Pictures): SearchNames {
  const byName = (table: string) =>
    db.prepare<[string], number>(`SELECT id FROM ${table} WHERE name = ?`).pluck();
  const byId = (table: string) =>
    db.prepare<[number], string>(`SELECT name FROM ${table} WHERE id = ?`).pluck();
  const ids = {
    host: byName('host'),
    mime: byName('mime'),
    language: byName('language'),
    label: byName('label'),
  };
  const names = {
    host: byId('host'),
    mime: byId('mime'),
    language: byId('language'),
    place_name: byId('place_name'),
    label: byId('label'),
  };
  const known = {
    host: new Map(),
    mime: new Map(),
    language: new Map(),
    place_name: new Map(),
    label: new Map(),
  } satisfies Record<string, Map<number, string | undefined>>;
  const places = openPlaceNames(db);
  const hosts = openHostPatterns(db);
  const sets = openCollectionSets(db);
  const selectSource = db
    .prepare<[number], number>(
      'SELECT document.id FROM placement JOIN document ON document.hash = placement.hash WHERE placement.key = ?',
    )
    .pluck();
  const selectLinking = db
    .prepare<[string], number>(
      `SELECT DISTINCT page_image.document FROM page_image WHERE page_image.page IN (
         SELECT key FROM page WHERE id IN (SELECT rowid FROM page_link WHERE page_link MATCH ?)
       )`,
    )
    .pluck();
  const selectAnyPage = db.prepare<[], number>('SELECT 1 FROM page_link_words LIMIT 1').pluck();
  return {
    mimeIds: (wanted) => wanted.flatMap((name) => ids.mime.get(name) ?? []),
    languageId: (code) => ids.language.get(code),
    labelId: (name) => ids.label.get(name),
    hostIds(host, withSubdomains) {
      const name = host.toLowerCase();
      if (withSubdomains || name.includes('*')) return hosts.find(name, withSubdomains);
      const id = ids.host.get(name);
      return id === undefined ? [] : [id];
    },
    rowsOf: findRows,
    variantsOf(id) {
      const rows = findRows([id]).filter((row) => row !== undefined);
      return [...rows, ...pictures.variantsOf(Uint32Array.from(rows))];
    },
    rowsLinking: (target) => selectLinking.all(`"${toLinkWord(hashKey(target))}"`),
    knowsLinks: () => selectAnyPage.get() !== undefined,
    rowsAt: (surt) => selectSource.all(hashKey(surt)),
    nameOf(table, id) {
      const cache: Map<number, string | undefined> = known[table];
      if (!cache.has(id)) cache.set(id, names[table].get(id));
      return cache.get(id);
    },
    placeIds: places.find,
    inCollection: sets.condition,
    collectionsIn: sets.members,
    collections: sets.names,
    reset() {
      for (const cache of Object.values(known)) cache.clear();
      sets.reset();
      places.reset();
    },
  };
}

function openPlaceNames(db: Database) {
  const selectAll = db.prepare<[], NameRow>('SELECT id, name FROM place_name');
  let byName: Map<string, number[]> | undefined;
  return {
    /** Rows of the places meant: by the whole name, `Porto, PT`, or by its first part. */
    find(name: string): number[] {
      byName ??= load(selectAll.all());
      return byName.get(foldName(name)) ?? [];
    },
    reset() {
      byName = undefined;
    },
  };

  function load(rows: readonly NameRow[]): Map<string, number[]> {
    const found = new Map<string, number[]>();
    for (const { id, name } of rows) {
      for (const key of placeKeys(name)) {
        const known = found.get(key);
        if (known === undefined) found.set(key, [id]);
        else known.push(id);
      }
    }
    return found;
  }
}

/** Longer patterns are cut: names of hosts end at 253 characters. */
const MAX_PATTERN = 255;

function openHostPatterns(db: Database) {
  const selectAll = db.prepare<[], NameRow>('SELECT id, name FROM host');
  const selectBelow = db
    .prepare<[string, string, string], number>(
      'SELECT id FROM host WHERE name = ? OR substr(name, -length(?)) = ?',
    )
    .pluck();
  return {
    /** Rows of the hosts meant; `*` stands for any characters. */
    find(host: string, withSubdomains: boolean): number[] {
      if (!host.includes('*')) return selectBelow.all(host, `.${host}`, `.${host}`);
      const pieces = host.slice(0, MAX_PATTERN).split('*');
      const below = withSubdomains ? `*.${host.slice(0, MAX_PATTERN)}`.split('*') : undefined;
      return selectAll
        .all()
        .filter(({ name }) => fits(name, pieces) || (below !== undefined && fits(name, below)))
        .map(({ id }) => id);
    },
  };
}

/** Whether a name consists of the pieces in order, with anything in between. */
function fits(name: string, pieces: readonly string[]): boolean {
  const first = pieces[0] ?? '';
  const last = pieces.at(-1) ?? '';
  if (!name.startsWith(first) || !name.endsWith(last)) return false;
  // The leftmost place for each piece leaves most room for the next.
  let from = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = name.indexOf(piece, from);
    if (found < 0) return false;
    from = found + piece.length;
  }
  return from + last.length <= name.length;
}

/** The collections of a set as the text writer stored them. Throws a `RangeError` when they are damaged. */
export function toMembers(stored: unknown): number[] {
  try {
    const members: unknown = JSON.parse(String(stored));
    if (Array.isArray(members) && members.every((member) => Number.isInteger(member))) {
      return members;
    }
  } catch {
    // Told below: what cannot be parsed is as damaged as what is no list.
  }
  throw new RangeError('a set of collections is damaged');
}

function openCollectionSets(db: Database) {
  const selectNames = db.prepare<[], NameRow>('SELECT id, name FROM collection');
  const selectSets = db.prepare<[], { readonly id: number; readonly members: unknown }>(
    'SELECT id, members FROM collection_set',
  );
  const selectDocuments = db
    .prepare<[string], number>('SELECT rowid FROM text WHERE text MATCH ?')
    .pluck();
  let sets: Map<number, string[]> | undefined;

  function load(): Map<number, string[]> {
    const names = new Map(selectNames.all().map(({ id, name }) => [id, name]));
    return new Map(
      selectSets.all().map(({ id, members }) => {
        return [id, toMembers(members).flatMap((member) => names.get(member) ?? [])];
      }),
    );
  }

  return {
    names: () => selectNames.all().map(({ name }) => name),
    members(set: number): readonly string[] {
      sets ??= load();
      return sets.get(set) ?? [];
    },
    condition(name: string): Condition {
      sets ??= load();
      // Where there are more sets than their column can tell apart, words of the index tell.
      if (sets.has(LAST_COLLECTION_SET)) {
        const keyword = `keyword : "${toKeyword('collection', name)}"`;
        return rows(selectDocuments.all(keyword));
      }
      const found = [...sets].filter(([, members]) => members.includes(name)).map(([id]) => id);
      return found.length === 0 ? NOTHING : member('collections', found);
    },
    reset() {
      sets = undefined;
    },
  };
}
