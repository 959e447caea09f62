// Parts of the built package that are not public, for subjects that measure one part alone.

/** Imports a compiled module by its path in `dist/`; its type is the caller's promise. */
export function importBuilt<Module>(path: string): Promise<Module> {
  const root = import.meta.resolve('pinakes/package.json');
  return import(new URL(`./dist/${path}`, root).href);
}

/** Opens a library with its tables, which programs do not see. */
export const { openLibrary } =
  await importBuilt<typeof import('../../dist/index/index.js')>('index/index.js');

/** Derives the documents of a library. */
export const { deriveDocuments } =
  await importBuilt<typeof import('../../dist/pipeline/derive.js')>('pipeline/derive.js');
