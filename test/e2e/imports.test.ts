// The borders between the folders of `src/`: who may import whom.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '..', '..', 'src');

const BASE = ['model', 'support', 'archive'];
const STAGES = ['crawl', 'extract', 'dedupe', 'enrich', 'index', 'search'];

/** The folders that the files of a folder may import besides their own; `''` stands for `src/` itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  model: [],
  support: [],
  archive: ['model', 'support'],
  ...Object.fromEntries(STAGES.map((stage) => [stage, BASE])),
  pipeline: [...BASE, ...STAGES],
  corpus: [...BASE, ...STAGES, 'pipeline'],
  serve: [...BASE, ...STAGES, 'pipeline', 'corpus'],
  cli: [...BASE, ...STAGES, 'pipeline', 'corpus', 'serve'],
  '': [...BASE, ...STAGES, 'pipeline', 'corpus', 'serve'],
};

/** Folders without I/O, which also run in browsers. */
const PORTABLE = new Set(['model']);
/** Folders without domain words, hence without the packages of a domain. */
const WITHOUT_PACKAGES = new Set(['support']);

it('are kept by every file', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));
  expect(files.length).toBeGreaterThan(100); // else the walk is broken
  expect(files.flatMap((path) => breaches(path, readFileSync(join(SOURCE, path), 'utf8')))).toEqual(
    [],
  );
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
  ['support/a.ts', `import { Type } from 'typebox';`, false],
  ['pinakes.ts', `export { open } from './corpus/corpus.ts';`, true],
  ['somewhere/a.ts', `import { b } from '../model/b.ts';`, false],
])('of %s: %j is allowed: %j', (path, text, isAllowed) => {
  expect(breaches(path, text).length === 0).toBe(isAllowed);
});

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
