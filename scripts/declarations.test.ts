// What is read from declaration files.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { exportsOf, namedIn, readDeclarations } from './declarations.ts';

const folder = mkdtempSync(join(tmpdir(), 'pinakes-declarations-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

const inner = write(
  'inner.d.ts',
  `import type { Buffer } from 'node:buffer';
interface Hidden { readonly a: string; }
/** Says "Other"; not a reference: Lost. */
export interface Shown extends Readonly<{ [Name in Key]: Buffer }> {
    readonly Other: Hidden;
    readonly text: 'Lost' | "Lost"; // Lost
}
export type Key = 'a' | 'b';
export type Other = () => Key;
export type Lost = never;
export declare const KEYS: readonly Key[];
`,
);
const outer = write(
  'outer.d.ts',
  `import { type Shown, Other as Renamed } from './inner.ts';
export { type Key as PublicKey, KEYS } from './inner.js';
export * from './more.ts';
export declare function use(shown: Shown): Renamed;
export declare function use(shown: import("./inner.ts").Lost): void;
export declare class Thing<T = {}> {
    #private;
    get(): T;
}
`,
);
const more = write('more.d.ts', "export declare const more: import('./inner.ts').Shown;\n");

it('lists exports, those of other files by where they are declared', () => {
  expect(Object.fromEntries(exportsOf(outer))).toEqual({
    PublicKey: { file: inner, name: 'Key' },
    KEYS: { file: inner, name: 'KEYS' },
    more: { file: more, name: 'more' },
    use: { file: outer, name: 'use' },
    Thing: { file: outer, name: 'Thing' },
  });
});

it('keeps overloads together, and nothing but the declaration', () => {
  const { declarations } = readDeclarations(outer);
  expect(declarations.get('use')).toBe(
    'export declare function use(shown: Shown): Renamed;\nexport declare function use(shown: import("./inner.ts").Lost): void;',
  );
  expect(declarations.get('Thing')).toMatch(
    /^export declare class Thing<T = \{\}> \{[\s\S]*get\(\): T;\n\}$/,
  );
});

it('finds the types that a declaration names, and no names of properties, in texts or comments', () => {
  const names = (file: string, name: string) => namedIn({ file, name }).map((each) => each.name);
  expect(names(outer, 'use').sort()).toEqual(['Lost', 'Other', 'Shown']);
  expect(names(inner, 'Shown').sort()).toEqual(['Hidden', 'Key']);
  expect(names(more, 'more')).toEqual(['Shown']);
});
