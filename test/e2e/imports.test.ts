// The borders between the folders of `src/`: who may import whom.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '..', '..', 'src');

const BASE = ['model', 'support', 'archive', 'sqlite'];
/** Known to those that join stages, and to the enrichments that locate images. */
const PLACES = ['places'];
const STAGES = ['crawl', 'size', 'find', 'extract', 'dedupe', 'enrich', 'index', 'search'];
/** The same questions as `index` answers, asked of a cluster; only the programs choose between the two. */
const CLUSTER = ['solr'];

/** The folders that the files of a folder may import besides their own; `''` stands for `src/` itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  model: [],
  support: [],
  sqlite: ['support'],
  archive: ['model', 'support'],
  places: ['model', 'support'],
  ...Object.fromEntries(STAGES.map((stage) => [stage, BASE])),
  size: ['model', 'support'],
  solr: ['model', 'support'],
  enrich: [...BASE, ...PLACES],
  pipeline: [...BASE, ...PLACES, ...STAGES],
  corpus: [...BASE, ...PLACES, ...STAGES, 'pipeline'],
  serve: [...BASE, ...PLACES, ...STAGES, ...CLUSTER, 'pipeline', 'corpus'],
  cli: [...BASE, ...PLACES, ...STAGES, ...CLUSTER, 'pipeline', 'corpus', 'serve'],
  '': [...BASE, ...PLACES, ...STAGES, ...CLUSTER, 'pipeline', 'corpus', 'serve'],
};

/** Folders without I/O, which also run in browsers. */
const PORTABLE = new Set(['model']);
/** Folders without domain words, hence without the packages of a domain. */
const WITHOUT_PACKAGES = new Set(['support']);

/** Folders whose files may hold SQL and use a database, the crawl for its frontier; all others ask the tables of `index/`. */
const WITH_SQL = new Set(['index', 'sqlite', 'crawl']);

it('are kept by every file', () => {
  expect(readSources().flatMap(({ path, text }) => breaches(path, text))).toEqual([]);
});

it('leave all SQL to the index', () => {
  expect(readSources().flatMap(({ path, text }) => statements(path, text))).toEqual([]);
});

it.each([
  ['pipeline/a.ts', `database.prepare('SELECT id FROM document')`, false],
  ['serve/query/a.ts', '`\n  DELETE FROM meta WHERE name = ?`', false],
  ['search/a.ts', `run("INSERT OR IGNORE INTO takedown VALUES(1)")`, false],
  ['cli/commands/a.ts', `library.database.close()`, false],
  ['corpus/a.ts', `const { database } = library;`, false],
  ['cli/a.ts', `database.pragma('page_size')`, false],
  ['pipeline/a.ts', `import { openDatabase } from '../sqlite/sqlite.ts';`, false],
  ['index/a.ts', `database.prepare('SELECT id FROM document')`, true],
  ['cli/a.ts', `help: 'select images from a library'`, true],
])('in %s: the SQL of %j is allowed: %j', (path, text, isAllowed) => {
  expect(statements(path, text).length === 0).toBe(isAllowed);
});

it.each([
  ['extract/page/a.ts', `import { b } from '../image/b.ts';`, true],
  ['extract/page/a.ts', `export { b } from '../../archive/archive.ts';`, true],
  ['extract/page/a.ts', `import type { B } from '../../crawl/b.ts';`, false],
  ['archive/read/a.ts', `import {\n  b,\n} from '../../pipeline/b.ts';`, false],
  ['pipeline/a.ts', `import '../cli/b.ts';`, false],
  ['cli/commands/a.ts', `const { b } = await import('../../pipeline/b.ts');`, true],
  ['serve/a.ts', `await import('../cli/b.ts');`, false],
  ['model/a.ts', `import { join } from 'node:path';`, false],
  ['support/a.ts', `import { join } from 'node:path';`, true],
  ['sqlite/a.ts', `import { b } from '../model/b.ts';`, false],
  ['support/a.ts', `import { Type } from 'typebox';`, false],
  ['pinakes.ts', `export { open } from './corpus/corpus.ts';`, true],
  ['somewhere/a.ts', `import { b } from '../model/b.ts';`, false],
])('of %s: %j is allowed: %j', (path, text, isAllowed) => {
  expect(breaches(path, text).length === 0).toBe(isAllowed);
});

/** All source files but tests. */
function readSources(): { readonly path: string; readonly text: string }[] {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));
  expect(files.length).toBeGreaterThan(100); // else the walk is broken
  return files.map((path) => ({ path, text: readFileSync(join(SOURCE, path), 'utf8') }));
}

const SQL =
  /['"`]\s*(?:SELECT|WITH|INSERT|REPLACE|DELETE FROM|UPDATE|CREATE (?:TEMP )?(?:VIRTUAL )?(?:TABLE|INDEX)|DROP|BEGIN|COMMIT|ROLLBACK|SAVEPOINT|VACUUM|PRAGMA|ATTACH)\b/;
const DATABASE =
  /\.database\b|\{[^{}]*\bdatabase\b[^{}]*\} = |\{[^{}]*\bdatabase\b[^{}]*\}: Library|\.pragma\(|\/sqlite\/sqlite\.ts'/;

/** Lines with SQL, or that use a database, where neither belongs. */
function statements(path: string, text: string): string[] {
  if (WITH_SQL.has(folderOf(path))) return [];
  return [SQL, DATABASE].flatMap((pattern) => {
    const found = pattern.exec(text)?.[0];
    return found === undefined ? [] : [`${path}: ${found}`];
  });
}

/** What a file imports though it must not. */
function breaches(path: string, text: string): string[] {
  const from = folderOf(path);
  const allowed = MAY_IMPORT[from];
  if (allowed === undefined) return [`${path}: the folder ${from} has no rule`];
  const targets = [...text.matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)].map(
    ([, target = '']) => target,
  );
  const isAllowed = (target: string): boolean => {
    if (target.startsWith('node:')) return !PORTABLE.has(from);
    if (!target.startsWith('.')) return !WITHOUT_PACKAGES.has(from);
    const to = folderOf(new URL(target, `file:///${path}`).pathname.slice(1));
    return to === from || allowed.includes(to);
  };
  return targets
    .filter((target) => !isAllowed(target))
    .map((target) => `${path} imports ${target}`);
}

/** First folder of a path below `src/`, `''` for a file in `src/` itself. */
function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : '';
}
