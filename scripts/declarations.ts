// Reads declaration files (.d.ts) as `tsc` writes them: what a file declares, imports and exports. No compiler API:
// TypeScript 7 has none.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A declaration, known by the file that holds it and its name there. */
export interface Declared {
  readonly file: string;
  readonly name: string;
}

/** One declaration file. Names of other packages lead nowhere and are left out. */
export interface DeclarationFile {
  /** Text of each declaration without comments, overloads one under the other. */
  readonly declarations: ReadonlyMap<string, string>;
  /** Where the names that the file uses come from. */
  readonly imports: ReadonlyMap<string, Declared>;
  /** Where the names that the file exports come from. */
  readonly exports: ReadonlyMap<string, Declared>;
  /** Files all of whose exports are exported. */
  readonly stars: readonly string[];
}

const files = new Map<string, DeclarationFile>();

/** Reads a file, once. */
export function readDeclarations(file: string): DeclarationFile {
  const known = files.get(file);
  if (known !== undefined) return known;
  const read = parse(file, readFileSync(file, 'utf8'));
  files.set(file, read);
  return read;
}

/** All exports of a file by name, those of other files followed to where they are declared. */
export function exportsOf(file: string): ReadonlyMap<string, Declared> {
  const { exports, stars } = readDeclarations(file);
  const all = new Map<string, Declared>();
  for (const star of stars) for (const [name, from] of exportsOf(star)) all.set(name, from);
  for (const [name, from] of exports) all.set(name, resolve(from));
  return all;
}

/** Follows a name to its declaration. */
export function resolve({ file, name }: Declared): Declared {
  const { declarations, exports, imports, stars } = readDeclarations(file);
  if (declarations.has(name)) return { file, name };
  const next = exports.get(name) ?? imports.get(name);
  if (next !== undefined && !(next.file === file && next.name === name)) return resolve(next);
  const star = stars.find((each) => exportsOf(each).has(name));
  return (star === undefined ? undefined : exportsOf(star).get(name)) ?? { file, name };
}

/** The declarations of this package that a declaration names. */
export function namedIn({ file, name }: Declared): readonly Declared[] {
  const { declarations, imports } = readDeclarations(file);
  // Of a table whose keys are meant, the types of the values do not matter.
  const text = (declarations.get(name) ?? '')
    .replace(STRING, "''")
    .replace(/\bkeyof typeof [\w$]+/g, 'string');
  const found = new Map<string, Declared>();
  const add = (declared: Declared): void => {
    const to = resolve(declared);
    if (readDeclarations(to.file).declarations.has(to.name)) found.set(`${to.file} ${to.name}`, to);
  };
  for (const [, specifier = '', imported = ''] of (declarations.get(name) ?? '').matchAll(INLINE)) {
    const from = pathOf(file, specifier);
    if (from !== undefined) add({ file: from, name: imported });
  }
  // A name before a colon is that of a property or a parameter; one after a dot belongs to what is before it.
  for (const [word] of text.matchAll(/(?<![.\w$#])[A-Za-z_$][\w$]*(?!\??:(?!:))(?![\w$])/g)) {
    if (word === name) continue;
    const from = imports.get(word) ?? (declarations.has(word) ? { file, name: word } : undefined);
    if (from !== undefined) add(from);
  }
  return [...found.values()];
}

const STRING = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g;
const COMMENT =
  /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
const INLINE = /import\(["']([^"']+)["']\)\.([A-Za-z_$][\w$]*)/g;
const DECLARATION =
  /^(export )?(?:declare )?(?:abstract )?(?:interface|type|class|function|const|let|namespace|enum) ([A-Za-z_$][\w$]*)/;

function parse(file: string, source: string): DeclarationFile {
  const text = source.replace(COMMENT, (part) => (/^\/[*/]/.test(part) ? '' : part));
  const declarations = new Map<string, string>();
  const imports = new Map<string, Declared>();
  const exports = new Map<string, Declared>();
  const stars: string[] = [];
  for (const statement of statementsOf(text)) {
    const [, specifier] = /from ["']([^"']+)["'];?$/.exec(statement) ?? [];
    const from = specifier === undefined ? file : pathOf(file, specifier);
    const [, isExport, name] = DECLARATION.exec(statement) ?? [];
    if (name !== undefined && !/^export type \{/.test(statement)) {
      const tidy = statement.replace(/\n\s*\n/g, '\n');
      const before = declarations.get(name);
      declarations.set(name, before === undefined ? tidy : `${before}\n${tidy}`);
      if (isExport !== undefined) exports.set(name, { file, name });
    } else if (from === undefined) {
      // Of another package: it can be imported from there.
    } else if (statement.startsWith('export *')) {
      stars.push(from);
    } else {
      const target = statement.startsWith('import') ? imports : exports;
      for (const [own, original] of namesOf(statement))
        target.set(own, { file: from, name: original });
    }
  }
  return { declarations, imports, exports, stars };
}

/** Statements of a file: each ends with a semicolon, or with the brace that closes a body, outside of all brackets. */
function* statementsOf(text: string): Generator<string> {
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (sign === "'" || sign === '"') {
      at = text.indexOf(sign, at + 1);
      continue;
    }
    if ('({[<'.includes(sign)) depth++;
    if (')}]'.includes(sign) || (sign === '>' && text[at - 1] !== '=')) depth--;
    const statement = text.slice(start, at + 1).trim();
    const isBody =
      sign === '}' &&
      /^(?:export )?(?:declare )?(?:abstract )?(?:interface|class|namespace|enum) /.test(statement);
    if (depth > 0 || (sign !== ';' && !isBody)) continue;
    if (statement !== ';') yield statement;
    start = at + 1;
  }
}

/** `{ a, type B as C }` of an import or export: own name and the name where it comes from. */
function* namesOf(statement: string): Generator<readonly [string, string]> {
  const isImport = statement.startsWith('import');
  const [, list = ''] = /\{([^}]*)\}/.exec(statement) ?? [];
  for (const item of list.split(',')) {
    const [first = '', as = first] = item
      .trim()
      .replace(/^type /, '')
      .split(/\s+as\s+/);
    if (first !== '') yield [as, first];
  }
  if (isImport) {
    const [, whole] = /^import (?:type )?(?:\* as )?([A-Za-z_$][\w$]*)/.exec(statement) ?? [];
    if (whole !== undefined && whole !== 'type') yield [whole, 'default'];
  }
}

/** The declaration file behind a specifier; undefined for other packages. */
function pathOf(file: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const path = join(dirname(file), specifier.replace(/\.[jt]s$/, '.d.ts'));
  return existsSync(path) ? path : undefined;
}
