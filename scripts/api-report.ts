// The page with everything that can be imported from the package, made from what was built: changes of the public API
// show as changes of this page.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Declared, exportsOf, namedIn, readDeclarations } from './declarations.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * How many types are named by public signatures but cannot be imported by name. May only fall: there is no report
 * when there are more. Whoever brings it down lowers this number.
 */
const MOST_HIDDEN = 0;

/** The page; throws when more types are hidden than before. */
export function toApiReport(): string {
  const subpaths = readSubpaths();
  const isPublic = new Set(subpaths.flatMap(({ names }) => [...names.values()].map(keyOf)));
  const hidden = findHidden(subpaths, isPublic);
  if (hidden.length > MOST_HIDDEN) throw new Error(complaint(hidden));
  return [
    '# API report',
    '',
    'Every name that can be imported, with its declaration. Who changes the public API runs `npm run docs` and commits the difference, which says in',
    'review what changes for users.',
    ...subpaths.flatMap(({ specifier, names }) => [
      '',
      `## ${specifier}`,
      '',
      '```ts',
      ...[...names]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, declared]) => `${renamed(name, declared)}${textOf(declared)}`),
      '```',
    ]),
    '',
    '## Types that cannot be imported',
    '',
    hidden.length === 0
      ? 'None: every type that a declaration above names can be imported by its name.'
      : `${hidden.length} types are named by declarations above, or by each other, and cannot be imported by name:`,
    ...(hidden.length === 0 ? [] : ['', ...hidden.map(({ text }) => `- ${text}`)]),
    '',
  ].join('\n');
}

interface Subpath {
  /** As users import it. */
  readonly specifier: string;
  readonly names: ReadonlyMap<string, Declared>;
}

function readSubpaths(): readonly Subpath[] {
  const manifest: { readonly exports: Readonly<Record<string, { readonly types?: string }>> } =
    JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return Object.entries(manifest.exports).flatMap(([subpath, { types }]) =>
    types === undefined
      ? []
      : [{ specifier: join('pinakes', subpath), names: exportsOf(join(ROOT, types)) }],
  );
}

/** Types that can be reached from public declarations and are not public themselves. */
function findHidden(subpaths: readonly Subpath[], isPublic: ReadonlySet<string>) {
  const hidden = new Map<string, string>();
  const waiting = subpaths.flatMap(({ names }) => [...names.values()]);
  const seen = new Set(waiting.map(keyOf));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const named of namedIn(next)) {
      const key = keyOf(named);
      if (!isPublic.has(key) && isType(named)) {
        hidden.set(key, `\`${named.name}\` of ${relative(join(ROOT, 'dist'), named.file)}`);
      }
      if (seen.has(key)) continue;
      seen.add(key);
      waiting.push(named);
    }
  }
  return [...hidden.values()].sort().map((text) => ({ text }));
}

function complaint(hidden: readonly { readonly text: string }[]): string {
  const list = hidden.map(({ text }) => `  ${text}`).join('\n');
  return `${hidden.length} types of public signatures cannot be imported by name; there were ${MOST_HIDDEN}. Export them from a public subpath, or keep them out of public signatures.\n${list}`;
}

/**
 * Constants that types are taken from are not needed by whoever names a type, and neither are aliases that are generic
 * or that their file keeps to itself, which are steps of computing a type: what they compute has a name where they are used.
 */
function isType({ file, name }: Declared): boolean {
  const text = readDeclarations(file).declarations.get(name) ?? '';
  return /^(?:export )?(?:declare )?(?:abstract )?(?:interface|class) |^export type [\w$]+ =/.test(
    text,
  );
}

function textOf({ file, name }: Declared): string {
  const text = readDeclarations(file).declarations.get(name) ?? `export { ${name} };`;
  return text.replace(/^export (?:declare )?/gm, '');
}

function renamed(name: string, declared: Declared): string {
  return name === declared.name ? '' : `// ${name} is\n`;
}

function keyOf({ file, name }: Declared): string {
  return `${file} ${name}`;
}
